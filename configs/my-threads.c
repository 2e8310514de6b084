/* A histogram of numbers by threads. Each thread counts its part of the numbers in shared bins, under one lock for each
   bin. Arguments: the number of threads, and the number of bins. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define NUMBERS 2000
#define MOST_THREADS 64
#define MOST_BINS 1024

static int numbers[NUMBERS];
static long bins[MOST_BINS];
static pthread_mutex_t locks[MOST_BINS];
static long threads, number_of_bins;

static void *count(void *argument)
{
    long me = (long)argument;
    for (long i = me * NUMBERS / threads; i < (me + 1) * NUMBERS / threads; i++) {
        long bin = numbers[i] % number_of_bins;
        pthread_mutex_lock(&locks[bin]);
        bins[bin]++;
        pthread_mutex_unlock(&locks[bin]);
    }
    return NULL;
}

int main(int arguments, char **values)
{
    pthread_t made[MOST_THREADS];
    long sum = 0;
    threads = arguments > 1 ? atol(values[1]) : 1;
    number_of_bins = arguments > 2 ? atol(values[2]) : 64;
    if (threads < 1 || threads > MOST_THREADS || number_of_bins < 1 || number_of_bins > MOST_BINS)
        return 2;
    for (long bin = 0; bin < number_of_bins; bin++)
        pthread_mutex_init(&locks[bin], NULL);
    for (long i = 0; i < NUMBERS; i++)
        numbers[i] = (int)(i * 7919 % 1009);
    for (long i = 1; i < threads; i++) /* the main thread is one of them */
        pthread_create(&made[i], NULL, count, (void *)i);
    count((void *)0);
    for (long i = 1; i < threads; i++)
        pthread_join(made[i], NULL);
    for (long bin = 0; bin < number_of_bins; bin++)
        sum += bins[bin];
    printf("%ld numbers\n", sum);
    return sum != NUMBERS; /* any other exit code than 0 is an error of the run */
}
