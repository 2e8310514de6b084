// Runs the blocks of a kernel on one core of the CPU; the threads of a block are fibers (block.h).
//
// Up to `resident` blocks have begun and not ended; a block that ends makes place for the next one of the grid.
// The grids of a queue (children.h) run as if they were one.
// In order, the first of them that can run does, until it waits or ends. With turns, they run one after the other
// in a circle, each for a slice of its ready threads; seeded, the next one is drawn at random.
#include <link.h>
#include <sys/mman.h>

#include <cstring>
#include <string>

#include "block.h"
#include "children.h"
#include "faults.h"
#include "reports.h"

namespace {

enum Order : uint32_t { in_order, turns, seeded };

// How the blocks of a launch take turns.
struct Schedule {
    uint64_t seed;
    int64_t trace_bytes;  // memory for records at most; 0 to record nothing
    uint32_t resident, order, slice;
    uint32_t checks_races;  // instead of recording
};

// The launch is given up as spinning after this many basic blocks, and slices of each thread, without progress.
constexpr int64_t kQuietBasicBlocks = int64_t(1) << 28, kQuietSlices = 1 << 14;

std::string printed;
std::vector<int> residents;  // indices in `blocks` of those that have begun and not ended, in the order of their begin
char* stacks = nullptr;
size_t stack_bytes = 0;

// Makes one stack for each thread of a block, and one for the reporter. Below them is a place that a thread which
// overflows its stack may spoil. Returns false if there is not enough address space.
bool make_stacks() {
    const size_t wanted = (size_t(launch.threads) + 2) * kStackSpacing;
    if (stack_bytes < wanted) {
        if (stacks != nullptr) munmap(stacks, stack_bytes);
        stack_bytes = 0;
        void* room =
            mmap(nullptr, wanted, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        stacks = room == MAP_FAILED ? nullptr : static_cast<char*>(room);
        if (stacks == nullptr) return false;
        stack_bytes = wanted;
    }
    return true;
}

// The grids to run: one with the arguments, or those of the queue.
struct Grids {
    Index grid;
    void* arguments;
    Queue* queue;
    int64_t current;  // the child that begins
    int64_t begun;    // blocks

    int64_t blocks() const { return queue ? queue->start.back() : int64_t(grid.x) * grid.y * grid.z; }
};

// Begins the next block in a place of `blocks`.
void begin_block(Block& one, Grids& grids) {
    one.number = grids.begun++;
    int64_t number = one.number;  // in its own grid
    if (grids.queue) {
        const std::vector<int64_t>& start = grids.queue->start;
        while (start[size_t(grids.current) + 1] <= number) ++grids.current;
        Child& child = grids.queue->child(grids.current);
        number -= start[size_t(grids.current)];
        if (number == 0) --pending;
        grids.grid = child.grid;
        grids.arguments = &child + 1;
    }
    one.grid = grids.grid;
    one.arguments = grids.arguments;
    const uint64_t x = one.grid.x, y = one.grid.y;
    one.index = {unsigned(number % x), unsigned(number / x % y), unsigned(number / (x * y))};
    for (int t = 0; t < launch.threads; ++t) one.threads[t].waits = Waits::nothing;
    one.ready_warps = one.pending_warps = 0;
    for (int w = 0; w < launch.warps; ++w) {
        const int lanes = launch.threads - w * kWarp < kWarp ? launch.threads - w * kWarp : kWarp;
        const unsigned all = lanes == kWarp ? ~0u : (1u << lanes) - 1;
        Warp& warp = one.warps[w];
        warp.fresh = warp.alive = warp.ready = all;
        warp.pending = warp.at_block = warp.exchanging = warp.in_place = 0;
        one.ready_warps |= 1u << w;
    }
    races::begin_block(int(&one - blocks.data()));
    one.alive = launch.threads;
    one.at_block = one.votes = 0;
    quiet_slices = 0;
}

void enter(int place) {
    block = &blocks[place];
    threads = block->threads.data();
    warps = block->warps.data();
    blockIdx = block->index;
    gridDim = block->grid;
    launch.current = 0;
    trace::enter(place);
}

// Runs the entered block for a turn.
void take_turn() {
    for (int w = 0; w < launch.warps; ++w) warps[w].pending = warps[w].ready;
    block->pending_warps = block->ready_warps;
    block->exchanges_left = kExchangesOfTurn * launch.warps;
    resume(scheduler, take_pending());
}

// fail() returns by a switch to the scheduler, so it needs a fiber to leave.
void report(void (*reporter)()) {
    Context context;
    prepare(context, stacks + (size_t(launch.threads) + 1) * kStackSpacing, kStack, reporter);
    switch_context(scheduler, context);
}

uint64_t random_number(uint64_t& state) {  // splitmix64
    uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

// Chooses the next block, as an index in `residents`; -1 if none is ready.
int choose(uint32_t order, uint64_t& state, int last) {
    const int count = int(residents.size());
    int first = 0;
    if (order == turns) first = last + 1;
    if (order == seeded) first = int(random_number(state) % uint64_t(count));
    for (int tried = 0; tried < count; ++tried) {
        const int at = (first + tried) % count;
        if (blocks[residents[at]].ready_warps) return at;
    }
    return -1;
}

struct Range {
    char* begin;
    size_t bytes;
};

// Shared memory is all that this library keeps for each thread of the operating system.
int find_shared(dl_phdr_info* library, size_t, void* result) {
    bool ours = false;
    size_t bytes = 0;
    for (int s = 0; s < library->dlpi_phnum; ++s) {
        const ElfW(Phdr)& segment = library->dlpi_phdr[s];
        const uintptr_t begin = library->dlpi_addr + segment.p_vaddr;
        if (segment.p_type == PT_LOAD && reinterpret_cast<uintptr_t>(&launch) - begin < segment.p_memsz) ours = true;
        if (segment.p_type == PT_TLS) bytes = segment.p_memsz;
    }
    if (ours) *static_cast<Range*>(result) = {static_cast<char*>(library->dlpi_tls_data), bytes};
    return ours;
}

}  // namespace

extern "C" {

// Called where a thread sleeps.
void numasim_yield() { yield(__builtin_return_address(0)); }

// Called where a thread uses the result of an atomic operation.
void numasim_used() {
    trace::use_result();
    yield(__builtin_return_address(0));
}

// Called where a thread has a __threadfence.
void numasim_fence() {
#ifdef NUMASIM_TRACE
    races::fence();
#endif
}

// Called where an atomic operation changes a value.
void numasim_wrote() { quiet_slices = 0; }

NUMASIM_WAITING(uint64_t, numasim_shuffle)(unsigned mask, uint64_t value, int source, int at) {
    return exchange(Waits::shuffle, mask, value, source, at);
}

NUMASIM_WAITING(unsigned, numasim_ballot)(unsigned mask, int predicate, int at) {
    return unsigned(exchange(Waits::ballot, mask, predicate != 0, 0, at));
}

NUMASIM_WAITING(void, numasim_sync_warp)(unsigned mask, int at) { exchange(Waits::warp, mask, 0, 0, at); }

NUMASIM_WAITING(unsigned, numasim_match)(unsigned mask, uint64_t value, int at) {
    return unsigned(exchange(Waits::match, mask, value, 0, at));
}

NUMASIM_WAITING(uint64_t, numasim_reduce)(unsigned mask, uint64_t value, int operation, int at) {
    return exchange(Waits::reduce, mask, value, operation, at);
}

// The number of threads of the block whose predicate is true.
NUMASIM_WAITING(int, numasim_sync_block)(int predicate, int at) {
    block->votes += predicate != 0;
    Thread& me = threads[launch.current];
    me.waits = Waits::block;
    me.at = at;
    warps[launch.current / kWarp].at_block |= 1u << launch.current % kWarp;
    ++block->at_block;
    complete_barrier();
    wait();
    return block->counted;
}

NUMASIM_WAITING(void, numasim_sync_grid)(int at) {
    if (launch.depth > 0)
        fail("%s waits at GRID_SYNC in line %d, but a kernel launched its grid; only a grid that the host launches "
             "has a grid barrier",
             place(launch.current), line_of(at));
    if (launch.blocks > int64_t(blocks.size()))
        fail("%s waits at GRID_SYNC in line %d for all %lld blocks of the grid, but only %zu are resident; launch "
             "fewer blocks, or raise `resident`",
             place(launch.current), line_of(at), static_cast<long long>(launch.blocks), blocks.size());
    threads[launch.current].waits = Waits::grid;
    threads[launch.current].at = at;
    ++launch.at_grid;
    complete_grid_barrier();
    wait();
}

long long numasim_clock() {
    static long long calls = 0;
    return ++calls;
}

int numasim_print(const char* format, ...) {
    va_list list, copy;
    va_start(list, format);
    va_copy(copy, list);
    const int length = vsnprintf(nullptr, 0, format, list);
    va_end(list);
    if (length > 0) {
        const size_t before = printed.size();
        printed.resize(before + size_t(length) + 1);
        vsnprintf(&printed[before], size_t(length) + 1, format, copy);
        printed.resize(before + size_t(length));
    }
    va_end(copy);
    return length;
}

// The text that kernels have printed since the last call.
__attribute__((visibility("default"))) const char* numasim_printed(int64_t* bytes) {
    static std::string taken;
    taken.swap(printed);
    printed.clear();
    *bytes = int64_t(taken.size());
    return taken.data();
}

// Defined beside the kernels: any address in this thread's shared memory, and where the dynamic part begins.
__attribute__((visibility("hidden"))) char* numasim_shared();
__attribute__((visibility("hidden"))) char* numasim_dynamic();

}

namespace {

// The shared memory of the running block.
struct SharedMemory {
    Range fixed, dynamic;

    // The shared memory of each block begins filled with ones (NaN, -1), because its content is undefined.
    void begin() const {
        std::memset(fixed.begin, 0xff, fixed.bytes);
        std::memset(dynamic.begin, 0xff, dynamic.bytes);
    }
    void save(Block& one) const {
        std::memcpy(one.shared.data(), fixed.begin, fixed.bytes);
        std::memcpy(one.shared.data() + fixed.bytes, dynamic.begin, dynamic.bytes);
    }
    void restore(const Block& one) const {
        std::memcpy(fixed.begin, one.shared.data(), fixed.bytes);
        std::memcpy(dynamic.begin, one.shared.data() + fixed.bytes, dynamic.bytes);
    }
};

// Runs the blocks of grids to the end. Returns 0, or 1 with a message.
int run_blocks(Grids& grids, const SharedMemory& shared, const Schedule* schedule) {
    const bool swapped = blocks.size() > 1 && shared.fixed.bytes + shared.dynamic.bytes > 0;
    uint64_t state = schedule->seed;
    int at = -1, entered = -1;
    while (!residents.empty()) {
        at = choose(schedule->order, state, at);
        if (at < 0) {
            enter(residents[0]);
            report(report_deadlock);
            return 1;
        }
        const int chosen = residents[at];
        if (entered >= 0 && entered != chosen) {
            trace::exchange_lists(entered, chosen);
            save_stacks();
        }
        if (swapped && entered != chosen) {
            if (entered >= 0) shared.save(blocks[entered]);
            shared.restore(blocks[chosen]);
        }
        entered = chosen;
        enter(chosen);
        take_turn();
        if (launch.failed) return 1;
        if (quiet_slices * launch.slice > kQuietBasicBlocks &&
            quiet_slices > kQuietSlices * int64_t(residents.size()) * launch.threads) {
            report(report_spinning);
            return 1;
        }
        if (block->alive > 0) continue;
        trace::end_block();
        residents.erase(residents.begin() + at--);
        if (grids.begun < launch.blocks) {
            begin_block(*block, grids);
            residents.push_back(chosen);
            shared.begin();
        }
    }
    return 0;
}

// Runs grids. Returns 0, or 1 with a message if they failed.
int run(Grids grids, const Index& block_size, size_t dynamic_bytes, char* message, size_t message_bytes,
        const Schedule* schedule) {
    static Range range;
    static const char* found_for = nullptr;
    if (const char* const ours = numasim_shared(); ours != found_for) {  // makes this thread's
        dl_iterate_phdr(find_shared, &range);
        found_for = ours;
    }
    char* const shared = range.begin;
    char* const dynamic = numasim_dynamic() ? numasim_dynamic() : range.begin + range.bytes;
    const size_t shared_bytes = size_t(dynamic - shared);
    if (numasim_dynamic() == nullptr) dynamic_bytes = 0;  // the kernels declare none
    launch.threads = int(block_size.x * block_size.y * block_size.z);
    launch.warps = (launch.threads + kWarp - 1) / kWarp;
    launch.blocks = grids.blocks();
    launch.alive = launch.blocks * launch.threads;
    launch.at_grid = 0;
    launch.failed = false;
    launch.early_exit[0] = launch.absent_lane[0] = 0;
    launch.message = message;
    launch.message_bytes = message_bytes;
    launch.sliced = schedule->order != in_order;
    launch.slice = launch.sliced ? int(schedule->slice) : INT32_MAX;
    first_queue = queues.size();
    blockDim = block_size;
    const int resident = int(launch.blocks < schedule->resident ? launch.blocks : schedule->resident);
    if (!make_stacks()) {
        snprintf(message, message_bytes, "no memory for the stacks of %d threads", launch.threads);
        return 1;
    }
    const SharedMemory memory = {{shared, shared_bytes}, {dynamic, dynamic_bytes}};
    const bool swapped = resident > 1 && shared_bytes + dynamic_bytes > 0;
#ifdef NUMASIM_TRACE
    trace::find_shared_arrays(shared, dynamic, dynamic_bytes);
    races::begin_launch(schedule->checks_races != 0, resident);
#endif
    blocks.resize(resident);
    residents.resize(resident);
    for (int place = 0; place < resident; ++place) {
        Block& one = blocks[place];
        one.threads.resize(launch.threads);
        one.warps.resize(launch.warps);
        for (int t = 0; t < launch.threads; ++t)
            one.threads[t].index = {t % block_size.x, t / block_size.x % block_size.y,
                                    t / (block_size.x * block_size.y)};
        one.shared.assign(swapped ? shared_bytes + dynamic_bytes : 0, char(0xff));
        one.free_stacks.clear();
        for (int s = launch.threads; s >= 1; --s) one.free_stacks.push_back(stacks + size_t(s) * kStackSpacing);
        residents[place] = place;
        begin_block(one, grids);
    }
#ifdef NUMASIM_TRACE
    trace::begin_launch(stacks, stack_bytes, resident, schedule->trace_bytes);
#endif
    memory.begin();
    const Faults caught;
    if (sigsetjmp(escape, 0) != 0) {
        report(report_fault);
        return 1;
    }
    return run_blocks(grids, memory, schedule);
}

}  // namespace

extern "C" {

// Says which shared arrays with a size a kernel has.
__attribute__((visibility("default"))) void numasim_shared_arrays(void (*call)(void*), size_t count,
                                                                  const SharedArray* arrays) {
    shared_arrays[call].assign(arrays, arrays + count);
}

// Where threads of the last launch waited at a barrier that others of their block had left before; empty if nowhere.
__attribute__((visibility("default"))) const char* numasim_early_exit() { return launch.early_exit; }

// Where a lane first read one by a shuffle that was not there; empty if nowhere.
__attribute__((visibility("default"))) const char* numasim_absent_lane() { return launch.absent_lane; }

// Runs a grid that the host launches.
__attribute__((visibility("default"))) int numasim_run(void (*call)(void*), void* arguments, const unsigned* grid,
                                                       const unsigned* block_size, size_t dynamic_bytes,
                                                       int64_t pending_launches, char* message, size_t message_bytes,
                                                       const Schedule* schedule) {
    queues.clear();
    pending = 0;
    most_pending = pending_launches;
    launch = {};
    launch.call = call;
    return run({{grid[0], grid[1], grid[2]}, arguments, nullptr, 0, 0}, {block_size[0], block_size[1], block_size[2]},
               dynamic_bytes, message, message_bytes, schedule);
}

// Runs the grids of a queue.
__attribute__((visibility("default"))) int numasim_run_queue(int64_t q, char* message, size_t message_bytes,
                                                             const Schedule* schedule) {
    Queue& queue = queues[size_t(q)];
    launch.call = queue.call;
    launch.depth = queue.depth;
    return run({{}, nullptr, &queue, 0, 0}, queue.block, queue.dynamic_bytes, message, message_bytes, schedule);
}
}
