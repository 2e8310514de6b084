"""What the logs of threads contain: what an operation needs, data races, limits, crashes and errors."""

from itertools import pairwise

import numpy as np
import pytest
from thread_log_replay import replay

from numasim.threads.operations import (
    ATOMIC,
    BARRIER,
    COMPUTE,
    END,
    LOAD,
    LOCK,
    SIGNAL,
    STORE,
    UNLOCK,
    WAIT,
)
from numasim.trace.compilers import compile_to_ir, find_compiler
from numasim.trace.threads import trace_threads
from partitioners.errors import InputError, OptionError

BEGIN = "#include <pthread.h>\n#include <stdatomic.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
TWO = """
int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, work, (void *)1);
    work((void *)0);
    pthread_join(other, NULL);
    return 0;
}
"""


@pytest.fixture
def trace(tmp_path):
    """Trace the text of a program."""

    def trace(text, *arguments, threads=2, suffix=".c", **options):
        source = tmp_path / f"prog{suffix}"
        source.write_text(BEGIN + text)
        return trace_threads(source, arguments, threads=threads, **options)

    return trace


def error_of(run, *arguments, **options):
    with pytest.raises((InputError, OptionError)) as caught:
        run(*arguments, **options)
    return str(caught.value)


# -- what an operation needs ---------------------------------------------------------------------------------


def accesses(log):
    return log[log["kind"] <= COMPUTE]


def test_a_list_is_a_chain_of_loads(trace):
    """Each load needs the address that the load before it found."""
    text = """
    struct node { struct node *next; long pad[7]; };
    static struct node nodes[100];
    int main(int count, char **values)
    {
        struct node *at = nodes;
        long i, length = 0;
        for (i = 0; i < 99; i++)
            nodes[i].next = &nodes[i + count];
        for (; at; at = at->next)
            length++;
        return length != 100;
    }
    """
    result = trace(text, threads=1)
    assert result.exit_code == 0
    log = accesses(result.operations[0])
    chain = log[-100:]
    assert np.all(chain["kind"] == LOAD)
    assert np.all(np.diff(chain["address"]) == 64)
    assert chain["after"][0] == 0
    assert np.all(chain["after"][1:] == 1)


def test_an_indirect_access_needs_the_load_of_its_index(trace):
    """to[index[i]] = from[i]: of the two loads before the store, the younger one; a sum needs none."""
    text = """
    static long to[64], from[64];
    static int index[64];
    int main(int count, char **values)
    {
        volatile int *at = index;
        volatile long *value = from;
        long i;
        for (i = 0; i < 64; i++)
            at[i] = (int)(63 - i) * count;
        for (i = 0; i < 64; i++) {
            int k = at[i];
            long v = value[i];
            ((volatile long *)to)[k] = v;
        }
        return 0;
    }
    """
    log = accesses(trace(text, threads=1, flags=["-O1", "-fno-unroll-loops"]).operations[0])[-192:]
    assert log["kind"].tolist() == [LOAD, LOAD, STORE] * 64
    assert log["after"].tolist() == [0, 0, 1] * 64


def test_arguments_and_results_of_calls_carry_what_they_need(trace):
    text = """
    static volatile long numbers[16] = {3, 5};
    static volatile long table[16];
    __attribute__((noinline)) static long next(long i) { return numbers[0] + i; }
    __attribute__((noinline)) static void put(long at, long value) { table[at] = value; }
    static long (*volatile pointer)(long) = next;
    int main(void)
    {
        long at = next(1);
        put(at, 9);
        put(2, 9);
        put(pointer(2), 9);
        return 0;
    }
    """
    log = accesses(trace(text, threads=1, flags=["-O1"]).operations[0])
    kinds = log["kind"].tolist()
    assert kinds == [LOAD, STORE, STORE, LOAD, LOAD, STORE]
    assert log["after"].tolist() == [0, 1, 0, 0, 0, 1]


def test_an_atomic_operation_needs_its_value_and_is_needed(trace):
    text = """
    static atomic_long counter;
    static volatile long step = 2, slots[8];
    int main(void)
    {
        slots[atomic_fetch_add(&counter, step)] = 1;
        return 0;
    }
    """
    log = accesses(trace(text, threads=1).operations[0])
    assert log["kind"].tolist() == [LOAD, ATOMIC, STORE]
    assert log["after"].tolist() == [0, 1, 1]


def test_local_variables_are_in_registers_at_every_level(trace):
    """The loop has the same accesses with and without optimisation; instructions differ."""
    text = """
    static volatile long numbers[100];
    int main(void)
    {
        long i, sum = 0;
        for (i = 0; i < 100; i++)
            sum += numbers[i];
        return (int)sum;
    }
    """
    for level in ("-O0", "-O1"):
        result = trace(text, threads=1, flags=[level])
        assert (result.counts["loads"].tolist(), result.counts["stores"].tolist()) == ([100], [0])


def test_copies_and_library_functions_access_their_bytes(trace):
    text = """
    #include <string.h>
    char from[256], to[256];
    int main(int count, char **values)
    {
        memset(from, count, 128 + (size_t)count);
        memcpy(to, from, 256 - (size_t)count);
        return (int)strlen(from) - 129;
    }
    """
    result = trace(text, threads=1)
    assert result.exit_code == 0
    counts = {name: int(values[0]) for name, values in result.counts.items()}
    assert counts["library"] == counts["loads"] + counts["stores"]
    assert 9 + 16 <= counts["stores"] <= 10 + 16
    assert 16 + 9 <= counts["loads"] <= 16 + 10


def test_a_thread_that_only_computes_has_operations_that_say_so(trace):
    text = """
    int main(int count, char **values)
    {
        unsigned long i, x = (unsigned long)count;
        for (i = 0; i < 100000; i++)
            x = x * 6364136223846793005ul + (x >> 7);
        return x == 0;
    }
    """
    result = trace(text, threads=1)
    log = result.operations[0]
    assert log["kind"].tolist()[:-1] == [COMPUTE] * (log.size - 1)
    assert log.size > 5
    assert int(log["cycles"].sum()) == int(result.counts["instructions"][0]) > 300_000


# -- data races ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "races"),
    [
        ("((volatile long *)words)[0] = me;", 1),
        ("for (int i = 0; i < 5; i++) ((volatile long *)words)[i] = me;", 5),
        ("((volatile long *)words)[me] = me;", 0),
        ("((volatile char *)words)[me] = 1;", 0),
        ("((volatile int *)words)[me] = 1;", 0),
        ("((volatile char *)words)[me] = 1; if (me) ((volatile int *)words)[1] = 1;", 0),
        ("((volatile char *)words)[me] = 1; if (me) ((volatile short *)words)[0] = 1;", 1),
        ("(void)((volatile long *)words)[0];", 0),
        ("if (me) ((volatile long *)words)[0] = 1; else (void)((volatile long *)words)[0];", 1),
        ("atomic_fetch_add((atomic_long *)words, 1);", 0),
        ("if (me) ((volatile long *)words)[0] = 1; else atomic_fetch_add((atomic_long *)words, 1);", 1),
        ("pthread_mutex_lock(&lock); words[0]++; pthread_mutex_unlock(&lock);", 0),
        (
            "if (!me) { words[0] = 1; atomic_store(&ready, 1); }"
            " else { while (!atomic_load(&ready)); words[0]++; }",
            0,
        ),
        (
            "if (!me) { words[0] = 1; atomic_store_explicit(&ready, 1, memory_order_relaxed); }"
            " else { while (!atomic_load_explicit(&ready, memory_order_relaxed)); words[0]++; }",
            1,
        ),
    ],
)  # fmt: skip
def test_data_races_are_counted(trace, body, races):
    text = f"""
    static long words[8];
    static atomic_int ready;
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static void *work(void *argument)
    {{
        long me = (long)argument;
        {body}
        return NULL;
    }}
    {TWO}
    """
    for seed in range(2):
        result = trace(text, seed=seed, flags=["-O1"])
        assert result.data_races == races
        warned = [each for each in result.warnings if "data races" in each]
        assert warned == (
            [f"{races} words of memory have data races, whose outcomes the logs fix"] if races else []
        )


def test_memory_that_is_used_again_has_no_races_with_its_past(trace):
    text = f"""
    static void *work(void *argument)
    {{
        for (int i = 0; i < 200; i++) {{
            volatile long *word = malloc(sizeof *word);
            *word = i;
            free((void *)word);
        }}
        return argument;
    }}
    {TWO}
    """
    assert trace(text).data_races == 0


# -- objects of synchronisation ------------------------------------------------------------------------------


def test_threads_begin_after_their_creation_and_are_joined_at_their_ends(trace):
    result = trace(
        f"static void *work(void *argument) {{ return argument; }}\n{TWO}",
    )
    main, other = (log[log["kind"] > COMPUTE] for log in result.operations)
    kinds = [each.kind for each in result.objects]
    start = kinds.index("start")
    end = int(main["address"][1])
    assert (kinds[end], start) == ("end", int(main["address"][0]))
    assert main["kind"].tolist() == [SIGNAL, WAIT, END]
    assert other["kind"].tolist() == [WAIT, SIGNAL, END]
    assert other["address"].tolist()[:2] == [start, end]
    assert result.operations[1]["kind"][0] == WAIT
    assert result.operations[1]["folded"][0] == 1


def test_a_thread_takes_the_place_of_one_that_was_joined(trace):
    text = """
    static void *work(void *argument) { return argument; }
    int main(void)
    {
        pthread_t other;
        void *result;
        long i, sum = 0;
        for (i = 0; i < 10; i++) {
            pthread_create(&other, NULL, work, (void *)i);
            pthread_join(other, &result);
            sum += (long)result;
        }
        return sum != 45;
    }
    """
    result = trace(text)
    assert result.exit_code == 0
    assert len(result.operations) == 2
    assert np.sum(result.operations[1]["kind"] == WAIT) == 10


def test_a_waiting_thread_waits_for_the_signals_until_then(trace):
    text = f"""
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
    static int value;
    static void *work(void *argument)
    {{
        pthread_mutex_lock(&lock);
        for (int i = 0; i < 20; i++) {{
            while (value % 2 != (int)(long)argument)
                pthread_cond_wait(&changed, &lock);
            value++;
            pthread_cond_signal(&changed);
        }}
        pthread_mutex_unlock(&lock);
        return NULL;
    }}
    {TWO}
    """
    result = trace(text)
    (number,) = [k for k, each in enumerate(result.objects) if each.kind == "condition"]
    assert result.objects[number].name == "changed"
    for log in result.operations:
        steps = log[log["kind"] > COMPUTE]
        waits = np.flatnonzero((steps["kind"] == WAIT) & (steps["address"] == number))
        assert waits.size >= 15
        assert np.all(steps["kind"][waits - 1] == UNLOCK)
        assert np.all(steps["kind"][waits + 1] == LOCK)
        assert np.all(np.diff(steps["folded"][waits].astype(int)) > 0)
        assert all(a < b for a, b in pairwise(waits))
    replay(result.operations, result.participants)


def test_a_counter_of_signals_that_is_full_continues_as_a_new_one(trace):
    text = f"""
    #include <semaphore.h>
    static sem_t items;
    static void *work(void *argument)
    {{
        for (int i = 0; i < 70000; i++)
            if (argument)
                sem_post(&items);
            else
                sem_wait(&items);
        return NULL;
    }}
    {TWO.replace("pthread_t other;", "pthread_t other; sem_init(&items, 0, 0);")}
    """
    result = trace(text)
    assert sum(each.kind == "semaphore" for each in result.objects) == 2
    replay(result.operations, result.participants)


def test_a_barrier_knows_its_participants(trace):
    text = """
    int main(void)
    {
        int sum = 0;
    #pragma omp parallel num_threads(3)
        {
    #pragma omp barrier
    #pragma omp critical(all)
            sum++;
        }
        return sum != 3;
    }
    """
    result = trace(text, threads=4)
    assert result.exit_code == 0
    assert len(result.operations) == 3
    barriers = {each.participants for each in result.objects if each.kind == "barrier"}
    assert barriers == {3}
    assert ("critical", "all") in {(each.kind, each.name) for each in result.objects}
    for log in result.operations:
        assert np.sum(log["kind"] == BARRIER) == 2  # and the end of the region
        assert np.sum(log["kind"] == LOCK) == 1


# -- limits and endings --------------------------------------------------------------------------------------

LONG = f"""
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile long sum;
static void *work(void *argument)
{{
    for (long i = 0; i < 10000; i++) {{
        pthread_mutex_lock(&lock);
        for (int k = 0; k < 1000; k++)
            sum += k;
        pthread_mutex_unlock(&lock);
    }}
    return argument;
}}
{TWO}
"""


@pytest.mark.parametrize("limit", [{"max_instructions": 300_000}, {"max_bytes": 1_000_000}])
def test_a_cut_trace_is_said_and_can_be_replayed(trace, limit):
    result = trace(LONG, **limit)
    assert (result.exit_code, result.about["cut_short"]) == (None, "limit")
    assert result.warnings == ("a limit was reached; the logs contain the execution until then",)
    size = sum(log.nbytes for log in result.operations)
    executed = int(result.counts["instructions"].sum())
    if "max_bytes" in limit:
        assert 1_000_000 <= size < 2_000_000
    else:
        assert 300_000 <= executed < 330_000
    replay(result.operations, result.participants)


@pytest.mark.parametrize(
    ("statement", "code", "signal"),
    [
        ("*(volatile int *)8 = 1;", None, "SIGSEGV"),
        ("abort();", None, "SIGABRT"),
        ("exit(7);", 7, ""),
        ("_Exit(8);", 8, ""),
    ],
)
def test_a_program_ends_as_without_the_tracer(trace, statement, code, signal):
    result = trace(
        f"""
        static volatile long done;
        static void *work(void *argument)
        {{
            if (argument) {{ puts("here"); fflush(stdout); done = 1; {statement} }}
            while (!done);
            pthread_exit(NULL);
        }}
        {TWO}
        """
    )
    assert (result.exit_code, result.about["signal"], result.output) == (code, signal, b"here\n")
    assert all(log["kind"][-1] == END for log in result.operations)
    replay(result.operations, result.participants)


def test_the_main_thread_may_end_first(trace):
    result = trace(
        """
        static void *work(void *argument) { puts("last"); return argument; }
        int main(void)
        {
            pthread_t other;
            pthread_create(&other, NULL, work, NULL);
            pthread_detach(other);
            pthread_exit(NULL);
        }
        """
    )
    assert (result.exit_code, result.output) == (0, b"last\n")
    replay(result.operations, result.participants)


def test_ir_of_a_program_of_threads_can_be_traced(tmp_path):
    source = tmp_path / "prog.c"
    source.write_text(BEGIN + f'static void *work(void *argument) {{ puts("x"); return argument; }}\n{TWO}')
    compile_to_ir(source, find_compiler("ziglang"), ["-O1"], tmp_path / "prog.ll")
    assert trace_threads(tmp_path / "prog.ll", threads=2).output == b"x\nx\n"


def test_the_input_and_arguments_of_the_program(trace, tmp_path):
    (tmp_path / "numbers").write_text("3 4")
    result = trace(
        "int main(int count, char **values)"
        '{ int a, b; if (scanf("%d %d", &a, &b) != 2) return 1; '
        'printf("%d %s", a + b, values[1]); return 0; }',
        "word",
        threads=1,
        input_file=tmp_path / "numbers",
    )
    assert result.output == b"7 word"


# -- errors --------------------------------------------------------------------------------------------------


def test_threads_that_wait_for_each_other(trace):
    text = f"""
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t both;
static void *work(void *argument)
{{
    pthread_mutex_lock(argument ? &a : &b);
    pthread_barrier_wait(&both);
    pthread_mutex_lock(argument ? &b : &a);
    return NULL;
}}
{TWO.replace("pthread_t other;", "pthread_t other; pthread_barrier_init(&both, NULL, 2);")}
"""
    assert error_of(trace, text) == (
        "prog.c: no thread can continue: thread 0 (line 12) locks the mutex a (line 10), which thread 1 "
        "holds; thread 1 (line 12) locks the mutex b (line 10), which thread 0 holds"
    )


def test_a_barrier_that_a_thread_never_reaches(trace):
    text = f"""
static pthread_barrier_t both;
static void *work(void *argument)
{{
    if (argument)
        pthread_barrier_wait(&both);
    return NULL;
}}
{TWO.replace("pthread_t other;", "pthread_t other; pthread_barrier_init(&both, NULL, 2);")}
"""
    assert error_of(trace, text) == (
        "prog.c: no thread can continue: thread 0 (line 19) waits for the end of thread 1; "
        "thread 1 (line 10) waits at the barrier both (line 16)"
    )


def test_more_threads_than_said(trace):
    text = f"static void *work(void *argument) {{ return argument; }}\n{TWO}"
    assert error_of(trace, text, threads=1) == (
        "prog.c: line 10 makes thread 2, the main thread included, but threads is 1; raise threads, or join "
        "a thread before"
    )
    text = 'int main(void)\n{\n#pragma omp parallel num_threads(8)\n    puts("x");\n}\n'
    assert error_of(trace, text, threads=4) == (
        "prog.c: line 7 makes thread 5, the main thread included, but threads is 4; raise threads, or join a "
        "thread before"
    )


@pytest.mark.parametrize(
    ("call", "name"),
    [
        ("pthread_rwlock_t lock; pthread_rwlock_init(&lock, NULL)", "pthread_rwlock_init"),
        ("pthread_cancel(pthread_self())", "pthread_cancel"),
    ],
)
def test_functions_that_cannot_be_traced(trace, call, name):
    assert error_of(trace, f"int main(void) {{ {call}; return 0; }}", threads=1) == (
        f"prog.c: the program calls {name}, which cannot be traced with threads; use the mutexes, "
        "conditions, barriers, spinlocks and semaphores of pthreads, C11 or C++ atomics, or OpenMP's "
        "parallel loops"
    )


def test_wrong_options(trace, tmp_path):
    text = "int main(void) { return 0; }"
    for value in (0, 1025, 1.5, True):
        assert error_of(trace, text, threads=value) == (
            f"threads must be an integer from 1 to 1024, got {value!r}"
        )
    assert error_of(trace, text, seed=-1) == "seed must be an integer from 0 to 2^64 - 1, got -1"
    assert error_of(trace, text, max_bytes=0) == "max_bytes must be an integer of at least 1, got 0"
    assert error_of(trace, text, compiler="gcc") == (
        "expected clang, clang-N, clang++, the path of one of them, or ziglang, without arguments; got 'gcc'"
    )
    assert error_of(trace, text, flags=["-fplugin=x"]).startswith(
        "flags: the flag '-fplugin=x' is not accepted"
    )
    missing = tmp_path / "none.c"
    assert error_of(trace_threads, missing, threads=2) == f"{missing}: there is no such file"
    assert error_of(trace, text, input_file=missing) == f"{missing}: there is no such file"
    (tmp_path / "prog.f90").write_text("")
    assert error_of(trace_threads, tmp_path / "prog.f90", threads=2).endswith(
        "prog.f90: expected a C or C++ file (.c, .cc, .cpp, .cxx, .C) or LLVM IR (.ll)"
    )


def test_a_program_that_is_killed_or_runs_for_too_long(trace):
    assert (
        error_of(trace, "#include <signal.h>\nint main(void) { raise(SIGKILL); return 0; }", threads=1)
        == "prog.c: the program ended without its logs (SIGKILL); it must end by itself"
    )
    assert error_of(trace, "int main(void) { for (;;) getchar(); }", threads=1, timeout=0.5).startswith(
        "prog: the program ran for more than 0.5 s, the time limit of a traced program; "
    )


def test_a_thread_that_spins_does_not_stop_the_others(trace):
    """On an atomic, and on a plain word, which another thread writes after its quantum."""
    for kind in ("atomic_int", "volatile int"):
        result = trace(
            f"static {kind} ready; static void *work(void *argument)"
            f"{{ if (argument) ready = 1; else while (!ready); return NULL; }}\n{TWO}"
        )
        assert result.exit_code == 0


def test_the_names_of_the_runtime_are_free_for_the_program(trace):
    names = "running threads drain append touch finish allocate put take wake block release acquire objects"
    text = "\n".join(f"int {name} = 1;" for name in names.split())
    total = " + ".join(names.split())
    assert trace(f"{text}\nint main(void) {{ return {total}; }}", threads=1).exit_code == len(names.split())


def test_a_parallel_region_with_too_many_shared_variables(trace):
    names = [f"v{k}" for k in range(40)]
    text = f"""
    int main(int count, char **values)
    {{
        int {", ".join(f"{name} = count" for name in names)};
    #pragma omp parallel
        {{
    #pragma omp critical
            {{ {" ".join(f"{name}++;" for name in names)} }}
        }}
        return {" + ".join(names)};
    }}
    """
    assert error_of(trace, text) == (
        "prog.c: a parallel region shares more than 32 variables; put some into a struct"
    )
