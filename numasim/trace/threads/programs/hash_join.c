/* A join of two tables: the threads enter the keys of one into a hash table, and look up those of the other.
   Size: rows of each table. */
#include "program.h"

struct row {
    long key;
    struct row *next;
};

static struct row *rows;
static long *wanted, buckets;
static atomic_long matches;

static long bucket_of(long key)
{
    return (long)((unsigned long)key * 11400714819323198485ul >> 40) % buckets;
}

#ifdef ATOMICS
static _Atomic(struct row *) *table;

static void insert(struct row *row)
{
    _Atomic(struct row *) *bucket = &table[bucket_of(row->key)];
    struct row *first = atomic_load(bucket);
    do
        row->next = first;
    while (!atomic_compare_exchange_weak(bucket, &first, row));
}
#else
static struct row **table;
static pthread_mutex_t *locks;

static void insert(struct row *row)
{
    long bucket = bucket_of(row->key);
    pthread_mutex_lock(&locks[bucket % 64]);
    row->next = table[bucket];
    table[bucket] = row;
    pthread_mutex_unlock(&locks[bucket % 64]);
}
#endif

static long matches_of(long key)
{
    struct row *row = table[bucket_of(key)];
    long found = 0;
    for (; row; row = row->next)
        found += row->key == key;
    return found;
}

#ifdef OPENMP
static void run(void)
{
    long i, found = 0;
#pragma omp parallel num_threads(threads)
    {
#pragma omp for schedule(static)
        for (i = 0; i < size; i++)
            insert(&rows[i]);
#pragma omp for schedule(dynamic, 64) reduction(+ : found)
        for (i = 0; i < size; i++)
            found += matches_of(wanted[i]);
    }
    matches = found;
}
#else
static pthread_barrier_t barrier;

static void *work(void *argument)
{
    long me = (long)argument, i, found = 0;
    for (i = first_of(me, size); i < first_of(me + 1, size); i++)
        insert(&rows[i]);
    pthread_barrier_wait(&barrier);
    for (i = first_of(me, size); i < first_of(me + 1, size); i++)
        found += matches_of(wanted[i]);
    atomic_fetch_add(&matches, found);
    return NULL;
}

static void run(void)
{
    pthread_barrier_init(&barrier, NULL, (unsigned)threads);
    on_all_threads(work);
}
#endif

int main(int count, char **values)
{
    unsigned long state = 1;
    long *times, i, expected = 0;
    if (!read_arguments(count, values, 1, 10000000))
        return 2;
    buckets = size;
    rows = new_array((size_t)size, sizeof *rows);
    wanted = new_array((size_t)size, sizeof *wanted);
    table = new_array((size_t)buckets, sizeof *table);
    times = new_array((size_t)size, sizeof *times);
#ifndef ATOMICS
    locks = new_array(64, sizeof *locks);
    for (i = 0; i < 64; i++)
        pthread_mutex_init(&locks[i], NULL);
#endif
    for (i = 0; i < size; i++) {
        rows[i].key = (long)(next_random(&state) % (unsigned long)size);
        wanted[i] = (long)(next_random(&state) % (unsigned long)size);
        times[rows[i].key]++;
    }
    run();
    for (i = 0; i < size; i++)
        expected += times[wanted[i]];
    return same("matches", matches, expected);
}
