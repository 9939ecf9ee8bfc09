/*
 * The host of the door with an engine that lies: every pointer, length, number and text that it is given may be anything. Whatever the engine
 * says, the host stays inside of the engine's memory and of its own, and writes nothing but the answer and what is below the state directory.
 * `fuzz FOLDER SECONDS SEED`: the folder is the state directory. Built with the address and the undefined behaviour sanitizer.
 */

#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

uint8_t image[4 << 16];
static char state[4096];
static jmp_buf over;
static uint64_t seed;
static bool own[4096], nowhere;

static uint64_t drawn(uint64_t below) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return (seed * 0x2545f4914f6cdd1dull >> 11) % below;
}

static bool one_in(uint64_t many) { return drawn(many) == 0; }

static _Noreturn void broken(const char *what, const char *path) {
  fprintf(stderr, "%s: %s\n", what, path);
  abort();
}

static void below(const char *what, const char *path) {
  size_t length = strlen(state);
  if (nowhere || strncmp(path, state, length) != 0 || (path[length] != '/' && path[length] != 0) || strstr(path, "/../") != NULL ||
      (strlen(path) > 2 && strcmp(path + strlen(path) - 3, "/..") == 0))
    broken(what, path);
}

/* ---- What the host asks of the system ---- */

static _Noreturn void fuzz_exit(int code) { longjmp(over, 1 + (code & 255)); }

static int fuzz_open(const char *path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  int mode = va_arg(more, int);
  va_end(more);
  if ((flags & (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)) != 0) below("opened to be written", path);
  int fd = open(path, flags | O_NONBLOCK, mode);
  if (fd >= 0 && fd < (int)(sizeof own)) own[fd] = true;
  return fd;
}

static void owned(const char *what, int fd) {
  if (fd < 3 || fd >= (int)(sizeof own) || !own[fd]) broken(what, "a descriptor that the host did not open");
}

static int fuzz_close(int fd) {
  owned("closed", fd);
  own[fd] = false;
  return close(fd);
}

/* It touches all that the system would. */
static ssize_t moved(void *bytes, size_t length, bool in) {
  static volatile uint8_t sum;
  size_t count = one_in(3) ? drawn(length + 1) : length;
  for (size_t at = 0; at < count; at++) {
    if (in) ((uint8_t *)bytes)[at] = (uint8_t)drawn(256);
    else sum += ((uint8_t *)bytes)[at];
  }
  if (one_in(8)) return errno = one_in(2) ? EINTR : EAGAIN, -1;
  return (ssize_t)count;
}

static ssize_t fuzz_read(int fd, void *to, size_t length) {
  if (fd != 0) owned("read", fd);
  if (fd == 0 && one_in(6)) return 0;
  return moved(to, length > 70000 ? 70000 : length, true);
}

static ssize_t fuzz_write(int fd, const void *from, size_t length) {
  if (fd != 1 && fd != 2) owned("written", fd);
  return moved((void *)from, length, false);
}

static ssize_t fuzz_pread(int fd, void *to, size_t length, off_t at) { return at < 0 ? -1 : fuzz_read(fd, to, length); }
static ssize_t fuzz_pwrite(int fd, const void *from, size_t length, off_t at) { return at < 0 ? -1 : fuzz_write(fd, from, length); }

static int fuzz_fchmod(int fd, mode_t mode) {
  char link[64], path[4096];
  owned("mode changed", fd);
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length > 0) path[length] = 0;
  if (length > 0) below("mode changed", path);
  return (int)(mode & 0);
}

static int fuzz_mkdir(const char *path, mode_t mode) {
  size_t length = strlen(path);
  if (nowhere || strncmp(path, state, length) != 0 || state[length] != '/') below("made", path);
  return one_in(2) ? -1 : mkdir(path, mode);
}

static int fuzz_rename(const char *from, const char *to) {
  below("renamed", from);
  below("renamed to", to);
  return rename(from, to);
}

static int fuzz_unlink(const char *path) {
  below("removed", path);
  return unlink(path);
}

static int fuzz_poll(struct pollfd *fds, nfds_t count, int ms) {
  (void)fds, (void)count;
  if (ms < 0) broken("waits", "for ever");
  if (one_in(9)) return errno = EINTR, -1;
  return one_in(9) ? 0 : 1;
}

static int fuzz_memfd(const char *name, unsigned flags) {
  int fd = one_in(4) ? -1 : memfd_create(name, flags);
  if (fd >= 0 && fd < (int)(sizeof own)) own[fd] = true;
  return fd;
}

static int fuzz_socket(int domain, int type, int protocol) {
  int fd = one_in(9) ? -1 : socket(domain, type, protocol);
  if (fd >= 0 && fd < (int)(sizeof own)) own[fd] = true;
  return fd;
}

static int fuzz_connect(int fd, const struct sockaddr *to, socklen_t length) {
  const struct sockaddr_un *there = (const struct sockaddr_un *)to;
  owned("connected", fd);
  if (length != sizeof *there || there->sun_family != AF_UNIX || memchr(there->sun_path, 0, sizeof there->sun_path) == NULL)
    broken("connected to", "no path");
  below("connected to", there->sun_path);
  return one_in(3) ? -1 : 0;
}

static int fuzz_getsockopt(int fd, int level, int name, void *to, socklen_t *length) {
  owned("asked", fd);
  if (level != SOL_SOCKET || name != SO_PEERCRED || *length != sizeof(struct ucred)) broken("asked", "something else");
  ((struct ucred *)to)->uid = one_in(3) ? geteuid() + 1 : geteuid();
  return one_in(9) ? -1 : 0;
}

static int fuzz_execv(const char *path, char *const words[]) { return (void)path, (void)words, -1; }

#define main door_main
#define _exit fuzz_exit
#define open(...) fuzz_open(__VA_ARGS__, 0)
#define close fuzz_close
#define read fuzz_read
#define write fuzz_write
#define pread fuzz_pread
#define pwrite fuzz_pwrite
#define fchmod fuzz_fchmod
#define mkdir fuzz_mkdir
#define rename fuzz_rename
#define unlink fuzz_unlink
#define poll fuzz_poll
#define memfd_create fuzz_memfd
#define socket fuzz_socket
#define connect fuzz_connect
#define getsockopt fuzz_getsockopt
#define execv fuzz_execv
#include "../../src/door/host.c"
#undef main
#undef _exit

/* ---- The engine ---- */

static uint32_t anywhere(void) {
  uint32_t size = engine.w2c_memory.size;
  switch (drawn(6)) {
    case 0: return 0;
    case 1: return size - (uint32_t)drawn(9);
    case 2: return UINT32_MAX - (uint32_t)drawn(9);
    case 3: return (uint32_t)drawn(UINT32_MAX);
    default: return (uint32_t)drawn(size);
  }
}

/* Where so many bytes are its own, often its last. */
static uint32_t inside(uint32_t length) {
  uint32_t size = engine.w2c_memory.size;
  return length >= size ? 0 : one_in(4) ? size - length : (uint32_t)drawn(size - length + 1);
}

static void said_length(uint32_t to, uint32_t length) {
  if ((uint64_t)to + 4 <= engine.w2c_memory.size) memcpy(memory + to, &length, 4);
}

/* What it is given must be its own. */
static void given(uint32_t at, uint32_t length) {
  if ((uint64_t)at + length > engine.w2c_memory.size) broken("given", "what is not the engine's");
}

static size_t some_path(char *to) {
  static const char *const tails[] = { "", "/", "/a", "/a/b", "/a/../../x", "/..", "/../", "/./a", "//a", "x", "/a/..", "/\xed\xa0\x80" };
  static const char *const others[] = { "", "/", ".", "/etc/passwd", "/etc", "a", "/proc/self/mem", "/dev/null", "/proc/self/fd", "\xed\xa0" };
  if (one_in(12)) return memset(to, '/', 5000), 4000 + drawn(1000);
  if (one_in(12)) return memcpy(to, state, strlen(state)), drawn(strlen(state) + 1);
  return (size_t)(one_in(3) ? sprintf(to, "%s", others[drawn(10)]) : sprintf(to, "%s%s", state, tails[drawn(12)]));
}

uint32_t Z_engineZ_JS_ToCStringLen2(Z_engine_instance_t *self, u32 context, u32 length_to, u64 value, u32 cesu) {
  (void)self, (void)context, (void)value, (void)cesu;
  static char text[5001];
  uint32_t length = (uint32_t)some_path(text), at = inside(length + 1);
  if (one_in(20)) text[drawn(length + 1)] = 0;
  memcpy(memory + at, text, length);
  memory[at + length] = 0;
  bool lies = one_in(8);
  said_length(length_to, lies && one_in(2) ? anywhere() : length);
  return lies ? anywhere() : at;
}

uint32_t Z_engineZ_JS_GetUint8Array(Z_engine_instance_t *self, u32 context, u32 length_to, u64 value) {
  (void)self, (void)context, (void)value;
  bool lies = one_in(4);
  uint32_t length = lies ? anywhere() : one_in(3) ? 72 : (uint32_t)drawn(300);
  said_length(length_to, length);
  return lies ? anywhere() : inside(length);
}

double Z_engineZ_qjs_get_float64(Z_engine_instance_t *self, u32 value) {
  static const double odd[] = { 0, -1, 1, 0.0 / 0.0, 1.0 / 0.0, -1.0 / 0.0, 1e300, -1e300, 2147483647, 2147483648.0, -2147483648.0, -2147483649.0,
                                4294967295.0, 9.3e18, 1e-300, 577, 1089, 131072, 0400000 };
  (void)self, (void)value;
  switch (drawn(5)) {
    case 0: return odd[drawn(sizeof odd / sizeof *odd)];
    case 1: return (double)drawn(4000);
    case 2: return (double)drawn(40);
    default: return (double)drawn(6);
  }
}

uint32_t Z_engineZ_wasm_malloc(Z_engine_instance_t *self, u32 size) {
  if (one_in(20)) wasm_rt_grow_memory(&self->w2c_memory, (uint32_t)drawn(one_in(9) ? UINT32_MAX : 4));
  return one_in(8) ? anywhere() : inside(size);
}

void Z_engineZ_wasm_free(Z_engine_instance_t *self, u32 at) { (void)self, (void)at; }
void Z_engineZ_JS_FreeCString(Z_engine_instance_t *self, u32 context, u32 at) { (void)self, (void)context, (void)at; }
u32 Z_engineZ_qjs_get_context_ptr(Z_engine_instance_t *self) { return (void)self, anywhere(); }
u32 Z_engineZ_qjs_new_number(Z_engine_instance_t *self, double value) { return (void)self, (void)value, anywhere(); }
u32 Z_engineZ_qjs_new_string(Z_engine_instance_t *self, u32 at, u32 length) { return (void)self, given(at, length), anywhere(); }
u32 Z_engineZ_qjs_new_uint8_array(Z_engine_instance_t *self, u32 at, u32 length) { return (void)self, given(at, length), anywhere(); }
u32 Z_engineZ_qjs_get_undefined(Z_engine_instance_t *self) { return (void)self, 0; }
u32 Z_engineZ_qjs_is_exception(Z_engine_instance_t *self, u32 value) { return (void)self, (void)value, 0; }
u32 Z_engineZ_qjs_call(Z_engine_instance_t *self, u32 code, u32 owner, u32 count, u32 values) {
  return (void)self, (void)code, (void)owner, (void)count, (void)values, 0;
}
u32 Z_engineZ_qjs_is_job_pending(Z_engine_instance_t *self) { return (void)self, 0; }
u32 Z_engineZ_qjs_execute_pending_job(Z_engine_instance_t *self) { return (void)self, 0; }
void Z_engine_init_module(void) {}
void Z_engine_instantiate(Z_engine_instance_t *self, struct Z_env_instance_t *env, struct Z_wasi_snapshot_preview1_instance_t *wasi) {
  (void)self, (void)env, (void)wasi;
}

/* ---- The calls ---- */

static void one_call(void) {
  if (one_in(40)) Z_wasi_snapshot_preview1Z_clock_time_get(NULL, (u32)drawn(3), 0, anywhere());
  if (one_in(40)) Z_wasi_snapshot_preview1Z_random_get(NULL, anywhere(), anywhere());
  if (one_in(40)) Z_envZ_host_interrupt(NULL);
  uint32_t name = one_in(40) ? anywhere() : inside(1), values = one_in(40) ? anywhere() : inside(64) & ~3u;
  for (uint32_t n = 0; n < 8 && (uint64_t)values + 4 * n + 4 <= engine.w2c_memory.size; n++) {
    uint32_t value = one_in(40) ? anywhere() : inside(8);
    memcpy(memory + values + 4 * n, &value, 4);
  }
  if (name < engine.w2c_memory.size) memory[name] = one_in(60) ? (uint8_t)drawn(256) : (uint8_t)('A' + (one_in(16) ? 24 : one_in(6) ? 25 + drawn(5) : drawn(22)));
  Z_envZ_host_call(NULL, name, one_in(60) ? anywhere() : 1, 0, one_in(60) ? (uint32_t)drawn(9) : 8, values);
}

/* A process of the door: many calls, whatever ends it. */
static void one_process(void) {
  static char *words[] = { "tfy-hook-door", "--client", "cursor", "--fail-open", NULL };
  arguments = words;
  started = clock_ns(CLOCK_MONOTONIC);
  memory = mmap(NULL, RESERVED + GUARD, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED || mprotect(memory, IMAGE_PAGES * WASM_PAGE, PROT_READ | PROT_WRITE) != 0) _exit(3);
  wasm_rt_allocate_memory(&engine.w2c_memory, IMAGE_PAGES, MOST_PAGES);
  wasm_base = memory;
  /* Each the first of four bytes, so that whatever ends in the middle of a letter shows. */
  memset(memory, 0xf1, IMAGE_PAGES * WASM_PAGE);
  cell = 64;
  /* Once stdin is read, nothing says any more where to write. */
  input_touched = one_in(4);
  nowhere = input_touched;
  if (!nowhere) strcpy(state_path, state);
  for (int n = 0; n < 400; n++)
    if (setjmp(over) == 0) one_call();
}

int main(int count, char **words) {
  if (count != 4 || strlen(words[1]) >= sizeof state) return 2;
  strcpy(state, words[1]);
  uint64_t until = clock_ns(CLOCK_MONOTONIC) + strtoull(words[2], NULL, 10) * 1000000000ull, first = strtoull(words[3], NULL, 10), n = 0;
  for (; clock_ns(CLOCK_MONOTONIC) < until; n++) {
    pid_t child = fork();
    if (child == 0) {
      seed = (first + n + 1) * 0x9e3779b97f4a7c15ull;
      one_process();
      _exit(0);
    }
    int status = -1;
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0) {
      fprintf(stderr, "the host did what it must not: seed %llu\n", (unsigned long long)(first + n));
      return 1;
    }
  }
  printf("%llu calls of a lying engine, no harm\n", (unsigned long long)n * 400);
}
