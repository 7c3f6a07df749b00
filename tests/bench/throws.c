/*
 * Digger under its default rules, four players, all of them the policy "throws:K".
 *
 *     cc -std=c11 -O3 -march=native -o throws throws.c -lm
 *     ./throws K GAMES SEED
 *
 * The yardstick for `make bench`, and, being written from the rules page and not from dwarfsim,
 * an independent check of it. Prints a line an outcome (name, games, mean, standard deviation),
 * then the processor seconds of the loop.
 */
#include "common.h"

/* -------------------------------------------------------------------------- real random numbers */

/* A real number from [0, 1). */
static inline double uniform(Rng *rng)
{
    return (double)(next(rng) >> 11) * 0x1p-53;
}

static double spare; /* the second normal number of a pair */
static bool has_spare;

/* A standard normal number (Marsaglia's polar method, both numbers used). */
static inline double normal(Rng *rng)
{
    if (has_spare) {
        has_spare = false;
        return spare;
    }
    double x, y, r;
    do {
        x = 2 * uniform(rng) - 1;
        y = 2 * uniform(rng) - 1;
        r = x * x + y * y;
    } while (r >= 1 || r == 0);
    double scale = sqrt(-2 * log(r) / r);
    spare = y * scale;
    has_spare = true;
    return x * scale;
}

/* Gamma numbers of one mean and spread (Marsaglia & Tsang, with the squeeze; shape above 1). */
typedef struct {
    double d, c, scale;
} Gamma;

static Gamma gamma_of(double mean, double sd)
{
    double d = (mean / sd) * (mean / sd) - 1.0 / 3.0;
    return (Gamma){d, 1 / sqrt(9 * d), sd * sd / mean};
}

static inline double draw(Rng *rng, const Gamma *g)
{
    for (;;) {
        double x = normal(rng), t = 1 + g->c * x;
        if (t <= 0)
            continue;
        double v = t * t * t, u = 1 - uniform(rng), xx = x * x;
        if (u < 1 - 0.0331 * xx * xx || log(u) < 0.5 * xx + g->d * (1 - v + log(v)))
            return g->d * v * g->scale;
    }
}

/* ------------------------------------------------------------------------------- the game */

enum { BLUE, YELLOW, RED, GREEN, WHITE, BLACK };
enum { PLAYERS = 4, COLOURS = 5, STONES = 10, DICE = 7776, MAX_TURNS = 1000 };

static const int worth[COLOURS] = {0, 3, 3, 4, 5};
static const double HOURGLASS = 30, STACK_TIME = 0.8, IN_TIME = 1e-9, CLOCK_NOISE = 0.15;

typedef struct {
    uint8_t usable[DICE]; /* of each throw the set of faces that exactly one die shows */
    Gamma throwing, taking, stacking;
    double clock_scale, clock_sd;
    int most_throws;
} Setup;

static void prepare(Setup *setup, int most_throws)
{
    for (int number = 0; number < DICE; number++) {
        int shown[6] = {0}, rest = number;
        for (int die = 0; die < 5; die++, rest /= 6)
            shown[rest % 6]++;
        setup->usable[number] = 0;
        for (int face = 0; face < 6; face++)
            setup->usable[number] |= (uint8_t)((shown[face] == 1) << face);
    }
    setup->throwing = gamma_of(2.5, 0.6);
    setup->taking = gamma_of(0.6, 0.15);
    setup->stacking = gamma_of(STACK_TIME, STACK_TIME / 4);
    double variance = log1p(CLOCK_NOISE * CLOCK_NOISE);
    setup->clock_scale = exp(-variance / 2);
    setup->clock_sd = sqrt(variance);
    setup->most_throws = most_throws;
}

typedef struct {
    int middle[COLOURS];
    int box[PLAYERS][COLOURS];
    int turns, throws, busts;
    Rng rng;
} Game;

static const int order[COLOURS] = {WHITE, GREEN, RED, YELLOW, BLUE};

/* One turn; what is in the hand when the sand has run out goes back to the middle. */
static inline void play_turn(Game *g, const Setup *setup, int seat)
{
    int hand[COLOURS] = {0}, held = 0, throws = 0;
    double clock = setup->clock_scale * exp(setup->clock_sd * normal(&g->rng)), time = 0;
    bool night = false;

    do {
        throws++;
        time += draw(&g->rng, &setup->throwing);
        night = time > HOURGLASS + IN_TIME;
        if (night)
            break;
        unsigned usable = setup->usable[below(&g->rng, DICE)];
        for (int i = 0; i < COLOURS; i++) {
            int colour = order[i];
            if (!(usable >> colour & 1) || g->middle[colour] == 0)
                continue;
            time += draw(&g->rng, &setup->taking);
            night = time > HOURGLASS + IN_TIME;
            if (night)
                break;
            g->middle[colour]--;
            hand[colour]++;
            held++;
        }
    } while (!night && throws < setup->most_throws &&
             time * clock + STACK_TIME * held < HOURGLASS - IN_TIME);

    for (int i = 0; i < COLOURS && !night; i++)
        for (int colour = order[i]; hand[colour] > 0;) {
            time += draw(&g->rng, &setup->stacking);
            night = time > HOURGLASS + IN_TIME;
            if (night)
                break;
            hand[colour]--;
            held--;
            g->box[seat][colour] += colour != BLUE;
        }
    for (int colour = 0; colour < COLOURS; colour++)
        g->middle[colour] += hand[colour];
    g->busts += held > 0;
    g->throws += throws;
}

/* ------------------------------------------------------------------------------ the tally */

enum { SCORE, WIN = SCORE + 4, BOXES = WIN + 4, TURNS = BOXES + 16, THROWS, BUSTS, SLIPS, STEALS };
enum { UNFINISHED = STEALS + 1, OUTCOMES, BINS = 1024, SHARE = 2520 };

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
    has_spare = false;
    memset(g->box, 0, sizeof g->box);
    for (int colour = 0; colour < COLOURS; colour++)
        g->middle[colour] = STONES;
    g->turns = g->throws = g->busts = 0;
    do {
        play_turn(g, setup, g->turns % PLAYERS);
        g->turns++;
    } while (g->middle[BLUE] > 0 && g->turns < MAX_TURNS);

    int points[PLAYERS] = {0}, best = 0, ties = 0;
    for (int seat = 0; seat < PLAYERS; seat++) {
        for (int colour = YELLOW; colour < COLOURS; colour++) {
            points[seat] += g->box[seat][colour] * worth[colour];
            add(&tally[BOXES + 4 * (colour - YELLOW) + seat], g->box[seat][colour]);
        }
        if (points[seat] > best || seat == 0) {
            best = points[seat];
            ties = 0;
        }
        ties += points[seat] == best;
        add(&tally[SCORE + seat], points[seat]);
    }
    for (int seat = 0; seat < PLAYERS; seat++)
        add(&tally[WIN + seat], points[seat] == best ? SHARE / ties : 0);
    add(&tally[TURNS], g->turns);
    add(&tally[THROWS], g->throws);
    add(&tally[BUSTS], g->busts);
    add(&tally[SLIPS], 0);
    add(&tally[STEALS], 0);
    add(&tally[UNFINISHED], g->middle[BLUE] > 0);
}

static void print_tally(const char *name, int seat, const Tally *tally, double scale)
{
    double n = (double)tally->count, mean = (double)tally->sum / n;
    double variance = (double)tally->squares / n - mean * mean;
    printf(seat < 0 ? "%s" : "%s_%d", name, seat);
    printf(" %" PRId64 " %.17g %.17g\n", tally->count, mean / scale,
           sqrt(variance > 0 ? variance : 0) / scale);
}

int main(int argc, char **argv)
{
    static Tally tally[OUTCOMES];
    static Game game;
    static Setup setup;
    static const char *const of_seats[6] = {"score", "win", "yellow", "red", "green", "white"};
    static const char *const of_games[6] = {"turns", "throws", "busts",
                                            "slips", "steals", "unfinished"};
    uint64_t throws, games, seed;
    if (argc != 4 || !read_number(argv[1], 1, 1000, &throws) ||
        !read_number(argv[2], 1, UINT64_C(1) << 40, &games) ||
        !read_number(argv[3], 0, UINT64_MAX, &seed)) {
        fprintf(stderr, "usage: throws K(1..1000) GAMES SEED\n");
        return 2;
    }
    prepare(&setup, (int)throws);
    double begun = seconds();
    for (uint64_t k = 0; k < games; k++)
        play(&game, &setup, seed, k, tally);
    double spent = seconds() - begun;
    for (int i = 0; i < 24; i++)
        print_tally(of_seats[i / 4], i % 4, &tally[i], i / 4 == 1 ? SHARE : 1);
    for (int i = 0; i < 6; i++)
        print_tally(of_games[i], -1, &tally[TURNS + i], 1);
    printf("seconds %.9f\n", spent);
    return 0;
}
