/* Random Sueca play-outs from a dealt table: the loop of neuroevo's kernel, in C.
 *
 * Cards are bits of a 64-bit word, sixteen a suit, trumps in the last lane; within a lane a higher
 * bit is a stronger card. Dice: SplitMix64. Built and called by bench_sueca.py.
 */
#include <stdint.h>
#if defined(__BMI2__)
#include <immintrin.h>
#endif

static inline uint64_t draw(uint64_t *state) {
    uint64_t z = (*state += 0x9E3779B97F4A7C15ULL);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}

static inline int nth_bit(uint64_t mask, uint64_t n) {
#if defined(__BMI2__)
    return __builtin_ctzll(_pdep_u64(1ULL << n, mask));
#else
    while (n--) mask &= mask - 1;
    return __builtin_ctzll(mask);
#endif
}

/* points: by bit. tricks, points_taken: added to, by place. */
void sueca_playouts(const uint64_t hands[4], const int16_t points[64], uint64_t seed, long count,
                    int64_t tricks[4], int64_t points_taken[4]) {
    uint64_t state = seed;
    for (long game = 0; game < count; game++) {
        uint64_t left[4] = {hands[0], hands[1], hands[2], hands[3]};
        int leader = 0;
        for (int trick = 0; trick < 10; trick++) {
            int64_t best = -1;
            int place = leader, led = 0;
            int64_t worth = 0;
            for (int number = 0; number < 4; number++) {
                uint64_t hand = left[place];
                uint64_t legal = hand;
                if (number > 0) {
                    uint64_t follow = hand & (0xFFFFULL << (led << 4));
                    legal = follow ? follow : hand;
                }
                uint64_t options = (uint64_t)__builtin_popcountll(legal);
                int bit = nth_bit(legal, ((draw(&state) >> 32) * options) >> 32);
                left[place] = hand ^ (1ULL << bit);
                int lane = bit >> 4;
                if (number == 0) led = lane;
                int64_t power = (lane == led || lane == 3) ? ((bit << 2) | place) : 0;
                if (power > best) best = power;
                worth += points[bit];
                place = (place + 1) & 3;
            }
            leader = (int)(best & 3);
            tricks[leader] += 1;
            points_taken[leader] += worth;
        }
    }
}
