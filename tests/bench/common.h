/*
 * What the C programs of the benchmarks share: random numbers, the clock, and the command line.
 */
#ifndef COMMON_H
#define COMMON_H

#define _POSIX_C_SOURCE 199309L
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ------------------------------------------------------------------------ random numbers */

typedef struct {
    uint64_t s[4];
} Rng;

static inline uint64_t splitmix64(uint64_t *state)
{
    uint64_t z = (*state += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

/* A stream of its own for every game: the state is a hash of (seed, game). */
static inline void start_rng(Rng *rng, uint64_t seed, uint64_t game)
{
    uint64_t state = seed;
    state = splitmix64(&state) + game;
    state = splitmix64(&state);
    for (int i = 0; i < 4; i++)
        rng->s[i] = splitmix64(&state);
}

static inline uint64_t rotl(uint64_t x, int k)
{
    return (x << k) | (x >> (64 - k));
}

/* xoshiro256++ (Blackman & Vigna) */
static inline uint64_t next(Rng *rng)
{
    uint64_t *s = rng->s;
    uint64_t result = rotl(s[0] + s[3], 23) + s[0];
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotl(s[3], 45);
    return result;
}

/* A whole number from 0 to n - 1, without bias (Lemire: multiply, shift, reject). */
static inline uint32_t below(Rng *rng, uint32_t n)
{
    uint64_t product = (next(rng) >> 32) * n;
    if ((uint32_t)product < n) {
        uint32_t threshold = -n % n;
        while ((uint32_t)product < threshold)
            product = (next(rng) >> 32) * n;
    }
    return (uint32_t)(product >> 32);
}

/* ------------------------------------------------------------------ the clock and the command */

/* Processor seconds of this process. */
static inline double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* A whole number of the command line, if it is one between two bounds. */
static inline bool read_number(const char *text, uint64_t low, uint64_t high, uint64_t *value)
{
    char *end;
    errno = 0;
    *value = strtoull(text, &end, 10);
    return errno == 0 && end != text && *end == '\0' && *text != '-' && *value >= low &&
           *value <= high;
}

#endif
