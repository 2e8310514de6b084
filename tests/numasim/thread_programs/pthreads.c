/* Every part of pthreads that the tracer replaces. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define THREADS 4

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t nested = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_barrier_t barrier;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static sem_t items;
static __thread long own;
static long count, spun, deep, taken, initialised;
static int turn;

static void initialise(void)
{
    initialised++;
}

static long recurse(int depth)
{
    long result = 0;
    pthread_mutex_lock(&nested);
    if (depth)
        result = 1 + recurse(depth - 1);
    deep++;
    pthread_mutex_unlock(&nested);
    return result;
}

static void *work(void *argument)
{
    long me = (long)argument, i;
    pthread_once(&once, initialise);
    for (i = 0; i < 50; i++) {
        pthread_mutex_lock(&lock);
        count += i;
        pthread_mutex_unlock(&lock);
        pthread_spin_lock(&spin);
        spun++;
        pthread_spin_unlock(&spin);
        own += i;
    }
    pthread_barrier_wait(&barrier);
    recurse(3);
    pthread_mutex_lock(&lock); /* in turns, last to first */
    while (turn != THREADS - 1 - me)
        pthread_cond_wait(&changed, &lock);
    printf("turn of %ld\n", me);
    turn++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    sem_wait(&items);
    while (pthread_mutex_trylock(&lock))
        sched_yield();
    taken++;
    pthread_mutex_unlock(&lock);
    if (me == 1)
        pthread_exit((void *)(own + me));
    return (void *)(own + me);
}

static void *nothing(void *argument)
{
    return argument;
}

int main(int argc, char **argv)
{
    pthread_t threads[THREADS];
    struct timespec soon = {0, 0};
    long i, total = 0;
    int late;
    void *result;
    char *copy = malloc(100000), *from = calloc(1, 100000);
    pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
    pthread_barrier_init(&barrier, NULL, THREADS);
    sem_init(&items, 0, 1);
    for (i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, (void *)i);
    for (i = 1; i < THREADS; i++)
        sem_post(&items);
    for (i = 0; i < THREADS; i++) {
        pthread_join(threads[i], &result);
        total += (long)result;
    }
    for (i = 0; i < 20; i++) { /* one after another in the same place */
        pthread_create(&threads[0], NULL, nothing, (void *)i);
        pthread_join(threads[0], &result);
        total += (long)result;
    }
    pthread_mutex_lock(&lock);
    late = pthread_cond_timedwait(&changed, &lock, &soon);
    pthread_mutex_unlock(&lock);
    memcpy(copy, from, 100000);
    printf("%ld %ld %ld %ld %ld %ld %d %s %d\n", count, spun, deep, taken, initialised, total,
           late == ETIMEDOUT, argc > 1 ? argv[1] : "-", copy[99999]);
    free(copy);
    free(from);
    return argc > 1 ? atoi(argv[1]) : 0;
}
