/* Answers what `look.h` finds. On stdin: the table, then texts, each behind its length in four bytes. */

#include <stdio.h>
#include <stdlib.h>

#include "../../src/door/look.h"
#include "../../src/door/sha256.h"

static uint8_t *next(size_t *length) {
  uint8_t four[4];
  if (fread(four, 1, 4, stdin) != 4) return NULL;
  *length = four[0] | (size_t)four[1] << 8 | (size_t)four[2] << 16 | (size_t)four[3] << 24;
  /* Exactly as long, so that a sanitizer sees a byte too many. */
  uint8_t *bytes = malloc(*length > 0 ? *length : 1);
  return bytes != NULL && fread(bytes, 1, *length, stdin) == *length ? bytes : NULL;
}

/* By each of the ways, of which a processor has one or both. */
static void digest(const uint8_t *text, size_t length) {
  char hex[65];
  uint32_t plain[8] = { 0 }, at_once[8] = { 0 };
  uint64_t whole = length / 64 * 64;
  sha256_hex(text, length, hex);
  for (uint64_t at = 0; at < whole; at += 64) sha256_block(plain, text + at);
  sha256_blocks(at_once, text, whole);
  printf("%s %d\n", hex, memcmp(plain, at_once, sizeof plain) == 0);
}

int main(void) {
  size_t size, length;
  uint8_t *table = next(&size), *text;
  if (table == NULL || !is_table(table, size)) return 1;
  size_t count = half(table);
  uint8_t *found = malloc(count + 3);
  while (found != NULL && (text = next(&length)) != NULL) {
    look_in(text, length, table, size, found);
    for (size_t n = 0; n < count + 3; n++) putchar('0' + found[n]);
    printf("%d %d ", is_sound(text, length), holds_folded(text, length, (const uint8_t *)"key", 3));
    digest(text, length);
    free(text);
  }
  free(found);
  free(table);
  return 0;
}
