// The Euler equations of a compressible gas on the elements of a mesh, by finite volumes in explicit steps. Two elements
// with a common face interact: the flux through the face (Rusanov, "The calculation of the interaction of non-stationary
// shock waves and obstacles", 1961) leaves one and enters the other. A face without a second element is a wall, whose
// pressure only changes the momentum.
//
// In the original form (`cfd_flux`), the thread of an element reads its four neighbours, so every flux is computed
// twice. Its loads are plain, as those of programs that are older than the read-only cache. In the SPAC form
// (`cfd_flux_spac`; Li et al., "A simple yet effective balanced edge partition model for parallel computing", 2017,
// sections 3.1 and 5.3), an interaction is an edge of a graph. A block of threads has the interactions of one part of a
// cut of the edges. It loads each of their elements into shared memory once. Then it computes each flux once, and sums
// the fluxes of each element. Sums of elements that no other part has are stored. All others are added by atomics, to
// fluxes that must be zero before.
//
// The five variables of an element are density, momentum (x, y, z) and energy of a unit of volume. Arrays have all
// elements for one number, then all for the next. Blocks need not be full warps.
#include "common.cuh"

#define GAMMA 1.4f

enum { DENSITY, MOMENTUM, ENERGY = 4, VARIABLES = 5, FACES = 4, NOTHING = 0xffff };

// What `part` says of each part, in integers. Positions of elements are those after data reordering.
enum {
    TASK_BEGIN,
    TASK_END,
    OWN_BEGIN,  // its own elements
    OWN_END,
    STORED_BEGIN,  // the own elements that no other part has
    STORED_END,
    LIST_BEGIN,
    LIST_END,
    PART_SIZE
};

struct State {
    float density, momentum_x, momentum_y, momentum_z, energy;
};

__device__ inline State state_of(const float* variables, int stride, int element) {
    return {variables[element], variables[stride + element], variables[2 * stride + element],
            variables[3 * stride + element], variables[4 * stride + element]};
}

__device__ inline float pressure(const State& s) {
    const float squares = s.momentum_x * s.momentum_x + s.momentum_y * s.momentum_y + s.momentum_z * s.momentum_z;
    return (GAMMA - 1) * (s.energy - 0.5f * squares / s.density);
}

// The flux from state a to state b through a face, whose normal points to b and has the length of its area.
__device__ inline State flux(const State& a, const State& b, float x, float y, float z) {
    const float area = sqrtf(x * x + y * y + z * z);
    const float pressure_a = pressure(a), pressure_b = pressure(b);
    const float through_a = (a.momentum_x * x + a.momentum_y * y + a.momentum_z * z) / a.density;
    const float through_b = (b.momentum_x * x + b.momentum_y * y + b.momentum_z * z) / b.density;
    const float wave_a = fabsf(through_a) + area * sqrtf(GAMMA * pressure_a / a.density);
    const float wave_b = fabsf(through_b) + area * sqrtf(GAMMA * pressure_b / b.density);
    const float wave = wave_a > wave_b ? wave_a : wave_b, both = pressure_a + pressure_b;
    return {0.5f * (a.density * through_a + b.density * through_b - wave * (b.density - a.density)),
            0.5f * (a.momentum_x * through_a + b.momentum_x * through_b + both * x - wave * (b.momentum_x - a.momentum_x)),
            0.5f * (a.momentum_y * through_a + b.momentum_y * through_b + both * y - wave * (b.momentum_y - a.momentum_y)),
            0.5f * (a.momentum_z * through_a + b.momentum_z * through_b + both * z - wave * (b.momentum_z - a.momentum_z)),
            0.5f * ((a.energy + pressure_a) * through_a + (b.energy + pressure_b) * through_b -
                    wave * (b.energy - a.energy))};
}

// The least time step over all elements, in which no wave crosses more than a part (`courant`) of an element, as the bits
// of a positive float. A thread an element, an atomic a block. Blocks: ceil(elements / threads).
extern "C" __global__ void cfd_time_step(int elements, float courant, const float* __restrict__ width,
                                         const float* __restrict__ variables, int* __restrict__ step_bits) {
    __shared__ int least_bits;
    if (threadIdx.x == 0) least_bits = 0x7f7fffff;  // the largest float
    __syncthreads();
    const int element = blockIdx.x * blockDim.x + threadIdx.x;
    if (element < elements) {
        const State s = state_of(variables, elements, element);
        const float squares = s.momentum_x * s.momentum_x + s.momentum_y * s.momentum_y + s.momentum_z * s.momentum_z;
        const float speed = sqrtf(squares) / s.density + sqrtf(GAMMA * pressure(s) / s.density);
        atomicMin(&least_bits, __float_as_int(courant * width[element] / speed));
    }
    __syncthreads();
    if (threadIdx.x == 0) atomicMin(step_bits, least_bits);
}

// The sum of the fluxes out of each element; a thread an element. Blocks: ceil(elements / threads).
extern "C" __global__ void cfd_flux(int elements, const int* neighbour, const float* normal, const float* variables,
                                    float* fluxes) {
    const int element = blockIdx.x * blockDim.x + threadIdx.x;
    if (element >= elements) return;
    const State own = state_of(variables, elements, element);
    State sum = {0, 0, 0, 0, 0};
    for (int face = 0; face < FACES; ++face) {
        const int other = neighbour[face * elements + element];
        if (other < 0) continue;
        const float* const of_face = normal + 3 * face * elements + element;
        const State out =
            flux(own, state_of(variables, elements, other), of_face[0], of_face[elements], of_face[2 * elements]);
        sum.density += out.density;
        sum.momentum_x += out.momentum_x;
        sum.momentum_y += out.momentum_y;
        sum.momentum_z += out.momentum_z;
        sum.energy += out.energy;
    }
    fluxes[element] = sum.density;
    fluxes[elements + element] = sum.momentum_x;
    fluxes[2 * elements + element] = sum.momentum_y;
    fluxes[3 * elements + element] = sum.momentum_z;
    fluxes[4 * elements + element] = sum.energy;
}

// The same; a part of the interactions a block. `incident` has up to four interactions of each element of a part, twice
// the number in the part, plus one if the flux enters the element. `place` has the first of a part's elements there.
// `capacity` is the largest number of elements of a part.
// Blocks: parts; shared: five floats for each element and each interaction of a part.
extern "C" __global__ void cfd_flux_spac(int elements, int interactions, int capacity, int incidences,
                                         const int* __restrict__ part, const int* __restrict__ list,
                                         const unsigned short* __restrict__ from, const unsigned short* __restrict__ to,
                                         const float* __restrict__ normal, const int* __restrict__ place,
                                         const unsigned short* __restrict__ incident,
                                         const float* __restrict__ variables, float* __restrict__ fluxes) {
    extern __shared__ float shared_state[];
    const int* const of_part = part + blockIdx.x * PART_SIZE;
    const int begin = of_part[TASK_BEGIN], tasks = of_part[TASK_END] - begin;
    const int first = of_part[OWN_BEGIN], own = of_part[OWN_END] - first;
    const int listed = of_part[LIST_BEGIN], used = own + of_part[LIST_END] - listed;
    float* const shared_flux = shared_state + VARIABLES * capacity;
    for (int i = threadIdx.x; i < used; i += blockDim.x) {
        const int element = i < own ? first + i : list[listed + i - own];
        for (int variable = 0; variable < VARIABLES; ++variable)
            shared_state[variable * capacity + i] = variables[variable * elements + element];
    }
    __syncthreads();
    for (int i = threadIdx.x; i < tasks; i += blockDim.x) {
        const int task = begin + i;
        const State out = flux(state_of(shared_state, capacity, from[task]), state_of(shared_state, capacity, to[task]),
                               normal[task], normal[interactions + task], normal[2 * interactions + task]);
        shared_flux[i] = out.density;
        shared_flux[tasks + i] = out.momentum_x;
        shared_flux[2 * tasks + i] = out.momentum_y;
        shared_flux[3 * tasks + i] = out.momentum_z;
        shared_flux[4 * tasks + i] = out.energy;
    }
    __syncthreads();
    for (int i = threadIdx.x; i < used; i += blockDim.x) {
        const int element = i < own ? first + i : list[listed + i - own];
        const bool is_stored = element >= of_part[STORED_BEGIN] && element < of_part[STORED_END];
        float sum[VARIABLES] = {0, 0, 0, 0, 0};
        for (int face = 0; face < FACES; ++face) {
            const int code = incident[face * incidences + place[blockIdx.x] + i];
            if (code == NOTHING) break;
            const float sign = code % 2 ? -1.0f : 1.0f;
            UNROLL for (int variable = 0; variable < VARIABLES; ++variable)
                sum[variable] += sign * shared_flux[variable * tasks + code / 2];
        }
        UNROLL for (int variable = 0; variable < VARIABLES; ++variable) {
            float* const total = &fluxes[variable * elements + element];
            if (is_stored) *total = sum[variable];
            else atomicAdd(total, sum[variable]);
        }
    }
}

// New variables after a part (`fraction`) of the time step: those before the step, less the fluxes and the pressure on
// walls over the volume. The fluxes become zero. The last stage of a step sets the variables before the next one.
// A thread an element. Blocks: ceil(elements / threads).
extern "C" __global__ void cfd_step(int elements, float fraction, int is_last, const int* __restrict__ step_bits,
                                    const float* __restrict__ volume, const float* __restrict__ wall,
                                    float* __restrict__ fluxes, float* __restrict__ before,
                                    float* __restrict__ variables) {
    const int element = blockIdx.x * blockDim.x + threadIdx.x;
    if (element >= elements) return;
    const float factor = fraction * __int_as_float(*step_bits) / volume[element];
    const float on_walls = pressure(state_of(variables, elements, element));
    UNROLL for (int variable = 0; variable < VARIABLES; ++variable) {
        const int at = variable * elements + element;
        float out = fluxes[at];
        if (variable != DENSITY && variable != ENERGY) out += on_walls * wall[(variable - MOMENTUM) * elements + element];
        const float after = before[at] - factor * out;
        variables[at] = after;
        fluxes[at] = 0;
        if (is_last) before[at] = after;
    }
}
