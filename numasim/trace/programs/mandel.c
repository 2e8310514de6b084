/* The area of the Mandelbrot set by the Monte Carlo method.

   Random points c of the rectangle [-2, 0.5] x [0, 1.125], which holds the upper half of the set, go through
   z <- z^2 + c from z = 0 until |z| > 2, for at most 20 iterations; what used them all counts as inside.
   The set: B. B. Mandelbrot, "Fractal aspects of the iteration of z -> lambda z (1 - z) for complex lambda
   and z", Annals of the New York Academy of Sciences 357, 1980. As a benchmark it is known from OmpSCR (Dorta
   et al., 2005).

   usage: mandel [size]
   size: the number of points, default 4092. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { DEFAULT_SIZE = 4092, MOST_POINTS = 100000000, MOST_ITERATIONS = 20 };

#define LEFT (-2.0)
#define WIDTH 2.5
#define HEIGHT 1.125

static uint64_t random_state = 1;

/* A number in [0, 1), from Knuth's linear congruential generator MMIX. */
static double uniform(void)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(random_state >> 11) * 0x1p-53;
}

static int size_from(int argc, char **argv)
{
    char *end;
    long size;
    if (argc == 1)
        return DEFAULT_SIZE;
    size = strtol(argv[1], &end, 10);
    if (argc > 2 || end == argv[1] || *end != '\0' || size < 1 || size > MOST_POINTS) {
        fprintf(stderr, "mandel: give one size, an integer from 1 to %d (default %d)\n", MOST_POINTS,
                DEFAULT_SIZE);
        exit(2);
    }
    return (int)size;
}

/* The number of iterations after which |z| > 2; MOST_ITERATIONS where that did not come earlier. */
static int escape_time(double c_re, double c_im)
{
    double re = 0.0, im = 0.0, re2 = 0.0, im2 = 0.0;
    int iterations = 0;
    while (iterations < MOST_ITERATIONS && re2 + im2 <= 4.0) {
        im = 2.0 * re * im + c_im;
        re = re2 - im2 + c_re;
        re2 = re * re;
        im2 = im * im;
        iterations++;
    }
    return iterations;
}

int main(int argc, char **argv)
{
    int points = size_from(argc, argv);
    int inside = 0;
    int64_t iterations = 0, checksum = 0;

    for (int i = 0; i < points; i++) {
        double re = LEFT + WIDTH * uniform();
        double im = HEIGHT * uniform();
        int time = escape_time(re, im);
        if (time == MOST_ITERATIONS)
            inside++;
        iterations += time;
        checksum += (int64_t)(i + 1) * time;
    }
    printf("points %d\ninside %d\narea %.17g\n", points, inside, 2.0 * WIDTH * HEIGHT * inside / points);
    printf("iterations %lld\nchecksum %lld\n", (long long)iterations, (long long)checksum);
    return 0;
}
