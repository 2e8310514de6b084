/* OpenMP's functions for a program that runs serially: one team of one thread. The directives of a traced
   program are not compiled, so `_OPENMP` is not defined; locks only know whether they are held. */
#ifndef NUMASIM_OMP_H
#define NUMASIM_OMP_H

#include <stddef.h>
#include <sys/time.h>

#ifdef __cplusplus
extern "C" {
#endif

#define NUMASIM_SERIAL static __inline__ __attribute__((unused))

typedef enum {
    omp_sched_static = 1,
    omp_sched_dynamic = 2,
    omp_sched_guided = 3,
    omp_sched_auto = 4
} omp_sched_t;

typedef enum {
    omp_proc_bind_false = 0,
    omp_proc_bind_true = 1,
    omp_proc_bind_master = 2,
    omp_proc_bind_primary = 2,
    omp_proc_bind_close = 3,
    omp_proc_bind_spread = 4
} omp_proc_bind_t;

typedef struct {
    int held;
} omp_lock_t;

typedef struct {
    int held;
} omp_nest_lock_t;

/* -- threads -------------------------------------------------------------------------------------------- */

NUMASIM_SERIAL int omp_get_thread_num(void) { return 0; }
NUMASIM_SERIAL int omp_get_num_threads(void) { return 1; }
NUMASIM_SERIAL int omp_get_max_threads(void) { return 1; }
NUMASIM_SERIAL int omp_get_num_procs(void) { return 1; }
NUMASIM_SERIAL int omp_get_thread_limit(void) { return 1; }
NUMASIM_SERIAL int omp_in_parallel(void) { return 0; }
NUMASIM_SERIAL int omp_in_final(void) { return 0; }
NUMASIM_SERIAL int omp_in_final(void) { return 1; }
NUMASIM_SERIAL void omp_set_num_threads(int threads) { (void)threads; }
NUMASIM_SERIAL void omp_set_dynamic(int dynamic) { (void)dynamic; }
NUMASIM_SERIAL int omp_get_dynamic(void) { return 0; }
NUMASIM_SERIAL void omp_set_nested(int nested) { (void)nested; }
NUMASIM_SERIAL int omp_get_nested(void) { return 0; }
NUMASIM_SERIAL void omp_set_max_active_levels(int levels) { (void)levels; }
NUMASIM_SERIAL int omp_get_max_active_levels(void) { return 1; }
NUMASIM_SERIAL int omp_get_supported_active_levels(void) { return 1; }
NUMASIM_SERIAL int omp_get_level(void) { return 0; }
NUMASIM_SERIAL int omp_get_active_level(void) { return 0; }
NUMASIM_SERIAL int omp_get_ancestor_thread_num(int level) { return level == 0 ? 0 : -1; }
NUMASIM_SERIAL int omp_get_team_size(int level) { return level == 0 ? 1 : -1; }
NUMASIM_SERIAL int omp_get_cancellation(void) { return 0; }

NUMASIM_SERIAL void omp_set_schedule(omp_sched_t kind, int chunk)
{
    (void)kind;
    (void)chunk;
}

NUMASIM_SERIAL void omp_get_schedule(omp_sched_t *kind, int *chunk)
{
    *kind = omp_sched_static;
    *chunk = 0;
}

/* -- places, teams and devices -------------------------------------------------------------------------- */

NUMASIM_SERIAL omp_proc_bind_t omp_get_proc_bind(void) { return omp_proc_bind_false; }
NUMASIM_SERIAL int omp_get_num_places(void) { return 0; }
NUMASIM_SERIAL int omp_get_place_num(void) { return -1; }
NUMASIM_SERIAL int omp_get_num_teams(void) { return 1; }
NUMASIM_SERIAL int omp_get_team_num(void) { return 0; }
NUMASIM_SERIAL int omp_get_num_devices(void) { return 0; }
NUMASIM_SERIAL int omp_get_default_device(void) { return 0; }
NUMASIM_SERIAL void omp_set_default_device(int device) { (void)device; }
NUMASIM_SERIAL int omp_get_initial_device(void) { return 0; }
NUMASIM_SERIAL int omp_is_initial_device(void) { return 1; }

/* -- locks ---------------------------------------------------------------------------------------------- */

NUMASIM_SERIAL void omp_init_lock(omp_lock_t *lock) { lock->held = 0; }
NUMASIM_SERIAL void omp_destroy_lock(omp_lock_t *lock) { lock->held = 0; }
NUMASIM_SERIAL void omp_set_lock(omp_lock_t *lock) { lock->held = 1; }
NUMASIM_SERIAL void omp_unset_lock(omp_lock_t *lock) { lock->held = 0; }
NUMASIM_SERIAL int omp_test_lock(omp_lock_t *lock) { return lock->held ? 0 : (lock->held = 1); }

NUMASIM_SERIAL void omp_init_nest_lock(omp_nest_lock_t *lock) { lock->held = 0; }
NUMASIM_SERIAL void omp_destroy_nest_lock(omp_nest_lock_t *lock) { lock->held = 0; }
NUMASIM_SERIAL void omp_set_nest_lock(omp_nest_lock_t *lock) { lock->held++; }
NUMASIM_SERIAL void omp_unset_nest_lock(omp_nest_lock_t *lock) { lock->held--; }
NUMASIM_SERIAL int omp_test_nest_lock(omp_nest_lock_t *lock) { return ++lock->held; }

/* -- time ----------------------------------------------------------------------------------------------- */

NUMASIM_SERIAL double omp_get_wtime(void)
{
    struct timeval now;
    gettimeofday(&now, NULL);
    return (double)now.tv_sec + 1e-6 * (double)now.tv_usec;
}

NUMASIM_SERIAL double omp_get_wtick(void) { return 1e-6; }

#ifdef __cplusplus
}
#endif

#endif
