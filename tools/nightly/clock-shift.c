/*
 * Preloaded into Node and PostgreSQL: shifts the wall clock by CLOCK_SHIFT_SECONDS, also within signal handlers, where
 * PostgreSQL looks whether a time-out is due. Other clocks, and the times of files, stay.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static int (*real_clock_gettime)(clockid_t, struct timespec *);
static time_t shift;

__attribute__((constructor)) static void prepare(void) {
  const char *seconds = getenv("CLOCK_SHIFT_SECONDS");
  shift = seconds ? atoll(seconds) : 0;
  real_clock_gettime = dlsym(RTLD_NEXT, "clock_gettime");
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  if (!real_clock_gettime) prepare();
  int result = real_clock_gettime(clock, now);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += shift;
  return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  (void)zone;
  struct timespec precise;
  int result = clock_gettime(CLOCK_REALTIME, &precise);
  now->tv_sec = precise.tv_sec;
  now->tv_usec = precise.tv_nsec / 1000;
  return result;
}

time_t time(time_t *now) {
  struct timespec precise;
  clock_gettime(CLOCK_REALTIME, &precise);
  if (now) *now = precise.tv_sec;
  return precise.tv_sec;
}
