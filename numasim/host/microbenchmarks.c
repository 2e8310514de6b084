/* Latencies and bandwidths of the computer at hand. Each call measures one quantity several times and prints the
 * nanoseconds of one operation, one sample a line.
 *
 *   chase BYTES CPU HOME         a load of a random cycle through BYTES, by a thread on CPU; HOME wrote the pages first
 *   misses BYTES CPU             a load of many independent cycles, to see how many misses overlap
 *   stream BYTES CPUS            8 bytes of a scan, by threads on the first CPUS processors, each with BYTES
 *   pingpong CPU OTHER           one flip of a flag by compare-and-swap between two threads
 *   atomic CPU                   an atomic addition of one thread
 *   chain KIND CPU               a dependent instruction: add mul div fadd fmul fdiv
 *   width CPU                    an addition of eight independent chains
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#define LINE 64
#define SAMPLES 15
#define CYCLES 32 /* independent cycles of `misses` */
#define KEEP(x) __asm__ volatile("" : "+r"(x))
#if defined(__x86_64__) || defined(__i386__)
#define KEEP_DOUBLE(x) __asm__ volatile("" : "+x"(x))
#elif defined(__aarch64__)
#define KEEP_DOUBLE(x) __asm__ volatile("" : "+w"(x))
#else
#define KEEP_DOUBLE(x) __asm__ volatile("" : "+m"(x)) /* through memory: the latency comes out too long */
#endif

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
}

static void pin(int cpu) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(cpu, &set);
    if (sched_setaffinity(0, sizeof set, &set) != 0) {
        fprintf(stderr, "processor %d cannot be used\n", cpu);
        exit(1);
    }
}

static char *memory(size_t bytes) {
    char *found = 0;
    if (posix_memalign((void **)&found, 1 << 21, (bytes + (1 << 21) - 1) >> 21 << 21) != 0) {
        fprintf(stderr, "%zu bytes cannot be allocated\n", bytes);
        exit(1);
    }
    madvise(found, bytes, MADV_HUGEPAGE); /* the translation of addresses is not what is measured */
    return found;
}

static uint64_t drawn = 88172645463325252u;
static uint64_t draw(void) {
    drawn ^= drawn << 13;
    drawn ^= drawn >> 7;
    return drawn ^= drawn << 17;
}

/* One random cycle through all lines; returns the lines. */
static size_t link_lines(char *at, size_t bytes) {
    size_t lines = bytes / LINE, *order = malloc(lines * sizeof *order);
    for (size_t k = 0; k < lines; k++) order[k] = k;
    for (size_t k = lines - 1; k > 0; k--) {
        size_t other = draw() % (k + 1), kept = order[k];
        order[k] = order[other];
        order[other] = kept;
    }
    for (size_t k = 0; k < lines; k++) *(char **)(at + order[k] * LINE) = at + order[(k + 1) % lines] * LINE;
    free(order);
    return lines;
}

static void chase(size_t bytes, int cpu, int home) {
    pin(home);
    char *at = memory(bytes);
    memset(at, 0, bytes);
    size_t lines = link_lines(at, bytes);
    pin(cpu);
    size_t loads = lines < 16384 ? 400000 : 100000;
    char *p = at;
    for (size_t k = 0; k < lines && k < 4000000; k++) p = *(char **)p;
    KEEP(p);
    for (int sample = 0; sample < SAMPLES; sample++) {
        double began = now();
        for (size_t k = 0; k < loads; k += 8) {
            p = *(char **)p, p = *(char **)p, p = *(char **)p, p = *(char **)p;
            p = *(char **)p, p = *(char **)p, p = *(char **)p, p = *(char **)p;
        }
        KEEP(p);
        printf("%.4f\n", (now() - began) / loads);
    }
}

static void misses(size_t bytes, int cpu) {
    pin(cpu);
    char *at = memory(bytes), *p[CYCLES];
    memset(at, 0, bytes);
    size_t lines = link_lines(at, bytes), loads = 100000;
    for (int c = 0; c < CYCLES; c++) p[c] = at + draw() % lines * LINE;
    for (int sample = 0; sample < SAMPLES; sample++) {
        double began = now();
        for (size_t k = 0; k < loads; k++)
            for (int c = 0; c < CYCLES; c++) p[c] = *(char **)p[c];
        for (int c = 0; c < CYCLES; c++) KEEP(p[c]);
        printf("%.4f\n", (now() - began) / (loads * CYCLES));
    }
}

struct scan {
    pthread_barrier_t *start;
    size_t bytes;
    int cpu;
    double began, ended;
};

static void *scan(void *given) {
    struct scan *own = given;
    pin(own->cpu);
    uint64_t *at = (uint64_t *)memory(own->bytes), words = own->bytes / 8, sum = 0;
    memset(at, 1, own->bytes);
    for (int sample = 0; sample <= SAMPLES / 3; sample++) {
        pthread_barrier_wait(own->start);
        if (sample == SAMPLES / 3) break;
        own->began = now();
        for (size_t k = 0; k < words; k += 8)
            sum += at[k] + at[k + 1] + at[k + 2] + at[k + 3] + at[k + 4] + at[k + 5] + at[k + 6] + at[k + 7];
        KEEP(sum);
        own->ended = now();
        pthread_barrier_wait(own->start);
    }
    free(at);
    return 0;
}

static void stream(size_t bytes, int cpus) {
    pthread_barrier_t start;
    pthread_barrier_init(&start, 0, cpus + 1);
    struct scan *each = calloc(cpus, sizeof *each);
    pthread_t thread;
    for (int cpu = 0; cpu < cpus; cpu++) {
        each[cpu] = (struct scan){&start, bytes, cpu, 0, 0};
        pthread_create(&thread, 0, scan, &each[cpu]);
    }
    for (int sample = 0; sample <= SAMPLES / 3; sample++) {
        pthread_barrier_wait(&start);
        if (sample == SAMPLES / 3) break;
        pthread_barrier_wait(&start);
        double began = each[0].began, ended = each[0].ended;
        for (int cpu = 1; cpu < cpus; cpu++) {
            if (each[cpu].began < began) began = each[cpu].began;
            if (each[cpu].ended > ended) ended = each[cpu].ended;
        }
        printf("%.6f\n", (ended - began) / (bytes / 8.0 * cpus));
    }
}

#define FLIPS 400 /* short, so that some samples have both processors for themselves */
#define FLIP_SAMPLES 400
static _Alignas(4096) atomic_int flag;

static void flips(int side) {
    for (int k = 0; k < FLIPS; k++) {
        int wanted = side;
        while (!atomic_compare_exchange_strong(&flag, &wanted, 1 - side)) wanted = side;
    }
}

static void *answer(void *cpu) {
    pin((int)(intptr_t)cpu);
    for (int sample = 0; sample < FLIP_SAMPLES; sample++) flips(1);
    return 0;
}

static void ping_pong(int cpu, int other) {
    pthread_t thread;
    pin(cpu);
    pthread_create(&thread, 0, answer, (void *)(intptr_t)other);
    for (int sample = 0; sample < FLIP_SAMPLES; sample++) {
        double began = now();
        flips(0);
        printf("%.4f\n", (now() - began) / (2 * FLIPS));
    }
    pthread_join(thread, 0);
}

static void add_atomically(int cpu) {
    pin(cpu);
    for (int sample = 0; sample < SAMPLES; sample++) {
        double began = now();
        for (int k = 0; k < 500000; k++) atomic_fetch_add(&flag, 1);
        printf("%.4f\n", (now() - began) / 500000);
    }
}

#define CHAIN(name, step)                                       \
    if (strcmp(kind, name) == 0)                                \
        for (int k = 0; k < steps; k += 4) {                    \
            step; step; step; step;                             \
        }

static void chain(const char *kind, int cpu) {
    pin(cpu);
    const int steps = 1000000;
    for (int sample = 0; sample < SAMPLES; sample++) {
        uint64_t x = 1u << 30, y = 3;
        double a = 1.5, b = 1.000001;
        KEEP(y);
        KEEP_DOUBLE(b);
        double began = now();
        CHAIN("add", x += y; KEEP(x))
        CHAIN("mul", x *= y; KEEP(x))
        CHAIN("div", x = x / y + 1000000007; KEEP(x))
        CHAIN("fadd", a += b; KEEP_DOUBLE(a))
        CHAIN("fmul", a *= b; KEEP_DOUBLE(a))
        CHAIN("fdiv", a /= b; KEEP_DOUBLE(a))
        printf("%.4f\n", (now() - began) / steps);
    }
}

static void width(int cpu) {
    pin(cpu);
    const int steps = 1000000;
    uint64_t a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, y = 3;
    KEEP(y);
    for (int sample = 0; sample < SAMPLES; sample++) {
        double began = now();
        for (int k = 0; k < steps; k++) {
            a += y, b += y, c += y, d += y, e += y, f += y, g += y, h += y;
            KEEP(a); KEEP(b); KEEP(c); KEEP(d); KEEP(e); KEEP(f); KEEP(g); KEEP(h);
        }
        printf("%.5f\n", (now() - began) / (8.0 * steps));
    }
}

int main(int count, char **given) {
    const char *what = count > 2 ? given[1] : "";
    if (strcmp(what, "chase") == 0 && count == 5) chase(strtoull(given[2], 0, 10), atoi(given[3]), atoi(given[4]));
    else if (strcmp(what, "misses") == 0 && count == 4) misses(strtoull(given[2], 0, 10), atoi(given[3]));
    else if (strcmp(what, "stream") == 0 && count == 4) stream(strtoull(given[2], 0, 10), atoi(given[3]));
    else if (strcmp(what, "pingpong") == 0 && count == 4) ping_pong(atoi(given[2]), atoi(given[3]));
    else if (strcmp(what, "atomic") == 0 && count == 3) add_atomically(atoi(given[2]));
    else if (strcmp(what, "chain") == 0 && count == 4) chain(given[2], atoi(given[3]));
    else if (strcmp(what, "width") == 0 && count == 3) width(atoi(given[2]));
    else return 2;
    return 0;
}
