// The requests of all warps, and how the back end takes them (trace.h).
#pragma once

#include <dlfcn.h>
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <numeric>

namespace trace {

// A warp that has more requests hands them over, and a list of more bytes does not keep its memory. The memory of a
// larger trace is given back.
constexpr size_t kPieceBytes = 1 << 14, kListBytes = 1 << 17, kTraceBytes = 1 << 26;

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
    WarpTrace& one = of_warp[w];
    pieces.push_back({warp, all_requests.size(), one.requests.size(), all_sectors.size(), one.sectors.size()});
    requests_in_pieces[warp] += int64_t(one.requests.size());
    if (!one.is_first_in_all) {
        one.is_first_in_all = one.first < one.requests.size();
        one.first = one.is_first_in_all ? all_requests.size() + one.first : 0;
    }
    append(all_requests, one.requests);
    append(all_sectors, one.sectors);
}

void end_block() {
    if (!recording) return;
    for (int w = 0; w < launch.warps; ++w) {
        add_piece(w);
        meet(of_warp[w]);
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
    sizes[2] = int64_t(trace::forms.all.size());
    sizes[3] = int64_t(trace::all_sectors.size());
}

// Bytes from the begin of this library's file in memory to the begin of the kernels' code.
__attribute__((visibility("default"))) int64_t numasim_code_begin() {
    Dl_info library;
    dladdr(__start_numasim_kernels, &library);
    return __start_numasim_kernels - static_cast<const char*>(library.dli_fbase);
}

// Moves it to arrays: where the requests of each warp begin, and behind the last one; the forms and the lanes of the
// requests; the used forms, in the order of the requests; and the sectors. Returns the number of used forms. The memory
// of a large trace is given back on the way.
__attribute__((visibility("default"))) int64_t numasim_trace_take(int64_t* warp_start, uint32_t* form, uint32_t* lanes,
                                                                  void* used_forms, uint32_t* sectors) {
    using namespace trace;
    constexpr uint32_t kUnused = ~0u;
    std::vector<uint32_t> number(forms.all.size(), kUnused);
    Form* next_form = static_cast<Form*>(used_forms);
    warp_start[0] = 0;
    std::partial_sum(requests_in_pieces.begin(), requests_in_pieces.end(), warp_start + 1);
    const auto is_before = [](const Piece& one, const Piece& other) { return one.warp < other.warp; };
    if (!std::is_sorted(pieces.begin(), pieces.end(), is_before))
        std::stable_sort(pieces.begin(), pieces.end(), is_before);
    const bool is_large = all_requests.bytes() + all_sectors.bytes() > kTraceBytes;
    for (size_t p = 0; p < pieces.size();) {
        const size_t begin = pieces[p].request, sector = pieces[p].sector;
        size_t end = begin, last_sector = sector;  // of pieces that lie side by side
        for (; p < pieces.size() && pieces[p].request == end; ++p) {
            end += pieces[p].requests;
            last_sector += pieces[p].sectors;
        }
        for (size_t r = begin; r < end; ++r) {
            const Request& one = all_requests.first[r];
            if (number[one.form] == kUnused) {
                number[one.form] = uint32_t(next_form - static_cast<Form*>(used_forms));
                *next_form++ = forms.all.first[one.form];
            }
            *form++ = number[one.form];
            *lanes++ = one.lanes;
        }
        sectors = std::copy(all_sectors.first + sector, all_sectors.first + last_sector, sectors);
        if (is_large) {
            drop_pages(all_requests.first + begin, all_requests.first + end);
            drop_pages(all_sectors.first + sector, all_sectors.first + last_sector);
        }
    }
    if (is_large) {
        all_requests.release();
        all_sectors.release();
        malloc_trim(0);
    }
    return next_form - static_cast<Form*>(used_forms);
}
}
