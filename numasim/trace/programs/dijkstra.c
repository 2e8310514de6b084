/* Shortest paths in a dense random graph.

   Dijkstra's algorithm with a linear scan for the nearest node, on an adjacency matrix: E. W. Dijkstra, "A
   note on two problems in connexion with graphs", Numerische Mathematik 1, 1959. As a benchmark it is known
   from MiBench (Guthaus et al., 2001).

   usage: dijkstra [size]
   size: the number of nodes, default 50; every tenth node is a source. */
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { DEFAULT_SIZE = 50, MOST_NODES = 2000, LONGEST_EDGE = 100, SOURCE_STRIDE = 10 };

static uint64_t random_state = 1;

/* An integer in [0, bound), from Knuth's linear congruential generator MMIX. */
static int random_below(int bound)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (int)((random_state >> 33) % (uint64_t)bound);
}

static int size_from(int argc, char **argv)
{
    char *end;
    long size;
    if (argc == 1)
        return DEFAULT_SIZE;
    size = strtol(argv[1], &end, 10);
    if (argc > 2 || end == argv[1] || *end != '\0' || size < 1 || size > MOST_NODES) {
        fprintf(stderr, "dijkstra: give one size, an integer from 1 to %d (default %d)\n", MOST_NODES,
                DEFAULT_SIZE);
        exit(2);
    }
    return (int)size;
}

static void *allocate(size_t count, size_t size)
{
    void *block = calloc(count, size);
    if (block == NULL) {
        fputs("dijkstra: out of memory\n", stderr);
        exit(1);
    }
    return block;
}

/* A complete directed graph: weight[u * n + v] is the length of the edge from u to v. */
static void random_graph(int n, int *weight)
{
    for (int u = 0; u < n; u++)
        for (int v = 0; v < n; v++)
            weight[u * n + v] = u == v ? 0 : 1 + random_below(LONGEST_EDGE);
}

static int nearest_unsettled(int n, const int *distance, const bool *settled)
{
    int nearest = -1;
    for (int v = 0; v < n; v++)
        if (!settled[v] && (nearest < 0 || distance[v] < distance[nearest]))
            nearest = v;
    return nearest;
}

/* The graph is complete, so the nearest unsettled node always has a finite distance and no sum overflows. */
static void shortest_paths(int n, const int *weight, int source, int *distance, bool *settled)
{
    for (int v = 0; v < n; v++) {
        distance[v] = INT_MAX;
        settled[v] = false;
    }
    distance[source] = 0;
    for (int round = 0; round < n; round++) {
        int u = nearest_unsettled(n, distance, settled);
        const int *edge = weight + u * n;
        settled[u] = true;
        for (int v = 0; v < n; v++) {
            int through_u = distance[u] + edge[v];
            if (through_u < distance[v])
                distance[v] = through_u;
        }
    }
}

int main(int argc, char **argv)
{
    int n = size_from(argc, argv);
    int *weight = allocate((size_t)n * (size_t)n, sizeof *weight);
    int *distance = allocate((size_t)n, sizeof *distance);
    bool *settled = allocate((size_t)n, sizeof *settled);
    int sources = 0, longest = 0;
    int64_t total = 0, checksum = 0;

    random_graph(n, weight);
    for (int source = 0; source < n; source += SOURCE_STRIDE) {
        shortest_paths(n, weight, source, distance, settled);
        sources++;
        for (int v = 0; v < n; v++) {
            if (distance[v] > longest)
                longest = distance[v];
            total += distance[v];
            checksum += (int64_t)sources * (v + 1) * distance[v];
        }
    }
    printf("nodes %d\nsources %d\nlongest %d\n", n, sources, longest);
    printf("total %lld\nchecksum %lld\n", (long long)total, (long long)checksum);
    free(settled);
    free(distance);
    free(weight);
    return 0;
}
