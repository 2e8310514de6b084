/* The run-time library of an instrumented program, which records it. runtime.h describes the written files. */
#define _GNU_SOURCE
#include "markers.h"
#include "runtime.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Values of the first word of the header. */
enum { RUNNING = 1, LIMIT_REACHED = 2, NO_ROOM = 3 };

#define WINDOW ((size_t)8 << 20)

struct stream {
    int file;
    char *window;
    uint64_t offset; /* offset of the window in the file */
};

/* These are defined in the instrumented module. */
extern const uint64_t numasim_function_count;
extern void *const numasim_functions[];
extern const uint32_t numasim_instructions_of_segment[];
extern const uint32_t numasim_region_only;
extern const uint32_t numasim_with_model; /* whether the cache model has the cycles of memory operations */
extern uint64_t numasim_clock(void);

/* While logging is paused, entries are written here, and nobody reads them. */
static uint32_t no_segments[2];
static uint64_t no_words[2 * MOST_WORDS_OF_A_SEGMENT];
#define NOWHERE {no_segments, no_segments + 1, no_words, no_words + MOST_WORDS_OF_A_SEGMENT}
static const struct numasim_log nowhere = NOWHERE;

struct numasim_log numasim_log = NOWHERE;

static struct stream segments = {-1, NULL, 0}, words = {-1, NULL, 0};
static struct numasim_log paused_log; /* next entries of the log, while nothing is recorded */
static uint64_t *header;
static uint64_t most_instructions, most_bytes, instructions;
static uint32_t *counted; /* the instructions of the segments before it are counted */
static int recording, interrupted, pauses;
static const char *region_frame; /* frame of the outermost call of the recorded function */
static uint32_t begun_at, begun;  /* the line of the marker that began the region; whether there was a region */

static void stop(void)
{
    paused_log = numasim_log;
    numasim_log = numasim_outside = numasim_begin_outside();
    recording = 0;
}

static void go_on(void)
{
    numasim_log = paused_log;
    recording = 1;
}

void numasim_pause(void)
{
    if (pauses++ == 0) {
        interrupted = recording;
        if (interrupted)
            stop();
        else
            numasim_outside = numasim_log;
        numasim_log = nowhere;
    }
}

void numasim_continue(void)
{
    if (--pauses == 0) {
        if (interrupted)
            go_on();
        else if (!recording)
            numasim_log = numasim_outside;
    }
}

static void finish(uint64_t state, int code)
{
    header[0] = state;
    stop();
    fflush(NULL);
    _exit(code);
}

void numasim_no_room(int error)
{
    finish(NO_ROOM, error);
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
        finish(NO_ROOM, error);
    stream->window =
        mmap(NULL, WINDOW, PROT_READ | PROT_WRITE, MAP_SHARED, stream->file, (off_t)stream->offset);
    if (stream->window == MAP_FAILED)
        finish(NO_ROOM, errno);
    return stream->window + position % page;
}

static uint32_t *end_of_segments(void)
{
    return (uint32_t *)(segments.window + WINDOW);
}

static void map_segments(uint64_t position)
{
    numasim_log.segment = counted = map_window(&segments, position);
    /* The model takes a turn at each segment. */
    numasim_log.segment_end = numasim_with_model ? counted : end_of_segments();
}

static void map_words(uint64_t position)
{
    numasim_log.word = map_window(&words, position);
    numasim_log.word_end = (uint64_t *)(words.window + WINDOW) - MOST_WORDS_OF_A_SEGMENT;
}

static void map_next(void)
{
    uint64_t segment_position = segments.offset + (uint64_t)((char *)numasim_log.segment - segments.window);
    uint64_t word_position = words.offset + (uint64_t)((char *)numasim_log.word - words.window);
    for (; counted < numasim_log.segment; counted++)
        instructions += numasim_instructions_of_segment[*counted];
    if (instructions >= most_instructions || segment_position + word_position >= most_bytes)
        finish(LIMIT_REACHED, 0);
    if (numasim_log.segment >= end_of_segments())
        map_segments(segment_position);
    if (numasim_log.word >= numasim_log.word_end)
        map_words(word_position);
}

void numasim_turn(void)
{
    uint32_t segment = numasim_log.segment[-1];
    if (!recording && pauses) {
        numasim_log = nowhere;
        return;
    }
    numasim_model();
    if (!recording)
        numasim_log = numasim_begin_outside();
    else if (numasim_log.segment >= end_of_segments() || numasim_log.word >= numasim_log.word_end)
        map_next();
    if (numasim_with_model)
        numasim_model_begin(segment);
}

/* -- recording of one function -------------------------------------------------------------------------- */

static void begin_part(void)
{
    numasim_model();
    go_on();
}

static void end_part(void)
{
    numasim_model();
    stop();
}

void numasim_region_enter(const char *frame)
{
    if (header && !region_frame) {
        region_frame = frame;
        begin_part();
    }
}

void numasim_region_leave(const char *frame)
{
    if (header && frame == region_frame) {
        region_frame = NULL;
        end_part();
    }
}

/* An exception or a longjmp continues in this frame, so deeper frames have ended. */
void numasim_region_resume(const char *frame)
{
    if (region_frame && frame > region_frame)
        numasim_region_leave(region_frame);
}

/* -- recording between markers -------------------------------------------------------------------------- */

static void note_mistake(enum mistake mistake, uint32_t line, uint32_t other)
{
    header[0] = WRONG_MARKERS;
    header[1] = mistake_word(mistake, line, other);
    stop();
}

static void end_by_mistake(enum mistake mistake, uint32_t line, uint32_t other)
{
    note_mistake(mistake, line, other);
    finish(WRONG_MARKERS, 0);
}

void numasim_begin_at(int line)
{
    if (!header || !numasim_markers)
        return;
    if (begun_at)
        end_by_mistake(BEGUN_TWICE, (uint32_t)line, begun_at);
    begun_at = (uint32_t)line;
    begun = 1;
    begin_part();
}

void numasim_end_at(int line)
{
    if (!header || !numasim_markers)
        return;
    if (!begun_at)
        end_by_mistake(NOT_BEGUN, (uint32_t)line, 0);
    begun_at = 0;
    end_part();
}

/* The program ends by itself, with its own exit code. */
static void check_markers(void)
{
    if (header && begun_at)
        note_mistake(NOT_ENDED, begun_at, 0);
    else if (header && !begun)
        note_mistake(NOT_REACHED, 0, 0);
}

/* -- signals -------------------------------------------------------------------------------------------- */

/* A signal handler can interrupt a segment, which would make the log ambiguous, so handlers are not recorded.
   The program calls these functions instead of sigaction and signal. */
static struct sigaction handlers[NSIG];

static void handle(int number, siginfo_t *information, void *context)
{
    int error = errno;
    numasim_pause();
    if (handlers[number].sa_flags & SA_SIGINFO)
        handlers[number].sa_sigaction(number, information, context);
    else
        handlers[number].sa_handler(number);
    numasim_continue();
    errno = error;
}

int numasim_sigaction(int number, const struct sigaction *wanted, struct sigaction *before)
{
    struct sigaction ours, theirs, old;
    int result;
    if (number <= 0 || number >= NSIG)
        return sigaction(number, wanted, before);
    theirs = handlers[number];
    if (wanted) {
        ours = handlers[number] = *wanted;
        if (ours.sa_handler != SIG_DFL && ours.sa_handler != SIG_IGN) {
            ours.sa_sigaction = handle;
            ours.sa_flags |= SA_SIGINFO;
        }
    }
    result = sigaction(number, wanted ? &ours : NULL, &old);
    if (result)
        handlers[number] = theirs;
    else if (before)
        *before = old.sa_sigaction == handle ? theirs : old;
    return result;
}

sighandler_t numasim_signal(int number, sighandler_t handler)
{
    struct sigaction wanted = {0}, before;
    wanted.sa_handler = handler;
    wanted.sa_flags = SA_RESTART;
    return numasim_sigaction(number, &wanted, &before) ? SIG_ERR : before.sa_handler;
}

void numasim_jump(void)
{
    if (pauses) {
        pauses = 1;
        numasim_continue();
    }
}

/* -- effects of library functions on memory ------------------------------------------------------------- */

#define MOST_EFFECTS 64
static uint64_t effects[2 * MOST_EFFECTS];
static unsigned effect_count;
static int program_errno;

static void effect(uint64_t write, const void *address, size_t length)
{
    if (pauses == 1 && address && length && effect_count < MOST_EFFECTS) {
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
    numasim_pause();
    if (pauses == 1) {
        effect_count = 0;
        program_errno = errno;
    }
}

/* The first word is the number of ranges plus 1. Each range has two words: its address, and twice its length,
   plus 1 if the range was written. (The upper bits are 0; they mark the words of a clock.) The test at the
   beginning of the segment does not include these words, so the end of the window is tested here. */
void numasim_effects_end(void)
{
    unsigned i;
    numasim_continue();
    if (pauses == 0)
        errno = program_errno;
    else if (!recording)
        return;
    numasim_model();
    *numasim_log.word++ = effect_count + 1;
    for (i = 0; i < 2 * effect_count; i++)
        *numasim_log.word++ = effects[i];
    for (i = 0; numasim_with_model && i < effect_count; i++)
        numasim_model_pages(effects[2 * i], effects[2 * i + 1] >> 1);
    if (recording && numasim_log.word >= numasim_log.word_end)
        map_next();
    numasim_model_skip();
}

/* The list itself, the saved registers, and the arguments on the stack. The reader of the log knows the number
   of arguments, so their length is written as 8. */
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

#include "program_start.h"

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

/* After a fork, only the parent writes to the log. */
static void in_the_child(void)
{
    stop();
    interrupted = 0;
    header = NULL;
}

static void start(void)
{
    const char *folder = getenv("NUMASIM_TRACE_FOLDER");
    size_t size = (size_t)(2 + numasim_function_count) * sizeof *header;
    uint64_t i;
    int file;
    if (!folder)
        return; /* not started by numasim: run without recording */
    end_with_parent();
    most_instructions = limit("NUMASIM_TRACE_INSTRUCTIONS");
    most_bytes = limit("NUMASIM_TRACE_BYTES");
    file = open_in(folder, "header");
    if (ftruncate(file, (off_t)size))
        give_up(folder);
    header = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (header == MAP_FAILED)
        give_up(folder);
    close(file);
    header[0] = RUNNING;
    header[1] = clock_overhead();
    for (i = 0; i < numasim_function_count; i++)
        header[2 + i] = (uint64_t)(uintptr_t)numasim_functions[i];
    segments.file = open_in(folder, "segments");
    words.file = open_in(folder, "words");
    unsetenv("NUMASIM_TRACE_FOLDER");
    pthread_atfork(NULL, NULL, in_the_child);
    map_segments(0);
    map_words(0);
    if (numasim_markers)
        atexit(check_markers);
    if (numasim_region_only)
        stop();
    else
        recording = 1;
}
