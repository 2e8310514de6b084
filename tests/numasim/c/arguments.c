/* Arguments of every kind: variadic, structs by value, more than there are registers. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct pair { double x; int y[5]; };
struct main { int x[30]; };
struct four { long a[4]; };
union mixed { double d[8]; char c[3]; };
typedef struct { struct main inner; long more; } both;

static double sum(int n, ...)
{
    va_list list, copy;
    double total = 0;
    va_start(list, n);
    va_copy(copy, list);
    for (int i = 0; i < n; i++)
        total += va_arg(list, double);
    for (int i = 0; i < n; i++)
        total += va_arg(copy, double);
    va_end(list);
    va_end(copy);
    return total;
}

static long mixture(const char *kinds, ...)
{
    va_list list;
    long total = 0;
    va_start(list, kinds);
    for (; *kinds; kinds++)
        if (*kinds == 'i')
            total += va_arg(list, int);
        else if (*kinds == 'd')
            total += (long)va_arg(list, double);
        else if (*kinds == 'L')
            total += (long)va_arg(list, long double);
        else {
            struct pair p = va_arg(list, struct pair);
            total += (long)p.x + p.y[4];
        }
    va_end(list);
    return total;
}

static void print(const char *format, ...)
{
    char text[60];
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    puts(text);
}

static long by_value(struct pair p, struct main m, union mixed u)
{
    p.y[0]++;
    return (long)p.x + p.y[0] + m.x[29] + (long)u.d[3];
}
static long (*volatile through_pointer)(struct pair, struct main, union mixed) = by_value;

static both changed(both b)
{
    b.inner.x[0]++;
    return b;
}

#define TEN(n) \
    struct four a##n, struct four b##n, struct four c##n, struct four d##n, struct four e##n, \
    struct four f##n, struct four g##n, struct four h##n, struct four i##n, struct four j##n
static long many(TEN(0), TEN(1), TEN(2), TEN(3)) { return a0.a[0] + d2.a[1] + j3.a[3]; }

int main(void)
{
    struct pair p = {2.5, {1, 2, 3, 4, 5}};
    struct four f = {{1, 2, 3, 4}};
    struct main m;
    union mixed u;
    both b;
    memset(&u, 0, sizeof u);
    u.d[3] = 9;
    for (int i = 0; i < 30; i++)
        m.x[i] = i;
    b.inner = m;
    b = changed(changed(b));
    printf("%g\n", sum(10, 1., 2., 3., 4., 5., 6., 7., 8., 9., 10.));
    printf("%ld\n", mixture("idsLiiiiiiis", 1, 3.5, p, 4.0L, 1, 1, 1, 1, 1, 1, 1, p));
    print("%d %s %f\n", 3, "three", 3.5);
    printf("%ld %ld %d @main(\n", by_value(p, m, u), through_pointer(p, b.inner, u), b.inner.x[0]);
#define ALL f, f, f, f, f, f, f, f, f, f
    printf("%ld\n", many(ALL, ALL, ALL, ALL));
    return 0;
}
