/* Runs the program several times in one process, each time with cold caches and with its pages mapped, as a simulated
 * program begins, and writes the nanoseconds of each run but the first into the file NUMASIM_TIMES. The program was
 * compiled with -Dmain=timed_main. */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SAMPLES 60
#define FLUSHED (64 << 20) /* bytes, more than the caches */

int timed_main(int, char **);

extern char __data_start[], _end[]; /* the program's static variables, which each run finds as they were at first */

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
}

int main(int count, char **given) {
    mallopt(M_MMAP_THRESHOLD, 1 << 30); /* freed memory stays, so that no page is mapped again */
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
    volatile char *other = calloc(FLUSHED, 1);
    const char *path = getenv("NUMASIM_TIMES");
    FILE *times = path == 0 ? 0 : fopen(path, "w");
    size_t bytes = _end - __data_start;
    char *statics = malloc(bytes);
    if (times == 0 || other == 0 || statics == 0) return 120;
    memcpy(statics, __data_start, bytes);
    for (int sample = 0; sample <= SAMPLES; sample++) {
        memcpy(__data_start, statics, bytes);
        for (size_t k = 0; k < FLUSHED; k += 64) other[k]++;
        double began = now();
        int code = timed_main(count, given);
        double took = now() - began;
        if (code != 0) return code;
        if (sample > 0) fprintf(times, "%.0f\n", took);
    }
    return fclose(times);
}
