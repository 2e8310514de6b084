// Grids that kernels launch (LAUNCH_CHILD). They wait in queues, and run when their parent's last block has ended.
//
// A queue has the grids of one kernel, one block size and one amount of dynamic shared memory, which the grids of one
// parent, or of one queue, launched. Its grids run together, like one grid with all their blocks: block numbers count
// on from grid to grid. A grid takes no more memory than its sizes, its arguments and where it was launched.
#pragma once

#include <cstring>
#include <deque>

#include "block.h"

namespace {

constexpr int kMostDepth = 24;
constexpr size_t kMostShared = 227 * 1024;

struct Child {
    Index grid;
    uint32_t request;  // which one of its warp launched it
    int64_t warp;      // of the parent's grids
    // Its arguments follow, in 8 bytes each.
};

struct Queue {
    void (*call)(void*);
    Index block;
    size_t dynamic_bytes;
    size_t argument_bytes;
    int depth;
    std::vector<char> children;
    std::vector<int64_t> start;  // the first block of each child, and behind the last one

    Child& child(int64_t c) {
        return *reinterpret_cast<Child*>(children.data() + size_t(c) * (sizeof(Child) + argument_bytes));
    }
};

std::deque<Queue> queues;  // of all grids that the host's last launch led to
size_t first_queue;        // of the running grids
int64_t pending, most_pending;  // grids that have not begun, and how many there may be; 0 for any number

// The running grids' queue for such children.
size_t find_queue(void (*call)(void*), Index sizes, size_t dynamic_bytes, size_t argument_bytes) {
    for (size_t q = queues.size(); q-- > first_queue;) {
        const Queue& one = queues[q];
        if (one.call == call && one.block.x == sizes.x && one.block.y == sizes.y && one.block.z == sizes.z &&
            one.dynamic_bytes == dynamic_bytes)
            return q;
    }
    queues.push_back({call, sizes, dynamic_bytes, argument_bytes, launch.depth + 1, {}, {0}});
    return queues.size() - 1;
}

// Notes which request of which warp launched a child.
void set_launch(uint64_t child, int64_t warp, uint32_t request) {
    Child& one = queues[child >> 40].child(int64_t(child & ((uint64_t(1) << 40) - 1)));
    one.warp = warp;
    one.request = request;
}

}  // namespace

extern "C" {

// Called by LAUNCH_CHILD. Returns the room for the arguments of the grid, or null if too many are pending.
void* numasim_launch(void (*call)(void*), const unsigned* grid, const unsigned* block_size, size_t dynamic_bytes,
                     size_t argument_bytes, int line, const void* code) {
    const uint64_t threads_of_block = uint64_t(block_size[0]) * block_size[1] * block_size[2];
    const uint64_t blocks_of_grid = uint64_t(grid[0]) * grid[1] * grid[2];
    if (grid[0] > 0x7fffffffu || grid[1] > 65535 || grid[2] > 65535 || blocks_of_grid == 0 || threads_of_block == 0 ||
        threads_of_block > kMaxThreads || dynamic_bytes > kMostShared)
        fail("%s launches (%u, %u, %u) blocks of (%u, %u, %u) threads and %zu bytes of shared memory in line %d; a "
             "grid has 1 to 2147483647 x 65535 x 65535 blocks, and a block has 1 to %d threads and up to %zu bytes",
             place(launch.current), grid[0], grid[1], grid[2], block_size[0], block_size[1], block_size[2],
             dynamic_bytes, line, kMaxThreads, kMostShared);
    if (launch.depth == kMostDepth)
        fail("%s launches a grid at depth %d in line %d; launches nest to depth %d", place(launch.current),
             kMostDepth + 1, line, kMostDepth);
    if (most_pending > 0 && pending >= most_pending) return nullptr;
    ++pending;
    quiet_slices = 0;
    const size_t q =
        find_queue(call, {block_size[0], block_size[1], block_size[2]}, dynamic_bytes, argument_bytes);
    Queue& queue = queues[q];
    const int64_t c = int64_t(queue.start.size()) - 1;
    queue.children.resize(queue.children.size() + sizeof(Child) + argument_bytes);
    queue.start.push_back(queue.start.back() + int64_t(blocks_of_grid));
    Child& child = queue.child(c);
    child.grid = {grid[0], grid[1], grid[2]};
    trace::launch_grid(code, uint64_t(q) << 40 | uint64_t(c));
    return &child + 1;
}

// What the back end asks about a queue.
struct QueueSizes {
    void (*call)(void*);
    int64_t grids, blocks;
    unsigned block[3];
    unsigned dynamic_bytes;
};

// The number of queues so far.
__attribute__((visibility("default"))) int64_t numasim_queues() { return int64_t(queues.size()); }

__attribute__((visibility("default"))) void numasim_queue_sizes(int64_t q, QueueSizes* sizes) {
    const Queue& one = queues[size_t(q)];
    *sizes = {one.call, int64_t(one.start.size()) - 1, one.start.back(), {one.block.x, one.block.y, one.block.z},
              unsigned(one.dynamic_bytes)};
}

// Copies where the grids of a queue begin, and the warp and its request that launched each.
__attribute__((visibility("default"))) void numasim_queue_launches(int64_t q, int64_t* start, int64_t* warp,
                                                                   int64_t* request) {
    Queue& one = queues[size_t(q)];
    std::copy(one.start.begin(), one.start.end(), start);
    for (int64_t c = 0; c + 1 < int64_t(one.start.size()); ++c) {
        warp[c] = one.child(c).warp;
        request[c] = one.child(c).request;
    }
}

// Releases the memory of a queue whose grids have run.
__attribute__((visibility("default"))) void numasim_forget_queue(int64_t q) {
    Queue& one = queues[size_t(q)];
    std::vector<char>().swap(one.children);
    std::vector<int64_t>(1).swap(one.start);
}

#ifdef NUMASIM_TRACE
// Says which parameters of a queue's kernel are arrays: `read_only` and other ones. An array that some grid may write
// is not read-only.
__attribute__((visibility("default"))) void numasim_queue_arrays(int64_t q, uint64_t read_only, uint64_t written) {
    Queue& one = queues[size_t(q)];
    for (trace::Region& each : trace::regions) each.is_read_only = each.never_written = false;
    for (const bool writes : {false, true})
        for (int64_t c = 0; c + 1 < int64_t(one.start.size()); ++c)
            for (uint64_t rest = writes ? written : read_only; rest; rest &= rest - 1) {
                uintptr_t address;
                std::memcpy(&address, reinterpret_cast<char*>(&one.child(c) + 1) + 8 * __builtin_ctzll(rest), 8);
                const int region = trace::find_region(address, 1);
                if (region < trace::array_count) trace::regions[region].is_read_only = !writes;
            }
}
#endif
}
