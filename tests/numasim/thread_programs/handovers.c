/* Work that only one thread does at a time, by ways to hand it over that the program makes itself.
   Arguments: the way, rounds of each thread, steps of work in a round, threads. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *way;
static int rounds, steps, threads;
static _Alignas(64) atomic_int turn, word, next, serving, arrived, sense;
static _Alignas(64) volatile int plain;
static _Alignas(64) long total;

static void work(void)
{
    long x = total;
    for (int i = 0; i < steps; i++)
        x = x * 3 + (x >> 7) + i;
    total = x;
}

static int is(const char *name) { return strcmp(way, name) == 0; }

static void one_round(int me, int round)
{
    if (is("flag")) {
        while (atomic_load(&turn) % threads != me)
            ;
        work();
        atomic_fetch_add(&turn, 1);
    } else if (is("volatile")) {
        while (plain % threads != me)
            ;
        work();
        plain = plain + 1;
    } else if (is("relaxed")) {
        while (atomic_load_explicit(&turn, memory_order_relaxed) % threads != me)
            ;
        work();
        atomic_store_explicit(&turn, atomic_load_explicit(&turn, memory_order_relaxed) + 1, memory_order_relaxed);
    } else if (is("exchange")) {
        while (atomic_exchange(&word, 1))
            ;
        work();
        atomic_store(&word, 0);
    } else if (is("look first")) {
        while (atomic_exchange(&word, 1))
            while (atomic_load(&word))
                ;
        work();
        atomic_exchange(&word, 0);
    } else if (is("compare")) {
        int free = 0;
        while (!atomic_compare_exchange_weak(&word, &free, 1))
            free = 0;
        work();
        atomic_store(&word, 0);
    } else if (is("ticket")) {
        int mine = atomic_fetch_add(&next, 1);
        while (atomic_load(&serving) != mine)
            ;
        work();
        atomic_fetch_add(&serving, 1);
    } else if (is("barrier")) {
        for (int each = 0; each < threads; each++) {
            if (each == me)
                work();
            if (atomic_fetch_add(&arrived, 1) == threads - 1) {
                atomic_store(&arrived, 0);
                atomic_fetch_add(&sense, 1);
            } else
                while (atomic_load(&sense) != round * threads + each + 1)
                    ;
        }
    }
}

static void *run(void *argument)
{
    for (int round = 0; round < rounds; round++)
        one_round((int)(long)argument, round);
    return NULL;
}

int main(int count, char **values)
{
    pthread_t others[16];
    if (count != 5)
        return 2;
    way = values[1];
    rounds = atoi(values[2]);
    steps = atoi(values[3]);
    threads = atoi(values[4]);
    for (long i = 1; i < threads; i++)
        pthread_create(&others[i], NULL, run, (void *)i);
    run((void *)0);
    for (int i = 1; i < threads; i++)
        pthread_join(others[i], NULL);
    printf("%ld\n", total);
    return 0;
}
