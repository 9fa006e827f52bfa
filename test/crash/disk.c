/* Loaded before the C library: a disk that is slow, or that fails, while the file DISK_FAULT says so. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

static int failing(void) {
  char word = 0;
  const char *name = getenv("DISK_FAULT");
  int file = name ? open(name, O_RDONLY) : -1;
  if (file >= 0) {
    if (read(file, &word, 1) != 1) word = 0;
    close(file);
  }
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
