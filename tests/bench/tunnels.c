/*
 * Saboteur: Selfish Dwarf under its default rules, all players of the policy "plain".
 *
 *     cc -std=c11 -O3 -march=native -o tunnels tunnels.c -lm
 *     ./tunnels PLAYERS GAMES SEED [TIMES]
 *
 * The yardstick for `make bench`, and, being written from the rulebook and the rules page and not
 * from dwarfsim, an independent check of it. It remembers nothing of the grid: what is joined and
 * D, the path cards that are missing, are searched for afresh, for every candidate. With TIMES,
 * every search for D is made so many times: the difference in time is the searches' share.
 * Prints a line an outcome (name, games, mean, standard deviation), so also how many searches a
 * game takes, then the processor seconds of the loop.
 */
#include "common.h"

static void shuffle(Rng *rng, uint8_t *items, int count)
{
    for (int i = count - 1; i > 0; i--) {
        int j = (int)below(rng, (uint32_t)i + 1);
        uint8_t item = items[i];
        items[i] = items[j];
        items[j] = item;
    }
}

/* ------------------------------------------------------------------------------- the cards */

enum { N = 1, E = 2, S = 4, W = 8 };
enum { PATHS = 16, SABOTAGE = 16, REPAIR = 19, JOKER = 22, SECRET = 25, CAVE_IN = 26, TYPES = 27 };
enum { SABOTEUR, DIGGER, SELFISH };
enum { DECK = 67, MOST_PLAYERS = 10, INFINITE = 1000 };

static const uint8_t SHAPE[PATHS] = {N | E | S | W, N | E | S, N | E | W, N | S, E | W, S | E,
                                     S | W, N | E | S | W, N | E | S, N | E | W, N | S, E | W,
                                     S | E, S | W, N, E};
static const uint8_t NUMBER[TYPES] = {5, 5, 5, 4, 3, 4, 5, 1, 1, 1, 1, 1, 1, 1,
                                      1, 1, 3, 3, 3, 2, 2, 2, 1, 1, 1, 6, 3};
static const uint8_t TOOLS[TYPES] = {[16] = 1, 2, 4, 1, 2, 4, 1 | 2, 1 | 4, 2 | 4};
static const uint8_t ROLES[11][3] = {[5] = {1, 3, 1}, {2, 3, 1}, {2, 4, 1},
                                     {2, 5, 1},       {3, 5, 1}, {3, 6, 1}};
static const uint8_t HAND[11] = {[5] = 6, 5, 5, 4, 4, 4};

static inline int turned(int openings)
{
    return (openings << 2 | openings >> 2) & 15;
}

static inline int ways(int type)
{
    return turned(SHAPE[type]) == SHAPE[type] ? 1 : 2;
}

static inline int opposite(int side)
{
    return side ^ 2;
}

/* -------------------------------------------------------------------------------- the grid */

enum { SIDE = 128, CENTRE = 64, CELLS = SIDE * SIDE };
enum { DEAD = 16, HIDDEN = 32, THERE = 64 };

static const int STEP[4] = {-1, SIDE, 1, -SIDE};

typedef struct {
    uint8_t cells[CELLS];
    uint8_t types[CELLS];
    int goals[3];                 /* cells */
    int left, right, top, bottom; /* of all cards that ever lay there */
} Grid;

static inline int cell_of(int column, int row)
{
    return (column + CENTRE) * SIDE + row + CENTRE;
}

static inline bool is_through(int value)
{
    return (value & (THERE | DEAD | HIDDEN)) == THERE;
}

static void put(Grid *grid, int cell, int value)
{
    int column = cell / SIDE, row = cell % SIDE;
    grid->cells[cell] = (uint8_t)(value | THERE);
    if (column < grid->left)
        grid->left = column;
    if (column > grid->right)
        grid->right = column;
    if (row < grid->top)
        grid->top = row;
    if (row > grid->bottom)
        grid->bottom = row;
}

/* The set of goals, face down, at a cell. */
static inline int goal_at(const Grid *grid, int cell)
{
    for (int g = 0; g < 3; g++)
        if (grid->goals[g] == cell)
            return (grid->cells[cell] & HIDDEN) ? 1 << g : 0;
    return 0;
}

/* Marks of a search: a cell is marked if it holds the search's number. */
typedef struct {
    uint32_t marks[CELLS];
    uint32_t number;
    int found[CELLS]; /* the cards reached, a queue */
    int count;
} Search;

/* All cards joined with the one at a cell, added to a search; the goals to which they lead. */
static int flood(const Grid *grid, Search *search, int from)
{
    int goals = 0, head = search->count;
    search->marks[from] = search->number;
    search->found[search->count++] = from;
    while (head < search->count) {
        int here = search->found[head++];
        for (int side = 0; side < 4; side++) {
            if (!(grid->cells[here] >> side & 1))
                continue;
            int there = here + STEP[side], value = grid->cells[there];
            if (value & HIDDEN)
                goals |= goal_at(grid, there);
            else if (is_through(value) && value >> opposite(side) & 1 &&
                     search->marks[there] != search->number) {
                search->marks[there] = search->number;
                search->found[search->count++] = there;
            }
        }
    }
    return goals;
}

static int find_network(const Grid *grid, Search *search)
{
    search->number++;
    search->count = 0;
    return flood(grid, search, cell_of(0, 0));
}

static Search search_cards, search_cells;
static int times = 1;
static int64_t searches;

/* Mark the free cells to which the openings of cards lead; they are the next wave. */
static void leave(const Grid *grid, int first)
{
    for (int i = first; i < search_cards.count; i++) {
        int here = search_cards.found[i];
        for (int side = 0; side < 4; side++) {
            int there = here + STEP[side];
            if (grid->cells[here] >> side & 1 && !grid->cells[there] &&
                search_cells.marks[there] != search_cells.number) {
                search_cells.marks[there] = search_cells.number;
                search_cells.found[search_cells.count++] = there;
            }
        }
    }
}

static int search_way(const Grid *grid, int believed)
{
    if (find_network(grid, &search_cards) & believed)
        return 0;
    search_cells.number++;
    search_cells.count = 0;
    leave(grid, 0);
    int head = 0;
    for (int cost = 1; head < search_cells.count; cost++) {
        int end = search_cells.count;
        while (head < end) {
            int here = search_cells.found[head++];
            for (int side = 0; side < 4; side++) {
                int there = here + STEP[side], value = grid->cells[there];
                if (!value) {
                    int column = there / SIDE, row = there % SIDE;
                    if (search_cells.marks[there] != search_cells.number &&
                        column >= grid->left - 1 && column <= grid->right + 1 &&
                        row >= grid->top - 1 && row <= grid->bottom + 1) {
                        search_cells.marks[there] = search_cells.number;
                        search_cells.found[search_cells.count++] = there;
                    }
                } else if (value & HIDDEN) {
                    if (goal_at(grid, there) & believed)
                        return cost;
                } else if (is_through(value) && value >> opposite(side) & 1 &&
                           search_cards.marks[there] != search_cards.number) {
                    int first = search_cards.count;
                    if (flood(grid, &search_cards, there) & believed)
                        return cost;
                    leave(grid, first);
                }
            }
        }
    }
    return INFINITE;
}

/* D towards a set of goals. */
static int distance(const Grid *grid, int believed)
{
    int found = INFINITE;
    searches++;
    for (int i = 0; i < times; i++) {
        __asm__ volatile("" ::: "memory");
        found = search_way(grid, believed);
    }
    return found;
}

/* -------------------------------------------------------------------------------- the round */

typedef struct {
    int role, held, broken;
    uint8_t hand[8];
    int seen; /* goals looked at */
    bool knows_gold;
    int raised, lowered, caved, last_lowered;
} Player;

typedef struct {
    Grid grid;
    int players, start, turns, winner, hero, paths_laid, goals_turned, drawn;
    uint8_t deck[DECK];
    uint8_t goals[3]; /* 0 the gold, 1 the curve N-E, 2 the curve N-W */
    Player seats[MOST_PLAYERS];
} Round;

enum { NOBODY = -1 };

typedef struct {
    int place; /* of the card in the hand */
    int what;  /* -1: put away; else a cell, a seat, a goal */
    int way;   /* the openings as they lie, or the tool */
} Move;

static const Move NO_MOVE = {-1, -1, 0};

typedef struct {
    Move move;
    int after;
} Judged;

static void deal(Round *round, int players, Rng *rng)
{
    uint8_t roles[MOST_PLAYERS];
    int count = 0;
    memset(round, 0, sizeof *round);
    round->players = players;
    round->winner = round->hero = NOBODY;
    for (int role = 0; role < 3; role++)
        for (int i = 0; i < ROLES[players][role]; i++)
            roles[count++] = (uint8_t)role;
    shuffle(rng, roles, players);
    count = 0;
    for (int type = 0; type < TYPES; type++)
        for (int i = 0; i < NUMBER[type]; i++)
            round->deck[count++] = (uint8_t)type;
    shuffle(rng, round->deck, DECK);
    for (int g = 0; g < 3; g++)
        round->goals[g] = (uint8_t)g;
    shuffle(rng, round->goals, 3);
    round->start = (int)below(rng, (uint32_t)players);
    for (int s = 0; s < players; s++) {
        Player *player = &round->seats[s];
        player->role = roles[s];
        player->held = HAND[players];
        for (int i = 0; i < player->held; i++)
            player->hand[i] = round->deck[round->drawn++];
    }
    Grid *grid = &round->grid;
    grid->left = grid->right = grid->top = grid->bottom = CENTRE;
    put(grid, cell_of(0, 0), 15);
    for (int g = 0; g < 3; g++) {
        grid->goals[g] = cell_of(8, 2 * g - 2);
        put(grid, grid->goals[g], HIDDEN);
    }
}

static int face_down(const Round *round)
{
    int found = 0;
    for (int g = 0; g < 3; g++)
        if (round->grid.cells[round->grid.goals[g]] & HIDDEN)
            found |= 1 << g;
    return found;
}

static int believed(const Round *round, const Player *player)
{
    if (player->knows_gold)
        for (int g = 0; g < 3; g++)
            if (!round->goals[g])
                return 1 << g;
    return face_down(round) & ~player->seen;
}

static int suspicion(const Player *player)
{
    int found = player->raised + 2 * player->caved - player->lowered;
    return found > 0 ? found : 0;
}

/* ---------------------------------------------------------------------------- placements */

static bool fits(const Grid *grid, const Search *network, int cell, int openings)
{
    bool leads = false;
    for (int side = 0; side < 4; side++) {
        int there = cell + STEP[side], value = grid->cells[there];
        if (!value || value & HIDDEN)
            continue;
        bool mine = openings >> side & 1, theirs = value >> opposite(side) & 1;
        if (mine != theirs)
            return false;
        leads |= mine && is_through(value) && network->marks[there] == network->number;
    }
    return leads;
}

/* Whether an opening of the network leads to a cell. */
static bool is_beside(const Grid *grid, const Search *network, int cell)
{
    for (int side = 0; side < 4; side++) {
        int there = cell + STEP[side];
        if (network->marks[there] == network->number && grid->cells[there] >> opposite(side) & 1)
            return true;
    }
    return false;
}

/* Every legal placement, in the order of ties, with D after it. */
static int judge(Round *round, const Player *player, int goals, Judged *found)
{
    static Search network;
    static int cells[CELLS];
    Grid *grid = &round->grid;
    int count = 0, free = 0;
    if (player->broken)
        return 0;
    find_network(grid, &network);
    for (int cell = (grid->left - 1) * SIDE; cell < (grid->right + 2) * SIDE; cell++) {
        int row = cell % SIDE;
        if (row < grid->top - 1)
            cell += grid->top - 1 - row;
        else if (row > grid->bottom + 1)
            cell += SIDE - 1 - row;
        if (!grid->cells[cell] && is_beside(grid, &network, cell))
            cells[free++] = cell;
    }
    for (int place = 0; place < player->held; place++) {
        int type = player->hand[place];
        bool repeated = type >= PATHS;
        for (int i = 0; i < place; i++)
            repeated |= player->hand[i] == type;
        if (repeated)
            continue;
        for (int i = 0; i < free; i++) {
            int cell = cells[i];
            for (int way = 0; way < ways(type); way++) {
                int openings = way ? turned(SHAPE[type]) : SHAPE[type];
                if (!fits(grid, &network, cell, openings))
                    continue;
                int l = grid->left, r = grid->right, t = grid->top, b = grid->bottom;
                put(grid, cell, openings | (type >= 7 ? DEAD : 0));
                found[count].move = (Move){place, cell, openings};
                found[count++].after = distance(grid, goals);
                grid->cells[cell] = 0;
                grid->left = l, grid->right = r, grid->top = t, grid->bottom = b;
            }
        }
    }
    return count;
}

/* ---------------------------------------------------------------------------------- plain */

static int clockwise(const Round *round, int seat, int step)
{
    return (seat + step) % round->players;
}

static Move repair_by(const Round *round, int seat, int other)
{
    const Player *player = &round->seats[seat];
    for (int place = 0; place < player->held; place++) {
        int type = player->hand[place];
        int tools = TOOLS[type] & round->seats[other].broken;
        if (type >= REPAIR && tools)
            return (Move){place, other, tools & -tools};
    }
    return NO_MOVE;
}

static Move sabotage_by(const Round *round, int seat, int other)
{
    const Player *player = &round->seats[seat];
    for (int place = 0; place < player->held; place++) {
        int type = player->hand[place];
        if (type >= SABOTAGE && type < REPAIR && !(TOOLS[type] & round->seats[other].broken))
            return (Move){place, other, TOOLS[type]};
    }
    return NO_MOVE;
}

static int openings_of(int type)
{
    return type < PATHS ? __builtin_popcount(SHAPE[type]) : 0;
}

static int rubbish(const Player *player)
{
    int least = NOBODY;
    for (int place = 0; place < player->held; place++) {
        int type = player->hand[place];
        if (type >= 7 && type < PATHS)
            return place;
        if (type < PATHS && (least < 0 || openings_of(type) < openings_of(player->hand[least])))
            least = place;
    }
    return least < 0 ? 0 : least;
}

static Move digger(Round *round, int seat, const Judged *judged, int count)
{
    Player *player = &round->seats[seat];
    Move move = repair_by(round, seat, seat);
    if (move.place >= 0)
        return move;
    if (count) {
        int now = distance(&round->grid, believed(round, player)), best = 0;
        for (int i = 1; i < count; i++)
            if (judged[i].after < judged[best].after)
                best = i;
        if (judged[best].after < now)
            return judged[best].move;
    }
    for (int place = 0; place < player->held; place++)
        if (player->hand[place] == SECRET)
            for (int g = 0; g < 3; g++)
                if (face_down(round) & ~player->seen & 1 << g)
                    return (Move){place, g, 0};
    for (int step = 1; step < round->players; step++) {
        int other = clockwise(round, seat, step);
        if (!suspicion(&round->seats[other])) {
            move = repair_by(round, seat, other);
            if (move.place >= 0)
                return move;
        }
    }
    int most = 1;
    Move hit = NO_MOVE;
    for (int step = 1; step < round->players; step++) {
        int other = clockwise(round, seat, step), how = suspicion(&round->seats[other]);
        move = sabotage_by(round, seat, other);
        if (move.place >= 0 && how > most)
            most = how, hit = move;
    }
    return hit.place >= 0 ? hit : (Move){rubbish(player), -1, 0};
}

static Move selfish(Round *round, int seat, const Judged *judged, int count)
{
    int least = INFINITE;
    for (int i = 0; i < count; i++) {
        if (!judged[i].after)
            return judged[i].move;
        if (judged[i].after < least)
            least = judged[i].after;
    }
    if (least == 1) {
        int now = distance(&round->grid, believed(round, &round->seats[seat]));
        for (int i = 0; i < count; i++)
            if (judged[i].after >= now)
                return judged[i].move;
    }
    return digger(round, seat, judged, count);
}

static Move cave_in_by(Round *round, int place, int goals, int now)
{
    Grid *grid = &round->grid;
    Move best = NO_MOVE;
    int most = now;
    for (int column = grid->left; column <= grid->right; column++)
        for (int row = grid->top; row <= grid->bottom; row++) {
            int cell = column * SIDE + row, value = grid->cells[cell];
            if (!value || !grid->types[cell])
                continue;
            grid->cells[cell] = 0;
            int after = distance(grid, goals);
            grid->cells[cell] = (uint8_t)value;
            if (after > most)
                most = after, best = (Move){place, cell, 0};
        }
    return best;
}

static Judged judged[8 * 2 * 400];

static Move saboteur(Round *round, int seat)
{
    Player *player = &round->seats[seat];
    Move move = repair_by(round, seat, seat);
    if (move.place >= 0)
        return move;
    int victim = NOBODY, latest = 0;
    for (int step = 1; step < round->players; step++) {
        const Player *other = &round->seats[clockwise(round, seat, step)];
        if (!other->broken && other->last_lowered > latest)
            latest = other->last_lowered, victim = clockwise(round, seat, step);
    }
    if (victim >= 0) {
        move = sabotage_by(round, seat, victim);
        if (move.place >= 0)
            return move;
    }
    int goals = believed(round, player), now = distance(&round->grid, goals), best = 0;
    int count = judge(round, player, goals, judged);
    for (int i = 1; i < count; i++)
        if (judged[i].after > judged[best].after)
            best = i;
    if (count && judged[best].after > now)
        return judged[best].move;
    for (int place = 0; place < player->held; place++)
        if (player->hand[place] == CAVE_IN) {
            move = cave_in_by(round, place, goals, now);
            if (move.place >= 0)
                return move;
            break;
        }
    int most = 0;
    for (int place = 1; place < player->held; place++)
        if (openings_of(player->hand[place]) > openings_of(player->hand[most]))
            most = place;
    return (Move){most, -1, 0};
}

static Move decide(Round *round, int seat)
{
    Player *player = &round->seats[seat];
    if (player->role == SABOTEUR)
        return saboteur(round, seat);
    int count = judge(round, player, believed(round, player), judged);
    return player->role == SELFISH ? selfish(round, seat, judged, count)
                                   : digger(round, seat, judged, count);
}

/* --------------------------------------------------------------------------------- a turn */

static void turn_over(Round *round, int seat, const Search *network, int goal)
{
    Grid *grid = &round->grid;
    int cell = grid->goals[goal];
    round->goals_turned++;
    if (!round->goals[goal]) {
        round->hero = seat;
        round->winner = round->seats[seat].role == SELFISH ? SELFISH : DIGGER;
        grid->cells[cell] = THERE;
        return;
    }
    int openings = round->goals[goal] == 1 ? N | E : N | W;
    bool joins = false;
    for (int side = 0; side < 4; side++) {
        int there = cell + STEP[side], value = grid->cells[there];
        joins |= openings >> side & 1 && value >> opposite(side) & 1 &&
                 network->marks[there] == network->number;
    }
    grid->cells[cell] = (uint8_t)((joins ? openings : turned(openings)) | THERE);
}

static void lay(Round *round, int seat, int type, Move move)
{
    static Search network;
    Grid *grid = &round->grid;
    Player *player = &round->seats[seat];
    int hidden = face_down(round), before = distance(grid, hidden), reached;
    put(grid, move.what, move.way | (type >= 7 ? DEAD : 0));
    grid->types[move.what] = 1;
    round->paths_laid++;
    int after = distance(grid, hidden);
    player->raised += after > before;
    if (after < before) {
        player->lowered++;
        player->last_lowered = round->turns;
    }
    while ((reached = find_network(grid, &network)))
        for (int g = 0; g < 3; g++)
            if (reached >> g & 1) {
                turn_over(round, seat, &network, g);
                find_network(grid, &network);
            }
}

static void cave_in(Round *round, Player *player, int cell)
{
    static Search network;
    Grid *grid = &round->grid;
    int value = grid->cells[cell];
    find_network(grid, &network);
    bool connected = network.marks[cell] == network.number;
    if (value & DEAD)
        for (int side = 0; side < 4; side++) {
            int there = cell + STEP[side];
            connected |= value >> side & 1 && grid->cells[there] >> opposite(side) & 1 &&
                         network.marks[there] == network.number;
        }
    player->caved += connected;
    grid->cells[cell] = grid->types[cell] = 0;
}

static void play(Round *round, int players, Rng *rng)
{
    deal(round, players, rng);
    while (round->winner == NOBODY) {
        int seat = clockwise(round, round->start, round->turns);
        Player *player = &round->seats[seat];
        Move move = decide(round, seat);
        int type = player->hand[move.place];
        round->turns++;
        player->held--;
        for (int i = move.place; i < player->held; i++)
            player->hand[i] = player->hand[i + 1];
        if (move.what >= 0) {
            if (type < PATHS)
                lay(round, seat, type, move);
            else if (type < REPAIR)
                round->seats[move.what].broken |= move.way;
            else if (type < SECRET)
                round->seats[move.what].broken &= ~move.way;
            else if (type == SECRET) {
                player->seen |= 1 << move.what;
                player->knows_gold |= !round->goals[move.what];
            } else
                cave_in(round, player, move.what);
        }
        if (round->winner == NOBODY) {
            if (round->drawn < DECK)
                player->hand[player->held++] = round->deck[round->drawn++];
            if (round->turns == DECK)
                round->winner = SABOTEUR;
        }
    }
}

/* ------------------------------------------------------------------------------ what comes out */

enum { COUNT = 12 + MOST_PLAYERS + 1 };

typedef struct {
    double sum, squares;
} Sum;

static void add(Sum *sum, double value)
{
    sum->sum += value;
    sum->squares += value * value;
}

static void note(const Round *round, Sum *sums)
{
    static const int GOLD[4] = {0, 4, 3, 3};
    double of_role[3] = {0};
    int at = 12;
    for (int s = 0; s < round->players; s++) {
        int role = round->seats[s].role, gold = 0;
        if (role == round->winner)
            gold = role == SELFISH    ? 4
                   : role == SABOTEUR ? GOLD[ROLES[round->players][SABOTEUR]]
                   : s == round->hero ? 3
                                      : 2;
        of_role[role] += gold;
        add(&sums[at++], gold);
    }
    add(&sums[0], round->winner == DIGGER);
    add(&sums[1], round->winner == SELFISH);
    add(&sums[2], round->winner == SABOTEUR);
    for (int role = 0; role < 3; role++)
        add(&sums[3 + role], of_role[role] / ROLES[round->players][role]);
    add(&sums[6], round->turns);
    add(&sums[7], round->paths_laid);
    add(&sums[8], round->goals_turned);
    add(&sums[9], DECK - round->drawn);
    add(&sums[10], round->start);
    add(&sums[11], 0);
}

int main(int argc, char **argv)
{
    static const char *NAMES[12] = {
        "winner_diggers", "winner_selfish", "winner_saboteurs", "gold_saboteur",
        "gold_digger",    "gold_selfish",   "turns",            "paths_laid",
        "goals_turned",   "deck_left",      "start",            "unfinished"};
    static Round round;
    static Sum sums[COUNT];
    uint64_t players, games, seed, repeats = 1;
    if (argc < 4 || argc > 5 || !read_number(argv[1], 5, MOST_PLAYERS, &players) ||
        !read_number(argv[2], 2, UINT64_C(1) << 40, &games) ||
        !read_number(argv[3], 0, UINT64_MAX, &seed) ||
        (argc == 5 && !read_number(argv[4], 1, 1000, &repeats))) {
        fprintf(stderr, "usage: tunnels PLAYERS(5..10) GAMES SEED [TIMES]\n");
        return 2;
    }
    times = (int)repeats;
    double begun = seconds();
    for (uint64_t game = 0; game < games; game++) {
        Rng rng;
        start_rng(&rng, seed, game);
        play(&round, (int)players, &rng);
        note(&round, sums);
    }
    double spent = seconds() - begun;
    double n = (double)games;
    for (int i = 0; i < 12 + (int)players; i++) {
        double mean = sums[i].sum / n;
        double variance = (sums[i].squares - n * mean * mean) / (n - 1);
        char seat[16];
        snprintf(seat, sizeof seat, "gold_%d", i - 12);
        printf("%s %" PRIu64 " %.9f %.9f\n", i < 12 ? NAMES[i] : seat, games, mean,
               sqrt(variance > 0 ? variance : 0));
    }
    printf("searches %.3f\n", (double)searches / n);
    printf("seconds %.9f\n", spent);
    return 0;
}
