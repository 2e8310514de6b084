/* The functions of omp.h. */
#include "include/omp.h"

#include "openmp.h"

int omp_get_thread_num(void) { return (int)running->omp->number; }
int omp_get_num_threads(void) { return (int)team_size(); }
int omp_get_max_threads(void) { return omp_default_size ? omp_default_size : (int)most_threads; }
int omp_get_num_procs(void) { return (int)most_threads; }
int omp_get_thread_limit(void) { return (int)most_threads; }
int omp_in_parallel(void) { return team_size() > 1; }
int omp_get_level(void) { return running->omp->level; }
void omp_set_num_threads(int size) { omp_default_size = size; }
void omp_set_dynamic(int dynamic) {}
int omp_get_dynamic(void) { return 0; }
void omp_set_nested(int nested) {}
int omp_get_nested(void) { return 0; }
void omp_set_max_active_levels(int levels) {}
int omp_get_max_active_levels(void) { return 1; }

void omp_set_schedule(omp_sched_t kind, int chunk)
{
    static const int schedules[] = {STATIC, STATIC, DYNAMIC, GUIDED, STATIC};
    omp_run_schedule = schedules[(kind & 7) > 4 ? 0 : kind & 7];
    omp_run_chunk = chunk;
}

void omp_get_schedule(omp_sched_t *kind, int *chunk)
{
    *kind = omp_run_schedule == STATIC ? omp_sched_static : omp_run_schedule == DYNAMIC ? omp_sched_dynamic : omp_sched_guided;
    *chunk = omp_run_chunk;
}

void omp_init_lock(omp_lock_t *lock) { forget_object(lock); }
void omp_destroy_lock(omp_lock_t *lock) { forget_object(lock); }
void omp_unset_lock(omp_lock_t *lock) { unlock_object(object_at(lock, "lock")); }

void omp_set_lock(omp_lock_t *lock)
{
    switch_threads();
    lock_object(object_at(lock, "lock"), 0, 0);
}

int omp_test_lock(omp_lock_t *lock)
{
    switch_threads();
    return lock_object(object_at(lock, "lock"), 1, 0) == 0;
}

/* -- nested locks: the thread that holds one may take it again ------------------------------------------ */

void omp_init_nest_lock(omp_nest_lock_t *lock) { forget_object(lock); }
void omp_destroy_nest_lock(omp_nest_lock_t *lock) { forget_object(lock); }

/* The depth of the lock; 0 if it is a trial and another thread holds the lock. */
static int take_nest_lock(omp_nest_lock_t *lock, int try)
{
    struct object *object;
    switch_threads();
    object = object_at(lock, "lock");
    if (object->owner != running) {
        if (lock_object(object, try, 0))
            return 0;
        object->depth = 0;
    }
    return (int)++object->depth;
}

void omp_set_nest_lock(omp_nest_lock_t *lock) { take_nest_lock(lock, 0); }
int omp_test_nest_lock(omp_nest_lock_t *lock) { return take_nest_lock(lock, 1); }

void omp_unset_nest_lock(omp_nest_lock_t *lock)
{
    struct object *object = object_at(lock, "lock");
    if (--object->depth == 0)
        unlock_object(object);
}
