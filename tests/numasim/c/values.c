/* Values of every kind: wide, narrow, vectors, atomics, bit-fields, arrays of variable length. */
#include <complex.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int eight __attribute__((vector_size(32)));
struct flexible { int n; struct { int a; union { float f; char c[4]; } u; } x[3]; char text[]; };

static _Atomic int counter;
static _Atomic double real;
static __thread int local = 3;
static _Thread_local long locals[4];

static int triangle(int n)
{
    int sum = 0;
    for (int i = 1; i < n; i++) {
        int row[i];
        for (int j = 0; j < i; j++)
            row[j] = j;
        sum += row[i - 1];
    }
    return sum;
}

int main(int count, char **values)
{
    __int128 wide = count;
    long double extended = count;
    double complex z = 1 + 2 * I;
    eight vector = {1, 2, 3, 4, 5, 6, 7, 8};
    struct { unsigned a : 3, b : 7; } bits = {1, 2};
    struct flexible *flexible = malloc(sizeof *flexible + 10), copy;
    float a[64], b[64], dot = 0;
    int i, expected = 10, result;
    for (i = 0; i < 40; i++)
        wide = wide * 7 + i;
    wide /= 3;
    for (i = 0; i < 5; i++) {
        extended = extended * 1.1L + 1;
        vector = vector * vector + i;
        atomic_fetch_add(&counter, i);
        real += 0.5;
    }
    atomic_compare_exchange_strong(&counter, &expected, 77);
    z = z * z / 3;
    for (i = 0; i < 64; i++)
        a[i] = i, b[i] = 2 * i;
    for (i = 0; i < 64; i++)
        dot += a[i] * b[i];
    bits.b += count;
    memset(flexible, 0, sizeof *flexible + 10);
    strcpy(flexible->text, "flexible");
    flexible->x[1].u.f = 2.5f;
    copy = *flexible;
    local++;
    locals[2] = local;
    __asm__ volatile("addl %1, %0" : "=r"(result) : "r"(3), "0"(4) : "cc");
    printf("%llx %Lf %g %g\n", (unsigned long long)(wide >> 64), extended, creal(z), cimag(z));
    printf("%d %d %g %d %g\n", vector[7], counter, (double)real, bits.b, dot);
    printf("%s %g %d\n", flexible->text, copy.x[1].u.f, triangle(20));
    printf("%ld %d %d\n", locals[2], result, values[0][0] != 0);
    free(flexible);
    return 0;
}
