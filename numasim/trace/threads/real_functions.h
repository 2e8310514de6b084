/* The C library's own versions of the functions that the runtime replaces. */
#ifndef NUMASIM_REAL_FUNCTIONS_H
#define NUMASIM_REAL_FUNCTIONS_H

#include <pthread.h>

int real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int real_pthread_join(pthread_t, void **);
long real_syscall(long, ...);
void catch_crashes(void);

#endif
