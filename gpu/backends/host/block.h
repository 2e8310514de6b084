// The threads of a block, and how they wait for each other.
//
// A thread runs until it waits for its block (__syncthreads) or for lanes of its warp (__syncwarp, shuffles, votes).
// Then the next pending lane of the warp runs, and then the next warp with pending lanes. After the end of a thread,
// its fiber continues as the next thread that has not begun, so threads that never wait need no switch.
//
// Several blocks can be resident, and take turns (runtime.cpp). A turn runs each thread that was ready at its begin
// until the thread waits or has used up its slice, which is a number of basic blocks. The thread also ends its slice
// when it uses the result of an atomic operation or sleeps. Lanes that an exchange makes ready run in the same turn.
// If all threads wait, the kernel is in a deadlock: the launch ends with a message that says who waits for what
// (reports.h).
#pragma once

#include <dlfcn.h>

#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <vector>

#include "fibers.h"
#include "list.h"

struct Index {
    unsigned x, y, z;
};

// What kernels see as constants (cuda_host.h).
extern "C" {
__attribute__((visibility("hidden"))) Index threadIdx, blockIdx, blockDim, gridDim;
__attribute__((visibility("hidden"))) int numasim_lane;
}

namespace {

constexpr int kWarp = 32;
constexpr int kMaxThreads = 1024;
constexpr size_t kStack = 64 * 1024;
// Stacks a power of two apart would all fall into the same few sets of the cache.
constexpr size_t kStackSpacing = kStack + 4096 + 5 * 64;
// The number of exchanges, per warp and turn, whose lanes continue in the same turn.
constexpr int kExchangesOfTurn = 64;
constexpr uint64_t kCanary = 0x6e756d6173696d21;

enum class Waits { nothing, block, grid, warp, shuffle, ballot, match, reduce };
const char* const kNameOf[] = {"",          "__syncthreads", "GRID_SYNC",        "__syncwarp",
                               "a shuffle", "a vote",        "__match_any_sync", "a reduction of a warp"};

struct Thread {
    Context context;
    Index index;
    char* stack;
    List<char> saved;  // what it needs of its stack, if it waits and is not in place
    Waits waits;
    int at;  // the place in the source where it waits (numasim_place of cuda_host.h)
    unsigned mask;
};

struct Warp {
    unsigned fresh, ready, alive, at_block, exchanging;  // bits of lanes
    unsigned pending;                                    // ready lanes that run in this turn of the block
    unsigned in_place;                                   // lanes that have run in this turn: the stacks are theirs
    bool alike;                                          // all that are exchanging wait for the same
    int source[kWarp];
    uint64_t value[kWarp], result[kWarp];
};

// A resident block.
struct Block {
    Index index, grid;
    int64_t number;   // in its grid, or in the grids that run together, x fastest
    void* arguments;  // of its grid
    std::vector<Thread> threads;
    std::vector<Warp> warps;
    std::vector<char*> free_stacks;  // which none of its threads has
    std::vector<char> shared;        // the content of its shared memory while another block runs
    int alive, at_block;
    int votes, counted;  // true predicates at the current barrier, and at the last one
    unsigned ready_warps, pending_warps;
    int exchanges_left;  // of this turn
};

// The grids that run: one that the host launched, or all of a queue (children.h).
struct Launch {
    void (*call)(void* arguments);
    int threads, warps;  // of a block
    int64_t blocks;      // of all grids
    int64_t alive, at_grid;  // threads that have not ended, and those that wait for their grid
    int depth;           // of nested launches: 0 for a grid that the host launched
    int current;         // the running thread
    bool sliced;         // whether blocks take turns
    int slice;           // in basic blocks
    bool failed;
    char* message;
    size_t message_bytes;
    char early_exit[240];  // where threads first waited at a barrier of their block that others had left before
    char absent_lane[240];  // where a thread first read a lane by a shuffle that was not there
};

// A shared array with a size: where it begins in the library's shared memory.
struct SharedArray {
    uint64_t offset, bytes;
};
std::map<void (*)(void*), std::vector<SharedArray>> shared_arrays;  // by kernel, as the back end said

Launch launch;
std::vector<Block> blocks;  // the resident ones
// The running block, and its tables.
Block* block;
Thread* threads;
Warp* warps;
int slice_left;         // basic blocks that the running thread may still begin in this turn
int64_t quiet_slices;   // slices since a thread of the launch last wrote to memory, passed a barrier or ended
int quiet_thread;       // the thread of the last of them, and where its slice ended: a place in the code, or a line
const void* quiet_code;
int quiet_line;
Context scheduler;

void fiber();
[[noreturn]] void fail(const char* format, ...);
const char* place(int thread);
const char* place_in_code(const void* code);
void yield(const void* code);
void enter(int place);
[[noreturn]] void report_divergence(int waiting, int other);
void note_early_exit(int waiting, int other);
void note_absent_lane(int thread, int lane);
[[noreturn]] void report_large_locals();
void check_grid_barrier();
void complete_grid_barrier();
void set_launch(uint64_t child, int64_t warp, uint32_t request);

}  // namespace

#ifdef NUMASIM_TRACE
#include "trace.h"
#else
namespace trace {
inline void enter(int) {}
inline void exchange_lists(int, int) {}
inline void become(int) {}
inline void use_result() {}
inline void flush_warp(int) {}
inline void barrier(int) {}
inline void grid_barrier(int) {}
inline void launch_grid(const void*, uint64_t) {}
inline void exchange(int) {}
inline void end_warp(int) {}
inline void end_block() {}
}  // namespace trace
namespace races {
inline void begin_block(int) {}
inline void exchange(int, unsigned) {}
inline void barrier() {}
inline void grid_barrier() {}
}  // namespace races
#endif

namespace {

void fail(const char* format, ...) {
    if (!launch.failed) {
        va_list list;
        va_start(list, format);
        vsnprintf(launch.message, launch.message_bytes, format, list);
        va_end(list);
        launch.failed = true;
    }
    // The fibers of the block are given up as they are.
    Context abandoned;
    switch_context(abandoned, scheduler);
    __builtin_unreachable();
}

// "block (1, 0, 0), thread (3, 0, 0)"; two texts may be in use at a time.
const char* place(const Block& of_block, int thread) {
    static char text[2][96];
    static int turn = 0;
    turn ^= 1;
    const Index t = of_block.threads[thread].index, b = of_block.index;
    snprintf(text[turn], sizeof text[turn], "block (%u, %u, %u), thread (%u, %u, %u)", b.x, b.y, b.z, t.x, t.y, t.z);
    return text[turn];
}

const char* place(int thread) { return place(*block, thread); }

// A place in the code, behind a call, as the address in the library that the back end replaces by its line.
const char* place_in_code(const void* code) {
    static char text[32];
    Dl_info library;
    const bool is_known = dladdr(code, &library) != 0;
    const char* const begin = is_known ? static_cast<const char*>(library.dli_fbase) : nullptr;
    snprintf(text, sizeof text, "@%zx@", is_known ? size_t(static_cast<const char*>(code) - begin) - 1 : size_t(0));
    return text;
}

// Makes a pending thread the running one and clears its bits; -1 if there is none.
inline int take_pending() {
    unsigned w = unsigned(launch.current) / kWarp;
    if (!warps[w].pending) {
        if (!block->pending_warps) return -1;
        w = unsigned(__builtin_ctz(block->pending_warps));
    }
    const unsigned lane = unsigned(__builtin_ctz(warps[w].pending));
    warps[w].pending &= warps[w].pending - 1;
    warps[w].ready &= ~(1u << lane);
    if (!warps[w].pending) block->pending_warps &= ~(1u << w);
    if (!warps[w].ready) block->ready_warps &= ~(1u << w);
    launch.current = int(w * kWarp + lane);
    slice_left = launch.slice;
    threadIdx = threads[launch.current].index;
    numasim_lane = int(lane);
    trace::become(launch.current);
    return launch.current;
}

// Makes lanes ready, in this turn of the block or in its next one.
void make_ready(int warp, unsigned lanes, bool in_this_turn) {
    if (!lanes) return;
    warps[warp].ready |= lanes;
    block->ready_warps |= 1u << warp;
    if (!in_this_turn) return;
    warps[warp].pending |= lanes;
    block->pending_warps |= 1u << warp;
}

// Whether the thread has not begun; from now on it has.
bool begin(int thread) {
    Warp& warp = warps[thread / kWarp];
    const unsigned bit = 1u << thread % kWarp;
    if (!(warp.fresh & bit)) return false;
    warp.fresh &= ~bit;
    return true;
}

char* take_stack() {
    char* stack = block->free_stacks.back();
    block->free_stacks.pop_back();
    *reinterpret_cast<uint64_t*>(stack) = kCanary;
    return stack;
}

// The part of its stack that a waiting thread needs to go on.
size_t needed_bytes(const Thread& thread) { return size_t(thread.stack + kStack - thread.context.stack_pointer); }

// Saves the stacks of the block's threads that ran in this turn, since another block runs on the same memory next.
void save_stacks() {
    for (int w = 0; w < launch.warps; ++w) {
        for (unsigned rest = warps[w].in_place & warps[w].alive; rest; rest &= rest - 1) {
            Thread& thread = threads[w * kWarp + __builtin_ctz(rest)];
            const size_t bytes = needed_bytes(thread);
            thread.saved.clear();
            thread.saved.reserve(bytes);
            std::memcpy(thread.saved.first, thread.context.stack_pointer, bytes);
        }
        warps[w].in_place = 0;
    }
}

// Continues with a thread that take_pending chose, or with the scheduler.
void resume(Context& from, int thread) {
    if (thread < 0) {
        switch_context(from, scheduler);
        return;
    }
    Thread& next = threads[thread];
    unsigned& in_place = warps[thread / kWarp].in_place;
    if (begin(thread)) {
        next.stack = take_stack();
        prepare(next.context, next.stack, kStack, fiber);
    } else if (!(in_place >> thread % kWarp & 1)) {
        std::memcpy(next.context.stack_pointer, next.saved.first, needed_bytes(next));
    }
    in_place |= 1u << thread % kWarp;
    switch_context(from, next.context);
}

// The running thread waits; returns once it is ready and chosen again.
void wait() {
    Thread& me = threads[launch.current];
    const int mine = launch.current, next = take_pending();
    if (next != mine) resume(me.context, next);
}

// Ends the slice of the running thread, which stays ready.
void yield(const void* code) {
    if (!launch.sliced) {
        slice_left = launch.slice;
        return;
    }
    ++quiet_slices;
    quiet_thread = launch.current;
    quiet_code = code;
    make_ready(launch.current / kWarp, 1u << launch.current % kWarp, false);
    wait();
}

int line_of(int at) { return at & 0xfffff; }

bool wait_for_the_same(const Thread& one, const Thread& other) {
    return other.waits == one.waits && other.mask == one.mask && (one.waits == Waits::warp || other.at == one.at);
}

// Reduces the values of some lanes by an operation of cuda_host.h. Minimum and maximum compare them as signed.
uint64_t reduction_of(const Warp& warp, unsigned lanes, int operation) {
    uint64_t total = warp.value[__builtin_ctz(lanes)];
    for (unsigned rest = lanes & (lanes - 1); rest; rest &= rest - 1) {
        const uint64_t value = warp.value[__builtin_ctz(rest)];
        const bool less = int64_t(value) < int64_t(total);
        switch (operation) {
            case '+': total += value; break;
            case '<': total = less ? value : total; break;
            case '>': total = less ? total : value; break;
            case '&': total &= value; break;
            case '|': total |= value; break;
            default: total ^= value;
        }
    }
    return total;
}

// Lets the lanes go on that wait together with `thread`, if the last of them is here. Lanes that have ended are
// not waited for; a shuffle from one, or from a lane outside the mask, gives the reading lane its own value.
void complete_exchange(int thread) {
    const Thread& one = threads[thread];
    const int w = thread / kWarp, first = w * kWarp;
    Warp& warp = warps[w];
    const unsigned lanes = one.mask & warp.alive;
    if (lanes & ~warp.exchanging) return;
    if (!warp.alike)
        for (unsigned rest = lanes; rest; rest &= rest - 1)
            if (!wait_for_the_same(one, threads[first + __builtin_ctz(rest)])) return;
    if (lanes == warp.alive) trace::flush_warp(w);
    trace::exchange(w);
    races::exchange(w, lanes);
    if (one.waits == Waits::ballot) {
        unsigned votes = 0;
        for (int lane = 0; lane < kWarp; ++lane) votes |= unsigned(warp.value[lane] != 0) << lane;
        for (int lane = 0; lane < kWarp; ++lane)
            if (lanes >> lane & 1) warp.result[lane] = votes & lanes;
    } else if (one.waits == Waits::match) {
        for (int lane = 0; lane < kWarp; ++lane) {
            if (!(lanes >> lane & 1)) continue;
            warp.result[lane] = 0;
            for (int other = 0; other < kWarp; ++other)
                warp.result[lane] |= uint64_t(warp.value[other] == warp.value[lane] && (lanes >> other & 1)) << other;
        }
    } else if (one.waits == Waits::reduce) {
        const uint64_t total = reduction_of(warp, lanes, warp.source[thread % kWarp]);
        for (int lane = 0; lane < kWarp; ++lane)
            if (lanes >> lane & 1) warp.result[lane] = total;
    } else if (one.waits == Waits::shuffle) {
        for (int lane = 0; lane < kWarp; ++lane) {
            const int from = warp.source[lane] & (kWarp - 1);
            if (!(lanes >> lane & 1)) continue;
            const bool is_there = lanes >> from & 1;
            warp.result[lane] = warp.value[is_there ? from : lane];
            if (!is_there) note_absent_lane(first + lane, from);
        }
    }
    for (unsigned rest = lanes; rest; rest &= rest - 1) threads[first + __builtin_ctz(rest)].waits = Waits::nothing;
    warp.exchanging &= ~lanes;
    const bool in_this_turn = !launch.sliced || --block->exchanges_left >= 0;
    if (!in_this_turn) {
        quiet_slices += __builtin_popcount(lanes);
        quiet_thread = thread;
        quiet_code = nullptr;
        quiet_line = line_of(one.at);
    }
    make_ready(w, lanes, in_this_turn);
}

uint64_t exchange(Waits kind, unsigned mask, uint64_t value, int source, int at) {
    const unsigned lane = unsigned(launch.current) % kWarp;
    Thread* const of_warp = &threads[unsigned(launch.current) - lane];
    Thread& me = of_warp[lane];
    Warp& warp = warps[unsigned(launch.current) / kWarp];
    if (!(mask >> lane & 1))
        fail("%s calls %s in line %d with the mask 0x%08x, which leaves out its own lane %d", place(launch.current),
             kNameOf[int(kind)], line_of(at), mask, lane);
    me.waits = kind;
    me.mask = mask;
    me.at = at;
    warp.value[lane] = value;
    warp.source[lane] = source;
    if (!warp.exchanging)
        warp.alike = true;
    else if (warp.alike)
        warp.alike = wait_for_the_same(me, of_warp[__builtin_ctz(warp.exchanging)]);
    warp.exchanging |= 1u << lane;
    if (!(mask & warp.alive & ~warp.exchanging)) complete_exchange(launch.current);
    wait();
    return warp.result[lane];
}

// Lets the block go on if all its threads that have not ended stand at one barrier.
void complete_barrier() {
    if (block->at_block == 0 || block->at_block < block->alive) return;
    int first = -1;
    for (int t = 0; t < launch.threads; ++t)
        if (threads[t].waits == Waits::block) {
            if (first < 0) first = t;
            if (threads[t].at != threads[first].at) report_divergence(first, t);
        }
    for (int t = 0; t < launch.threads && block->alive < launch.threads; ++t)
        if (threads[t].waits != Waits::block) note_early_exit(first, t);
    for (int w = 0; w < launch.warps; ++w) {
        if (!warps[w].at_block) continue;  // it has ended
        trace::flush_warp(w);
        trace::barrier(w);
        make_ready(w, warps[w].at_block, !launch.sliced);
        warps[w].at_block = 0;
    }
    races::barrier();
    for (int t = 0; t < launch.threads; ++t) threads[t].waits = Waits::nothing;
    block->at_block = 0;
    block->counted = block->votes;
    block->votes = 0;
    quiet_slices = 0;
}

// Lets all blocks of the grid go on if all their threads stand at one grid barrier.
void complete_grid_barrier() {
    if (launch.at_grid == 0 || launch.at_grid < launch.alive) return;
    check_grid_barrier();
    Block* const mine = block;
    const int me = launch.current;
    for (size_t place = 0; place < blocks.size(); ++place) {
        enter(int(place));
        for (int t = 0; t < launch.threads; ++t) threads[t].waits = Waits::nothing;
        for (int w = 0; w < launch.warps; ++w) {
            trace::flush_warp(w);
            trace::grid_barrier(w);
            make_ready(w, warps[w].alive, block == mine && !launch.sliced);
        }
    }
    races::grid_barrier();
    enter(int(mine - blocks.data()));
    launch.current = me;
    launch.at_grid = 0;
    quiet_slices = 0;
}

void end_thread() {
    const int me = launch.current, w = me / kWarp;
    warps[w].alive &= ~(1u << me % kWarp);
    --block->alive;
    --launch.alive;
    quiet_slices = 0;
    if (!warps[w].alive) {
        trace::flush_warp(w);
        trace::end_warp(w);
    }
    // Others may have waited for this lane alone.
    for (unsigned waiting = warps[w].exchanging; waiting; waiting &= waiting - 1) {
        const int lane = __builtin_ctz(waiting);
        if (warps[w].exchanging >> lane & 1) complete_exchange(w * kWarp + lane);
    }
    complete_barrier();
    complete_grid_barrier();
}

// Runs threads one after another; the function of every fiber.
void fiber() {
    char* const stack = threads[launch.current].stack;
    for (;;) {
        launch.call(block->arguments);
        if (*reinterpret_cast<uint64_t*>(stack) != kCanary)
            report_large_locals();
        end_thread();
        const int next = take_pending();
        if (next >= 0 && begin(next)) {
            threads[next].stack = stack;
            warps[next / kWarp].in_place |= 1u << next % kWarp;
            continue;
        }
        block->free_stacks.push_back(stack);
        Context ended;
        resume(ended, next);
    }
}

}  // namespace
