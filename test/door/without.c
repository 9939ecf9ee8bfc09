/*
 * `without CALL REFUSAL PROGRAM ...`: the system refuses the program a call, by the error of that number, or by a signal for `trap`.
 * `answer` is what it says on stdout, but for as many bytes at once as SPARED says.
 */

#define _GNU_SOURCE
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define LOAD(what) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, what))
#define UNLESS(value, skipped) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, skipped)
#define WHERE(value, skipped) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, skipped, 0)
#define END(how) BPF_STMT(BPF_RET | BPF_K, how)

static const struct { const char *name; unsigned number; } calls[] = {
  { "mremap", SYS_mremap },       { "madvise", SYS_madvise }, { "memfd_create", SYS_memfd_create },
  { "getrandom", SYS_getrandom }, { "ioctl", SYS_ioctl },     { "sigaltstack", SYS_sigaltstack },
  { "answer", SYS_write },
};

int main(int count, char **words) {
  size_t n = 0, most = sizeof calls / sizeof *calls;
  while (count > 3 && n < most && strcmp(calls[n].name, words[1]) != 0) n++;
  if (count <= 3 || n == most) return 99;
  unsigned refusal = strcmp(words[2], "trap") == 0 ? SECCOMP_RET_TRAP : SECCOMP_RET_ERRNO | (unsigned)atoi(words[2]);
  const char *spared = getenv("SPARED");
  struct sock_filter plain[] = { LOAD(nr), UNLESS(calls[n].number, 1), END(refusal), END(SECCOMP_RET_ALLOW) };
  struct sock_filter answer[] = {
    LOAD(nr),      UNLESS(SYS_write, 5), LOAD(args[0]),          UNLESS(1, 3),
    LOAD(args[2]), WHERE(spared == NULL ? 0 : (unsigned)atoi(spared), 1), END(refusal), END(SECCOMP_RET_ALLOW),
  };
  bool said = calls[n].number == SYS_write;
  struct sock_fprog program = { .len = said ? 8 : 4, .filter = said ? answer : plain };
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) return 98;
  execv(words[3], words + 3);
  return 97;
}
