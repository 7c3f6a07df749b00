/*
 * Magic Dwarf, the cooperative game under its default rules, played by the policy "rush".
 *
 *     cc -O3 -march=native -o rush rush.c
 *     ./rush LEVEL GAMES SEED
 *
 * The yardstick for `make bench`, and, being written from the rules page and not from dwarfsim,
 * an independent check of it. Prints a line an outcome (name, games, mean, standard deviation),
 * then the processor seconds of the loop.
 */
#include "common.h"

/* ------------------------------------------------------------------------------- the game */

enum { START = 0, FINISH = 21, TILES = 4, TILE = 5, COLOURS = 5, CARDS = 44, MAX_TURNS = 1000 };
enum { STUDENT, WITCH, DWARF };

#define BIT(position) (UINT32_C(1) << (position))
#define SPACES (BIT(FINISH) - 2) /* the coloured spaces, 1 to 20 */

typedef struct {
    uint8_t kind;
    uint8_t number; /* the colour, or the dwarf's number */
} Card;

typedef struct {
    uint32_t colour[COLOURS]; /* the set of spaces of each colour */
    uint32_t students;        /* sets of positions; Start is in them while anyone is there */
    uint32_t witches;
    int students_at_start, witches_at_start;
    int students_home, witches_home;
    Card forest[CARDS]; /* face down from `flipped` on */
    Card pile[CARDS];
    int flipped, size, discarded, reshuffles;
    Rng rng;
} Game;

typedef struct {
    uint32_t witches;
    int witches_at_start;
    Card deck[CARDS];
} Setup;

static Setup setup_of(int level)
{
    static const int witches[7][2] = {{0, 3},  {0, 8},  {0, 13}, {3, 13},
                                      {8, 13}, {3, 18}, {8, 18}};
    static const uint8_t dwarves[4] = {1, 2, 2, 3};
    Setup setup = {0};
    int cards = 0;
    for (int i = 0; i < 2; i++) {
        setup.witches |= BIT(witches[level - 1][i]);
        setup.witches_at_start += witches[level - 1][i] == START;
    }
    for (int i = 0; i < 20; i++) {
        setup.deck[cards++] = (Card){STUDENT, (uint8_t)(i % COLOURS)};
        setup.deck[cards++] = (Card){WITCH, (uint8_t)(i % COLOURS)};
    }
    for (int i = 0; i < 4; i++)
        setup.deck[cards++] = (Card){DWARF, dwarves[i]};
    return setup;
}

/* Each tile holds every colour once, in random order. */
static inline void lay_path(Game *g)
{
    memset(g->colour, 0, sizeof g->colour);
    for (int tile = 0; tile < TILES; tile++) {
        uint8_t colours[TILE] = {0, 1, 2, 3, 4};
        for (int place = 0; place < TILE; place++) {
            int left = TILE - place;
            int pick = place + (left > 1 ? (int)below(&g->rng, (uint32_t)left) : 0);
            uint8_t colour = colours[pick];
            colours[pick] = colours[place];
            g->colour[colour] |= BIT(tile * TILE + place + 1);
        }
    }
}

/* Flip a card; the deck is shuffled no further than it is used (lazy Fisher-Yates). */
static inline Card flip(Game *g)
{
    if (g->flipped == g->size) {
        memcpy(g->forest, g->pile, sizeof g->pile);
        g->size = g->discarded;
        g->flipped = g->discarded = 0;
        g->reshuffles++;
    }
    int i = g->flipped++;
    int j = i + (int)below(&g->rng, (uint32_t)(g->size - i));
    Card card = g->forest[j];
    g->forest[j] = g->forest[i];
    return card;
}

static inline int lowest(uint32_t set)
{
    return __builtin_ctz(set);
}

static inline int highest(uint32_t set)
{
    return 31 - __builtin_clz(set);
}

/* The nearest empty space of the colour ahead, else the finish. */
static inline int ahead(const Game *g, int colour, int origin)
{
    uint32_t taken = g->students | g->witches;
    return lowest(((g->colour[colour] & ~taken) | BIT(FINISH)) & (~UINT32_C(1) << origin));
}

/* The n-th empty space behind; Start is always empty and stops the move. */
static inline int behind(const Game *g, int n, int origin)
{
    uint32_t taken = (g->students | g->witches) & SPACES;
    uint32_t empty = ~taken & (BIT(origin) - 1);
    int place = highest(empty);
    while (--n > 0 && place != START) {
        empty ^= BIT(place);
        place = highest(empty);
    }
    return place;
}

static inline void move_student(Game *g, int origin, int place)
{
    if (origin != START || --g->students_at_start == 0)
        g->students ^= BIT(origin);
    if (place == FINISH)
        g->students_home++;
    else
        g->students |= BIT(place);
}

static inline void move_witch(Game *g, int origin, int place)
{
    if (origin != START || --g->witches_at_start == 0)
        g->witches ^= BIT(origin);
    if (place == FINISH)
        g->witches_home++;
    else
        g->witches |= BIT(place);
    if (place == START)
        g->witches_at_start++;
}

/* ------------------------------------------------------------------------- the policy rush */

typedef struct {
    int choice; /* 0 the older card, 1 the newer */
    int origin, place;
} Move;

/* The longest move of a student (tie: the one at the higher position). */
static inline int longest(const Game *g, int colour, Move *best)
{
    int most = -1;
    for (uint32_t set = g->students; set; set &= set - 1) {
        int origin = lowest(set), place = ahead(g, colour, origin);
        if (place - origin >= most) {
            most = place - origin;
            best->origin = origin;
            best->place = place;
        }
    }
    return most;
}

static inline Move rush_students(const Game *g, const Card card[2])
{
    Move best = {0, 0, 0};
    int most = -1;
    for (int choice = 0; choice < 2; choice++) {
        if (card[choice].kind != STUDENT)
            continue;
        Move move = {choice, 0, 0};
        int covered = longest(g, card[choice].number, &move);
        if (covered > most) {
            most = covered;
            best = move;
        }
    }
    return best;
}

/* Of all witch moves the one that ends lowest (tie: the older card, the witch further back). */
static inline Move rush_witches(const Game *g, const Card card[2])
{
    Move best = {0, 0, FINISH + 1};
    for (int choice = 0; choice < 2; choice++)
        for (uint32_t set = g->witches; set; set &= set - 1) {
            int origin = lowest(set), place = ahead(g, card[choice].number, origin);
            if (place < best.place)
                best = (Move){choice, origin, place};
        }
    return best;
}

/* One turn: which of the two cards was used. */
static inline int rush_turn(Game *g, const Card card[2])
{
    if (card[0].kind == STUDENT || card[1].kind == STUDENT) {
        Move move = rush_students(g, card);
        move_student(g, move.origin, move.place);
        return move.choice;
    }
    if (card[0].kind == DWARF || card[1].kind == DWARF) {
        int choice = card[0].kind != DWARF ||
                     (card[1].kind == DWARF && card[1].number > card[0].number);
        uint32_t witches = g->witches & SPACES;
        if (witches) { /* else pass */
            int origin = highest(witches);
            move_witch(g, origin, behind(g, card[choice].number, origin));
        }
        return choice;
    }
    Move move = rush_witches(g, card);
    move_witch(g, move.origin, move.place);
    return move.choice;
}

/* ------------------------------------------------------------------------------ the tally */

enum { WON, TURNS, STUDENTS_HOME, WITCH_GAP, WITCHES_HOME, RESHUFFLES, UNFINISHED, OUTCOMES };
enum { BINS = 1024 };

static const char *const outcome_name[OUTCOMES] = {
    "won", "turns", "students_home", "witch_gap", "witches_home", "reshuffles", "unfinished"};

typedef struct {
    int64_t count, sum, squares;
    int64_t histogram[BINS];
} Tally;

static inline void add(Tally *tally, int64_t value)
{
    tally->count++;
    tally->sum += value;
    tally->squares += value * value;
    tally->histogram[value < BINS ? value : BINS - 1]++;
}

static void play(Game *g, const Setup *setup, uint64_t seed, uint64_t game, Tally tally[OUTCOMES])
{
    start_rng(&g->rng, seed, game);
    lay_path(g);
    g->students = BIT(START);
    g->witches = setup->witches;
    g->students_at_start = 4;
    g->witches_at_start = setup->witches_at_start;
    g->students_home = g->witches_home = 0;
    memcpy(g->forest, setup->deck, sizeof g->forest);
    g->size = CARDS;
    g->flipped = g->discarded = g->reshuffles = 0;

    Card card[2];
    int turns = 0;
    bool over = false;
    card[0] = flip(g);
    while (!over && turns < MAX_TURNS) {
        turns++;
        card[1] = flip(g);
        int used = rush_turn(g, card);
        g->pile[g->discarded++] = card[used];
        card[0] = card[1 - used];
        over = g->students_home == 4 || g->witches_home > 0;
    }
    add(&tally[WON], g->students_home == 4);
    add(&tally[TURNS], turns);
    add(&tally[STUDENTS_HOME], g->students_home);
    add(&tally[WITCH_GAP], g->witches_home ? 0 : FINISH - highest(g->witches));
    add(&tally[WITCHES_HOME], g->witches_home);
    add(&tally[RESHUFFLES], g->reshuffles);
    add(&tally[UNFINISHED], !over);
}

int main(int argc, char **argv)
{
    static Tally tally[OUTCOMES];
    static Game game;
    uint64_t level, games, seed;
    if (argc != 4 || !read_number(argv[1], 1, 7, &level) ||
        !read_number(argv[2], 1, UINT64_C(1) << 40, &games) ||
        !read_number(argv[3], 0, UINT64_MAX, &seed)) {
        fprintf(stderr, "usage: rush LEVEL(1..7) GAMES SEED\n");
        return 2;
    }
    Setup setup = setup_of((int)level);
    double begun = seconds();
    for (uint64_t k = 0; k < games; k++)
        play(&game, &setup, seed, k, tally);
    double spent = seconds() - begun;
    for (int i = 0; i < OUTCOMES; i++) {
        double n = (double)tally[i].count, mean = (double)tally[i].sum / n;
        double variance = (double)tally[i].squares / n - mean * mean;
        printf("%s %" PRId64 " %.17g %.17g\n", outcome_name[i], tally[i].count, mean,
               sqrt(variance > 0 ? variance : 0));
    }
    printf("seconds %.9f\n", spent);
    return 0;
}
