/* The recording half of an instrumented program. See runtime.h for what it writes.

   The program's main runs on a stack of its own that begins at a page boundary: addresses within a page are then
   the same in every run, whatever the environment is, and deep recursion has room. */
#define _GNU_SOURCE
#include "runtime.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <ucontext.h>
#include <unistd.h>

enum { RUNNING = 1, ENDED = 2, LIMIT_REACHED = 3, NO_SPACE = 4 };

#define WINDOW ((size_t)8 << 20)
#define STACK ((size_t)1 << 30)

struct stream {
    int file;
    char *window;
    uint64_t offset; /* of the window in the file */
};

struct constructor {
    int32_t priority;
    void (*run)(void);
    void *data;
};

/* Written into the instrumented module. */
extern const uint64_t numasim_function_count;
extern void *const numasim_functions[];
extern const uint32_t numasim_instructions_of_segment[];
extern const uint64_t numasim_constructor_count;
extern const struct constructor numasim_constructors[];
extern const uint32_t numasim_region_only;
extern int numasim_program_main(int, char **, char **);

static uint32_t no_segments[2];
static uint64_t no_words[2 * MOST_WORDS_OF_A_SEGMENT];

uint32_t *numasim_segment_cursor = no_segments, *numasim_segment_end = no_segments + 1;
uint64_t *numasim_word_cursor = no_words, *numasim_word_end = no_words + MOST_WORDS_OF_A_SEGMENT;

static struct stream segments = {-1, NULL, 0}, words = {-1, NULL, 0};
static uint64_t *header;
static uint64_t most_instructions = UINT64_MAX, most_bytes = UINT64_MAX, instructions;
static uint32_t *counted; /* up to here the instructions of the segments are counted */
static int recording;
static long region_depth;
static uint32_t *saved_segment_cursor, *saved_segment_end;
static uint64_t *saved_word_cursor, *saved_word_end;

static void discard(void)
{
    numasim_segment_cursor = no_segments;
    numasim_segment_end = no_segments + 1;
    numasim_word_cursor = no_words;
    numasim_word_end = no_words + MOST_WORDS_OF_A_SEGMENT;
}

static void finish(uint64_t state, int code)
{
    header[0] = state;
    recording = 0;
    discard();
    fflush(NULL);
    _exit(code);
}

static void *map_window(struct stream *stream, uint64_t position)
{
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    int error;
    if (stream->window)
        munmap(stream->window, WINDOW);
    stream->offset = position - position % page;
    error = posix_fallocate(stream->file, (off_t)stream->offset, (off_t)WINDOW);
    if (error == EOPNOTSUPP || error == EINVAL)
        error = ftruncate(stream->file, (off_t)(stream->offset + WINDOW)) ? errno : 0;
    if (error)
        finish(NO_SPACE, 0);
    stream->window = mmap(NULL, WINDOW, PROT_READ | PROT_WRITE, MAP_SHARED, stream->file, (off_t)stream->offset);
    if (stream->window == MAP_FAILED)
        finish(NO_SPACE, 0);
    return stream->window + position % page;
}

static void count_instructions(void)
{
    for (; counted < numasim_segment_cursor; counted++)
        instructions += numasim_instructions_of_segment[*counted];
}

void numasim_turn(void)
{
    uint64_t segment_position, word_position;
    if (!recording) {
        discard();
        return;
    }
    segment_position = segments.offset + (uint64_t)((char *)numasim_segment_cursor - segments.window);
    word_position = words.offset + (uint64_t)((char *)numasim_word_cursor - words.window);
    count_instructions();
    if (instructions >= most_instructions || segment_position + word_position >= most_bytes)
        finish(LIMIT_REACHED, 0);
    if (numasim_segment_cursor >= numasim_segment_end) {
        numasim_segment_cursor = counted = map_window(&segments, segment_position);
        numasim_segment_end = (uint32_t *)(segments.window + WINDOW);
    }
    if (numasim_word_cursor >= numasim_word_end) {
        numasim_word_cursor = map_window(&words, word_position);
        numasim_word_end = (uint64_t *)(words.window + WINDOW) - MOST_WORDS_OF_A_SEGMENT;
    }
}

static void swap_cursors(void)
{
    uint32_t *segment_cursor = numasim_segment_cursor, *segment_end = numasim_segment_end;
    uint64_t *word_cursor = numasim_word_cursor, *word_end = numasim_word_end;
    numasim_segment_cursor = saved_segment_cursor;
    numasim_segment_end = saved_segment_end;
    numasim_word_cursor = saved_word_cursor;
    numasim_word_end = saved_word_end;
    saved_segment_cursor = segment_cursor;
    saved_segment_end = segment_end;
    saved_word_cursor = word_cursor;
    saved_word_end = word_end;
    recording = !recording;
}

void numasim_region_enter(void)
{
    if (header && region_depth++ == 0)
        swap_cursors();
}

void numasim_region_leave(void)
{
    if (header && --region_depth == 0)
        swap_cursors();
}

/* -- effects of library functions on memory ------------------------------------------------------------- */

#define MOST_EFFECTS 64
static uint64_t effects[2 * MOST_EFFECTS];
static unsigned effect_count;

static void effect(uint64_t write, const void *address, size_t length)
{
    if (address && length && effect_count < MOST_EFFECTS) {
        effects[2 * effect_count] = (uint64_t)(uintptr_t)address & ADDRESS_MASK;
        effects[2 * effect_count++ + 1] = (uint64_t)length << 1 | write;
    }
}

void numasim_reads(const void *address, size_t length)
{
    effect(0, address, length);
}

void numasim_writes(const void *address, size_t length)
{
    effect(1, address, length);
}

void numasim_effects_begin(void)
{
    effect_count = 0;
}

/* One word, the number of ranges and one; then two words a range: its address, and twice its length, and one
   where it was written. (Upper bits stay free: a word with any of them is a clock's.) The test at the beginning
   of the segment did not count on these words, so the room is tested here. */
void numasim_effects_end(void)
{
    unsigned i;
    *numasim_word_cursor++ = effect_count + 1;
    for (i = 0; i < 2 * effect_count; i++)
        *numasim_word_cursor++ = effects[i];
    if (numasim_word_cursor >= numasim_word_end)
        numasim_turn();
}

/* The list itself, the saved registers, and the arguments on the stack, whose number the reader of the log
   knows: their length is written as 8. */
void numasim_effect_va_start(char *list)
{
    numasim_effects_begin();
#if defined(__x86_64__)
    numasim_writes(list, 24);
    numasim_writes(*(void **)(list + 16), 176);
    numasim_writes(*(void **)(list + 8), 8);
#elif defined(__aarch64__) && defined(__linux__)
    numasim_writes(list, 32);
    numasim_writes(*(char **)(list + 8) - 64, 64);
    numasim_writes(*(char **)(list + 16) - 128, 128);
    numasim_writes(*(void **)list, 8);
#else
    numasim_writes(list, sizeof(void *));
#endif
    numasim_effects_end();
}

/* -- beginning and end ---------------------------------------------------------------------------------- */

static int open_in(const char *folder, const char *name)
{
    char path[4096];
    int file;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0) {
        perror(path);
        exit(125);
    }
    return file;
}

static uint64_t limit(const char *name)
{
    const char *text = getenv(name);
    uint64_t value = text ? strtoull(text, NULL, 10) : UINT64_MAX;
    unsetenv(name);
    return value;
}

extern uint64_t numasim_clock(void);

static uint64_t clock_overhead(void)
{
    uint64_t least = UINT64_MAX;
    int i;
    for (i = 0; i < 10000; i++) {
        uint64_t before = numasim_clock(), taken = numasim_clock() - before;
        if (taken < least)
            least = taken;
    }
    return least;
}

static void in_the_child(void)
{
    recording = 0;
    region_depth = 1L << 30;
    discard();
}

static void at_the_end(void)
{
    header[0] = ENDED;
}

static void start(void)
{
    const char *folder = getenv("NUMASIM_TRACE_FOLDER");
    size_t size = (size_t)(2 + numasim_function_count) * sizeof *header;
    uint64_t i;
    int file;
    if (!folder)
        return; /* run by hand: a plain program */
    file = open_in(folder, "header");
    if (ftruncate(file, (off_t)size)) {
        perror(folder);
        exit(125);
    }
    header = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (header == MAP_FAILED) {
        perror(folder);
        exit(125);
    }
    close(file);
    header[0] = RUNNING;
    header[1] = clock_overhead();
    for (i = 0; i < numasim_function_count; i++)
        header[2 + i] = (uint64_t)(uintptr_t)numasim_functions[i];
    segments.file = open_in(folder, "segments");
    words.file = open_in(folder, "words");
    unsetenv("NUMASIM_TRACE_FOLDER");
    most_instructions = limit("NUMASIM_TRACE_INSTRUCTIONS");
    most_bytes = limit("NUMASIM_TRACE_BYTES");
    pthread_atfork(NULL, NULL, in_the_child);
    atexit(at_the_end);
    numasim_segment_cursor = counted = map_window(&segments, 0);
    numasim_segment_end = (uint32_t *)(segments.window + WINDOW);
    numasim_word_cursor = map_window(&words, 0);
    numasim_word_end = (uint64_t *)(words.window + WINDOW) - MOST_WORDS_OF_A_SEGMENT;
    recording = 1;
    if (numasim_region_only) {
        saved_segment_cursor = no_segments;
        saved_segment_end = no_segments + 1;
        saved_word_cursor = no_words;
        saved_word_end = no_words + MOST_WORDS_OF_A_SEGMENT;
        swap_cursors();
    }
}

static int argument_count;
static char **arguments, **environment;

static void construct(void)
{
    /* In order of priority, and of the module within one: as the C library would have run them. */
    int64_t last = -1;
    for (;;) {
        int64_t next = INT64_MAX;
        uint64_t i;
        for (i = 0; i < numasim_constructor_count; i++)
            if (numasim_constructors[i].priority > last && numasim_constructors[i].priority < next)
                next = numasim_constructors[i].priority;
        if (next == INT64_MAX)
            return;
        for (i = 0; i < numasim_constructor_count; i++)
            if (numasim_constructors[i].priority == next)
                numasim_constructors[i].run();
        last = next;
    }
}

static void run(void)
{
    construct();
    exit(numasim_program_main(argument_count, arguments, environment));
}

int main(int count, char **values, char **variables)
{
    static ucontext_t program, here;
    void *stack;
    argument_count = count;
    arguments = values;
    environment = variables;
    start();
    stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (stack == MAP_FAILED || getcontext(&program))
        run();
    program.uc_stack.ss_sp = stack;
    program.uc_stack.ss_size = STACK;
    program.uc_link = NULL;
    makecontext(&program, run, 0);
    swapcontext(&here, &program);
    return 0;
}
