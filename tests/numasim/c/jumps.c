/* Jumps of every kind: within a function, and out of many. */
#include <setjmp.h>
#include <stdio.h>

static jmp_buf outer;
static sigjmp_buf with_mask;
static void *builtin[5];
static volatile int turns;

static void down(int depth, int value)
{
    if (depth == 0)
        longjmp(outer, value);
    down(depth - 1, value);
}

__attribute__((noinline)) static void builtin_down(int depth)
{
    if (depth == 0)
        __builtin_longjmp(builtin, 1);
    builtin_down(depth - 1);
}

static int interpret(const char *program)
{
    static void *const at[] = {&&add, &&twice, &&subtract, &&stop};
    int x = 0;
    goto *at[*program - 'a'];
add:
    x += 1;
    goto *at[*++program - 'a'];
twice:
    x *= 2;
    goto *at[*++program - 'a'];
subtract:
    x -= 3;
    goto *at[*++program - 'a'];
stop:
    return x;
}

static int choose(int x)
{
    switch (x) {
    case 0: return 5;
    case 1: return 9;
    case 2:
    case 3: return 8;
    case -5: return 7;
    case 1000000: return 4;
    case 6: x++; /* fall through */
    case 7: x++; /* fall through */
    default: return x;
    }
}

static long odd(long n, long sum);
static long even(long n, long sum)
{
    if (n == 0)
        return sum;
    __attribute__((musttail)) return odd(n - 1, sum + n);
}
static long odd(long n, long sum)
{
    if (n == 0)
        return -sum;
    __attribute__((musttail)) return even(n - 1, sum + 1);
}

int main(void)
{
    int i, sum = 0, value = setjmp(outer);
    printf("back with %d\n", value);
    if (turns++ < 3)
        down(10 * turns, turns);
    if (sigsetjmp(with_mask, 1) == 0)
        siglongjmp(with_mask, 2);
    for (volatile int k = 0; k < 3; k++) {
        jmp_buf inner;
        if (setjmp(inner) == 0)
            longjmp(inner, k + 1);
    }
    if (__builtin_setjmp(builtin) == 0)
        builtin_down(4);
    for (i = -10; i < 20; i++)
        sum += choose(i);
    printf("%d %d %ld\n", sum, interpret("aabbacabd"), even(1001, 0));
    return turns;
}
