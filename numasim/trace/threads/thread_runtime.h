/* The parts of the run-time library of a program of threads, which records every thread.

   The threads are real, but exactly one runs at a time, so the state below belongs to the running thread and
   needs no lock. The program notes its memory operations in a buffer. The buffer becomes operations of the
   running thread's log (log.c) before another thread runs (scheduler.c). The functions of pthreads (pthreads.c)
   and OpenMP (openmp.c) are replaced by ones that block and wake threads of this scheduler. */
#ifndef NUMASIM_THREAD_RUNTIME_H
#define NUMASIM_THREAD_RUNTIME_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#include "../markers.h"

/* The kinds of operations, as in numasim/threads/operations.py. */
enum { LOAD, STORE, ATOMIC, COMPUTE, LOCK, UNLOCK, WAIT, SIGNAL, BARRIER, END, AWAIT, MARK, SHARE };
#define MOST 65535

/* An operation as the program notes it: address, bytes and marks in `access`, the number of the operation whose
   value it needs (0: none), the instructions that the thread executed before it, modulo 2^16, and the cycles of the
   chain of instructions from that value. A record that is only a chain has no address. */
struct record {
    uint64_t access;
    uint32_t producer;
    uint16_t when, chain;
};
#define LONGEST_CHAIN 255
#define MANY_CYCLES 64 /* of a chain, which then becomes an operation; as in runtime.ll */
#define ADDRESS_BITS 48
#define ADDRESS_MASK ((UINT64_C(1) << ADDRESS_BITS) - 1)
#define BYTES_OF(access) ((access) >> 48 & (IS_ATOMIC(access) ? 511 : 1023))
#define UNREAD(access) (IS_ATOMIC(access) && (access) >> 57 & 1) /* the program does not use its result */
#define KIND_OF(access) ((access) >> 58 & 3)
#define IS_ATOMIC(access) ((access) >> 60 & 1)
#define ACQUIRES(access) ((access) >> 61 & 1)
#define RELEASES(access) ((access) >> 62 & 1)
#define BY_LIBRARY (UINT64_C(1) << 63) /* no instruction of the program */
#define UNCHANGED 3                    /* the kind of an atomic operation that left memory as it was */
#define CHAIN (UINT64_C(3) << 58)      /* the marks of a chain */

#define QUANTUM 10000 /* instructions after which another thread is drawn */
#define BUFFER 32768  /* records; more than a quantum and the longest segment have */

/* What the instrumented program changes: the next record, the instructions executed, the number of instructions
   at which numasim_tick is called, and what must be added to a sixteenth of a record's address to get the number
   of its operation, from 1. */
struct numasim_log {
    struct record *cursor;
    uint64_t executed, deadline, bias;
};
extern struct numasim_log numasim_log;
extern uint32_t numasim_line; /* source line of the latest call of a function that synchronises */

/* A vector clock: for each thread, the number of its last releasing operation that happened before. */
typedef uint32_t *clock_of;

struct queue {
    struct thread *first, *last;
};

/* Something that threads wait for. */
struct object {
    uint64_t key; /* its address in the program; 0 once it is destroyed */
    uint64_t number;
    uint64_t address; /* in the simulated memory; 0 for none */
    const char *kind;
    uint32_t line, participants;
    struct thread *owner;
    uint32_t depth;   /* of a recursive lock */
    uint64_t signals; /* of this number */
    uint64_t tokens;  /* of a semaphore */
    uint32_t arrived;
    clock_of clock;
    struct queue waiting;
    struct object *readers; /* of a read-write lock: see rwlocks.c */
    uint32_t *shares;       /* how often each thread holds it to read */
    struct object *same_chain; /* the next object with the same hash */
};

enum state { FREE, READY, BLOCKED, ENDED };

struct thread {
    uint32_t slot;
    enum state state;
    pthread_t real;
    int32_t turn; /* a futex */
    struct numasim_log log;
    uint64_t operations, when; /* written operations; instructions at the last one */
    uint64_t counted;          /* instructions that are part of the sum of all threads */
    uint64_t counts[4];        /* loads, stores, atomics; those of library functions */
    uint64_t ahead;            /* instructions that it would have executed while it waited */
    struct order *order;
    int idle; /* its latest turn of a waiting loop found no change */
    struct object *waits_for, *start, *end;
    const char *waits_to;
    uint32_t line; /* where it waits */
    uint64_t wait_number, wait_value;
    int timed, timed_out, called_back, detached, joined, rounds;
    struct thread *next; /* in a queue */
    clock_of clock;
    void *(*function)(void *);
    void *argument, *result, *stack;
    struct omp_state *omp;
    const char *region_frame; /* frame of the outermost call of the function of the region */
    uint32_t begun_at;        /* the line of the marker that began the region */
    int file;
    uint32_t buffered;
    struct operation *output;
};

static struct thread *running;
static struct thread *threads;
static uint32_t most_threads;
static int recording;

/* log.c */
enum ending { RUNNING = 1, LIMIT_REACHED, NO_ROOM, DEADLOCK, TOO_MANY, UNSUPPORTED, COMPLETE }; /* and WRONG_MARKERS */
static void drain(void);
static void append(struct thread *thread, unsigned kind, uint64_t address, uint64_t folded);
static void touch(uint64_t kind, const void *address, size_t bytes);
static int limit_reached(void);
static void write_logs(enum ending how, const char *message);
static __attribute__((noreturn)) void finish(enum ending how, const char *message, int code);
static const char *name_of(uint64_t address);
static void *allocate(size_t bytes);
static void *grown(const void *array, size_t used, size_t bytes);

/* races.c */
struct page;
static struct page *page_of(uint64_t address);
static uint64_t simulated(struct page *page, uint64_t address);
static uint64_t pages_touched(void);
static uint64_t racing_words(void);
static void check_access(uint64_t access, uint64_t number);
static void forget(uint64_t address, uint64_t bytes);
static clock_of new_clock(void);
static void acquire(struct thread *thread, clock_of clock);
static void release(clock_of clock);

/* orders.c */
static void begin_orders(void);
static struct order *new_order(void);
static void read_from(uint64_t writer, uint64_t number);
static void read_changes(uint64_t address, uint64_t number);
static void note_write(uint64_t access, uint64_t number);
static void note_change(uint64_t number);
static void note_needed(uint32_t other, uint64_t number);
static void note_lock(struct thread *thread);
static void note_unlock(struct thread *thread);
static void end_orders(void);
static uint64_t reads_not_kept(void);

/* regions.c */
static uint64_t wrong_markers(void);
static uint64_t marks_made(void);
static void check_markers(void);
static enum ending check_all_markers(void);
static void leave_region(struct thread *thread);

/* scheduler.c */
static uint64_t time_of(struct thread *thread);
static void not_before(struct thread *thread, uint64_t time);
static void begin_scheduler(uint64_t seed);
static void switch_threads(void);
static int run_another(void);
static void block(struct object *object, const char *to, int timed);
static void wake(struct thread *thread);
static void put(struct queue *queue, struct thread *thread);
static void unput(struct queue *queue, struct thread *thread);
static struct thread *take(struct queue *queue);
static struct thread *create_thread(void *(*function)(void *), void *argument, int detached, const char *kind);
static void end_thread(void);
static void release_slot(struct thread *thread);

/* objects.c */
static struct object **objects; /* by number */
static uint64_t object_count;
static struct object *object_at(const void *address, const char *kind);
static struct object *new_object(const char *kind);
static void forget_object(const void *address);
static int lock_object(struct object *object, int try, int timed);
static void unlock_object(struct object *object);
static void signal_object(struct object *object);
static void wait_for_signals(struct object *object, uint64_t number, uint64_t value);
#define CALLED_BACK (-1)
static int barrier_object(struct object *object, uint32_t participants);
static int call_back(struct object *barrier);

/* rwlocks.c */
static int end_rwlock(struct object *object);

/* openmp.c: the state of the running thread is kept with it. */
static struct omp_state *new_omp_state(void);

#endif
