/*
 * 10 Dwarves under its default rules, all ten dwarves, played by "chain:1".
 *
 *     cc -O3 -march=native -o chain chain.c
 *     ./chain PLAYERS GAMES SEED
 *
 * The yardstick for `make bench`, and, being written from the rules page and not from dwarfsim,
 * an independent check of it. It rebuilds its tables of what is possible whenever somebody has to
 * think. Prints a line an outcome (name, games, mean, standard deviation), then the processor
 * seconds of the loop.
 */
#include "common.h"

/* ------------------------------------------------------------------------------- the game */

enum { N = 10, SETS = 1 << N, MOST_PLAYERS = 4, MAX_TURNS = 100 };
enum { NOBODY = -1, CENTRE = -2, UP = -3 };

typedef struct {
    int number[N]; /* of each card; a card is its place in the line */
    int where[N];  /* the player before whom it lies, or CENTRE or UP */
    int since[N];  /* how many were taken before it */
    bool seen[MOST_PLAYERS][N];
    bool said[N][N]; /* [x][y]: somebody has said that x is lower than y */
    int players, next, taken, statements, forced, turns;
} Game;

static inline int lowest(uint32_t set)
{
    return __builtin_ctz(set);
}

static inline int count(uint32_t set)
{
    return __builtin_popcount(set);
}

/* -------------------------------------------------------------------- what somebody knows */

/* Of all arrangements that fit: a set holds the cards of the numbers 0, 1, ... up to its size. */
typedef struct {
    uint32_t up[SETS];   /* in how many ways these cards can have the lowest numbers */
    uint32_t down[SETS]; /* in how many ways the other cards can have the rest */
    uint32_t next[SETS]; /* those of the other cards that may have the next number */
    uint32_t fits[N];    /* the cards that may have each number, by what has been seen */
    uint32_t before[N];  /* the cards said to be lower than each card */
} Table;

/* Of a set's other cards those that may have the next number. */
static inline uint32_t next_after(const Table *t, uint32_t set)
{
    uint32_t found = 0;
    for (uint32_t left = t->fits[count(set)] & ~set; left; left &= left - 1)
        if ((t->before[lowest(left)] & ~set) == 0)
            found |= left & -left;
    return found;
}

static void build(Table *t, const Game *g, int player)
{
    uint32_t unknown = 0, pinned[N] = {0};
    for (int card = 0; card < N; card++) {
        if (g->where[card] == UP || (player != NOBODY && g->seen[player][card]))
            pinned[g->number[card]] = UINT32_C(1) << card;
        else
            unknown |= UINT32_C(1) << card;
        t->before[card] = 0;
        for (int other = 0; other < N; other++)
            t->before[card] |= (uint32_t)g->said[other][card] << other;
    }
    for (int number = 0; number < N; number++)
        t->fits[number] = pinned[number] ? pinned[number] : unknown;
    memset(t->up, 0, sizeof t->up);
    t->up[0] = 1;
    for (uint32_t set = 0; set < SETS - 1; set++)
        if (t->up[set]) {
            t->next[set] = next_after(t, set);
            for (uint32_t left = t->next[set]; left; left &= left - 1)
                t->up[set | (left & -left)] += t->up[set];
        }
    memset(t->down, 0, sizeof t->down);
    t->down[SETS - 1] = 1;
    for (uint32_t set = SETS - 1; set-- > 0;)
        if (t->up[set])
            for (uint32_t left = t->next[set]; left; left &= left - 1)
                t->down[set] += t->down[set | (left & -left)];
}

/* In how many arrangements each card has a number. */
static void ways(const Table *t, int number, uint64_t found[N])
{
    memset(found, 0, N * sizeof *found);
    for (uint32_t set = 0; set < SETS - 1; set++)
        if (t->up[set] && count(set) == number)
            for (uint32_t left = t->next[set]; left; left &= left - 1)
                found[lowest(left)] += (uint64_t)t->up[set] * t->down[set | (left & -left)];
}

/* For each card the set of those that are lower in every arrangement, and of its numbers in all. */
static void certain(const Table *t, uint32_t lower[N], uint32_t numbers[N])
{
    for (int card = 0; card < N; card++) {
        lower[card] = (SETS - 1) & ~(UINT32_C(1) << card);
        numbers[card] = 0;
    }
    for (uint32_t set = 0; set < SETS - 1; set++) { /* the last one tells nothing */
        if (!t->up[set] || !t->down[set])
            continue;
        for (uint32_t left = set; left; left &= left - 1)
            lower[lowest(left)] &= set;
        for (uint32_t left = t->next[set]; left; left &= left - 1)
            if (t->down[set | (left & -left)])
                numbers[lowest(left)] |= UINT32_C(1) << count(set);
    }
}

/* ------------------------------------------------------------------------------ a player */

/* Another player's card that is likeliest to be the next (tie: the longest held), or NOBODY. */
static int likeliest(const Game *g, const Table *t, int player, uint64_t *most)
{
    int best = NOBODY;
    uint64_t its[N];
    ways(t, g->next, its);
    *most = 0;
    for (int card = 0; card < N; card++) {
        if (g->where[card] < 0 || g->where[card] == player)
            continue;
        if (best == NOBODY || its[card] > *most ||
            (its[card] == *most && g->since[card] < g->since[best])) {
            best = card;
            *most = its[card];
        }
    }
    return best;
}

/* Action 1 with the first two cards not seen, seen ones only if it must; the lower one is taken. */
static bool look(Game *g, int player)
{
    int two[2], found = 0;
    for (int seen = 0; seen < 2; seen++)
        for (int card = 0; card < N && found < 2; card++)
            if (g->where[card] == CENTRE && g->seen[player][card] == seen)
                two[found++] = card;
    if (found == 0)
        return false;
    for (int i = 0; i < found; i++)
        g->seen[player][two[i]] = true;
    int taken = found == 2 && g->number[two[1]] < g->number[two[0]] ? two[1] : two[0];
    g->where[taken] = player;
    g->since[taken] = g->taken++;
    return true;
}

/* Of what is certain to it and not to all: two known numbers, the nearest; else the first. */
static bool statement(const Game *g, int player, int *x, int *y)
{
    static Table mine, ours;
    uint32_t lower[N], common[N], numbers[N], unused[N];
    build(&mine, g, player);
    certain(&mine, lower, numbers);
    build(&ours, g, NOBODY);
    certain(&ours, common, unused);
    int best = 1000;
    for (int a = 0; a < N; a++)
        for (int b = 0; b < N; b++) {
            if (!((lower[b] & ~common[b]) >> a & 1))
                continue;
            bool known = count(numbers[a]) == 1 && count(numbers[b]) == 1;
            int x_is = lowest(numbers[a]), y_is = lowest(numbers[b]);
            int rank = known ? N * (y_is - x_is) + x_is : 500;
            if (rank < best) {
                best = rank;
                *x = a;
                *y = b;
            }
        }
    return best < 1000;
}

/* One turn; whether the game goes on. */
static bool turn(Game *g, int player)
{
    static Table table;
    for (bool first = true;; first = false) {
        uint64_t most;
        build(&table, g, player);
        int card = likeliest(g, &table, player, &most);
        if (card == NOBODY || most < table.down[0]) {
            if (!first || look(g, player) || card == NOBODY)
                break;
            g->forced++;
        }
        if (g->number[card] != g->next)
            return false;
        g->where[card] = UP;
        if (++g->next == N)
            return false;
    }
    int x = 0, y = 0;
    if (statement(g, player, &x, &y)) {
        g->said[x][y] = true;
        g->statements++;
    }
    return true;
}

/* ------------------------------------------------------------------------------ the tally */

enum { WON, TURNS, FLIPPED, STATEMENTS, FORCED, UNFINISHED, OUTCOMES };

static const char *const outcome_name[OUTCOMES] = {"won",        "turns",  "flipped",
                                                   "statements", "forced", "unfinished"};

typedef struct {
    int64_t count, sum, squares;
} Tally;

static inline void add(Tally *tally, int64_t value)
{
    tally->count++;
    tally->sum += value;
    tally->squares += value * value;
}

static void play(int players, uint64_t seed, uint64_t game, Tally tally[OUTCOMES])
{
    Game g = {.players = players};
    Rng rng;
    start_rng(&rng, seed, game);
    for (int card = 0; card < N; card++) {
        int other = (int)below(&rng, (uint32_t)card + 1);
        g.number[card] = g.number[other];
        g.number[other] = card;
        g.where[card] = CENTRE;
    }
    bool goes_on = true;
    while (goes_on && g.turns < MAX_TURNS)
        goes_on = turn(&g, g.turns++ % players);
    add(&tally[WON], g.next == N);
    add(&tally[TURNS], g.turns);
    add(&tally[FLIPPED], g.next);
    add(&tally[STATEMENTS], g.statements);
    add(&tally[FORCED], g.forced);
    add(&tally[UNFINISHED], goes_on);
}

int main(int argc, char **argv)
{
    static Tally tally[OUTCOMES];
    uint64_t players, games, seed;
    if (argc != 4 || !read_number(argv[1], 2, MOST_PLAYERS, &players) ||
        !read_number(argv[2], 1, UINT64_C(1) << 40, &games) ||
        !read_number(argv[3], 0, UINT64_MAX, &seed)) {
        fprintf(stderr, "usage: chain PLAYERS(2..4) GAMES SEED\n");
        return 2;
    }
    double begun = seconds();
    for (uint64_t k = 0; k < games; k++)
        play((int)players, seed, k, tally);
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
