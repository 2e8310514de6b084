/* The run-time library of a program of threads: all its files as one, so that only the names that begin with
   numasim_, and those of the replaced functions, are visible to the program. */
#define _GNU_SOURCE
#include "log.c"
#include "races.c"
#include "orders.c"
#include "objects.c"
#include "regions.c"
#include "scheduler.c"
#include "pthreads.c"
#include "rwlocks.c"
#include "semaphores.c"
#include "sleeping.c"
#include "openmp.c"
#include "tasks.c"
#include "openmp_functions.c"
