// Triangle meshes, and the cavities by which Delaunay refinement changes them (Ruppert 1995; Vivek K 2013, chapter 5).
//
// Edge k of triangle t, number 3 t + k, is opposite its corner k. A marked edge is part of a segment of the input. The
// cavity of a bad triangle has the triangles whose circles contain its circumcentre, which are connected; new triangles
// connect the circumcentre with the edges of its rim. If the circumcentre lies beyond a segment or in the circle over
// one, the middle of that edge is inserted instead. Loads go past the L1, since other multiprocessors write meshes.
#pragma once

#include "predicates.cuh"

enum State { GOOD, BAD, UNCHECKED, GIVEN_UP };

// What `count` counts: the sizes of the mesh, its bad triangles and those given up; then, since the host set them to
// zero, cavities, those that wait no more, those inserted, new triangles in the list, cavities that were too large,
// child grids, and bad triangles that blocks stole.
enum Counter { POINTS, TRIANGLES, BAD_TRIANGLES, GAVE_UP, CAVITIES, ENDED, INSERTED, LISTED, TOO_LARGE, CHILDREN, STOLEN };

template <class T>
__device__ inline T load(const T* address) {
    return __ldcg(address);
}

struct Mesh {
    double* point;  // x and y of each
    int* corner;
    int* neighbour;  // the triangle beyond each edge, or -1
    int* mark;       // the segment of each edge, or -1
    int* state;
    int* touched;  // twice the round in which a cavity last contained the triangle, + 1 if it was replaced
    int* owner;    // the key of the cavity that has the triangle, below 0
    int* count;
    double bound;   // the square of the cosine of the smallest angle allowed
    double reach;   // distance of a new point from the shortest edge at most, over the edge's length
};

// Places of a cavity's data; `largest` triangles are inside at most. The rim's edges follow each other, so edge i leads
// from start i to start i + 1.
enum Field { ROOT, WAITING, BUILT, INSIDE, RIM, SPLIT, SPLIT_START, SPLIT_END, FIRST_NEW, LISTS };

struct Cavities {
    int* field;  // all values of a field lie side by side
    double* centre;
    int number;
    int largest;
};

__device__ inline int* at(const Cavities& all, int cavity, int place) {
    return &all.field[place * (long long)all.number + cavity];
}
__device__ inline int* inside_at(const Cavities& all, int cavity, int i) { return at(all, cavity, LISTS + i); }
__device__ inline int* start_at(const Cavities& all, int cavity, int i) {
    return at(all, cavity, LISTS + all.largest + i);
}
__device__ inline int* outer_at(const Cavities& all, int cavity, int i) {
    return at(all, cavity, LISTS + 2 * all.largest + 3 + i);
}
__device__ inline int* mark_at(const Cavities& all, int cavity, int i) {
    return at(all, cavity, LISTS + 3 * all.largest + 5 + i);
}

__device__ inline int next_edge(int edge) { return edge % 3 == 2 ? edge - 2 : edge + 1; }

__device__ inline double square(double x, double y) { return x * x + y * y; }

// Whether a triangle has an angle below the bound that is not between two segments. An angle is opposite its edge, and
// the law of cosines gives its cosine.
__device__ inline bool is_bad(const Mesh& mesh, int triangle) {
    double x[3], y[3];
    UNROLL for (int k = 0; k < 3; ++k) {
        const int p = load(&mesh.corner[3 * triangle + k]);
        x[k] = load(&mesh.point[2 * p]);
        y[k] = load(&mesh.point[2 * p + 1]);
    }
    const double a = square(x[1] - x[2], y[1] - y[2]), b = square(x[2] - x[0], y[2] - y[0]);
    const double c = square(x[0] - x[1], y[0] - y[1]);
    const double half = (a + b + c) / 2;
    bool bad = false;
    UNROLL for (int k = 0; k < 3; ++k) {
        const double opposite = k == 0 ? a : k == 1 ? b : c, product = k == 0 ? b * c : k == 1 ? c * a : a * b;
        const double cosine = half - opposite;
        if (cosine <= 0 || cosine * cosine <= mesh.bound * product) continue;
        bad |= load(&mesh.mark[3 * triangle + (k + 1) % 3]) < 0 || load(&mesh.mark[3 * triangle + (k + 2) % 3]) < 0;
    }
    return bad;
}

// A coordinate that the predicates can take.
__device__ inline double usable(double x) { return fabs(x) < 0x1p-100 ? 0 : x; }

// Where to insert a point for a bad triangle, rounded: in the centre of its circle, or nearer to its shortest edge, on the
// line from the middle of that edge to the centre (the off-centre of Üngör, LATIN 2004).
__device__ inline void point_to_insert(const Mesh& mesh, int triangle, double& x, double& y) {
    const int a = load(&mesh.corner[3 * triangle]), b = load(&mesh.corner[3 * triangle + 1]);
    const int c = load(&mesh.corner[3 * triangle + 2]);
    const double ax = load(&mesh.point[2 * a]), ay = load(&mesh.point[2 * a + 1]);
    const double bx = load(&mesh.point[2 * b]) - ax, by = load(&mesh.point[2 * b + 1]) - ay;
    const double cx = load(&mesh.point[2 * c]) - ax, cy = load(&mesh.point[2 * c + 1]) - ay;
    const double twice = 2 * (bx * cy - by * cx), b2 = square(bx, by), c2 = square(cx, cy);
    const double a2 = square(cx - bx, cy - by);
    // The shortest edge, counter-clockwise, from its start.
    const bool is_ab = b2 <= c2 && b2 <= a2, is_ca = !is_ab && c2 <= a2;
    const double sx = is_ab ? 0 : is_ca ? cx : bx, sy = is_ab ? 0 : is_ca ? cy : by;
    const double ex = (is_ab ? bx : is_ca ? 0 : cx) - sx, ey = (is_ab ? by : is_ca ? 0 : cy) - sy;
    double ux = (cy * b2 - by * c2) / twice - sx, uy = (bx * c2 - cx * b2) / twice - sy;
    const double ox = ex / 2 - mesh.reach * ey, oy = ey / 2 + mesh.reach * ex;
    if (square(ox, oy) < square(ux, uy)) {
        ux = ox;
        uy = oy;
    }
    x = usable(ax + sx + ux);
    y = usable(ay + sy + uy);
}

// A cavity ends without an insertion. A triangle that is given up stays as it is.
__device__ inline bool end_cavity(const Mesh& mesh, const Cavities& cavities, int cavity, bool too_large) {
    *at(cavities, cavity, WAITING) = 0;
    if (too_large) {
        atomicAdd(&mesh.count[TOO_LARGE], 1);
    } else {
        mesh.state[load(at(cavities, cavity, ROOT))] = GIVEN_UP;
        atomicAdd(&mesh.count[GAVE_UP], 1);
        atomicAdd(&mesh.count[BAD_TRIANGLES], -1);
    }
    atomicAdd(&mesh.count[ENDED], 1);
    return false;
}

// Finds the cavity of its root triangle. Triangles are visited depth first and counter-clockwise from their parents, so
// the rim is found in its order; edges that are still to be crossed lie behind it in the same list. Crossings form a
// tree, since no point lies inside a cavity. `lock` is called for each triangle but the root before it is read. False if
// the cavity is too large, if its point cannot be inserted, or if a triangle cannot be locked.
template <class Lock>
__device__ inline bool build_cavity(const Mesh& mesh, const Cavities& cavities, int cavity, int round, Lock lock) {
    const int root = load(at(cavities, cavity, ROOT)), last = cavities.largest + 2;
    double px, py;
    point_to_insert(mesh, root, px, py);
    *at(cavities, cavity, BUILT) = round;
    int split = -1;  // the edge to split
    int inside, rim, split_mark, split_start, split_end;
    bool blocked;
    for (int attempt = 0; attempt < 2; ++attempt) {
        int encroached = -1, waiting = 0;
        inside = rim = 0;
        blocked = false;
        split_mark = split_start = split_end = -1;
        if (split < 0) {
            *inside_at(cavities, cavity, inside++) = root;
            for (int k = 2; k >= 0; --k) *start_at(cavities, cavity, last - waiting++) = 3 * root + k;
        } else {
            const int t = split / 3, n = load(&mesh.neighbour[split]);
            const int after = next_edge(split), before = next_edge(after);
            split_mark = load(&mesh.mark[split]);
            split_start = load(&mesh.corner[after]);
            split_end = load(&mesh.corner[before]);
            const double ax = load(&mesh.point[2 * split_start]), ay = load(&mesh.point[2 * split_start + 1]);
            const double bx = load(&mesh.point[2 * split_end]), by = load(&mesh.point[2 * split_end + 1]);
            px = usable(ax / 2 + bx / 2);
            py = usable(ay / 2 + by / 2);
            blocked = (px == ax && py == ay) || (px == bx && py == by);
            if (n >= 0) {
                int back = 3 * n;
                while (load(&mesh.neighbour[back]) != t) ++back;
                *start_at(cavities, cavity, last - waiting++) = next_edge(next_edge(back));
                *start_at(cavities, cavity, last - waiting++) = next_edge(back);
            }
            *start_at(cavities, cavity, last - waiting++) = before;
            *start_at(cavities, cavity, last - waiting++) = after;
            *inside_at(cavities, cavity, inside++) = t;
            if (n >= 0) *inside_at(cavities, cavity, inside++) = n;
        }
        blocked |= !(fabs(px) <= 0x1p100 && fabs(py) <= 0x1p100);
        int end = -1;
        while (waiting > 0 && !blocked) {
            const int edge = load(start_at(cavities, cavity, last - --waiting));
            const int after = next_edge(edge);
            const int a = load(&mesh.corner[after]), b = load(&mesh.corner[next_edge(after)]);
            const int n = load(&mesh.neighbour[edge]), mark = load(&mesh.mark[edge]);
            const double ax = load(&mesh.point[2 * a]), ay = load(&mesh.point[2 * a + 1]);
            const double bx = load(&mesh.point[2 * b]), by = load(&mesh.point[2 * b + 1]);
            if (n >= 0 && !lock(n)) return false;
            if (mark < 0) {
                int back = 3 * n;  // the neighbour's edge to this triangle
                while (load(&mesh.neighbour[back]) != edge / 3) ++back;
                const int c = load(&mesh.corner[back]);
                if (in_circle(bx, by, ax, ay, load(&mesh.point[2 * c]), load(&mesh.point[2 * c + 1]), px, py) > 0) {
                    if (inside == cavities.largest) return end_cavity(mesh, cavities, cavity, true);
                    *inside_at(cavities, cavity, inside++) = n;
                    *start_at(cavities, cavity, last - waiting++) = next_edge(next_edge(back));
                    *start_at(cavities, cavity, last - waiting++) = next_edge(back);
                    continue;
                }
            }
            const bool beyond = orientation(ax, ay, bx, by, px, py) <= 0;
            if (mark >= 0 && split < 0 && (beyond || (ax - px) * (bx - px) + (ay - py) * (by - py) <= 0)) {
                encroached = edge;
                break;
            }
            blocked |= beyond && split >= 0;
            if (beyond && split < 0) end = -2;  // a segment may still be found between
            *start_at(cavities, cavity, rim) = a;
            *outer_at(cavities, cavity, rim) = n;
            *mark_at(cavities, cavity, rim) = mark;
            ++rim;
            if (end != -2) end = b;
        }
        if (encroached < 0) {
            blocked |= end == -2;
            if (!blocked) *start_at(cavities, cavity, rim) = end;
            break;
        }
        split = encroached;
    }
    if (blocked) return end_cavity(mesh, cavities, cavity, false);
    *at(cavities, cavity, INSIDE) = inside;
    *at(cavities, cavity, RIM) = rim;
    *at(cavities, cavity, SPLIT) = split_mark;
    *at(cavities, cavity, SPLIT_START) = split_start;
    *at(cavities, cavity, SPLIT_END) = split_end;
    cavities.centre[2 * (long long)cavity] = px;
    cavities.centre[2 * (long long)cavity + 1] = py;
    *at(cavities, cavity, WAITING) = 1;
    return true;
}

__device__ inline bool build_cavity(const Mesh& mesh, const Cavities& cavities, int cavity, int round) {
    return build_cavity(mesh, cavities, cavity, round, [](int) { return true; });
}

// Triangle i of a cavity and the ring around it; -1 beyond the rim of the mesh.
__device__ inline int member(const Cavities& cavities, int cavity, int inside, int i) {
    return load(i < inside ? inside_at(cavities, cavity, i) : outer_at(cavities, cavity, i - inside));
}

__device__ inline int members(const Cavities& cavities, int cavity, int& inside) {
    inside = load(at(cavities, cavity, INSIDE));
    return inside + load(at(cavities, cavity, RIM));
}

// Marks the triangles of a cavity with its key; of several keys, any may stay.
__device__ inline void mark_plainly(const Mesh& mesh, const Cavities& cavities, int cavity, int key) {
    int inside;
    const int all = members(cavities, cavity, inside);
    for (int i = 0; i < all; ++i) {
        const int t = member(cavities, cavity, inside, i);
        if (t >= 0) mesh.owner[t] = key;  // Race: any key may stay, and owns_all looks which one did
    }
}

// Marks them again where the key there is larger, up to the first with a smaller key: a cavity that comes after another
// is not in the way of a third one.
__device__ inline void mark_again(const Mesh& mesh, const Cavities& cavities, int cavity, int key) {
    int inside;
    const int all = members(cavities, cavity, inside);
    for (int i = 0; i < all; ++i) {
        const int t = member(cavities, cavity, inside, i);
        if (t < 0) continue;
        const int there = load(&mesh.owner[t]);  // Race: owns_all looks again in the next phase
        if (there < key) return;
        if (there > key) mesh.owner[t] = key;  // Race: any key may stay, and owns_all looks which one did
    }
}

// Marks them by atomic operations, so that the smallest key stays.
__device__ inline void mark_atomically(const Mesh& mesh, const Cavities& cavities, int cavity, int key) {
    int inside;
    const int all = members(cavities, cavity, inside);
    for (int i = 0; i < all; ++i) {
        const int t = member(cavities, cavity, inside, i);
        if (t >= 0) atomicMin(&mesh.owner[t], key);
    }
}

__device__ inline bool owns_all(const Mesh& mesh, const Cavities& cavities, int cavity, int key) {
    int inside;
    const int all = members(cavities, cavity, inside);
    for (int i = 0; i < all; ++i) {
        const int t = member(cavities, cavity, inside, i);
        if (t >= 0 && load(&mesh.owner[t]) != key) return false;
    }
    return true;
}

// Triangle i of the new ones: those inside are replaced first, and then new ones are added.
__device__ inline int new_triangle(const Cavities& cavities, int cavity, int inside, int i) {
    return i < inside ? load(inside_at(cavities, cavity, i)) : load(at(cavities, cavity, FIRST_NEW)) + i - inside;
}

// Replaces the triangles of a cavity. New triangles are not checked. Returns their number.
__device__ inline int insert_point(const Mesh& mesh, const Cavities& cavities, int cavity, int round) {
    const int inside = load(at(cavities, cavity, INSIDE)), rim = load(at(cavities, cavity, RIM));
    const int split_mark = load(at(cavities, cavity, SPLIT)), split_start = load(at(cavities, cavity, SPLIT_START));
    const int split_end = load(at(cavities, cavity, SPLIT_END));
    const int point = atomicAdd(&mesh.count[POINTS], 1);
    const int first = atomicAdd(&mesh.count[TRIANGLES], rim - inside);
    mesh.point[2 * point] = cavities.centre[2 * (long long)cavity];
    mesh.point[2 * point + 1] = cavities.centre[2 * (long long)cavity + 1];
    *at(cavities, cavity, FIRST_NEW) = first;
    int bad = 0;
    for (int i = 0; i < inside; ++i) bad += load(&mesh.state[load(inside_at(cavities, cavity, i))]) == BAD;
    if (bad) atomicAdd(&mesh.count[BAD_TRIANGLES], -bad);
    const bool closed = load(start_at(cavities, cavity, rim)) == load(start_at(cavities, cavity, 0));
    int before = closed ? new_triangle(cavities, cavity, inside, rim - 1) : -1;
    int t = new_triangle(cavities, cavity, inside, 0), a = load(start_at(cavities, cavity, 0));
    for (int i = 0; i < rim; ++i) {
        const int b = load(start_at(cavities, cavity, i + 1)), n = load(outer_at(cavities, cavity, i));
        const int after = i + 1 < rim || closed ? new_triangle(cavities, cavity, inside, i + 1 < rim ? i + 1 : 0) : -1;
        mesh.corner[3 * t] = point;
        mesh.corner[3 * t + 1] = a;
        mesh.corner[3 * t + 2] = b;
        mesh.neighbour[3 * t] = n;
        mesh.neighbour[3 * t + 1] = after;
        mesh.neighbour[3 * t + 2] = before;
        mesh.mark[3 * t] = load(mark_at(cavities, cavity, i));
        mesh.mark[3 * t + 1] = b == split_start || b == split_end ? split_mark : -1;
        mesh.mark[3 * t + 2] = a == split_start || a == split_end ? split_mark : -1;
        mesh.state[t] = UNCHECKED;
        mesh.touched[t] = 2 * round + 1;
        if (n >= 0) {
            int edge = 3 * n;  // the outer triangle's edge from b to a
            while (load(&mesh.corner[next_edge(edge)]) != b) ++edge;
            mesh.neighbour[edge] = t;
            mesh.touched[n] = 2 * round;
        }
        before = t;
        t = after;
        a = b;
    }
    *at(cavities, cavity, WAITING) = 0;
    atomicAdd(&mesh.count[ENDED], 1);
    atomicAdd(&mesh.count[INSERTED], 1);
    return rim;
}

// Checks the quality of a triangle. Returns whether it is bad.
__device__ inline int check_triangle(const Mesh& mesh, int triangle) {
    const bool bad = is_bad(mesh, triangle);
    mesh.state[triangle] = bad ? BAD : GOOD;
    return bad;
}

// Checks all new triangles of a cavity.
__device__ inline void check_new_triangles(const Mesh& mesh, const Cavities& cavities, int cavity, int rim) {
    const int inside = load(at(cavities, cavity, INSIDE));
    int bad = 0;
    for (int i = 0; i < rim; ++i) bad += check_triangle(mesh, new_triangle(cavities, cavity, inside, i));
    if (bad) atomicAdd(&mesh.count[BAD_TRIANGLES], bad);
}

// Keys of cavities: in their order, or in that of a permutation of 2^bits numbers, which leaves no long chains of cavities
// that wait for each other.
__device__ inline int key_of(int cavity, int first_key, int bits) {
    if (bits == 0) return first_key + cavity;
    const unsigned mask = (1u << bits) - 1, half = (bits + 1) / 2;
    unsigned x = (unsigned(cavity) * 0x9e3779b1u) & mask;
    x ^= x >> half;
    x = (x * 0x85ebca6bu) & mask;
    return first_key + int(x ^ x >> half);
}
