/* SHA-256 (FIPS 180-4), of one span of bytes. */

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#ifdef __x86_64__
#include <cpuid.h>
#include <immintrin.h>
#endif

static const uint32_t sha256_k[64] = {
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
  0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
  0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
  0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
  0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
  0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t sha256_turn(uint32_t x, int by) { return x >> by | x << (32 - by); }

static void sha256_block(uint32_t state[8], const uint8_t *block) {
  uint32_t w[64], s[8];
  for (int i = 0; i < 16; i++)
    w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 | (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
  for (int i = 16; i < 64; i++) {
    uint32_t a = w[i - 15], b = w[i - 2];
    w[i] = w[i - 16] + (sha256_turn(a, 7) ^ sha256_turn(a, 18) ^ a >> 3) + w[i - 7] + (sha256_turn(b, 17) ^ sha256_turn(b, 19) ^ b >> 10);
  }
  memcpy(s, state, sizeof s);
  /* The eight change places, and not values. */
#define S(n) s[((n) - j) & 7]
  for (int i = 0; i < 64; i += 8)
#pragma GCC unroll 8
    for (int j = 0; j < 8; j++) {
      uint32_t e = S(4), a = S(0);
      uint32_t one = S(7) + (sha256_turn(e, 6) ^ sha256_turn(e, 11) ^ sha256_turn(e, 25)) + ((e & S(5)) ^ (~e & S(6))) + sha256_k[i + j] + w[i + j];
      S(3) += one;
      S(7) = one + (sha256_turn(a, 2) ^ sha256_turn(a, 13) ^ sha256_turn(a, 22)) + ((a & S(1)) ^ (a & S(2)) ^ (S(1) & S(2)));
    }
#undef S
  for (int i = 0; i < 8; i++) state[i] += s[i];
}

#ifdef __x86_64__
/* Most processors have instructions for it, which are five times as quick. */
static __attribute__((target("sha,sse4.1"))) void sha256_blocks_at_once(uint32_t state[8], const uint8_t *bytes, uint64_t whole) {
  const __m128i order = _mm_set_epi64x(0x0c0d0e0f08090a0bll, 0x0405060700010203ll);
  __m128i turned = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0xb1);
  __m128i two = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(state + 4)), 0x1b), one = _mm_alignr_epi8(turned, two, 8);
  two = _mm_blend_epi16(two, turned, 0xf0);
  for (uint64_t at = 0; at < whole; at += 64) {
    __m128i first = one, second = two, w[4];
#pragma GCC unroll 16
    for (int i = 0; i < 16; i++) {
      __m128i *now = &w[i & 3], last = w[(i + 3) & 3];
      if (i < 4) *now = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(bytes + at + 16 * i)), order);
      else
        *now = _mm_sha256msg2_epu32(
            _mm_add_epi32(_mm_sha256msg1_epu32(*now, w[(i + 1) & 3]), _mm_alignr_epi8(last, w[(i + 2) & 3], 4)), last);
      __m128i added = _mm_add_epi32(*now, _mm_loadu_si128((const __m128i *)(sha256_k + 4 * i)));
      two = _mm_sha256rnds2_epu32(two, one, added);
      one = _mm_sha256rnds2_epu32(one, two, _mm_shuffle_epi32(added, 0x0e));
    }
    one = _mm_add_epi32(one, first);
    two = _mm_add_epi32(two, second);
  }
  turned = _mm_shuffle_epi32(one, 0x1b);
  two = _mm_shuffle_epi32(two, 0xb1);
  _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(turned, two, 0xf0));
  _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(two, turned, 8));
}

static bool sha256_at_once(void) {
  unsigned a, b, c, d, features;
  return __get_cpuid(1, &a, &b, &features, &d) && (features & bit_SSSE3) != 0 && (features & bit_SSE4_1) != 0 &&
         __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_SHA) != 0;
}
#endif

/* A multiple of 64 bytes. */
static void sha256_blocks(uint32_t state[8], const uint8_t *bytes, uint64_t whole) {
#ifdef __x86_64__
  if (sha256_at_once()) {
    sha256_blocks_at_once(state, bytes, whole);
    return;
  }
#endif
  for (uint64_t at = 0; at < whole; at += 64) sha256_block(state, bytes + at);
}

static void sha256_hex(const uint8_t *bytes, uint64_t length, char hex[65]) {
  uint32_t state[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };
  uint8_t last[128] = { 0 };
  uint64_t whole = length / 64 * 64, rest = length - whole, padded = rest < 56 ? 64 : 128;
  sha256_blocks(state, bytes, whole);
  memcpy(last, bytes + whole, rest);
  last[rest] = 0x80;
  for (int i = 0; i < 8; i++) last[padded - 1 - (uint64_t)i] = (uint8_t)(length * 8 >> 8 * i);
  sha256_blocks(state, last, padded);
  for (int i = 0; i < 32; i++) {
    uint8_t byte = (uint8_t)(state[i / 4] >> (24 - i % 4 * 8));
    hex[2 * i] = "0123456789abcdef"[byte >> 4];
    hex[2 * i + 1] = "0123456789abcdef"[byte & 15];
  }
  hex[64] = 0;
}
