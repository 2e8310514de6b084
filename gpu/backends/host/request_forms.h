// The forms of a launch's requests: all that a request is but its lanes and its sectors.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "list.h"

namespace trace {

struct Form {
    uint32_t code;
    uint32_t blocks;  // basic blocks that the warp began since its previous request
    uint32_t exchanges;
    uint16_t wavefronts;
    int16_t array;
    uint8_t kind, bytes;
    uint8_t passes;   // of atomics in the L2
    uint8_t sectors;  // how many, at most two for each lane
};
static_assert(sizeof(Form) == 20, "without gaps, since forms are compared byte by byte");

// Each form once, in the order in which they came.
struct Forms {
    List<Form> all;
    std::vector<uint32_t> slots;  // a hash table of their numbers, at most half full

    void clear() {
        all.clear();
        std::fill(slots.begin(), slots.end(), kFree);
    }
    uint32_t number_of(const Form& form) {
        if (2 * all.size() >= slots.size()) grow();
        uint32_t* const slot = slot_of(form);
        if (*slot == kFree) {
            *slot = uint32_t(all.size());
            all.reserve(1);
            *all.next++ = form;
        }
        return *slot;
    }

   private:
    static constexpr uint32_t kFree = ~0u;

    uint32_t* slot_of(const Form& form) {
        uint64_t words[2];
        uint32_t last;
        std::memcpy(words, &form, sizeof words);
        std::memcpy(&last, reinterpret_cast<const char*>(&form) + sizeof words, sizeof last);
        constexpr uint64_t kOdd = 0x9e3779b97f4a7c15;
        uint64_t hash = (words[0] * kOdd ^ words[1]) * kOdd ^ last;
        hash *= kOdd;
        for (size_t at = (hash ^ hash >> 32) & (slots.size() - 1);; at = (at + 1) & (slots.size() - 1)) {
            const uint32_t number = slots[at];
            if (number == kFree || std::memcmp(&all.first[number], &form, sizeof form) == 0) return &slots[at];
        }
    }
    __attribute__((noinline, cold)) void grow() {
        slots.assign(std::max<size_t>(1 << 12, 2 * slots.size()), kFree);
        for (uint32_t number = 0; number < all.size(); ++number) *slot_of(all.first[number]) = number;
    }
};

}  // namespace trace
