/* What functions of the C library read and write. numasim_effect_F is called after a call of F, with F's result
   (where it has one) and F's arguments. numasim_before_F is called before it. */
#define _GNU_SOURCE
#include "runtime.h"

#include <malloc.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <wchar.h>

static void reads_string(const char *text)
{
    if (text)
        numasim_reads(text, strlen(text) + 1);
}

static void reads_prefix(const char *text, size_t most)
{
    size_t length = strnlen(text, most);
    numasim_reads(text, length < most ? length + 1 : most);
}

#define EFFECT(name, ...) void numasim_effect_##name(__VA_ARGS__)
#define BEGIN numasim_effects_begin();
#define END numasim_effects_end();

/* -- memory --------------------------------------------------------------------------------------------- */

EFFECT(calloc, void *result, size_t count, size_t size) { BEGIN numasim_writes(result, count * size); END }

static void *old_block;
static size_t old_size;

void numasim_before_realloc(void *block, size_t size)
{
    (void)size;
    old_block = block;
    old_size = block ? malloc_usable_size(block) : 0;
}

EFFECT(realloc, void *result, void *block, size_t size)
{
    size_t moved = old_size < size ? old_size : size;
    BEGIN
    if (result && result != block && block == old_block) {
        numasim_reads(block, moved);
        numasim_writes(result, moved);
    }
    END
}

EFFECT(memcpy, void *result, void *to, const void *from, size_t n)
{
    (void)result;
    BEGIN numasim_reads(from, n); numasim_writes(to, n); END
}
EFFECT(memmove, void *r, void *to, const void *from, size_t n) { numasim_effect_memcpy(r, to, from, n); }
EFFECT(mempcpy, void *r, void *to, const void *from, size_t n) { numasim_effect_memcpy(r, to, from, n); }
EFFECT(__memcpy_chk, void *r, void *to, const void *from, size_t n) { numasim_effect_memcpy(r, to, from, n); }
EFFECT(__memmove_chk, void *r, void *to, const void *from, size_t n) { numasim_effect_memcpy(r, to, from, n); }

EFFECT(memset, void *result, void *to, int byte, size_t n)
{
    (void)result, (void)byte;
    BEGIN numasim_writes(to, n); END
}
EFFECT(__memset_chk, void *result, void *to, int byte, size_t n) { numasim_effect_memset(result, to, byte, n); }

EFFECT(memcmp, int result, const void *a, const void *b, size_t n)
{
    (void)result;
    BEGIN numasim_reads(a, n); numasim_reads(b, n); END
}
EFFECT(bcmp, int result, const void *a, const void *b, size_t n) { numasim_effect_memcmp(result, a, b, n); }

EFFECT(memchr, const char *result, const char *text, int byte, size_t n)
{
    (void)byte;
    BEGIN numasim_reads(text, result ? (size_t)(result - text) + 1 : n); END
}

EFFECT(qsort, void *base, size_t count, size_t size, void *compare)
{
    (void)compare;
    BEGIN numasim_reads(base, count * size); numasim_writes(base, count * size); END
}

EFFECT(bsearch, void *result, const void *key, const void *base, size_t count, size_t size, void *compare)
{
    (void)result, (void)key, (void)compare;
    BEGIN numasim_reads(base, count * size); END
}

/* -- strings -------------------------------------------------------------------------------------------- */

EFFECT(strlen, size_t result, const char *text) { BEGIN numasim_reads(text, result + 1); END }
EFFECT(strnlen, size_t result, const char *text, size_t most)
{
    (void)result;
    BEGIN reads_prefix(text, most); END
}

EFFECT(strcpy, char *result, char *to, const char *from)
{
    size_t n = strlen(to) + 1;
    (void)result;
    BEGIN numasim_reads(from, n); numasim_writes(to, n); END
}
EFFECT(stpcpy, char *result, char *to, const char *from) { numasim_effect_strcpy(result, to, from); }
EFFECT(__strcpy_chk, char *result, char *to, const char *from) { numasim_effect_strcpy(result, to, from); }

EFFECT(strncpy, char *result, char *to, const char *from, size_t n)
{
    (void)result;
    BEGIN reads_prefix(from, n); numasim_writes(to, n); END
}
EFFECT(__strncpy_chk, char *r, char *to, const char *from, size_t n) { numasim_effect_strncpy(r, to, from, n); }

EFFECT(strcat, char *result, char *to, const char *from)
{
    size_t n = strlen(from), whole = strlen(to);
    (void)result;
    BEGIN
    numasim_reads(to, whole - n + 1);
    numasim_reads(from, n + 1);
    numasim_writes(to + whole - n, n + 1);
    END
}
EFFECT(__strcat_chk, char *result, char *to, const char *from) { numasim_effect_strcat(result, to, from); }

EFFECT(strncat, char *result, char *to, const char *from, size_t most)
{
    size_t n = strnlen(from, most), whole = strlen(to);
    (void)result;
    BEGIN
    numasim_reads(to, whole - n + 1);
    reads_prefix(from, most);
    numasim_writes(to + whole - n, n + 1);
    END
}

EFFECT(strcmp, int result, const char *a, const char *b)
{
    size_t n = 0;
    (void)result;
    while (a[n] && a[n] == b[n])
        n++;
    BEGIN numasim_reads(a, n + 1); numasim_reads(b, n + 1); END
}

EFFECT(strncmp, int result, const char *a, const char *b, size_t most)
{
    size_t n = 0;
    (void)result;
    while (n < most && a[n] && a[n] == b[n])
        n++;
    n += n < most;
    BEGIN numasim_reads(a, n); numasim_reads(b, n); END
}

EFFECT(strcasecmp, int result, const char *a, const char *b)
{
    (void)result;
    BEGIN reads_string(a); reads_string(b); END
}

EFFECT(strchr, const char *result, const char *text, int byte)
{
    (void)byte;
    BEGIN numasim_reads(text, result ? (size_t)(result - text) + 1 : strlen(text) + 1); END
}

EFFECT(strrchr, const char *result, const char *text, int byte)
{
    (void)result, (void)byte;
    BEGIN reads_string(text); END
}

EFFECT(strstr, const char *result, const char *text, const char *wanted)
{
    size_t n = strlen(wanted);
    BEGIN
    numasim_reads(text, result ? (size_t)(result - text) + n : strlen(text) + 1);
    numasim_reads(wanted, n + 1);
    END
}

EFFECT(strspn, size_t result, const char *text, const char *set)
{
    BEGIN numasim_reads(text, result + 1); reads_string(set); END
}
EFFECT(strcspn, size_t result, const char *text, const char *set) { numasim_effect_strspn(result, text, set); }

EFFECT(strdup, char *result, const char *text)
{
    BEGIN
    if (result) {
        reads_string(text);
        numasim_writes(result, strlen(text) + 1);
    }
    END
}
EFFECT(__strdup, char *result, const char *text) { numasim_effect_strdup(result, text); }

/* The separator was overwritten by the function itself: the token, and the byte that now ends it. */
EFFECT(strtok, char *result, char *text, const char *separators)
{
    (void)text;
    BEGIN
    reads_string(separators);
    if (result) {
        size_t n = strlen(result);
        numasim_reads(result, n + 1);
        numasim_writes(result + n, 1);
    }
    END
}

/* -- numbers -------------------------------------------------------------------------------------------- */

EFFECT(atoi, int result, const char *text) { (void)result; BEGIN reads_string(text); END }
EFFECT(atol, long result, const char *text) { (void)result; BEGIN reads_string(text); END }
EFFECT(atoll, long long result, const char *text) { (void)result; BEGIN reads_string(text); END }
EFFECT(atof, double result, const char *text) { (void)result; BEGIN reads_string(text); END }

static void number(const char *text, char **end)
{
    BEGIN
    reads_string(text);
    if (end)
        numasim_writes(end, sizeof *end);
    END
}

EFFECT(strtol, long result, const char *text, char **end, int base) { (void)result, (void)base; number(text, end); }
EFFECT(strtoul, unsigned long result, const char *text, char **end, int base)
{
    (void)result, (void)base;
    number(text, end);
}
EFFECT(strtoll, long long result, const char *text, char **end, int base)
{
    (void)result, (void)base;
    number(text, end);
}
EFFECT(strtoull, unsigned long long result, const char *text, char **end, int base)
{
    (void)result, (void)base;
    number(text, end);
}
EFFECT(__isoc23_strtol, long r, const char *text, char **end, int b) { numasim_effect_strtol(r, text, end, b); }
EFFECT(__isoc23_strtoul, unsigned long r, const char *text, char **end, int b)
{
    numasim_effect_strtoul(r, text, end, b);
}
EFFECT(strtod, double result, const char *text, char **end) { (void)result; number(text, end); }
EFFECT(strtof, float result, const char *text, char **end) { (void)result; number(text, end); }

EFFECT(frexp, double result, double x, int *exponent)
{
    (void)result, (void)x;
    BEGIN numasim_writes(exponent, sizeof *exponent); END
}
EFFECT(modf, double result, double x, double *whole)
{
    (void)result, (void)x;
    BEGIN numasim_writes(whole, sizeof *whole); END
}
EFFECT(sincos, double x, double *sine, double *cosine)
{
    (void)x;
    BEGIN numasim_writes(sine, sizeof *sine); numasim_writes(cosine, sizeof *cosine); END
}
EFFECT(time, long result, long *where) { (void)result; BEGIN numasim_writes(where, sizeof *where); END }
EFFECT(clock_gettime, int result, int clock, void *where)
{
    (void)result, (void)clock;
    BEGIN numasim_writes(where, 16); END
}
EFFECT(gettimeofday, int result, void *where, void *zone)
{
    (void)result, (void)zone;
    BEGIN numasim_writes(where, 16); END
}

/* -- formatted text ------------------------------------------------------------------------------------- */

enum { NONE, CHARACTER, SHORT, LONG, LONG_LONG, LONG_DOUBLE };

static const char *length_of(const char *at, int *length)
{
    *length = NONE;
    for (;; at++) {
        if (*at == 'h')
            *length = *length == SHORT ? CHARACTER : SHORT;
        else if (*at == 'l')
            *length = *length == LONG ? LONG_LONG : LONG;
        else if (*at == 'j' || *at == 'z' || *at == 't')
            *length = LONG;
        else if (*at == 'q')
            *length = LONG_LONG;
        else if (*at == 'L')
            *length = LONG_DOUBLE;
        else
            return at;
    }
}

static void printed(const char *format, va_list values)
{
    const char *at = format;
    int length;
    reads_string(format);
    while ((at = strchr(at, '%'))) {
        long precision = -1;
        at += 1 + strspn(at + 1, "-+ #0'");
        if (*at == '*') {
            (void)va_arg(values, int);
            at++;
        } else
            at += strspn(at, "0123456789");
        if (*at == '.') {
            at++;
            if (*at == '*') {
                precision = va_arg(values, int);
                at++;
            } else
                precision = strtol(at, (char **)&at, 10);
        }
        at = length_of(at, &length);
        switch (*at) {
        case 0:
            return;
        case '%':
        case 'm':
            break;
        case 'd': case 'i': case 'u': case 'x': case 'X': case 'o': case 'c':
            if (length == LONG || length == LONG_LONG)
                (void)va_arg(values, long long);
            else
                (void)va_arg(values, int);
            break;
        case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': case 'a': case 'A':
            if (length == LONG_DOUBLE)
                (void)va_arg(values, long double);
            else
                (void)va_arg(values, double);
            break;
        case 's': {
            const char *text = va_arg(values, const char *);
            if (text && length == NONE) {
                if (precision >= 0)
                    reads_prefix(text, (size_t)precision);
                else
                    reads_string(text);
            }
            break;
        }
        case 'n':
            numasim_writes(va_arg(values, int *), sizeof(int));
            break;
        default:
            (void)va_arg(values, void *);
        }
        at++;
    }
}

/* `set` is the "[...]" of a conversion; it ends behind the bracket. */
static const char *behind_set(const char *at)
{
    at++;
    if (*at == '^')
        at++;
    if (*at == ']')
        at++;
    while (*at && *at != ']')
        at++;
    return *at ? at : at - 1;
}

static void scanned(int converted, const char *format, va_list places)
{
    static const size_t integers[] = {4, 1, 2, 8, 8, 8}, floats[] = {4, 4, 4, 8, 8, 16};
    const char *at = format;
    int length;
    reads_string(format);
    while (converted > 0 && (at = strchr(at, '%'))) {
        size_t width;
        int assigned = 1;
        at++;
        if (*at == '*') {
            assigned = 0;
            at++;
        }
        width = (size_t)strtol(at, (char **)&at, 10);
        at = length_of(at, &length);
        switch (*at) {
        case 0:
            return;
        case '%':
            break;
        case 'd': case 'i': case 'u': case 'x': case 'X': case 'o': case 'n':
            if (assigned)
                numasim_writes(va_arg(places, void *), integers[length]);
            break;
        case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': case 'a': case 'A':
            if (assigned)
                numasim_writes(va_arg(places, void *), floats[length]);
            break;
        case 'c':
            if (assigned)
                numasim_writes(va_arg(places, void *), width ? width : 1);
            break;
        case '[':
            at = behind_set(at);
            /* fall through */
        case 's':
            if (assigned) {
                const char *text = va_arg(places, const char *);
                numasim_writes(text, strlen(text) + 1);
            }
            break;
        default:
            if (assigned)
                numasim_writes(va_arg(places, void *), sizeof(void *));
        }
        converted -= assigned && *at != '%' && *at != 'n';
        at++;
    }
}

#define FORMATTED(format) \
    va_list list; \
    va_start(list, format); \
    BEGIN printed(format, list); \
    va_end(list);

EFFECT(printf, int result, const char *format, ...) { FORMATTED(format) (void)result; END }
EFFECT(fprintf, int result, void *stream, const char *format, ...)
{
    FORMATTED(format)
    (void)result, (void)stream;
    END
}
EFFECT(sprintf, int result, char *to, const char *format, ...)
{
    FORMATTED(format)
    if (result >= 0)
        numasim_writes(to, (size_t)result + 1);
    END
}
EFFECT(snprintf, int result, char *to, size_t most, const char *format, ...)
{
    FORMATTED(format)
    if (result >= 0 && most)
        numasim_writes(to, (size_t)result + 1 < most ? (size_t)result + 1 : most);
    END
}
EFFECT(__printf_chk, int result, int flag, const char *format, ...)
{
    FORMATTED(format)
    (void)result, (void)flag;
    END
}
EFFECT(__fprintf_chk, int result, void *stream, int flag, const char *format, ...)
{
    FORMATTED(format)
    (void)result, (void)stream, (void)flag;
    END
}
EFFECT(__sprintf_chk, int result, char *to, int flag, size_t size, const char *format, ...)
{
    FORMATTED(format)
    (void)flag, (void)size;
    if (result >= 0)
        numasim_writes(to, (size_t)result + 1);
    END
}
EFFECT(__snprintf_chk, int result, char *to, size_t most, int flag, size_t size, const char *format, ...)
{
    FORMATTED(format)
    (void)flag, (void)size;
    if (result >= 0 && most)
        numasim_writes(to, (size_t)result + 1 < most ? (size_t)result + 1 : most);
    END
}

#define SCANNED(format) \
    va_list list; \
    va_start(list, format); \
    scanned(result, format, list); \
    va_end(list);

EFFECT(scanf, int result, const char *format, ...) { BEGIN SCANNED(format) END }
EFFECT(__isoc99_scanf, int result, const char *format, ...) { BEGIN SCANNED(format) END }
EFFECT(__isoc23_scanf, int result, const char *format, ...) { BEGIN SCANNED(format) END }
EFFECT(fscanf, int result, void *stream, const char *format, ...) { (void)stream; BEGIN SCANNED(format) END }
EFFECT(__isoc99_fscanf, int result, void *stream, const char *format, ...)
{
    (void)stream;
    BEGIN SCANNED(format) END
}
EFFECT(__isoc23_fscanf, int result, void *stream, const char *format, ...)
{
    (void)stream;
    BEGIN SCANNED(format) END
}
EFFECT(sscanf, int result, const char *text, const char *format, ...)
{
    BEGIN reads_string(text); SCANNED(format) END
}
EFFECT(__isoc99_sscanf, int result, const char *text, const char *format, ...)
{
    BEGIN reads_string(text); SCANNED(format) END
}
EFFECT(__isoc23_sscanf, int result, const char *text, const char *format, ...)
{
    BEGIN reads_string(text); SCANNED(format) END
}

/* -- files ---------------------------------------------------------------------------------------------- */

EFFECT(puts, int result, const char *text) { (void)result; BEGIN reads_string(text); END }
EFFECT(fputs, int result, const char *text, void *stream)
{
    (void)result, (void)stream;
    BEGIN reads_string(text); END
}
EFFECT(perror, const char *text) { BEGIN reads_string(text); END }
EFFECT(fopen, void *result, const char *path, const char *mode)
{
    (void)result;
    BEGIN reads_string(path); reads_string(mode); END
}
EFFECT(fgets, char *result, char *to, int most, void *stream)
{
    (void)most, (void)stream;
    BEGIN
    if (result)
        numasim_writes(to, strlen(to) + 1);
    END
}
EFFECT(fread, size_t result, void *to, size_t size, size_t count, void *stream)
{
    (void)count, (void)stream;
    BEGIN numasim_writes(to, result * size); END
}
EFFECT(fwrite, size_t result, const void *from, size_t size, size_t count, void *stream)
{
    (void)count, (void)stream;
    BEGIN numasim_reads(from, result * size); END
}
EFFECT(read, ssize_t result, int file, void *to, size_t most)
{
    (void)file, (void)most;
    BEGIN
    if (result > 0)
        numasim_writes(to, (size_t)result);
    END
}
EFFECT(write, ssize_t result, int file, const void *from, size_t most)
{
    (void)file, (void)most;
    BEGIN
    if (result > 0)
        numasim_reads(from, (size_t)result);
    END
}
EFFECT(getline, ssize_t result, char **to, size_t *size, void *stream)
{
    (void)stream;
    BEGIN
    if (result >= 0) {
        numasim_writes(to, sizeof *to);
        numasim_writes(size, sizeof *size);
        numasim_writes(*to, (size_t)result + 1);
    }
    END
}
EFFECT(getenv, const char *result, const char *name) { (void)result; BEGIN reads_string(name); END }
EFFECT(remove, int result, const char *path) { (void)result; BEGIN reads_string(path); END }
EFFECT(system, int result, const char *command) { (void)result; BEGIN reads_string(command); END }
EFFECT(_setjmp, int result, void *where) { BEGIN if (!result) numasim_writes(where, 200); END }
EFFECT(setjmp, int result, void *where) { numasim_effect__setjmp(result, where); }
EFFECT(__sigsetjmp, int result, void *where, int mask) { (void)mask; numasim_effect__setjmp(result, where); }
EFFECT(sigsetjmp, int result, void *where, int mask) { (void)mask; numasim_effect__setjmp(result, where); }
