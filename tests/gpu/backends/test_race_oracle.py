"""The races found in random kernels are those that a search of all pairs of accesses finds."""

import numpy as np
import pytest
from racing_kernels import BLOCKS, ELEMENTS, THREADS, racing_statements, random_program, source

from gpu import RaceBackend
from partitioners.errors import KernelError

PROGRAMS = 80


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    """Random programs, the first line of each, and the file with all of them."""
    rng = np.random.default_rng(5)
    made, text = [], ""
    for number in range(PROGRAMS):
        program = random_program(rng)
        kernel, lines = source(program, f"random_{number}")
        made.append((program, text.count("\n"), lines))
        text += kernel
    file = tmp_path_factory.mktemp("racing") / "random.cu"
    file.write_text(text)
    return made, file


@pytest.mark.filterwarnings("ignore:.*lockstep of a warp")
@pytest.mark.parametrize(
    "schedule",
    [{}, {"resident": 2, "order": "turns", "slice": 1}, {"resident": 2, "order": "seeded", "seed": 3}],
    ids=["in_order", "turns", "seeded"],
)
def test_the_same_races_as_a_search_of_all_pairs(programs, schedule):
    made, file = programs
    counts = []
    for number, (program, first, lines) in enumerate(made):
        backend = RaceBackend(**schedule)
        words, out = backend.zeros(ELEMENTS, "int32"), backend.zeros(BLOCKS * THREADS, "int32")
        time = backend.zeros(len(program) * BLOCKS * THREADS, "int64")
        kernel = backend.kernel(f"random_{number}", file=file)
        try:
            kernel(BLOCKS, words, time, out, threads=THREADS)
            refused = False
        except KernelError:
            refused = True
        statement_of = {first + line: statement for statement, line in enumerate(lines)}
        found = tuple(
            {
                frozenset(statement_of[access.place.lines[0].number] for access in race.accesses)
                for race in backend.races
                if race.needs_lockstep == needs_lockstep
            }
            for needs_lockstep in (False, True)
        )
        expected = racing_statements(program, backend.numpy(time))
        assert found == expected, f"random_{number}: {program}"
        assert refused == bool(expected[0])
        counts.append([len(each) for each in expected])
    races, in_lockstep = zip(*counts, strict=True)
    assert races.count(0) > PROGRAMS // 10
    assert sum(races) > PROGRAMS
    assert sum(in_lockstep) > PROGRAMS // 10
