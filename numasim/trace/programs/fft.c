/* The discrete Fourier transform of a random complex vector.

   The recursive radix-2 algorithm (decimation in time): J. W. Cooley and J. W. Tukey, "An algorithm for the
   machine calculation of complex Fourier series", Mathematics of Computation 19, 1965. As a benchmark it is
   known from OmpSCR (Dorta et al., 2005).

   usage: fft [size]
   size: the length of the vector, a power of two, default 1024. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { DEFAULT_SIZE = 1024, MOST_POINTS = 1 << 20 };

#define PI 3.14159265358979323846

typedef struct {
    double re, im;
} Complex;

static uint64_t random_state = 1;

/* A number in [0, 1), from Knuth's linear congruential generator MMIX. */
static double uniform(void)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(random_state >> 11) * 0x1p-53;
}

static bool is_power_of_two(long n)
{
    return n > 0 && (n & (n - 1)) == 0;
}

static int size_from(int argc, char **argv)
{
    char *end;
    long size;
    if (argc == 1)
        return DEFAULT_SIZE;
    size = strtol(argv[1], &end, 10);
    if (argc > 2 || end == argv[1] || *end != '\0' || size > MOST_POINTS || !is_power_of_two(size)) {
        fprintf(stderr, "fft: give one size, a power of two from 1 to %d (default %d)\n", MOST_POINTS,
                DEFAULT_SIZE);
        exit(2);
    }
    return (int)size;
}

static Complex *allocate(int count)
{
    Complex *block = calloc((size_t)count, sizeof *block);
    if (block == NULL) {
        fputs("fft: out of memory\n", stderr);
        exit(1);
    }
    return block;
}

/* root[k] = exp(-2 pi i k / n), for the first half of the circle. */
static void roots_of_unity(int n, Complex *root)
{
    for (int k = 0; k < n / 2; k++) {
        double angle = -2.0 * PI * k / n;
        root[k].re = cos(angle);
        root[k].im = sin(angle);
    }
}

/* y = the transform of the n numbers x[0], x[stride], x[2 stride], ...; n * stride is the length of the whole
   vector, so the roots for n are every stride-th of those for the whole. */
static void fft(int n, int stride, const Complex *x, const Complex *root, Complex *y)
{
    int half = n / 2;
    if (n == 1) {
        *y = *x;
        return;
    }
    fft(half, 2 * stride, x, root, y);
    fft(half, 2 * stride, x + stride, root, y + half);
    for (int k = 0; k < half; k++) {
        const Complex *w = &root[k * stride];
        Complex *even = &y[k], *odd = &y[k + half];
        double re = w->re * odd->re - w->im * odd->im;
        double im = w->re * odd->im + w->im * odd->re;
        odd->re = even->re - re;
        odd->im = even->im - im;
        even->re += re;
        even->im += im;
    }
}

/* By Parseval's theorem the transform has n times the energy of the vector. */
static double energy(int n, const Complex *x)
{
    double sum = 0.0;
    for (int k = 0; k < n; k++)
        sum += x[k].re * x[k].re + x[k].im * x[k].im;
    return sum;
}

int main(int argc, char **argv)
{
    int n = size_from(argc, argv);
    Complex *x = allocate(n), *y = allocate(n), *root = allocate(n);
    Complex checksum = {0.0, 0.0};

    for (int k = 0; k < n; k++) {
        x[k].re = 2.0 * uniform() - 1.0;
        x[k].im = 2.0 * uniform() - 1.0;
    }
    roots_of_unity(n, root);
    fft(n, 1, x, root, y);

    for (int k = 0; k < n; k++) {
        checksum.re += (k + 1) * y[k].re;
        checksum.im += (k + 1) * y[k].im;
    }
    printf("points %d\nfirst %.17g %.17g\n", n, y[0].re, y[0].im);
    printf("energy %.17g %.17g\n", energy(n, x), energy(n, y) / n);
    printf("checksum %.17g %.17g\n", checksum.re, checksum.im);
    free(root);
    free(y);
    free(x);
    return 0;
}
