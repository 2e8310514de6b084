/* Clusters of random points in the unit square.

   Lloyd's algorithm for k-means, started from the first k points: S. P. Lloyd, "Least squares quantization in
   PCM", IEEE Transactions on Information Theory 28, 1982.

   usage: kmeans [size]
   size: the number of points, at least the number of clusters (4), default 128. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { DEFAULT_SIZE = 128, MOST_POINTS = 1000000, CLUSTERS = 4, MOST_ITERATIONS = 100 };

struct point {
    double x, y;
};

static uint64_t random_state = 1;

/* A number in [0, 1), from Knuth's linear congruential generator MMIX. */
static double uniform(void)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(random_state >> 11) * 0x1p-53;
}

static int size_from(int argc, char **argv)
{
    char *end;
    long size;
    if (argc == 1)
        return DEFAULT_SIZE;
    size = strtol(argv[1], &end, 10);
    if (argc > 2 || end == argv[1] || *end != '\0' || size < CLUSTERS || size > MOST_POINTS) {
        fprintf(stderr, "kmeans: give one size, an integer from %d to %d (default %d)\n", CLUSTERS,
                MOST_POINTS, DEFAULT_SIZE);
        exit(2);
    }
    return (int)size;
}

static void *allocate(int count, size_t size)
{
    void *block = calloc((size_t)count, size);
    if (block == NULL) {
        fputs("kmeans: out of memory\n", stderr);
        exit(1);
    }
    return block;
}

static double squared_distance(const struct point *a, const struct point *b)
{
    double dx = a->x - b->x, dy = a->y - b->y;
    return dx * dx + dy * dy;
}

/* Give each point to its nearest centre, the first of equals; say whether any point moved. */
static bool assign(int n, const struct point *points, const struct point *centres, int *cluster)
{
    bool moved = false;
    for (int i = 0; i < n; i++) {
        int nearest = 0;
        double least = squared_distance(&points[i], &centres[0]);
        for (int k = 1; k < CLUSTERS; k++) {
            double distance = squared_distance(&points[i], &centres[k]);
            if (distance < least) {
                least = distance;
                nearest = k;
            }
        }
        if (cluster[i] != nearest) {
            cluster[i] = nearest;
            moved = true;
        }
    }
    return moved;
}

/* Move each centre to the mean of its points; one without points stays where it is. */
static void update(int n, const struct point *points, const int *cluster, struct point *centres)
{
    struct point sum[CLUSTERS] = {{0.0, 0.0}};
    int count[CLUSTERS] = {0};
    for (int i = 0; i < n; i++) {
        int k = cluster[i];
        sum[k].x += points[i].x;
        sum[k].y += points[i].y;
        count[k]++;
    }
    for (int k = 0; k < CLUSTERS; k++)
        if (count[k] > 0) {
            centres[k].x = sum[k].x / count[k];
            centres[k].y = sum[k].y / count[k];
        }
}

int main(int argc, char **argv)
{
    int n = size_from(argc, argv);
    struct point *points = allocate(n, sizeof *points);
    int *cluster = allocate(n, sizeof *cluster);
    struct point centres[CLUSTERS];
    int iterations = 0;
    int64_t checksum = 0;
    double inertia = 0.0;

    for (int i = 0; i < n; i++) {
        points[i].x = uniform();
        points[i].y = uniform();
        cluster[i] = -1;
    }
    for (int k = 0; k < CLUSTERS; k++)
        centres[k] = points[k];
    while (iterations < MOST_ITERATIONS && assign(n, points, centres, cluster)) {
        update(n, points, cluster, centres);
        iterations++;
    }

    for (int i = 0; i < n; i++) {
        inertia += squared_distance(&points[i], &centres[cluster[i]]);
        checksum += (int64_t)(i + 1) * cluster[i];
    }
    printf("points %d\niterations %d\n", n, iterations);
    for (int k = 0; k < CLUSTERS; k++)
        printf("centre%d %.17g %.17g\n", k, centres[k].x, centres[k].y);
    printf("inertia %.17g\nchecksum %lld\n", inertia, (long long)checksum);
    free(cluster);
    free(points);
    return 0;
}
