// Races: two threads access one address, one of them writes, not both by atomic or volatile operations, and nothing
// orders the two accesses. What orders them is the happens-before relation (Lamport, 1978; for GPUs: Kamil and Yelick,
// 2005, and CUDA's memory model):
//
// - the order of a thread's own accesses,
// - barriers of a block and of the grid, for all of its threads,
// - __syncwarp, shuffles and votes, for the lanes of the mask,
// - an atomic operation or a volatile store behind a __threadfence of the same thread, for a thread that reads what it
//   wrote by an atomic operation or a volatile load: what comes before the fence comes before what comes after the read.
//
// Each event that orders accesses has a time, and each access the time of the last event before it. What a thread knows
// is the latest time up to which the accesses of other threads come before its own: of its warp, its block, the grid,
// and of scopes that it has learnt of by atomic and volatile operations. Each word of memory keeps the latest access of
// each thread from each place in the code. So every pair of places whose accesses race in this run is found, whatever
// the order in which the host happens to run them.
//
// Lanes of a warp may also rely on lockstep: one reads a volatile word of shared memory, another one writes it, and
// neither has a fence. Before capability 7.0 the order of the statements is that of the accesses; from then on, nothing
// orders them. Such pairs are noted apart. A fence makes the word a flag, whose accesses need no order.
#pragma once

#include <algorithm>
#include <memory>
#include <numeric>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace races {

enum Class { plain_read, plain_write, atomic_read, atomic_write };  // volatile accesses count as atomic
// With which earlier accesses a later one can race.
constexpr unsigned kConflicts[] = {
    1u << plain_write | 1u << atomic_write,
    1u << plain_read | 1u << plain_write | 1u << atomic_read | 1u << atomic_write,
    1u << plain_write,
    1u << plain_read | 1u << plain_write,
};

struct Event {
    uint32_t thread;  // of all threads of the launch
    uint32_t code;    // as trace::offset_of
    uint32_t time;
    uint8_t bytes;  // a bit for each byte of the word
    uint8_t kind;

    bool is_before(const Event& other) const {
        return std::tie(thread, code, bytes, kind) < std::tie(other.thread, other.code, other.bytes, other.kind);
    }
};

// The times up to which accesses are known, by scope: a thread, a warp or a block of the launch. In ascending order.
typedef std::vector<std::pair<uint64_t, uint32_t>> Clock;
typedef std::shared_ptr<const Clock> SharedClock;
enum Scope : uint64_t { of_thread = uint64_t(0) << 62, of_warp = uint64_t(1) << 62, of_block = uint64_t(2) << 62 };

struct Word {
    std::vector<Event> events[4];  // by class, ascending
    SharedClock released;          // by the atomic operations and volatile stores that made its value
};
typedef std::unordered_map<uintptr_t, Word> Words;  // by address / 4

struct ThreadState {
    uint32_t fenced = 0;  // time of its last __threadfence
    SharedClock known;
};
struct WarpState {
    uint32_t met = 0;             // when all its lanes met last
    std::vector<uint32_t> pairs;  // what each lane knows of each, once some lanes have met alone
};
struct BlockState {
    uint32_t barrier = 0;  // time of its last barrier
    std::vector<ThreadState> threads;
    std::vector<WarpState> warps;
    Words shared;
};

// A pair of places in the code with a race, and its first accesses; for the back end.
struct Race {
    uint64_t address[2];  // of the code in the library
    uint64_t thread[2];   // of all threads of the launch
    uint64_t offset;      // in the array
    int32_t region, kind[2];
    int32_t needs_lockstep;  // volatile accesses of one warp
};

bool checking = false;
uint32_t now, grid_barrier_time;
std::vector<BlockState> states;  // of the resident blocks
BlockState* here;                // of the running one
Words global;
std::vector<Race> found;  // one for each pair of places, in the order of their first accesses
std::set<std::tuple<uint32_t, uint32_t, bool>> known_places;

void begin_launch(bool checks, int resident) {
    checking = checks;
    found.clear();
    known_places.clear();
    global.clear();
    now = 1;
    grid_barrier_time = 0;
    if (checking) states.resize(size_t(resident));
}

void begin_block(int place) {
    if (!checking) return;
    states[place] = {};
    states[place].threads.resize(launch.threads);
    states[place].warps.resize(launch.warps);
}

void enter(int place) {
    if (checking) here = &states[place];
}

uint32_t thread_of_launch(int thread) { return uint32_t(block->number * launch.threads + thread); }

void join(SharedClock& one, const SharedClock& other) {
    if (other == nullptr || one == other) return;
    if (one == nullptr) {
        one = other;
        return;
    }
    Clock both;
    both.reserve(one->size() + other->size());
    auto a = one->begin(), b = other->begin();
    while (a != one->end() || b != other->end()) {
        if (b == other->end() || (a != one->end() && a->first < b->first))
            both.push_back(*a++);
        else if (a == one->end() || b->first < a->first)
            both.push_back(*b++);
        else
            both.emplace_back(a->first, std::max(a->second, b->second)), ++a, ++b;
    }
    one = std::make_shared<const Clock>(std::move(both));
}

bool knows(const Clock& clock, uint64_t scope, uint32_t time) {
    const auto at = std::lower_bound(clock.begin(), clock.end(), std::make_pair(scope, uint32_t(0)));
    return at != clock.end() && at->first == scope && at->second >= time;
}

// Whether an earlier access comes before all that the running thread does now.
bool is_known(const Event& one) {
    const uint32_t me = thread_of_launch(launch.current);
    if (one.thread == me || one.time <= grid_barrier_time) return true;
    const uint32_t block_of = one.thread / uint32_t(launch.threads), thread = one.thread % uint32_t(launch.threads);
    if (block_of == uint32_t(block->number)) {
        if (one.time <= here->barrier) return true;
        if (thread / kWarp == uint32_t(launch.current / kWarp)) {
            const WarpState& warp = here->warps[thread / kWarp];
            if (one.time <= warp.met) return true;
            const int pair = launch.current % kWarp * kWarp + int(thread % kWarp);
            if (!warp.pairs.empty() && one.time <= warp.pairs[pair]) return true;
        }
    }
    const Clock* const known = here->threads[launch.current].known.get();
    const uint64_t warp_of = uint64_t(block_of) * launch.warps + thread / kWarp;
    return known != nullptr &&
           (knows(*known, of_thread | one.thread, one.time) || knows(*known, of_warp | warp_of, one.time) ||
            knows(*known, of_block | block_of, one.time));
}

// Notes the race of an earlier access with one of the running thread.
void report(const Event& one, const Event& other, int region, uint64_t offset, bool needs_lockstep = false) {
    const auto codes = std::minmax(one.code, other.code);
    if (!known_places.insert({codes.first, codes.second, needs_lockstep}).second) return;
    Dl_info library;
    dladdr(__start_numasim_kernels, &library);
    const uint64_t base = uint64_t(__start_numasim_kernels - static_cast<const char*>(library.dli_fbase));
    const auto address = [base](const Event& each) { return base + uint64_t(int64_t(int32_t(each.code))) - 1; };
    found.push_back({{address(one), address(other)}, {one.thread, other.thread}, offset,
                     region, {one.kind, other.kind}, needs_lockstep});
}

// A thread learns what those know who made the value, and then passes on what it knows itself.
void exchange_clocks(Word& word, bool reads, bool writes) {
    ThreadState& me = here->threads[launch.current];
    if (reads) join(me.known, word.released);
    if (!writes) return;
    if (!reads) word.released = nullptr;  // a store begins anew
    if (me.fenced == 0) return;
    const int w = launch.current / kWarp, lane = launch.current % kWarp;
    const WarpState& warp = here->warps[w];
    Clock own;
    for (int other = 0; other < kWarp; ++other) {
        const uint32_t of_pair = warp.pairs.empty() ? 0 : warp.pairs[lane * kWarp + other];
        const uint32_t time = other == lane ? std::max(me.fenced, of_pair) : of_pair;
        if (time) own.emplace_back(of_thread | thread_of_launch(w * kWarp + other), time);
    }
    if (warp.met) own.emplace_back(of_warp | uint64_t(block->number * launch.warps + w), warp.met);
    if (here->barrier) own.emplace_back(of_block | uint64_t(block->number), here->barrier);
    word.released = std::make_shared<const Clock>(std::move(own));
    join(word.released, me.known);  // an atomic operation has just read what was passed on before
}

bool is_update(int kind) { return kind == trace::reduction || kind == trace::atomic; }

// Reports earlier volatile accesses to a word by other lanes of the running warp, one of them a read and one a write.
void check_lockstep(const Word& word, Class mine_is, const Event& mine, int region, uint64_t offset) {
    const bool is_flag = mine_is == atomic_write ? here->threads[launch.current].fenced != 0 : word.released != nullptr;
    if (is_flag) return;
    const uint32_t threads_of = uint32_t(launch.threads);
    for (const Event& one : word.events[mine_is == atomic_read ? atomic_write : atomic_read])
        if ((one.bytes & mine.bytes) && !is_update(one.kind) && one.thread / threads_of == mine.thread / threads_of &&
            one.thread % threads_of / kWarp == mine.thread % threads_of / kWarp && !is_known(one))
            report(one, mine, region, offset, true);
}

// An access of the running thread, which lies in a region.
void access(int region, Class kind_of_access, int kind, uintptr_t address, size_t bytes, uint32_t code) {
    const trace::Region& array = trace::regions[region];
    if (array.never_written) return;
    Words& words = array.array == trace::kShared ? here->shared : global;
    for (uintptr_t at = address / 4; at * 4 < address + bytes; ++at) {
        const uintptr_t first = std::max(address, at * 4), end = std::min(address + bytes, at * 4 + 4);
        const uint8_t mask = uint8_t(((1u << (end - first)) - 1) << first % 4);
        const Event mine = {thread_of_launch(launch.current), code, now, mask, uint8_t(kind)};
        Word& word = words[at];
        if (kind_of_access >= atomic_read)
            exchange_clocks(word, is_update(kind) || kind_of_access == atomic_read, kind_of_access == atomic_write);
        for (int other = plain_read; other <= atomic_write; ++other)
            if (kConflicts[kind_of_access] >> other & 1)
                for (const Event& one : word.events[other])
                    if ((one.bytes & mask) && !is_known(one)) report(one, mine, region, first - array.begin);
        if (array.array == trace::kShared && kind_of_access >= atomic_read && !is_update(kind))
            check_lockstep(word, kind_of_access, mine, region, first - array.begin);
        std::vector<Event>& list = word.events[kind_of_access];
        const auto place = std::lower_bound(list.begin(), list.end(), mine,
                                            [](const Event& one, const Event& two) { return one.is_before(two); });
        if (place != list.end() && !mine.is_before(*place))
            place->time = now;
        else
            list.insert(place, mine);
    }
}

void fence() {
    if (checking) here->threads[launch.current].fenced = now++;
}

// Some of the threads of the entered block learn what each of them knows of others.
void share_clocks(const std::vector<int>& together) {
    SharedClock all;
    for (int thread : together) join(all, here->threads[thread].known);
    if (all != nullptr)
        for (int thread : together) here->threads[thread].known = all;
}

// Some lanes of a warp of the entered block meet.
void exchange(int w, unsigned lanes) {
    if (!checking) return;
    WarpState& warp = here->warps[w];
    if (lanes == warps[w].alive) {
        warp.met = now++;
    } else {
        warp.pairs.resize(kWarp * kWarp);
        uint32_t known[kWarp] = {};
        for (unsigned rest = lanes; rest; rest &= rest - 1)
            for (int lane = 0; lane < kWarp; ++lane)
                known[lane] = std::max(known[lane], warp.pairs[__builtin_ctz(rest) * kWarp + lane]);
        for (unsigned rest = lanes; rest; rest &= rest - 1) known[__builtin_ctz(rest)] = now;
        for (unsigned rest = lanes; rest; rest &= rest - 1)
            std::copy(known, known + kWarp, warp.pairs.begin() + __builtin_ctz(rest) * kWarp);
        ++now;
    }
    std::vector<int> together;
    for (unsigned rest = lanes; rest; rest &= rest - 1) together.push_back(w * kWarp + __builtin_ctz(rest));
    share_clocks(together);
}

// All threads of the entered block meet.
void barrier() {
    if (!checking) return;
    here->barrier = now++;
    here->shared.clear();
    std::vector<int> together(size_t(launch.threads));
    std::iota(together.begin(), together.end(), 0);
    share_clocks(together);
}

// All threads of the grid meet.
void grid_barrier() {
    if (!checking) return;
    grid_barrier_time = now++;
    global.clear();
    for (BlockState& one : states) {
        one.shared.clear();
        for (ThreadState& each : one.threads) each.known = nullptr;
    }
}

}  // namespace races

extern "C" {

// The races of the last launch, one for each pair of places.
__attribute__((visibility("default"))) const races::Race* numasim_races(int64_t* count) {
    *count = int64_t(races::found.size());
    return races::found.data();
}
}
