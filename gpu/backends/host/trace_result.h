// The requests of all warps, and how the back end takes them (trace.h).
#pragma once

#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <numeric>

namespace trace {

// A warp that has more requests hands them over, and a list of more bytes does not keep its memory. The memory of a
// larger trace is given back.
constexpr size_t kPieceBytes = 1 << 14, kListBytes = 1 << 16, kTraceBytes = 1 << 26;

template <class T>
void append(List<T>& all, List<T>& some) {
    all.reserve(some.size());
    if (some.size() > 0) all.next = std::copy(some.first, some.next, all.next);
    if (some.bytes() > kListBytes)
        some.release();
    else
        some.clear();
}

// Takes the requests that a warp of the running block holds.
void add_piece(int w) {
    const int64_t warp = block->number * launch.warps + w;
    pieces.push_back({warp, all_requests.size(), of_warp[w].requests.size(), all_sectors.size()});
    requests_in_pieces[warp] += int64_t(of_warp[w].requests.size());
    append(all_requests, of_warp[w].requests);
    append(all_sectors, of_warp[w].sectors);
}

void end_block() {
    if (!recording) return;
    for (int w = 0; w < launch.warps; ++w) {
        add_piece(w);
        of_warp[w].met = 0;
    }
}

// Gives the whole pages between two places back to the system.
void drop_pages(const void* begin, const void* end) {
    const uintptr_t page = uintptr_t(sysconf(_SC_PAGESIZE)), first = (uintptr_t(begin) + page - 1) / page * page;
    const uintptr_t last = uintptr_t(end) / page * page;
    if (first < last) madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
}

}  // namespace trace

extern "C" {

// How much the last launch gave.
__attribute__((visibility("default"))) void numasim_trace_sizes(int64_t* sizes) {
    sizes[0] = int64_t(trace::requests_in_pieces.size());
    sizes[1] = int64_t(trace::all_requests.size());
    sizes[2] = int64_t(trace::all_sectors.size());
}

// Moves it to arrays: where the requests of each warp and the sectors of each request begin, and behind the last one;
// the members of the requests, one column behind the other; and the sectors. The memory of a large trace is given back
// on the way.
__attribute__((visibility("default"))) void numasim_trace_take(int64_t* warp_start, int64_t* sector_start, char* columns,
                                                               uint32_t* sectors) {
    using namespace trace;
    warp_start[0] = 0;
    std::partial_sum(requests_in_pieces.begin(), requests_in_pieces.end(), warp_start + 1);
    const auto is_before = [](const Piece& one, const Piece& other) { return one.warp < other.warp; };
    if (!std::is_sorted(pieces.begin(), pieces.end(), is_before))
        std::stable_sort(pieces.begin(), pieces.end(), is_before);
    const size_t all = all_requests.size();
    const bool is_large = all_requests.bytes() + all_sectors.bytes() > kTraceBytes;
    size_t done = 0;
    int64_t touched = 0;
    for (size_t p = 0; p < pieces.size();) {
        const size_t begin = pieces[p].request, sector = pieces[p].sector;
        size_t end = begin;  // of pieces that lie side by side
        for (; p < pieces.size() && pieces[p].request == end; ++p) end += pieces[p].requests;
        const Request *const requests = all_requests.first + begin, *const behind = all_requests.first + end;
        const size_t count = end - begin;
        char* column = columns;
        const auto copy = [&](auto Request::*member) {
            typedef std::decay_t<decltype(requests->*member)> T;
            T* const to = reinterpret_cast<T*>(column) + done;
            for (size_t r = 0; r < count; ++r) to[r] = requests[r].*member;
            column += all * sizeof(T);
        };
        copy(&Request::code), copy(&Request::lanes), copy(&Request::blocks), copy(&Request::exchanges);
        copy(&Request::wavefronts), copy(&Request::array), copy(&Request::kind), copy(&Request::bytes);
        copy(&Request::passes);
        const int64_t before = touched;
        for (size_t r = 0; r < count; ++r) {
            sector_start[done + r] = touched;
            touched += requests[r].sectors;
        }
        done += count;
        const uint32_t *const first = all_sectors.first + sector, *const last = first + (touched - before);
        std::copy(first, last, sectors + before);
        if (is_large) drop_pages(requests, behind), drop_pages(first, last);
    }
    sector_start[done] = touched;
    if (!is_large) return;
    all_requests.release();
    all_sectors.release();
    malloc_trim(0);
}
}
