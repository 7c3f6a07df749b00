/*
 * Silberzwerg under its default rules, four players, all of them the policy "miner".
 *
 *     cc -std=c11 -O3 -march=native -o miners miners.c -lm
 *     ./miners 4 GAMES SEED
 *
 * The yardstick for `make bench`, and, being written from the rulebook and the rules page and not
 * from dwarfsim, an independent check of it. Of the rules it has those that miners meet: there are
 * no shadow dwarves. Prints a line an outcome (name, games, mean, standard deviation), an outcome
 * by round with "@" and the round's index, then the processor seconds of the loop.
 */
#include "common.h"

/* ------------------------------------------------------------------------------- the game */

enum { BLUE, RED, YELLOW, GREEN, COLOURS };
enum { NO_SYMBOL, AXE, PICK, HAMMER, COINS, CROSSED, TARGET, SYMBOLS };
enum { PLAYERS = 4, SPACES = 6, CARDS = 34, PLAIN = 4, STEPS = 4, BAG = 12, GOAL = 600 };
enum { MAX_ROUNDS = 200, ROUNDS = 40 };

typedef struct {
    int8_t need[COLOURS];
    int8_t symbol;
    int16_t value, penalty;
} Card;

typedef struct {
    int8_t card; /* -1: an empty space */
    int8_t step;
} Order;

typedef struct {
    int talers;
    int bag[COLOURS];
    int cards[SYMBOLS];
    int digging[COLOURS];
    bool orders, gems, tunnel[COLOURS]; /* where silver dwarves stand */
    int fulfilled, income, sold, bought, penalties, symbols, forgiven, lapsed;
} Player;

typedef struct {
    Rng rng;
    Card deck[CARDS]; /* in the order in which they are dealt */
    int dealt;
    Order orders[SPACES]; /* private ones by seat, then the public ones */
    Player players[PLAYERS];
    int supply[COLOURS];
    int price[COLOURS];
    bool all_public, won;
    int start, round, lead_changes, leader;
    int price_sum[COLOURS], price_squares[COLOURS];
    int paid, filled; /* in this round */
} Game;

/* Every choice of colours once, in the order of the categories: 8, 6 + 2, 4 + 4, 4 + 2 + 2. */
static Card all_cards[CARDS];

static void make_cards(void)
{
    int n = 0;
    for (int category = 0; category < 4; category++)
        for (int gems = 0; gems < 9 * 9 * 9 * 9; gems++) {
            int need[COLOURS] = {gems / 729, gems / 81 % 9, gems / 9 % 9, gems % 9}, of[9] = {0};
            for (int c = 0; c < COLOURS; c++)
                of[need[c]]++;
            bool fits[4] = {of[8] == 1 && of[0] == 3, of[6] == 1 && of[2] == 1 && of[0] == 2,
                            of[4] == 2 && of[0] == 2, of[4] == 1 && of[2] == 2 && of[0] == 1};
            if (!fits[category])
                continue;
            Card *card = &all_cards[n++];
            for (int c = 0; c < COLOURS; c++)
                card->need[c] = (int8_t)need[c];
            card->value = (int16_t)(120 - 20 * category);
            card->penalty = (int16_t)(40 - 10 * category);
        }
    if (n != CARDS)
        exit(1);
}

static inline int present_value(const Game *g, const Order *order)
{
    return g->deck[order->card].value * (STEPS - order->step) / STEPS;
}

static inline bool owned_by(const Game *g, int space, int seat)
{
    return !g->all_public && space == seat;
}

static inline bool is_public(const Game *g, int space)
{
    return g->all_public || space >= PLAYERS;
}

static inline void charge(Player *player, int amount)
{
    player->talers -= amount;
    if (player->talers < 0) {
        player->forgiven -= player->talers;
        player->talers = 0;
    }
}

/* Fill the empty spaces, the private ones from the start player on. */
static void deal(Game *g)
{
    for (int i = 0; i < SPACES; i++) {
        int space = i < PLAYERS ? (g->start + i) % PLAYERS : i;
        if (g->orders[space].card >= 0)
            continue;
        if (g->dealt < CARDS)
            g->orders[space] = (Order){(int8_t)g->dealt++, 0};
        else
            g->all_public = true;
    }
}

static void set_up(Game *g)
{
    int8_t symbols[CARDS - PLAIN];
    for (int i = 0; i < CARDS - PLAIN; i++)
        symbols[i] = (int8_t)(AXE + i / 5);
    for (int i = CARDS - PLAIN - 1; i > 0; i--) {
        int j = (int)below(&g->rng, (uint32_t)i + 1);
        int8_t swapped = symbols[i];
        symbols[i] = symbols[j];
        symbols[j] = swapped;
    }
    memcpy(g->deck, all_cards, sizeof all_cards);
    for (int i = PLAIN; i < CARDS; i++)
        g->deck[i].symbol = symbols[i - PLAIN];
    for (int i = CARDS - 1; i > 0; i--) {
        int j = (int)below(&g->rng, (uint32_t)i + 1);
        Card swapped = g->deck[i];
        g->deck[i] = g->deck[j];
        g->deck[j] = swapped;
    }
    memset(g->players, 0, sizeof g->players);
    int gem[COLOURS] = {BLUE, RED, YELLOW, GREEN};
    for (int i = COLOURS - 1; i > 0; i--) {
        int j = (int)below(&g->rng, (uint32_t)i + 1), swapped = gem[i];
        gem[i] = gem[j];
        gem[j] = swapped;
    }
    for (int seat = 0; seat < PLAYERS; seat++) {
        g->players[seat].talers = 50;
        g->players[seat].bag[gem[seat]] = 1;
        if (gem[seat] == YELLOW)
            g->start = seat;
        g->supply[seat] = 19; /* of 21, one marks the price, one is in a bag */
        g->price_sum[seat] = g->price_squares[seat] = 0;
    }
    g->dealt = g->round = g->lead_changes = 0;
    g->leader = -1;
    g->all_public = g->won = false;
    for (int space = 0; space < SPACES; space++)
        g->orders[space].card = -1;
    deal(g);
}

/* The space of the order that a miner works for, or -1. */
static inline int target(const Game *g, int seat)
{
    int best = -1, best_missing = 0, best_value = 0;
    for (int space = 0; space < SPACES; space++) {
        const Order *order = &g->orders[space];
        if (order->card < 0 || !(owned_by(g, space, seat) || is_public(g, space)))
            continue;
        int missing = 0, value = present_value(g, order);
        for (int c = 0; c < COLOURS; c++) {
            int lacks = g->deck[order->card].need[c] - g->players[seat].bag[c];
            missing += lacks > 0 ? lacks : 0;
        }
        /* of equal ones the own order comes first, for its space is the lower one */
        if (best < 0 || missing < best_missing ||
            (missing == best_missing && value > best_value)) {
            best = space;
            best_missing = missing;
            best_value = value;
        }
    }
    return best;
}

static void place(Game *g, int seat)
{
    static const int8_t nothing[COLOURS] = {0};
    Player *player = &g->players[seat];
    int space = target(g, seat), lacks[COLOURS], leaders = 2;
    const int8_t *need = space < 0 ? nothing : g->deck[g->orders[space].card].need;
    for (int c = 0; c < COLOURS; c++) {
        lacks[c] = need[c] - player->bag[c];
        player->digging[c] = 0;
        player->tunnel[c] = false;
    }
    for (int digger = 0; digger < 4; digger++) {
        int most = 0, least = 0;
        for (int c = 1; c < COLOURS; c++) {
            most = lacks[c] > lacks[most] ? c : most;
            least = player->bag[c] < player->bag[least] ? c : least;
        }
        int colour = lacks[most] > 0 ? most : least;
        player->digging[colour]++;
        lacks[colour]--;
    }
    int most = 0;
    for (int c = 1; c < COLOURS; c++)
        most = lacks[c] > lacks[most] ? c : most;
    player->orders = space >= 0 && lacks[most] <= 0;
    leaders -= player->orders;
    if (lacks[most] > 0) {
        player->tunnel[most] = true;
        leaders--;
    }
    player->gems = leaders > 0; /* and no third leader is left for another tunnel */
}

static void set_prices(Game *g)
{
    for (int c = 0; c < COLOURS; c++) {
        int digging = 0;
        for (int seat = 0; seat < PLAYERS; seat++)
            digging += g->players[seat].digging[c];
        g->price[c] = digging < 9 ? 10 - digging : 1;
        g->price_sum[c] += g->price[c];
        g->price_squares[c] += g->price[c] * g->price[c];
    }
}

static void distribute(Game *g)
{
    for (int i = 0; i < PLAYERS; i++) {
        Player *player = &g->players[(g->start + i) % PLAYERS];
        for (int c = 0; c < COLOURS; c++) {
            int gems = player->digging[c] < g->supply[c] ? player->digging[c] : g->supply[c];
            player->bag[c] += gems;
            g->supply[c] -= gems;
        }
    }
}

static inline bool earn(Game *g, Player *player, int *book, int amount)
{
    player->talers += amount;
    *book += amount;
    g->won |= player->talers >= GOAL;
    return g->won;
}

/* Sets of three, and coin stacks against the richest opponent; whether the game is over. */
static bool use_cards(Game *g, int seat)
{
    Player *player = &g->players[seat];
    for (int tool = AXE; tool <= HAMMER; tool++)
        if (player->cards[tool] >= 3) {
            player->cards[tool] -= 3;
            if (earn(g, player, &player->symbols, 40))
                return true;
        }
    while (player->cards[COINS] > 0) {
        int rival = (seat + 1) % PLAYERS;
        for (int i = 2; i < PLAYERS; i++)
            if (g->players[(seat + i) % PLAYERS].talers > g->players[rival].talers)
                rival = (seat + i) % PLAYERS;
        player->cards[COINS]--;
        charge(&g->players[rival], 5);
        g->players[rival].symbols -= 5;
        if (earn(g, player, &player->symbols, 5))
            return true;
    }
    return false;
}

static bool fulfil(Game *g, int seat)
{
    Player *player = &g->players[seat];
    int space = target(g, seat);
    if (space < 0)
        return false;
    const Card *card = &g->deck[g->orders[space].card];
    for (int c = 0; c < COLOURS; c++)
        if (player->bag[c] < card->need[c])
            return false;
    for (int c = 0; c < COLOURS; c++) {
        player->bag[c] -= card->need[c];
        g->supply[c] += card->need[c];
    }
    int value = present_value(g, &g->orders[space]);
    g->orders[space].card = -1;
    player->cards[card->symbol]++;
    player->fulfilled++;
    g->filled++;
    return earn(g, player, &player->income, value) || use_cards(g, seat);
}

static inline int spare(const Player *player, const Card *card, int c)
{
    int gems = player->bag[c] - (card ? card->need[c] : 0);
    return gems > 0 ? gems : 0;
}

static bool sell(Game *g, int seat)
{
    Player *player = &g->players[seat];
    int space = target(g, seat);
    const Card *card = space < 0 ? NULL : &g->deck[g->orders[space].card];
    for (int c = 0; c < COLOURS; c++) {
        int gems = spare(player, card, c);
        player->bag[c] -= gems;
        g->supply[c] += gems;
        if (gems > 0 && earn(g, player, &player->sold, gems * g->price[c]))
            return true;
    }
    return false;
}

static void buy(Game *g, int seat, int colour)
{
    Player *player = &g->players[seat];
    int space = target(g, seat);
    if (space < 0)
        return;
    int gems = g->deck[g->orders[space].card].need[colour] - player->bag[colour];
    if (gems > g->supply[colour])
        gems = g->supply[colour];
    if (gems > player->talers / g->price[colour])
        gems = player->talers / g->price[colour];
    if (gems <= 0)
        return;
    player->bag[colour] += gems;
    g->supply[colour] -= gems;
    player->talers -= gems * g->price[colour];
    player->bought += gems * g->price[colour];
}

static bool act(Game *g)
{
    for (int i = 0; i < PLAYERS; i++) {
        int seat = (g->start + i) % PLAYERS;
        const Player *player = &g->players[seat];
        if (player->orders && fulfil(g, seat))
            return true;
        if (player->gems && sell(g, seat))
            return true;
        for (int c = 0; c < COLOURS; c++)
            if (player->tunnel[c])
                buy(g, seat, c);
    }
    return false;
}

static void rotate(Game *g)
{
    for (int space = 0; space < SPACES; space++) {
        Order *order = &g->orders[space];
        if (order->card < 0 || ++order->step < STEPS)
            continue;
        if (!is_public(g, space)) {
            int penalty = g->deck[order->card].penalty;
            charge(&g->players[space], penalty);
            g->players[space].penalties += penalty;
            g->players[space].lapsed++;
            g->paid += penalty;
        }
        order->card = -1;
    }
}

static void discard(Game *g, int seat)
{
    Player *player = &g->players[seat];
    int excess = -BAG, space = -1;
    for (int c = 0; c < COLOURS; c++)
        excess += player->bag[c];
    if (excess > 0)
        space = target(g, seat);
    const Card *card = space < 0 ? NULL : &g->deck[g->orders[space].card];
    while (excess > 0) {
        int cheapest = -1;
        for (int c = 0; c < COLOURS; c++)
            if (spare(player, card, c) > 0 &&
                (cheapest < 0 || g->price[c] < g->price[cheapest]))
                cheapest = c;
        int gems = spare(player, card, cheapest);
        gems = gems < excess ? gems : excess;
        player->bag[cheapest] -= gems;
        g->supply[cheapest] += gems;
        excess -= gems;
    }
}

/* One round; whether the last order has left the board. */
static bool play_round(Game *g)
{
    g->paid = g->filled = 0;
    for (int seat = 0; seat < PLAYERS; seat++)
        place(g, seat);
    set_prices(g);
    distribute(g);
    if (act(g))
        return false;
    rotate(g);
    deal(g);
    for (int i = 0; i < PLAYERS; i++)
        discard(g, (g->start + i) % PLAYERS);
    g->start = (g->start + 1) % PLAYERS;
    bool left = false;
    for (int space = 0; space < SPACES; space++)
        left |= g->orders[space].card >= 0;
    return !left;
}

static void look_who_leads(Game *g)
{
    int best = -1, leader = -1;
    for (int seat = 0; seat < PLAYERS; seat++)
        if (g->players[seat].talers >= best) {
            leader = g->players[seat].talers > best ? seat : -1;
            best = g->players[seat].talers;
        }
    if (leader < 0)
        return;
    g->lead_changes += g->leader >= 0 && g->leader != leader;
    g->leader = leader;
}

/* ------------------------------------------------------------------------------ the tally */

enum { TALERS, WIN = 4, FULFILLED = 8, INCOME = 12, SOLD = 16, BOUGHT = 20, PENALTIES = 24 };
enum { SYMBOL_TALERS = 28, FORGIVEN = 32, LAPSED = 36, ALL_ROUNDS = 40, BY_600, BY_ORDERS };
enum { LEAD_CHANGES = 43, MEANS, SPREADS = 48, UNFINISHED = 52, OUTCOMES };
enum { ROUND_PRICE = 4, ROUND_SPREAD, ROUND_PENALTIES, ROUND_ORDERS, BY_ROUND };
enum { BINS = 1024, SHARE = 2520, UNIT = 1 << 20 };

typedef struct {
    int64_t count, sum;
    double squares;
    int64_t histogram[BINS];
} Tally;

static Tally tally[OUTCOMES], by_round[BY_ROUND][ROUNDS];

static inline void add(Tally *t, int64_t value, int64_t width)
{
    t->count++;
    t->sum += value;
    t->squares += (double)value * (double)value;
    int64_t bin = value < 0 ? 0 : value / width;
    t->histogram[bin < BINS ? bin : BINS - 1]++;
}

static void note_round(const Game *g)
{
    if (g->round > ROUNDS)
        return;
    int round = g->round - 1, sum = 0, low = g->price[0], high = g->price[0];
    for (int c = 0; c < COLOURS; c++) {
        sum += g->price[c];
        low = g->price[c] < low ? g->price[c] : low;
        high = g->price[c] > high ? g->price[c] : high;
    }
    for (int seat = 0; seat < PLAYERS; seat++)
        add(&by_round[seat][round], g->players[seat].talers, 1);
    add(&by_round[ROUND_PRICE][round], sum, 1);
    add(&by_round[ROUND_SPREAD][round], high - low, 1);
    add(&by_round[ROUND_PENALTIES][round], g->paid, 1);
    add(&by_round[ROUND_ORDERS][round], g->filled, 1);
}

static void note_game(const Game *g, bool finished)
{
    int best = -1, ties = 0;
    for (int seat = 0; seat < PLAYERS; seat++) {
        const Player *player = &g->players[seat];
        ties = player->talers > best ? 1 : ties + (player->talers == best);
        best = player->talers > best ? player->talers : best;
        add(&tally[TALERS + seat], player->talers, 1);
        add(&tally[FULFILLED + seat], player->fulfilled, 1);
        add(&tally[INCOME + seat], player->income, 1);
        add(&tally[SOLD + seat], player->sold, 1);
        add(&tally[BOUGHT + seat], player->bought, 1);
        add(&tally[PENALTIES + seat], player->penalties, 1);
        add(&tally[SYMBOL_TALERS + seat], player->symbols, 1);
        add(&tally[FORGIVEN + seat], player->forgiven, 1);
        add(&tally[LAPSED + seat], player->lapsed, 1);
    }
    for (int seat = 0; seat < PLAYERS; seat++)
        add(&tally[WIN + seat], g->players[seat].talers == best ? SHARE / ties : 0, 10);
    add(&tally[ALL_ROUNDS], g->round, 1);
    add(&tally[BY_600], g->won, 1);
    add(&tally[BY_ORDERS], finished && !g->won, 1);
    add(&tally[LEAD_CHANGES], g->lead_changes, 1);
    for (int c = 0; c < COLOURS; c++) {
        double n = g->round, mean = g->price_sum[c] / n;
        double variance = g->price_squares[c] / n - mean * mean;
        add(&tally[MEANS + c], (int64_t)(mean * UNIT + 0.5), 1 << 14);
        add(&tally[SPREADS + c], (int64_t)(sqrt(variance > 0 ? variance : 0) * UNIT + 0.5),
            1 << 14);
    }
    add(&tally[UNFINISHED], !finished, 1);
}

static void play(Game *g, uint64_t seed, uint64_t game)
{
    start_rng(&g->rng, seed, game);
    set_up(g);
    bool finished = false;
    while (!finished && g->round < MAX_ROUNDS) {
        g->round++;
        finished = play_round(g) || g->won;
        look_who_leads(g);
        note_round(g);
    }
    note_game(g, finished);
}

static void print_tally(const char *name, const Tally *t, double scale)
{
    double n = t->count > 0 ? (double)t->count : 1, mean = (double)t->sum / n;
    double variance = t->squares / n - mean * mean;
    printf("%s %" PRId64 " %.17g %.17g\n", name, t->count, mean / scale,
           sqrt(variance > 0 ? variance : 0) / scale);
}

int main(int argc, char **argv)
{
    static Game game;
    static const char *const of_seats[10] = {
        "talers",      "win",       "orders",  "income_orders", "gems_sold",
        "gems_bought", "penalties", "symbols", "forgiven",      "lapsed"};
    static const char *const of_games[4] = {"rounds", "ending_600", "ending_orders",
                                            "lead_changes"};
    static const char *const colours[COLOURS] = {"blue", "red", "yellow", "green"};
    static const char *const of_rounds[4] = {"round_price", "round_spread", "round_penalties",
                                             "round_orders"};
    uint64_t players, games, seed;
    char name[64];
    if (argc != 4 || !read_number(argv[1], PLAYERS, PLAYERS, &players) ||
        !read_number(argv[2], 1, UINT64_C(1) << 40, &games) ||
        !read_number(argv[3], 0, UINT64_MAX, &seed)) {
        fprintf(stderr, "usage: miners 4 GAMES SEED\n");
        return 2;
    }
    make_cards();
    double begun = seconds();
    for (uint64_t k = 0; k < games; k++)
        play(&game, seed, k);
    double spent = seconds() - begun;
    for (int i = 0; i < 40; i++) {
        snprintf(name, sizeof name, "%s_%d", of_seats[i / 4], i % 4);
        print_tally(name, &tally[i], i / 4 == 1 ? SHARE : 1);
    }
    for (int i = 0; i < 4; i++)
        print_tally(of_games[i], &tally[ALL_ROUNDS + i], 1);
    for (int i = 0; i < 8; i++) {
        snprintf(name, sizeof name, "price_%s_%s", i < 4 ? "mean" : "sd", colours[i % 4]);
        print_tally(name, &tally[MEANS + i], UNIT);
    }
    print_tally("unfinished", &tally[UNFINISHED], 1);
    for (int i = 0; i < BY_ROUND; i++)
        for (int round = 0; round < ROUNDS; round++) {
            if (i < PLAYERS)
                snprintf(name, sizeof name, "round_talers_%d@%d", i, round);
            else
                snprintf(name, sizeof name, "%s@%d", of_rounds[i - PLAYERS], round);
            print_tally(name, &by_round[i][round], i == ROUND_PRICE ? 4 : 1);
        }
    printf("seconds %.9f\n", spent);
    return 0;
}
