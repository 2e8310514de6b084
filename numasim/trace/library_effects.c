/* The memory that functions of the C library read and write. numasim_effect_F is called after a call of F, with
   F's result (if any) and arguments. For some functions, numasim_before_F is called first, with the arguments.
   The internal state of a function (the state of rand, the buffers of files) is not modelled. */
#define _GNU_SOURCE
#include "runtime.h"

#include <malloc.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>
#include <wchar.h>

#define EFFECT(name, ...) void numasim_effect_##name(__VA_ARGS__)
#define BEFORE(name, ...) void numasim_before_##name(__VA_ARGS__)
/* Give a function the effects of another one; additional arguments are ignored. */
#define SAME(name, as) \
    extern __typeof__(numasim_effect_##as) numasim_effect_##name __attribute__((alias("numasim_effect_" #as)))
#define BEGIN numasim_effects_begin();
#define END numasim_effects_end();

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

static void writes_string(const char *text)
{
    if (text)
        numasim_writes(text, strlen(text) + 1);
}

/* -- memory --------------------------------------------------------------------------------------------- */

EFFECT(calloc, void *result, size_t count, size_t size) { BEGIN numasim_writes(result, count * size); END }

static size_t old_size;

BEFORE(realloc, void *block)
{
    numasim_pause();
    old_size = block ? malloc_usable_size(block) : 0;
    numasim_continue();
}

EFFECT(realloc, void *result, void *block, size_t size)
{
    size_t moved = old_size < size ? old_size : size;
    BEGIN
    if (result && result != block) {
        numasim_reads(block, moved);
        numasim_writes(result, moved);
    }
    END
}

EFFECT(posix_memalign, int result, void **block)
{
    BEGIN
    if (result == 0)
        numasim_writes(block, sizeof *block);
    END
}

EFFECT(memcpy, void *result, void *to, const void *from, size_t n)
{
    BEGIN numasim_reads(from, n); numasim_writes(to, n); END
}
SAME(memmove, memcpy);
SAME(mempcpy, memcpy);
SAME(__memcpy_chk, memcpy);
SAME(__memmove_chk, memcpy);
SAME(__mempcpy_chk, memcpy);

EFFECT(memset, void *result, void *to, int byte, size_t n) { BEGIN numasim_writes(to, n); END }
SAME(__memset_chk, memset);
EFFECT(bzero, void *to, size_t n) { BEGIN numasim_writes(to, n); END }

EFFECT(memcmp, int result, const void *a, const void *b, size_t n)
{
    BEGIN numasim_reads(a, n); numasim_reads(b, n); END
}
SAME(bcmp, memcmp);

EFFECT(memchr, const char *result, const char *text, int byte, size_t n)
{
    BEGIN numasim_reads(text, result ? (size_t)(result - text) + 1 : n); END
}
EFFECT(memrchr, const char *result, const char *text, int byte, size_t n)
{
    BEGIN
    if (result)
        numasim_reads(result, n - (size_t)(result - text));
    else
        numasim_reads(text, n);
    END
}

/* The program itself contains the comparisons, which are recorded. */
EFFECT(qsort, void *base, size_t count, size_t size)
{
    BEGIN numasim_reads(base, count * size); numasim_writes(base, count * size); END
}
SAME(qsort_r, qsort);

EFFECT(bsearch, void *result, const void *key, const void *base, size_t count, size_t size)
{
    BEGIN numasim_reads(base, count * size); END
}

/* -- strings -------------------------------------------------------------------------------------------- */

EFFECT(strlen, size_t result, const char *text) { BEGIN numasim_reads(text, result + 1); END }
EFFECT(strnlen, size_t result, const char *text, size_t most) { BEGIN reads_prefix(text, most); END }

EFFECT(strcpy, char *result, char *to, const char *from)
{
    BEGIN numasim_reads(from, strlen(to) + 1); writes_string(to); END
}
SAME(stpcpy, strcpy);
SAME(__strcpy_chk, strcpy);
SAME(__stpcpy_chk, strcpy);

EFFECT(strncpy, char *result, char *to, const char *from, size_t n)
{
    BEGIN reads_prefix(from, n); numasim_writes(to, n); END
}
SAME(stpncpy, strncpy);
SAME(__strncpy_chk, strncpy);

EFFECT(strncat, char *result, char *to, const char *from, size_t most)
{
    size_t n, before;
    BEGIN
    n = strnlen(from, most);
    before = strlen(to) - n;
    numasim_reads(to, before + 1);
    reads_prefix(from, most);
    numasim_writes(to + before, n + 1);
    END
}
SAME(__strncat_chk, strncat);
EFFECT(strcat, char *r, char *to, const char *from) { numasim_effect_strncat(r, to, from, SIZE_MAX); }
SAME(__strcat_chk, strcat);

EFFECT(strncmp, int result, const char *a, const char *b, size_t most)
{
    size_t n = 0;
    while (n < most && a[n] && a[n] == b[n])
        n++;
    n += n < most;
    BEGIN numasim_reads(a, n); numasim_reads(b, n); END
}
EFFECT(strcmp, int result, const char *a, const char *b) { numasim_effect_strncmp(result, a, b, SIZE_MAX); }

EFFECT(strcasecmp, int result, const char *a, const char *b) { BEGIN reads_string(a); reads_string(b); END }
SAME(strcoll, strcasecmp);
EFFECT(strncasecmp, int result, const char *a, const char *b, size_t most)
{
    BEGIN reads_prefix(a, most); reads_prefix(b, most); END
}

EFFECT(strchr, const char *result, const char *text, int byte)
{
    BEGIN
    if (result)
        numasim_reads(text, (size_t)(result - text) + 1);
    else
        reads_string(text);
    END
}
EFFECT(strrchr, const char *result, const char *text, int byte) { BEGIN reads_string(text); END }

EFFECT(strstr, const char *result, const char *text, const char *wanted)
{
    BEGIN
    if (result)
        numasim_reads(text, (size_t)(result - text) + strlen(wanted));
    else
        reads_string(text);
    reads_string(wanted);
    END
}
SAME(strcasestr, strstr);

EFFECT(strspn, size_t result, const char *text, const char *set)
{
    BEGIN numasim_reads(text, result + 1); reads_string(set); END
}
SAME(strcspn, strspn);

EFFECT(strpbrk, const char *result, const char *text, const char *set)
{
    BEGIN
    if (result)
        numasim_reads(text, (size_t)(result - text) + 1);
    else
        reads_string(text);
    reads_string(set);
    END
}

EFFECT(strndup, char *result, const char *text, size_t most)
{
    BEGIN reads_prefix(text, most); writes_string(result); END
}
SAME(__strndup, strndup);
EFFECT(strdup, char *result, const char *text) { numasim_effect_strndup(result, text, SIZE_MAX); }
SAME(__strdup, strdup);

/* Tokens: the start of a search and the end of the text, because the function writes a zero into the text. */
static char *token_start, *token_stop, *token_rest;

static void before_token(char *start)
{
    token_start = start;
    token_stop = start ? start + strlen(start) : NULL;
}

/* The function read up to the end of the token, and wrote the zero after it unless the text ended there. */
static void after_token(char *token)
{
    char *end = token ? token + strlen(token) : token_stop;
    token_rest = end;
    if (!token_start)
        return;
    numasim_reads(token_start, (size_t)(end - token_start) + 1);
    if (end < token_stop) {
        numasim_writes(end, 1);
        token_rest++;
    }
}

BEFORE(strtok, char *text)
{
    numasim_pause();
    before_token(text ? text : token_rest);
    numasim_continue();
}
EFFECT(strtok, char *result, char *text, const char *separators)
{
    BEGIN reads_string(separators); after_token(result); END
}

BEFORE(strtok_r, char *text, const char *separators, char **rest)
{
    numasim_pause();
    before_token(text ? text : *rest);
    numasim_continue();
}
EFFECT(strtok_r, char *result, char *text, const char *separators, char **rest)
{
    char *others = token_rest;
    BEGIN
    reads_string(separators);
    if (!text)
        numasim_reads(rest, sizeof *rest);
    after_token(result);
    numasim_writes(rest, sizeof *rest);
    END
    token_rest = others;
}
BEFORE(__strtok_r, char *text, const char *separators, char **rest)
{
    numasim_before_strtok_r(text, separators, rest);
}
SAME(__strtok_r, strtok_r);

BEFORE(strsep, char **rest)
{
    numasim_pause();
    before_token(*rest);
    numasim_continue();
}
EFFECT(strsep, char *result, char **rest, const char *separators)
{
    char *others = token_rest;
    BEGIN
    reads_string(separators);
    numasim_reads(rest, sizeof *rest);
    after_token(result);
    numasim_writes(rest, sizeof *rest);
    END
    token_rest = others;
}

/* -- numbers -------------------------------------------------------------------------------------------- */

static void whole_number(const char *text, char **end, int base)
{
    char *stop;
    BEGIN
    (void)strtol(text, &stop, base);
    numasim_reads(text, (size_t)(stop - text) + 1);
    numasim_writes(end, sizeof *end);
    END
}

static void real_number(const char *text, char **end)
{
    char *stop;
    BEGIN
    (void)strtod(text, &stop);
    numasim_reads(text, (size_t)(stop - text) + 1);
    numasim_writes(end, sizeof *end);
    END
}

EFFECT(atoi, long result, const char *text) { whole_number(text, NULL, 10); }
SAME(atol, atoi);
SAME(atoll, atoi);
EFFECT(atof, double result, const char *text) { real_number(text, NULL); }
EFFECT(strtol, long result, const char *text, char **end, int base) { whole_number(text, end, base); }
SAME(strtoul, strtol);
SAME(strtoll, strtol);
SAME(strtoull, strtol);
SAME(__isoc23_strtol, strtol);
SAME(__isoc23_strtoul, strtol);
SAME(__isoc23_strtoll, strtol);
SAME(__isoc23_strtoull, strtol);
EFFECT(strtod, double result, const char *text, char **end) { real_number(text, end); }
EFFECT(strtof, float result, const char *text, char **end) { real_number(text, end); }
EFFECT(strtold, long double result, const char *text, char **end) { real_number(text, end); }

EFFECT(frexp, double result, double x, int *power) { BEGIN numasim_writes(power, sizeof *power); END }
EFFECT(frexpf, float result, float x, int *power) { numasim_effect_frexp(result, x, power); }
EFFECT(modf, double result, double x, double *whole) { BEGIN numasim_writes(whole, sizeof *whole); END }
EFFECT(modff, float result, float x, float *whole) { BEGIN numasim_writes(whole, sizeof *whole); END }
EFFECT(sincos, double x, double *sine, double *cosine)
{
    BEGIN numasim_writes(sine, sizeof *sine); numasim_writes(cosine, sizeof *cosine); END
}
EFFECT(sincosf, float x, float *sine, float *cosine)
{
    BEGIN numasim_writes(sine, sizeof *sine); numasim_writes(cosine, sizeof *cosine); END
}
EFFECT(rand_r, int result, unsigned *seed)
{
    BEGIN numasim_reads(seed, sizeof *seed); numasim_writes(seed, sizeof *seed); END
}
EFFECT(erand48, double result, void *seed) { BEGIN numasim_reads(seed, 6); numasim_writes(seed, 6); END }
EFFECT(nrand48, long result, void *seed) { BEGIN numasim_reads(seed, 6); numasim_writes(seed, 6); END }

/* -- time ----------------------------------------------------------------------------------------------- */

EFFECT(time, time_t result, time_t *where) { BEGIN numasim_writes(where, sizeof *where); END }
EFFECT(clock_gettime, int result, int clock, struct timespec *where)
{
    BEGIN numasim_writes(where, sizeof *where); END
}
EFFECT(gettimeofday, int result, void *where) { BEGIN numasim_writes(where, 2 * sizeof(long)); END }
EFFECT(localtime, struct tm *result, const time_t *when)
{
    BEGIN numasim_reads(when, sizeof *when); numasim_writes(result, sizeof *result); END
}
SAME(gmtime, localtime);
SAME(localtime_r, localtime);
SAME(gmtime_r, localtime);
EFFECT(mktime, time_t result, struct tm *when)
{
    BEGIN numasim_reads(when, sizeof *when); numasim_writes(when, sizeof *when); END
}
EFFECT(strftime, size_t result, char *to, size_t most, const char *format, const struct tm *when)
{
    BEGIN
    reads_string(format);
    numasim_reads(when, sizeof *when);
    if (result)
        numasim_writes(to, result + 1);
    END
}

/* -- formatted text ------------------------------------------------------------------------------------- */

enum { NONE, CHARACTER, SHORT, LONG, LONG_LONG, LONG_DOUBLE };

/* The size of a conversion's argument in bytes, by its length modifier. */
static const size_t integer_bytes[] = {sizeof(int), 1, sizeof(short), sizeof(long), sizeof(long long)};
static const size_t float_bytes[] = {sizeof(float), 0, 0, sizeof(double), 0, sizeof(long double)};

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

/* Numbered arguments ("%2$d") are not supported. */
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
        case '$':
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
            numasim_writes(va_arg(values, void *), integer_bytes[length]);
            break;
        default:
            (void)va_arg(values, void *);
        }
        at++;
    }
}

static void wrote(int result, char *to, size_t most)
{
    if (result >= 0 && most)
        numasim_writes(to, (size_t)result < most ? (size_t)result + 1 : most);
}

/* Return the closing bracket of a conversion's set "[...]", which begins at `set`. */
static const char *end_of_set(const char *set)
{
    set++;
    if (*set == '^')
        set++;
    if (*set == ']')
        set++;
    set += strcspn(set, "]");
    return *set ? set : set - 1;
}

static void scanned(int converted, const char *format, va_list places)
{
    const char *at = format;
    reads_string(format);
    while ((at = strchr(at, '%'))) {
        int length, ignored = *++at == '*', allocated;
        size_t width;
        void *place = NULL;
        at += ignored;
        width = (size_t)strtol(at, (char **)&at, 10);
        allocated = *at == 'm';
        at = length_of(at + allocated, &length);
        if (*at == 0 || *at == '$')
            return;
        if (*at != '%' && !ignored) {
            if (*at != 'n' && converted-- <= 0)
                return;
            place = va_arg(places, void *);
            if (allocated) {
                numasim_writes(place, sizeof(void *));
                place = *(void **)place;
            }
        }
        switch (*at) {
        case 'd': case 'i': case 'u': case 'x': case 'X': case 'o': case 'n':
            numasim_writes(place, integer_bytes[length]);
            break;
        case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': case 'a': case 'A':
            numasim_writes(place, float_bytes[length]);
            break;
        case 'p':
            numasim_writes(place, sizeof(void *));
            break;
        case 'c':
            numasim_writes(place, (width ? width : 1) * (length == LONG ? sizeof(wchar_t) : 1));
            break;
        case '[':
            at = end_of_set(at);
            /* fall through */
        case 's':
            if (length != LONG)
                writes_string(place);
            else if (place)
                numasim_writes(place, (wcslen(place) + 1) * sizeof(wchar_t));
        }
        at++;
    }
}

#define FORMATTED(format) \
    va_list list; \
    va_start(list, format); \
    BEGIN printed(format, list); \
    va_end(list);

EFFECT(printf, int result, const char *format, ...) { FORMATTED(format) END }
EFFECT(fprintf, int result, void *stream, const char *format, ...) { FORMATTED(format) END }
EFFECT(sprintf, int result, char *to, const char *format, ...)
{
    FORMATTED(format) wrote(result, to, SIZE_MAX); END
}
EFFECT(snprintf, int result, char *to, size_t most, const char *format, ...)
{
    FORMATTED(format) wrote(result, to, most); END
}
EFFECT(asprintf, int result, char **to, const char *format, ...)
{
    FORMATTED(format)
    numasim_writes(to, sizeof *to);
    wrote(result, *to, SIZE_MAX);
    END
}
EFFECT(__printf_chk, int result, int flag, const char *format, ...) { FORMATTED(format) END }
EFFECT(__fprintf_chk, int result, void *stream, int flag, const char *format, ...) { FORMATTED(format) END }
EFFECT(__sprintf_chk, int result, char *to, int flag, size_t size, const char *format, ...)
{
    FORMATTED(format) wrote(result, to, SIZE_MAX); END
}
EFFECT(__snprintf_chk, int result, char *to, size_t most, int flag, size_t size, const char *format, ...)
{
    FORMATTED(format) wrote(result, to, most); END
}

#define SCANNED(format) \
    va_list list; \
    va_start(list, format); \
    BEGIN scanned(result, format, list); \
    va_end(list);

EFFECT(scanf, int result, const char *format, ...) { SCANNED(format) END }
SAME(__isoc99_scanf, scanf);
SAME(__isoc23_scanf, scanf);
EFFECT(fscanf, int result, void *stream, const char *format, ...) { SCANNED(format) END }
SAME(__isoc99_fscanf, fscanf);
SAME(__isoc23_fscanf, fscanf);
EFFECT(sscanf, int result, const char *text, const char *format, ...)
{
    SCANNED(format) reads_string(text); END
}
SAME(__isoc99_sscanf, sscanf);
SAME(__isoc23_sscanf, sscanf);

/* A function consumes its argument list, so the list is copied before. The memory to which the list points is
   not recorded as read, because va_start or va_copy, which wrote the list, already depend on it. */
static va_list kept;

#define KEEP va_copy(kept, *(va_list *)list);
#define FROM_LIST(what) \
    BEGIN \
    numasim_reads(list, sizeof(va_list)); \
    what; \
    va_end(kept);

BEFORE(vprintf, const char *format, void *list) { KEEP }
EFFECT(vprintf, int result, const char *format, void *list) { FROM_LIST(printed(format, kept)) END }
BEFORE(vfprintf, void *stream, const char *format, void *list) { KEEP }
EFFECT(vfprintf, int result, void *stream, const char *format, void *list)
{
    FROM_LIST(printed(format, kept)) END
}
BEFORE(vsprintf, char *to, const char *format, void *list) { KEEP }
EFFECT(vsprintf, int result, char *to, const char *format, void *list)
{
    FROM_LIST(printed(format, kept)) wrote(result, to, SIZE_MAX); END
}
BEFORE(vsnprintf, char *to, size_t most, const char *format, void *list) { KEEP }
EFFECT(vsnprintf, int result, char *to, size_t most, const char *format, void *list)
{
    FROM_LIST(printed(format, kept)) wrote(result, to, most); END
}
BEFORE(vsscanf, const char *text, const char *format, void *list) { KEEP }
EFFECT(vsscanf, int result, const char *text, const char *format, void *list)
{
    FROM_LIST(scanned(result, format, kept)) reads_string(text); END
}
BEFORE(__isoc99_vsscanf, const char *text, const char *format, void *list) { KEEP }
SAME(__isoc99_vsscanf, vsscanf);
BEFORE(__isoc23_vsscanf, const char *text, const char *format, void *list) { KEEP }
SAME(__isoc23_vsscanf, vsscanf);

/* -- files and the system ------------------------------------------------------------------------------- */

EFFECT(puts, int result, const char *text) { BEGIN reads_string(text); END }
SAME(fputs, puts);
SAME(getenv, puts);
SAME(remove, puts);
SAME(system, puts);
SAME(open, puts);
SAME(open64, puts);
EFFECT(perror, const char *text) { BEGIN reads_string(text); END }
EFFECT(fopen, void *result, const char *path, const char *mode)
{
    BEGIN reads_string(path); reads_string(mode); END
}
SAME(fopen64, fopen);
SAME(popen, fopen);
EFFECT(fgets, char *result, char *to) { BEGIN writes_string(result); END }
EFFECT(fread, size_t result, void *to, size_t size) { BEGIN numasim_writes(to, result * size); END }
EFFECT(fwrite, size_t result, const void *from, size_t size) { BEGIN numasim_reads(from, result * size); END }
EFFECT(read, ssize_t result, int file, void *to)
{
    BEGIN
    if (result > 0)
        numasim_writes(to, (size_t)result);
    END
}
SAME(pread, read);
EFFECT(write, ssize_t result, int file, const void *from)
{
    BEGIN
    if (result > 0)
        numasim_reads(from, (size_t)result);
    END
}
SAME(pwrite, write);
EFFECT(getline, ssize_t result, char **to, size_t *size)
{
    BEGIN
    numasim_reads(to, sizeof *to);
    numasim_reads(size, sizeof *size);
    numasim_writes(to, sizeof *to);
    numasim_writes(size, sizeof *size);
    if (result >= 0)
        numasim_writes(*to, (size_t)result + 1);
    END
}
SAME(getdelim, getline);
SAME(__getdelim, getline);
EFFECT(waitpid, int result, int process, int *status)
{
    BEGIN
    if (result > 0)
        numasim_writes(status, sizeof *status);
    END
}
EFFECT(wait, int result, int *status) { numasim_effect_waitpid(result, 0, status); }
EFFECT(_setjmp, int result, void *where)
{
    BEGIN
    if (result == 0)
        numasim_writes(where, sizeof(jmp_buf));
    END
}
SAME(setjmp, _setjmp);
SAME(__sigsetjmp, _setjmp);
SAME(sigsetjmp, _setjmp);
BEFORE(longjmp, void) { numasim_jump(); }
BEFORE(_longjmp, void) { numasim_jump(); }
BEFORE(siglongjmp, void) { numasim_jump(); }
BEFORE(__longjmp_chk, void) { numasim_jump(); }
EFFECT(sigemptyset, int result, sigset_t *set) { BEGIN numasim_writes(set, sizeof *set); END }
SAME(sigfillset, sigemptyset);
EFFECT(sigaction, int result, int number, const struct sigaction *wanted, struct sigaction *before)
{
    BEGIN
    numasim_reads(wanted, sizeof *wanted);
    if (result == 0)
        numasim_writes(before, sizeof *before);
    END
}
