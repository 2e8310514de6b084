/* What the ten programs of threads share. Each is called with a size and a number of threads, does its work in the
   form that is defined (PTHREADS, ATOMICS, OPENMP ...), checks the result, and returns 0 if it is right. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_THREADS 1024

static long size;
static int threads;

static __attribute__((unused)) int read_arguments(int count, char **values, long least, long most)
{
    size = count > 1 ? atol(values[1]) : 0;
    threads = count > 2 ? atoi(values[2]) : 1;
    if (size >= least && size <= most && threads >= 1 && threads <= MOST_THREADS)
        return 1;
    fprintf(stderr, "usage: %s SIZE THREADS, with %ld <= SIZE <= %ld\n", values[0], least, most);
    return 0;
}

/* The first of the items of a thread, of `items` in total; the last is before that of the next thread. */
static __attribute__((unused)) long first_of(long thread, long items)
{
    return thread * items / threads;
}

/* Run a function on all threads, with the number of the thread as its argument. */
static __attribute__((unused)) void on_all_threads(void *(*work)(void *))
{
    static pthread_t made[MOST_THREADS];
    long i;
    for (i = 1; i < threads; i++)
        if (pthread_create(&made[i], NULL, work, (void *)i))
            exit(3);
    work((void *)0);
    for (i = 1; i < threads; i++)
        pthread_join(made[i], NULL);
}

static __attribute__((unused)) unsigned long next_random(unsigned long *state)
{
    *state = *state * 6364136223846793005ul + 1442695040888963407ul;
    return *state >> 33;
}

static __attribute__((unused)) void *new_array(size_t count, size_t bytes)
{
    void *array = calloc(count, bytes);
    if (!array)
        exit(3);
    return array;
}

static __attribute__((unused)) int same(const char *what, long found, long expected)
{
    printf("%s %ld\n", what, found);
    if (found == expected)
        return 0;
    fprintf(stderr, "expected %ld\n", expected);
    return 1;
}
