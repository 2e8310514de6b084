/* The logs of a program of threads: files of operations, one a thread, and what is known at the end of the run.

   operations:  16 bytes each, in the files `thread0`, `thread1` ...
   header:      uint64 state, pages touched (or a mistake of the markers), racing words, objects, reads whose order is not kept, marks of the region; then of every
                thread: instructions, loads, stores, atomics, those of these operations that library functions
                did, and whether it existed.
   orders:      see orders.c.
   objects:     a line for each object: kind, source line, participants, simulated address (0: none), name.
   message:     why the run ended, for the states that need it. */
#include "thread_runtime.h"

#include <malloc.h>
#include <sched.h>

#include "../program_start.h"
#include "real_functions.h"

#define OUTPUT 4096
#define CHUNK 16 /* bytes of an operation of a library function */

/* As OPERATION in numasim/threads/operations.py. */
struct operation {
    uint64_t address;
    uint8_t kind, chain;
    uint16_t after, cycles, folded;
};

struct global {
    const char *address;
    uint64_t bytes;
    const char *name;
};

/* These are defined in the instrumented module. */
extern const uint64_t numasim_global_count;
extern const struct global numasim_globals[];

static struct record buffer[BUFFER];
struct numasim_log numasim_log = {buffer, 0, QUANTUM, 0};
uint32_t numasim_line;
uint64_t numasim_result, numasim_arguments[8];
void *numasim_callee;

static char folder[4096];
static int written;
static uint64_t most_instructions, most_bytes, instructions, bytes;

/* -- memory --------------------------------------------------------------------------------------------- */

#define POOL ((size_t)1 << 20)

/* Memory of the runtime, which is zero. It is not the C library's, so that the program's blocks lie as without the
   runtime, and it is never returned. */
void *allocate(size_t size)
{
    static char *pool;
    static size_t room;
    void *memory;
    size = (size + 63) / 64 * 64;
    if (size > room) {
        size_t wanted = size > POOL / 4 ? size : POOL;
        memory = mmap(NULL, wanted, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED)
            abort();
        if (wanted == size)
            return memory;
        pool = memory;
        room = wanted;
    }
    memory = pool;
    pool += size;
    room -= size;
    return memory;
}

/* A larger array with the same contents. */
void *grown(const void *array, size_t used, size_t size)
{
    void *memory = allocate(size);
    if (used)
        memcpy(memory, array, used);
    return memory;
}

/* -- operations ----------------------------------------------------------------------------------------- */

static void write_all(int file, const void *from, size_t size)
{
    while (size) {
        ssize_t done = write(file, from, size);
        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0)
            finish(NO_ROOM, "", errno);
        from = (const char *)from + done;
        size -= (size_t)done;
    }
}

static void flush(struct thread *thread)
{
    uint32_t count = thread->buffered;
    thread->buffered = 0;
    write_all(thread->file, thread->output, count * sizeof *thread->output);
}

static inline void emit(struct thread *thread, struct operation operation)
{
    thread->output[thread->buffered++] = operation;
    thread->operations++;
    if (thread->buffered == OUTPUT)
        flush(thread);
}

static struct numasim_log *log_of(struct thread *thread)
{
    return thread == running ? &numasim_log : &thread->log;
}

/* The next record of a thread gets the number of its next operation, from 1. */
static void number_records(struct thread *thread)
{
    log_of(thread)->bias = thread->operations + 1 - ((uint64_t)(uintptr_t)buffer >> 4);
}

/* An operation that is no access. The accesses of the thread before it have become operations. */
void append(struct thread *thread, unsigned kind, uint64_t address, uint64_t folded)
{
    uint64_t executed = log_of(thread)->executed, cycles = executed - thread->when;
    struct operation operation = {address, (uint8_t)kind, 0, 0, (uint16_t)cycles, (uint16_t)folded};
    if (!recording)
        return;
    thread->when = executed;
    emit(thread, operation);
    number_records(thread);
    bytes += sizeof operation;
}

/* What the record of an access says beside the instructions before it. */
static void note_access(struct thread *self, uint64_t access, struct operation *operation)
{
    uint64_t address = access & ADDRESS_MASK;
    int library = (access & BY_LIBRARY) != 0;
    operation->kind = KIND_OF(access) == UNCHANGED ? ATOMIC : (uint8_t)KIND_OF(access);
    operation->address = simulated(page_of(address), address);
    check_access(access, self->operations + 1);
    self->when += !library;
    self->counts[operation->kind]++;
    self->counts[3] += library;
}

/* Make operations of the records. A thread that accesses no memory for long gets operations that only compute. */
void drain(void)
{
    struct thread *self = running;
    struct record *record, *end = numasim_log.cursor;
    int error = errno;
    numasim_log.cursor = buffer;
    if (!recording)
        return;
    for (record = buffer; record < end; record++) {
        uint16_t cycles = (uint16_t)(record->when - self->when);
        uint32_t after = record->producer ? (uint32_t)self->operations + 1 - record->producer : 0;
        struct operation operation = {0, COMPUTE, 0, 0, cycles, 0};
        if (after <= MOST) {
            operation.after = (uint16_t)after;
            operation.chain = (uint8_t)(after || record->access == CHAIN ? record->chain : 0);
        }
        self->when += cycles;
        if (record->access != CHAIN)
            note_access(self, record->access, &operation);
        emit(self, operation);
    }
    bytes += (uint64_t)(end - buffer) * sizeof(struct operation);
    instructions += numasim_log.executed - self->counted;
    self->counted = numasim_log.executed;
    number_records(self);
    if (numasim_log.executed - self->when > MOST / 2)
        append(self, COMPUTE, 0, 0);
    errno = error;
}

/* Called at the beginning of a turn of a loop for a value with a long chain: the number of its producer, and the
   cycles from it in the lower half. The operations that compute begin where the chain does. */
uint64_t numasim_computes(uint64_t value)
{
    uint32_t producer = (uint32_t)(value >> 32), cycles = (uint32_t)value;
    while (recording && cycles >= MANY_CYCLES) {
        uint16_t chain = cycles < LONGEST_CHAIN ? (uint16_t)cycles : LONGEST_CHAIN;
        if (numasim_log.cursor >= buffer + BUFFER / 2)
            drain();
        *numasim_log.cursor = (struct record){CHAIN, producer, (uint16_t)numasim_log.executed, chain};
        producer = (uint32_t)(((uint64_t)(uintptr_t)numasim_log.cursor++ >> 4) + numasim_log.bias);
        cycles -= chain;
    }
    return (uint64_t)producer << 32 | (recording ? cycles : 0);
}

static void note(uint64_t kind, uint64_t address, uint64_t size, uint64_t producer, uint64_t marks)
{
    uint32_t chain = (uint32_t)producer;
    struct record record = {
        (address & ADDRESS_MASK) | size << 48 | kind << 58 | BY_LIBRARY | marks, (uint32_t)(producer >> 32),
        (uint16_t)numasim_log.executed, (uint16_t)(chain < LONGEST_CHAIN ? chain : LONGEST_CHAIN)
    };
    if (!recording)
        return;
    if (numasim_log.cursor >= buffer + BUFFER)
        drain();
    *numasim_log.cursor++ = record;
}

static void note_range(uint64_t kind, const void *from, uint64_t size, uint64_t producer)
{
    uint64_t address = (uint64_t)(uintptr_t)from, end = address + size;
    while (address < end) {
        uint64_t stop = (address / CHUNK + 1) * CHUNK;
        if (stop > end)
            stop = end;
        note(kind, address, stop - address, producer, 0);
        address = stop;
    }
}

/* An atomic operation of the runtime on its own data, which exist in memory in every implementation. */
void touch(uint64_t kind, const void *address, size_t size)
{
    note(kind, (uint64_t)(uintptr_t)address, size, 0, UINT64_C(7) << 60);
    drain();
}

int limit_reached(void)
{
    return recording && (instructions >= most_instructions || bytes >= most_bytes);
}

/* -- library functions: see runtime.h --------------------------------------------------------------------- */

#define MOST_EFFECTS 64
static struct {
    const void *address;
    uint64_t size, kind;
} effects[MOST_EFFECTS];
static unsigned effect_count, pauses;
static int was_recording, program_errno;
static uint64_t executed_before;

void numasim_pause(void)
{
    if (pauses++ == 0 && running) {
        drain();
        was_recording = recording;
        executed_before = numasim_log.executed;
        recording = 0;
    }
}

void numasim_continue(void)
{
    if (--pauses == 0 && running) {
        drain();
        numasim_log.executed = executed_before;
        recording = was_recording && !written;
    }
}

void numasim_jump(void)
{
}

static void effect(uint64_t kind, const void *address, size_t size)
{
    if (address && size && effect_count < MOST_EFFECTS) {
        effects[effect_count].address = address;
        effects[effect_count].size = size;
        effects[effect_count++].kind = kind;
    }
}

void numasim_reads(const void *address, size_t size)
{
    effect(LOAD, address, size);
}

void numasim_writes(const void *address, size_t size)
{
    effect(STORE, address, size);
}

void numasim_effects_begin(void)
{
    program_errno = errno;
    effect_count = 0;
    numasim_pause();
}

void numasim_effects_end(void)
{
    unsigned i;
    numasim_continue();
    for (i = 0; i < effect_count; i++)
        note_range(effects[i].kind, effects[i].address, effects[i].size, 0);
    errno = program_errno;
}

/* Called before the intrinsics of these names. */
void numasim_copies(const void *to, const void *from, uint64_t size, uint64_t producer)
{
    note_range(LOAD, from, size, producer);
    note_range(STORE, to, size, producer);
}

void numasim_fills(const void *to, uint64_t size, uint64_t producer)
{
    note_range(STORE, to, size, producer);
}

/* Called after a function that returns new memory. */
void numasim_allocated(void *memory)
{
    if (memory && recording) {
        drain();
        forget((uint64_t)(uintptr_t)memory, malloc_usable_size(memory));
    }
}

/* -- calls of which the logs know nothing ---------------------------------------------------------------- */

#define MOST_UNKNOWN 64 /* functions; further ones are one */
static const char *unknown[MOST_UNKNOWN];
static uint64_t unknown_calls[MOST_UNKNOWN];

/* Called before a function of a library whose accesses to memory are not known. */
void numasim_unknown(const char *name)
{
    int i = 0;
    if (!recording)
        return;
    while (i < MOST_UNKNOWN - 1 && unknown[i] && unknown[i] != name)
        i++;
    unknown[i] = i < MOST_UNKNOWN - 1 ? name : "others";
    unknown_calls[i]++;
}

static void write_unknown(void)
{
    char text[1024];
    int file = open_in(folder, "unknown"), i;
    for (i = 0; i < MOST_UNKNOWN && unknown[i]; i++) {
        int length = snprintf(text, sizeof text, "%.900s\t%llu\n", unknown[i], (unsigned long long)unknown_calls[i]);
        write_all(file, text, (size_t)length);
    }
    close(file);
}

/* -- the end -------------------------------------------------------------------------------------------- */

const char *name_of(uint64_t address)
{
    static char text[512];
    uint64_t i;
    for (i = 0; i < numasim_global_count; i++) {
        uint64_t offset = address - (uint64_t)(uintptr_t)numasim_globals[i].address;
        if (offset == 0)
            return numasim_globals[i].name;
        if (offset < numasim_globals[i].bytes) {
            snprintf(text, sizeof text, "%.400s + %llu", numasim_globals[i].name, (unsigned long long)offset);
            return text;
        }
    }
    return "";
}

static void write_header(enum ending how)
{
    uint64_t words[6] = {how, pages_touched(), racing_words(), object_count, reads_not_kept(), marks_made()};
    int file = open_in(folder, "header");
    uint32_t slot;
    if (how == (enum ending)WRONG_MARKERS)
        words[1] = wrong_markers();
    write_all(file, words, sizeof words);
    for (slot = 0; slot < most_threads; slot++) {
        struct thread *each = &threads[slot];
        uint64_t row[6] = {
            log_of(each)->executed, each->counts[LOAD], each->counts[STORE], each->counts[ATOMIC],
            each->counts[3], each->clock != NULL
        };
        write_all(file, row, sizeof row);
    }
    close(file);
}

static void write_objects(void)
{
    char text[1024];
    int file = open_in(folder, "objects");
    uint64_t i;
    for (i = 0; i < object_count; i++) {
        struct object *object = objects[i];
        int length = snprintf(
            text, sizeof text, "%s\t%u\t%u\t%llu\t%s\n", object->kind, object->line, object->participants,
            (unsigned long long)object->address, object->key ? name_of(object->key) : ""
        );
        write_all(file, text, (size_t)length);
    }
    close(file);
}

/* End every log. Locks that a thread holds are released, so that the logs of a run that was cut can be replayed. */
void write_logs(enum ending how, const char *message)
{
    uint64_t i;
    uint32_t slot;
    int file;
    if (written)
        return;
    recording = 1;
    drain();
    for (i = 0; i < object_count; i++)
        if (!end_rwlock(objects[i]) && objects[i]->owner)
            append(objects[i]->owner, UNLOCK, i, 0);
    for (slot = 0; slot < most_threads; slot++) {
        leave_region(&threads[slot]);
        append(&threads[slot], END, 0, 0);
        written = 1; /* a full disk ends this */
        flush(&threads[slot]);
    }
    end_orders();
    recording = 0;
    file = open_in(folder, "message");
    write_all(file, message, strlen(message));
    close(file);
    write_objects();
    write_unknown();
    write_header(how);
}

void finish(enum ending how, const char *message, int code)
{
    if (how == NO_ROOM)
        written = 1;
    if (how == NO_ROOM) {
        uint64_t state = how;
        int file = open_in(folder, "header");
        if (write(file, &state, sizeof state) < 0)
            code = errno;
    } else {
        write_logs(how, message);
    }
    recording = 0;
    fflush(NULL);
    real_syscall(SYS_exit_group, code);
    __builtin_unreachable();
}

static void complete(void)
{
    write_logs(!written && recording ? check_all_markers() : COMPLETE, "");
}

/* A crash ends the logs, and then the process as without this function. */
static void crashed(int number)
{
    (void)number;
    write_logs(COMPLETE, "");
}

void catch_crashes(void)
{
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    stack_t stack = {0};
    struct sigaction action = {0};
    size_t i;
    stack.ss_size = 1 << 16;
    stack.ss_sp = mmap(NULL, stack.ss_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stack.ss_sp == MAP_FAILED || sigaltstack(&stack, NULL))
        return;
    action.sa_handler = crashed;
    action.sa_flags = SA_ONSTACK | (int)SA_RESETHAND;
    for (i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaction(signals[i], &action, NULL);
}

void _exit(int code)
{
    if (running)
        write_logs(COMPLETE, "");
    real_syscall(SYS_exit_group, code);
    __builtin_unreachable();
}

void _Exit(int code)
{
    _exit(code);
}

/* One processor runs all threads, which makes switches cheap. */
static void use_one_processor(void)
{
    cpu_set_t all, one;
    int i;
    if (sched_getaffinity(0, sizeof all, &all))
        return;
    for (i = 0; i < CPU_SETSIZE; i++)
        if (CPU_ISSET(i, &all)) {
            CPU_ZERO(&one);
            CPU_SET(i, &one);
            all = one;
        }
    sched_setaffinity(0, sizeof one, &one);
}

static void start(void)
{
    uint64_t seed, state = RUNNING;
    uint32_t slot;
    char name[32];
    int file;
    if (!getenv("NUMASIM_TRACE_FOLDER"))
        give_up("NUMASIM_TRACE_FOLDER");
    snprintf(folder, sizeof folder, "%s", getenv("NUMASIM_TRACE_FOLDER"));
    end_with_parent();
    most_instructions = limit("NUMASIM_TRACE_INSTRUCTIONS");
    most_bytes = limit("NUMASIM_TRACE_BYTES");
    most_threads = (uint32_t)limit("NUMASIM_TRACE_THREADS");
    seed = limit("NUMASIM_TRACE_SEED");
    unsetenv("NUMASIM_TRACE_FOLDER");
    mallopt(M_ARENA_MAX, (int)most_threads);
    use_one_processor();
    file = open_in(folder, "header");
    write_all(file, &state, sizeof state);
    close(file);
    begin_orders();
    begin_scheduler(seed);
    for (slot = 0; slot < most_threads; slot++) {
        snprintf(name, sizeof name, "thread%u", slot);
        threads[slot].file = open_in(folder, name);
        threads[slot].output = allocate(OUTPUT * sizeof(struct operation));
        number_records(&threads[slot]);
    }
    catch_crashes();
    atexit(complete);
    at_quick_exit(complete);
    recording = 1;
}
