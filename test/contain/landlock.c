/*
 * What Landlock can and cannot hold, on this kernel: its rules allow, and what they allow holds for all that lies below. Says of each act whether
 * it was done. `whole` lets the workspace be written as a whole, anything else its folders alone.
 */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>
struct attr { unsigned long long fs, net, scoped; };
struct __attribute__((packed)) beneath { unsigned long long access; int fd; };
static void allow(int rules, const char *path, unsigned long long access) {
  struct beneath b = { access, open(path, O_PATH | O_CLOEXEC) };
  if (syscall(445, rules, 1, &b, 0)) { perror(path); exit(3); }
}
static void told(const char *what, int ok) { printf("%s %s\n", what, ok ? "yes" : "no"); }
static int made(const char *path) { int fd = open(path, O_CREAT | O_WRONLY | O_TRUNC, 0600); return fd >= 0 && write(fd, "x", 1) == 1; }
int main(int n, char **a) {
  if (n < 4) return 2;
  struct attr attr = { 0xffff, 3, 3 };
  int rules = syscall(444, &attr, sizeof attr, 0);
  if (rules < 0) { perror("ruleset"); return 3; }
  int whole = !strcmp(a[3], "whole");
  char path[4096];
  allow(rules, "/", 0xd);
  if (whole) allow(rules, a[1], 0x6fff & ~0x840ull);
  else { snprintf(path, sizeof path, "%s/src", a[1]); allow(rules, path, 0x6fff & ~0x840ull); }
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || syscall(446, rules, 0)) { perror("restrict"); return 3; }
  snprintf(path, sizeof path, "%s/new", a[1]); told("a new file in the workspace", made(path));
  snprintf(path, sizeof path, "%s/.git/hooks/pre-commit", a[1]); told("a new hook of git", made(path));
  snprintf(path, sizeof path, "%s/file", a[2]); told("a file outside written", made(path));
  told("rights of a file outside changed", !chmod(path, 0640));
  struct sockaddr_un to = { .sun_family = AF_UNIX };
  snprintf(to.sun_path, sizeof to.sun_path, "%s/s", a[2]);
  int s = socket(AF_UNIX, SOCK_STREAM, 0);
  told("a socket outside reached", !connect(s, (void *)&to, sizeof to));
  return 0;
}
