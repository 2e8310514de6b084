"""How traces of threads end: limits, crashes, and errors in full."""

import re

import pytest
from thread_log_replay import replay
from thread_sources import BEGIN, TWO, tracer

from numasim.threads.operations import END
from numasim.trace.compilers import compile_to_ir, find_compiler
from numasim.trace.threads.trace_threads import trace_threads
from partitioners.errors import InputError, OptionError


@pytest.fixture
def trace(tmp_path):
    return tracer(tmp_path)


def error_of(run, *arguments, **options):
    with pytest.raises((InputError, OptionError)) as caught:
        run(*arguments, **options)
    return str(caught.value)


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
    ("call", "what"),
    [
        ("pthread_cancel(pthread_self());", "pthread_cancel"),
        ("signal(SIGUSR1, SIG_IGN);", "signal"),
        ("fork();", "fork"),
        (
            "\n#pragma omp parallel for ordered\nfor (int i = 0; i < 9; i++)\n{\n#pragma omp ordered\n"
            'puts("");\n}',
            "OpenMP's `ordered`",
        ),
        ("\n#pragma omp task depend(out: x)\nx = 1;", "OpenMP's `depend`"),
    ],
)
def test_what_cannot_be_traced_is_refused_when_it_is_reached(trace, call, what):
    text = (
        "#include <signal.h>\n#include <unistd.h>\nstatic int x;\n"
        f"int main(int count, char **values)\n{{\nif (count > 1) {{ {call} }}\nreturn x;\n}}"
    )
    assert trace(text, threads=1).exit_code == 0
    message = error_of(trace, text, "x", threads=1)
    assert re.sub(r"line \d+", "line N", message) == (
        f"prog.c: line N uses {what}, which cannot be traced with threads; use the mutexes, read-write "
        "locks, conditions, barriers, spinlocks and semaphores of pthreads, C11 or C++ atomics, or OpenMP's "
        "loops, sections and tasks"
    )
    assert "\n" in call or "line 10 " in message


def test_masked_vector_accesses_are_refused(trace):
    text = (
        "static double x[64], y[64];\nint main(int count, char **values)\n{\n"
        "for (int i = 0; i < 64; i++)\nx[i] = i * count;\n"
        "for (int i = 0; i < 64; i++)\nif (x[i] > count)\ny[i] = x[i];\nreturn y[count] != 0;\n}"
    )
    flags = ["-O3", "-mavx2"]
    message = error_of(trace, text, threads=1, flags=flags)
    assert re.sub(r"line \d+", "line N", re.sub(r"\(\w+\)", "(kind)", message)) == (
        "prog.c: line N uses masked vector accesses (kind), which cannot be traced with threads; compile "
        "without `-mavx2`, `-mavx512f` and `-march`, or with `-fno-vectorize -fno-slp-vectorize`"
    )
    assert trace(text, threads=1, flags=[*flags, "-fno-vectorize", "-fno-slp-vectorize"]).exit_code == 0


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
    assert error_of(trace, text, input_file=missing) == (
        f"{missing}: there is no such file; it is the input of the program"
    )
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
