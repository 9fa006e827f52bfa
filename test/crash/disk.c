/* Preloaded library: makes the disk slow, failing or lying while the file DISK_FAULT says so.
   A lying disk reports writes of the log that it did not make. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static char fault(void) {
  char word = 0;
  const char *name = getenv("DISK_FAULT");
  int file = name ? open(name, O_RDONLY) : -1;
  if (file >= 0) {
    if (read(file, &word, 1) != 1) word = 0;
    close(file);
  }
  return word;
}

static int failing(void) {
  char word = fault();
  if (word == 's') usleep(200 * 1000);
  return word == 'f';
}

static int fail(void) {
  errno = EIO;
  return -1;
}

int fsync(int file) {
  static int (*real)(int);
  if (!real) real = dlsym(RTLD_NEXT, "fsync");
  return failing() ? fail() : real(file);
}

int fdatasync(int file) {
  static int (*real)(int);
  if (!real) real = dlsym(RTLD_NEXT, "fdatasync");
  return failing() ? fail() : real(file);
}

static int is_log(int file) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return strstr(path, "/pg_wal/") != NULL;
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t at) {
  static ssize_t (*real)(int, const void *, size_t, off_t);
  if (!real) real = dlsym(RTLD_NEXT, "pwrite");
  return is_log(file) && fault() == 'l' ? (ssize_t)count : real(file, bytes, count, at);
}
