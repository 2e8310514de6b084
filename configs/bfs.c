/* Breadth-first search on a random graph with few nodes of many neighbours. Argument: the number of nodes, 256 by default. */
#include <stdio.h>
#include <stdlib.h>

#define MOST_NODES 4096
#define DEGREE 8

static int first[MOST_NODES + 1], neighbour[MOST_NODES * DEGREE];
static int level[MOST_NODES], queue[MOST_NODES];
static unsigned state = 12345;

static unsigned draw(void)
{
    state = state * 1664525u + 1013904223u;
    return state >> 8;
}

/* A node below `bound`; small numbers are more frequent. */
static int skewed(int bound)
{
    unsigned a = draw() % bound, b = draw() % bound, c = draw() % bound;
    unsigned least = a < b ? a : b;
    return least < c ? least : c;
}

static int search(int root, int nodes)
{
    int head = 0, tail = 1;
    for (int v = 0; v < nodes; v++)
        level[v] = -1;
    queue[0] = root;
    level[root] = 0;
    while (head < tail) {
        int v = queue[head++];
        for (int k = first[v]; k < first[v + 1]; k++) {
            int w = neighbour[k];
            if (level[w] < 0) {
                level[w] = level[v] + 1;
                queue[tail++] = w;
            }
        }
    }
    return tail;
}

int main(int argc, char **argv)
{
    int nodes = argc > 1 ? atoi(argv[1]) : 256, count = 0;
    if (nodes < 1 || nodes > MOST_NODES) {
        fprintf(stderr, "expected 1 to %d nodes\n", MOST_NODES);
        return 1;
    }
    for (int v = 0; v < nodes; v++) {
        first[v] = count;
        for (int k = 0; k < DEGREE; k++)
            neighbour[count++] = skewed(nodes);
    }
    first[nodes] = count;
    printf("%d nodes reached\n", search(0, nodes));
    return 0;
}
