/* Strassen's multiplication of two random square matrices.

   Seven products of half the order instead of eight, down to 2 x 2 blocks: V. Strassen, "Gaussian elimination
   is not optimal", Numerische Mathematik 13, 1969.

   usage: strassen8 [size]
   size: the order of the matrices, a power of two, default 8. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef DEFAULT_SIZE
#define DEFAULT_SIZE 8
#endif

enum { MOST_ROWS = 1024, LEAF = 2 };

/* A matrix, or a block of one: row i begins at entry + i * stride. */
struct matrix {
    double *entry;
    int stride;
};

static uint64_t random_state = 1;

/* A number in [-1, 1), from Knuth's linear congruential generator MMIX. */
static double symmetric(void)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(random_state >> 11) * 0x1p-52 - 1.0;
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
    if (argc > 2 || end == argv[1] || *end != '\0' || size > MOST_ROWS || !is_power_of_two(size)) {
        fprintf(stderr, "strassen: give one size, a power of two from 1 to %d (default %d)\n", MOST_ROWS,
                DEFAULT_SIZE);
        exit(2);
    }
    return (int)size;
}

static double *allocate(int count)
{
    double *block = malloc((size_t)count * sizeof *block);
    if (block == NULL) {
        fputs("strassen: out of memory\n", stderr);
        exit(1);
    }
    return block;
}

static void fill(int n, struct matrix a)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a.entry[i * a.stride + j] = symmetric();
}

/* c = a + b; c may be a or b. */
static void add(int n, struct matrix a, struct matrix b, struct matrix c)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            c.entry[i * c.stride + j] = a.entry[i * a.stride + j] + b.entry[i * b.stride + j];
}

/* c = a - b; c may be a or b. */
static void subtract(int n, struct matrix a, struct matrix b, struct matrix c)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            c.entry[i * c.stride + j] = a.entry[i * a.stride + j] - b.entry[i * b.stride + j];
}

static void multiply_by_definition(int n, struct matrix a, struct matrix b, struct matrix c)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0.0;
            for (int k = 0; k < n; k++)
                sum += a.entry[i * a.stride + k] * b.entry[k * b.stride + j];
            c.entry[i * c.stride + j] = sum;
        }
}

/* The block of order n at block row `row` and block column `column`. */
static struct matrix block(int n, struct matrix a, int row, int column)
{
    return (struct matrix){a.entry + row * n * a.stride + column * n, a.stride};
}

/* c = a b; c is neither a nor b. */
static void strassen(int n, struct matrix a, struct matrix b, struct matrix c)
{
    if (n <= LEAF) {
        multiply_by_definition(n, a, b, c);
        return;
    }
    int h = n / 2;
    struct matrix a11 = block(h, a, 0, 0), a12 = block(h, a, 0, 1);
    struct matrix a21 = block(h, a, 1, 0), a22 = block(h, a, 1, 1);
    struct matrix b11 = block(h, b, 0, 0), b12 = block(h, b, 0, 1);
    struct matrix b21 = block(h, b, 1, 0), b22 = block(h, b, 1, 1);
    struct matrix c11 = block(h, c, 0, 0), c12 = block(h, c, 0, 1);
    struct matrix c21 = block(h, c, 1, 0), c22 = block(h, c, 1, 1);
    double *scratch = allocate(9 * h * h);
    struct matrix left = {scratch, h}, right = {scratch + h * h, h}, m[8];
    for (int i = 1; i < 8; i++)
        m[i] = (struct matrix){scratch + (i + 1) * h * h, h};

    add(h, a11, a22, left);
    add(h, b11, b22, right);
    strassen(h, left, right, m[1]);
    add(h, a21, a22, left);
    strassen(h, left, b11, m[2]);
    subtract(h, b12, b22, right);
    strassen(h, a11, right, m[3]);
    subtract(h, b21, b11, right);
    strassen(h, a22, right, m[4]);
    add(h, a11, a12, left);
    strassen(h, left, b22, m[5]);
    subtract(h, a21, a11, left);
    add(h, b11, b12, right);
    strassen(h, left, right, m[6]);
    subtract(h, a12, a22, left);
    add(h, b21, b22, right);
    strassen(h, left, right, m[7]);

    add(h, m[1], m[4], c11);
    subtract(h, c11, m[5], c11);
    add(h, c11, m[7], c11);
    add(h, m[3], m[5], c12);
    add(h, m[2], m[4], c21);
    subtract(h, m[1], m[2], c22);
    add(h, c22, m[3], c22);
    add(h, c22, m[6], c22);
    free(scratch);
}

int main(int argc, char **argv)
{
    int n = size_from(argc, argv);
    double *entries = allocate(3 * n * n);
    struct matrix a = {entries, n}, b = {entries + n * n, n}, c = {entries + 2 * n * n, n};
    double trace = 0.0, checksum = 0.0;

    fill(n, a);
    fill(n, b);
    strassen(n, a, b, c);
    for (int i = 0; i < n; i++) {
        trace += c.entry[i * n + i];
        for (int j = 0; j < n; j++)
            checksum += (i * n + j + 1) * c.entry[i * n + j];
    }
    printf("order %d\ntrace %.17g\nchecksum %.17g\n", n, trace, checksum);
    free(entries);
    return 0;
}
