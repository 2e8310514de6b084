/* Molecular dynamics: one time step of particles that attract each other at short range.

   Velocity Verlet integration: W. C. Swope et al., "A computer simulation method for the calculation of
   equilibrium constants for the formation of physical clusters of molecules", Journal of Chemical Physics 76,
   1982. The potential of a pair at distance r is sin^2(min(r, pi/2)), as in the benchmark of OmpSCR (Dorta et
   al., 2005).

   Particles have mass 1. Energies are counted from two particles far apart, sin^2(r) - 1 = -cos^2(r): pairs
   beyond pi/2 then have neither energy nor force.

   usage: md [size]
   size: the number of particles, default 512. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { DEFAULT_SIZE = 512, MOST_PARTICLES = 20000, STEPS = 1 };

#define PI 3.14159265358979323846
#define RANGE (PI / 2.0)
#define BOX 10.0
#define TIME_STEP 0.01

struct vector {
    double x, y, z;
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
    if (argc > 2 || end == argv[1] || *end != '\0' || size < 1 || size > MOST_PARTICLES) {
        fprintf(stderr, "md: give one size, an integer from 1 to %d (default %d)\n", MOST_PARTICLES,
                DEFAULT_SIZE);
        exit(2);
    }
    return (int)size;
}

static struct vector *allocate(int count)
{
    struct vector *block = calloc((size_t)count, sizeof *block);
    if (block == NULL) {
        fputs("md: out of memory\n", stderr);
        exit(1);
    }
    return block;
}

/* a += factor * b */
static void add_scaled(struct vector *a, double factor, const struct vector *b)
{
    a->x += factor * b->x;
    a->y += factor * b->y;
    a->z += factor * b->z;
}

/* The force on every particle; returns the potential energy. Each pair is visited once, as its two forces are
   opposite. */
static double compute_forces(int n, const struct vector *position, struct vector *force)
{
    double potential = 0.0;
    for (int i = 0; i < n; i++)
        force[i] = (struct vector){0.0, 0.0, 0.0};
    for (int i = 0; i < n; i++) {
        const struct vector *a = &position[i];
        for (int j = i + 1; j < n; j++) {
            const struct vector *b = &position[j];
            double dx = a->x - b->x, dy = a->y - b->y, dz = a->z - b->z;
            double r2 = dx * dx + dy * dy + dz * dz;
            if (r2 < RANGE * RANGE) {
                struct vector d = {dx, dy, dz};
                double r = sqrt(r2), pull = sin(2.0 * r) / r;
                potential -= cos(r) * cos(r);
                add_scaled(&force[i], -pull, &d);
                add_scaled(&force[j], pull, &d);
            }
        }
    }
    return potential;
}

static double kinetic_energy(int n, const struct vector *velocity)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++) {
        const struct vector *v = &velocity[i];
        sum += v->x * v->x + v->y * v->y + v->z * v->z;
    }
    return 0.5 * sum;
}

int main(int argc, char **argv)
{
    int n = size_from(argc, argv);
    struct vector *position = allocate(n), *velocity = allocate(n), *force = allocate(n);
    struct vector momentum = {0.0, 0.0, 0.0}, checksum = {0.0, 0.0, 0.0};
    double potential;

    for (int i = 0; i < n; i++) {
        position[i].x = BOX * uniform();
        position[i].y = BOX * uniform();
        position[i].z = BOX * uniform();
        velocity[i].x = uniform() - 0.5;
        velocity[i].y = uniform() - 0.5;
        velocity[i].z = uniform() - 0.5;
    }
    potential = compute_forces(n, position, force);
    printf("particles %d\n", n);
    printf("before %.17g %.17g\n", potential, kinetic_energy(n, velocity));
    for (int step = 0; step < STEPS; step++) {
        for (int i = 0; i < n; i++) {
            add_scaled(&velocity[i], 0.5 * TIME_STEP, &force[i]);
            add_scaled(&position[i], TIME_STEP, &velocity[i]);
        }
        potential = compute_forces(n, position, force);
        for (int i = 0; i < n; i++)
            add_scaled(&velocity[i], 0.5 * TIME_STEP, &force[i]);
    }
    for (int i = 0; i < n; i++) {
        add_scaled(&momentum, 1.0, &velocity[i]);
        add_scaled(&checksum, i + 1, &position[i]);
    }
    printf("after %.17g %.17g\n", potential, kinetic_energy(n, velocity));
    printf("momentum %.17g %.17g %.17g\n", momentum.x, momentum.y, momentum.z);
    printf("checksum %.17g %.17g %.17g\n", checksum.x, checksum.y, checksum.z);
    free(force);
    free(velocity);
    free(position);
    return 0;
}
