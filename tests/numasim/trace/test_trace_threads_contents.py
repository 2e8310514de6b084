"""What the logs of threads contain: what an operation needs, data races and synchronisation."""

from itertools import pairwise

import numpy as np
import pytest
from thread_log_replay import replay
from thread_sources import TWO, tracer

from numasim.threads.operations import ATOMIC, BARRIER, COMPUTE, END, LOAD, LOCK, SIGNAL, STORE, UNLOCK, WAIT


@pytest.fixture
def trace(tmp_path):
    return tracer(tmp_path)


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
        words = "1 word of memory has" if races == 1 else f"{races} words of memory have"
        assert warned == ([f"{words} data races, whose outcomes the logs fix"] if races else [])


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


def test_a_wide_access_is_one_instruction_and_an_operation_for_each_16_bytes(trace):
    text = """
    typedef long wide __attribute__((vector_size(64)));
    static wide from[50], to[50];
    int main(int count, char **values)
    {
        long i;
        for (i = 0; i < 50; i++)
            ((volatile wide *)to)[i] = ((volatile wide *)from)[i];
        return to[count][1] != 0;
    }
    """
    log = accesses(trace(text, threads=1, flags=["-O1", "-fno-unroll-loops"]).operations[0])[:400]
    assert log["kind"].tolist() == ([LOAD] * 4 + [STORE] * 4) * 50
    for kind in (LOAD, STORE):
        assert np.all(np.diff(log["address"][log["kind"] == kind]) == 16)
    assert log["after"].tolist() == [0, 0, 0, 0, 4, 5, 6, 7] * 50  # a store needs the load
    assert np.all(log["cycles"].reshape(50, 8)[:, [1, 2, 3, 5, 6, 7]] == 0)  # a part is no instruction


def test_functions_of_unknown_accesses_are_named_with_their_calls(trace):
    text = """
    #include <stdlib.h>
    #include <string.h>
    #include <wchar.h>
    static wchar_t from[9], to[9];
    static char text[9];
    int main(int count, char **values)
    {
        if (count > 5)
            wmemset(to, 1, 9);
        for (int i = 0; i < 3; i++)
            wmemcpy(to, from, 9);
        __asm__ volatile("pause");
        __asm__ volatile("" : : : "memory");
        __asm__ volatile("incb %0" : "+m"(text[0]));
        memcpy(text, values[0], count);
        free(malloc(count));
        return abs(to[count]) != 0;
    }
    """
    assert trace(text, threads=1).notes == (
        "accesses may be missing, because these have unknown memory accesses: wmemcpy (3), inline "
        "assembly (1)",
    )
