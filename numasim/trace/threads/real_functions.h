/* The C library's own versions of the functions that the runtime replaces. */
#ifndef NUMASIM_REAL_FUNCTIONS_H
#define NUMASIM_REAL_FUNCTIONS_H

#include <pthread.h>

static int real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
static int real_pthread_join(pthread_t, void **);
static long real_syscall(long, ...);
static void catch_crashes(void);

#endif
