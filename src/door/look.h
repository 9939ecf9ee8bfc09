/*
 * What is looked for in texts, and nothing else: no memory but what is given, and no engine. `src/core/tokens/marks.ts` and `scan` of
 * `src/core/json.ts` say the same in TypeScript, and test/door/look.test.ts holds them to it.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static size_t half(const uint8_t *from) { return from[0] | (size_t)from[1] << 8; }

#define MOST_WORDS 2048u
#define CHAINS 4096u
/* Bytes before the first word's three fields; `table.ts` says what they are. */
#define FIELDS (2 + 2 * CHAINS)
#define FIELD(n, which) half(fields + 6 * ((n) - 1) + 2 * (which))

/* Whether there is what the table says of itself, whoever wrote it. Where words lie and whether a chain ends is asked when it is gone along. */
static bool is_table(const uint8_t *table, size_t size) {
  return size >= FIELDS && half(table) <= MOST_WORDS && size >= FIELDS + 6 * half(table);
}

static bool among(unsigned code, unsigned first, unsigned last) { return code >= first && code <= last; }

/* What `unseen` of marks.ts matches, of which each letter is two or three bytes; of the longest, and of halves that stand alone, the first three. */
static bool is_unseen(const uint8_t *text, size_t length) {
  unsigned one = text[0], two = length > 1 ? text[1] & 0x3f : 0, three = length > 2 ? text[2] & 0x3f : 0;
  if (one < 0xe0) {
    unsigned code = (one & 0x1f) << 6 | two;
    return code == 0x9b || code == 0xad || code == 0x34f;
  }
  if (one == 0xf3) return two == 0x20 && three < 0x10;
  if (one >= 0xf0) return false;
  unsigned code = (one & 0xf) << 12 | two << 6 | three;
  return code == 0xdb40 || among(code, 0x115f, 0x1160) || code == 0x180e || among(code, 0x200b, 0x200f) || among(code, 0x202a, 0x202e) ||
         among(code, 0x2060, 0x206f) || code == 0x3164 || among(code, 0xfe00, 0xfe0f) || code == 0xfeff || code == 0xffa0 ||
         among(code, 0xfff9, 0xfffb);
}

/* As `hasRun` and `hasWord` of marks.ts find them, which count halves of letters beyond the first 65,536. */
static void look_at_shape(const uint8_t *text, size_t length, uint8_t *run, uint8_t *word, uint8_t *unseen) {
  static const uint8_t tokens[256] = { ['%'] = 1, ['-'] = 1, ['0' ... '9'] = 1, ['A' ... 'Z'] = 1, ['_'] = 1, ['a' ... 'z'] = 1 };
  for (size_t at = 0; at < length && !*unseen; at++) *unseen = text[at] >= 0xc2 && is_unseen(text + at, length - at);
  for (size_t from = 0, at; from + 15 <= length && !*run; from = at + 1) {
    for (at = from + 15; at > from && tokens[text[at - 1]];) at--;
    *run = at == from;
    at--;
  }
  for (size_t at = 0, units = 0; at < length && !*word; at++) {
    units = text[at] <= 32 ? 0 : units + ((text[at] & 0xc0) != 0x80) + (text[at] >= 0xf0);
    *word = units >= 24;
  }
}

/* How a letter's case is left out. */
static uint8_t folded(uint8_t byte) { return (uint8_t)(byte >= 'A' && byte <= 'Z' ? byte + 32 : byte); }

/* One pass, in which two bytes say what may begin here. `is_table` has accepted the table; in `found` is room for its words and three more. */
static void look_in(const uint8_t *text, size_t length, const uint8_t *table, size_t size, uint8_t *found) {
  uint8_t seen[256] = { 0 }, fold[256];
  size_t count = half(table);
  const uint8_t *fields = table + FIELDS, *words = fields + 6 * count;
  size -= FIELDS + 6 * count;
  memset(found, 0, count + 3);
  for (unsigned n = 0; n < 256; n++) fold[n] = folded((uint8_t)n);
  if (length > 0) seen[text[length - 1]] = 1;
  for (size_t at = 0; at + 1 < length; at++) {
    seen[text[at]] = 1;
    unsigned chain = (fold[text[at]] * 31u + fold[text[at + 1]] * 17u) % CHAINS;
    for (size_t before = count + 1, n = half(table + 2 + 2 * chain); n != 0 && n < before; before = n, n = FIELD(n, 0)) {
      size_t most = FIELD(n, 2), same = 0;
      const uint8_t *word = words + FIELD(n, 1);
      if (found[n - 1] == 3 || most > length - at || FIELD(n, 1) + most > size) continue;
      while (same < most && fold[text[at + same]] == fold[word[same]]) same++;
      if (same < most) continue;
      if (memcmp(text + at, word, most) == 0) found[n - 1] |= 1;
      for (same = 0; same < most && fold[word[same]] == word[same];) same++;
      if (same == most) found[n - 1] |= 2;
    }
  }
  for (size_t n = 1; n <= count; n++) {
    if (FIELD(n, 2) != 1 || FIELD(n, 1) >= size) continue;
    uint8_t one = words[FIELD(n, 1)];
    bool small = folded(one) == one, large = small && one >= 'a' && one <= 'z' && seen[one - 32];
    found[n - 1] = (uint8_t)(seen[one] | (small && (seen[one] || large) ? 2 : 0));
  }
  look_at_shape(text, length, &found[count], &found[count + 1], &found[count + 2]);
}

/* Whether the word stands in the text, small letters in it for both; -1 where letters beyond ASCII may have another opinion. */
static int holds_folded(const uint8_t *text, size_t length, const uint8_t *word, size_t most) {
  uint8_t fold[256], beyond = 0;
  for (unsigned n = 0; n < 256; n++) fold[n] = folded((uint8_t)n);
  for (size_t at = 0; at < length; at++) beyond |= text[at] & 0x80;
  for (size_t at = 0; at < most; at++) beyond |= word[at] & 0x80;
  if (beyond != 0) return -1;
  for (size_t at = 0; at + most <= length; at++) {
    size_t same = 0;
    while (same < most && fold[text[at + same]] == word[same]) same++;
    if (same == most) return 1;
  }
  return 0;
}

static bool is_space(uint8_t byte) { return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t'; }

/* Whether `scan` of json.ts surely finds no fault. What is rare it has to look at itself: many keys, or one with an escape. */
static bool is_sound(const uint8_t *text, size_t length) {
  enum { MOST_DEEP = 64, MOST_KEYS = 256 };
  struct { size_t from, length; } keys[MOST_KEYS];
  size_t first[MOST_DEEP], known = 0, deep = 0;
  bool objects[MOST_DEEP], key = false;
  if (length == 0 || text[0] != '{') return false;
  for (size_t at = 0; at < length; at++) {
    if (text[at] == '"') {
      size_t from = ++at;
      bool escaped = false;
      for (; at < length && text[at] != '"'; at++)
        if (text[at] == '\\') escaped = true, at++;
      if (at >= length) return false;
      if (!key) continue;
      key = false;
      if (escaped || known == MOST_KEYS) return false;
      for (size_t n = first[deep - 1]; n < known; n++)
        if (keys[n].length == at - from && memcmp(text + keys[n].from, text + from, at - from) == 0) return false;
      keys[known].from = from;
      keys[known++].length = at - from;
    } else if (text[at] == '{' || text[at] == '[') {
      if (deep == MOST_DEEP) return false;
      key = objects[deep] = text[at] == '{';
      first[deep++] = known;
    } else if (text[at] == '}' || text[at] == ']') {
      known = first[--deep];
      key = false;
      if (deep > 0) continue;
      while (++at < length && is_space(text[at])) continue;
      return at == length;
    } else if (text[at] == ',') key = objects[deep - 1];
  }
  return false;
}
