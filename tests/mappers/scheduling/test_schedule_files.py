"""Files of schedules: what is written is read, and every wrong file has its message."""

import numpy as np
import pandas as pd
import pytest
from example_counts import examples
from hypothesis import given, settings
from scheduling_problems import problems

from mappers.scheduling.schedule import Schedule
from mappers.scheduling.schedule_files import read_schedule, schedule_table, write_schedule
from mappers.scheduling.schedule_tasks import schedule_tasks
from partitioners.errors import InputError


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
@settings(deadline=None, max_examples=examples(20))
@given(problem=problems())
def test_what_is_written_is_read(tmp_path_factory, suffix, problem):
    made = schedule_tasks(problem, "heft")
    path = tmp_path_factory.mktemp("schedules") / f"s.{suffix}"
    write_schedule(made, path)
    read = read_schedule(path, problem.num_tasks, problem.num_cores)
    for name in ("core", "start", "finish"):
        assert getattr(read, name).tolist() == getattr(made, name).tolist()
    table = schedule_table(made)
    assert list(table) == ["task", "core", "start", "end"]
    assert table["task"].tolist() == made.sequence.tolist()


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("task,core,start\n0,0,0\n", "there is no column 'end'; expected the columns task, core, start, end"),
        ("task,core,start,end\n0,0,0,1\n", "task 1 has 0 rows; expected one row for each of the 2 tasks"),
        ("task,core,start,end\n0,0,0,1\n0,0,1,2\n1,0,2,3\n",
         "task 0 has 2 rows; expected one row for each of the 2 tasks"),
        ("task,core,start,end\n0,0,0,1\n7,0,0,1\n", "row 2 has task 7; the graph has the tasks 0 .. 1"),
        ("task,core,start,end\n0,0,0,1\n1,3,0,1\n", "task 1 is on core 3; cores are 0 .. 2"),
        ("task,core,start,end\n0,0,x,1\n1,0,1,1\n",
         "the column 'start' has values that are not numbers; correct them"),
        ("task,core,start,end\n0,0,,1\n1,0,1,1\n", "row 1 has no start, a finite number; correct it"),
        ("task,core,start,end\n0,0.5,0,1\n1,0,1,1\n", "row 1 has no core, a whole number; correct it"),
    ],
)  # fmt: skip
def test_wrong_files(tmp_path, content, text):
    path = tmp_path / "s.csv"
    path.write_text(content)
    with pytest.raises(InputError) as error:
        read_schedule(path, 2, 3)
    assert str(error.value) == f"{path}: {text}"


def test_files_that_are_none(tmp_path):
    with pytest.raises(InputError) as error:
        read_schedule(tmp_path / "no.csv", 1, 1)
    assert str(error.value) == (
        f"{tmp_path / 'no.csv'}: there is no such file; export it with `numasim schedule`"
    )
    (tmp_path / "bad.parquet").write_bytes(b"nothing")
    with pytest.raises(
        InputError, match=r"bad\.parquet: not a table of a schedule, .*; write it as CSV or Pa"
    ):
        read_schedule(tmp_path / "bad.parquet", 1, 1)
    made = schedule_tasks_of_nothing()
    with pytest.raises(InputError) as error:
        write_schedule(made, tmp_path / "no" / "s.csv")
    assert str(error.value) == (
        f"{tmp_path / 'no' / 's.csv'}: there is no folder {tmp_path / 'no'} to write into"
    )


def schedule_tasks_of_nothing():
    return Schedule(np.zeros(0, np.int32), np.zeros(0), np.zeros(0), 1)


def test_further_columns_and_any_order_are_read(tmp_path):
    frame = pd.DataFrame(
        {"end": [5.0, 2.0], "task": [1, 0], "name": ["b", "a"], "start": [2, 0], "core": [0, 0]}
    )
    frame.to_csv(tmp_path / "s.csv", index=False)
    read = read_schedule(tmp_path / "s.csv", 2, 1)
    assert (read.start.tolist(), read.finish.tolist()) == ([0, 2], [2, 5])


NAMES = np.array(["cut", "join", "work"])


def test_tasks_may_have_their_names(tmp_path):
    (tmp_path / "s.csv").write_text("task,core,start,end\nwork,0,0,4\ncut,1,1,2\njoin,1,3,5\n")
    read = read_schedule(tmp_path / "s.csv", 3, 2, NAMES)
    assert read.core.tolist() == [1, 1, 0]
    assert (read.start.tolist(), read.finish.tolist()) == ([1, 3, 0], [2, 5, 4])
    (tmp_path / "n.csv").write_text("task,core,start,end\n2,0,0,4\n0,1,1,2\n1,1,3,5\n")
    assert read_schedule(tmp_path / "n.csv", 3, 2, NAMES).start.tolist() == [1, 3, 0]


def test_a_name_that_no_task_has_is_told(tmp_path):
    (tmp_path / "s.csv").write_text("task,core,start,end\nwork,0,0,4\ncutt,1,1,2\njoin,1,3,5\n")
    with pytest.raises(InputError) as error:
        read_schedule(tmp_path / "s.csv", 3, 2, NAMES)
    told = "row 2 has the task 'cutt', which the graph does not have; did you mean 'cut'?"
    assert str(error.value) == f"{tmp_path / 's.csv'}: {told}"


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
@pytest.mark.parametrize(
    "names", [[1, 2, 0, 3], ["1", "2", "0", "3"], ["NA", "007", "a,b", ""], ["null", " x", "1.5", "1e3"]]
)
def test_a_file_with_names_is_read_by_names(tmp_path, suffix, names):
    """Names that look like numbers, like missing values, or like the numbers of other tasks."""
    made = Schedule(np.array([0, 0, 1, 1], np.int32), np.array([0.0, 9, 0, 9]), np.arange(4.0) + 9, 2)
    path = tmp_path / f"s.{suffix}"
    write_schedule(made, path, np.array(names))
    read = read_schedule(path, 4, 2, np.array(names))
    for name in ("core", "start", "finish"):
        assert getattr(read, name).tolist() == getattr(made, name).tolist()
    back = np.array(names)[::-1]  # of another graph with the same names
    assert read_schedule(path, 4, 2, back).core.tolist() == [1, 1, 0, 0]


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_whole_numbers_are_numbers_or_names_where_only_one_is_meant(tmp_path, suffix):
    def core_of(task, names):
        frame = pd.DataFrame({"task": task, "core": [0, 1, 2], "start": 0, "end": 1})
        path = tmp_path / f"s.{suffix}"
        frame.to_csv(path, index=False) if suffix == "csv" else frame.to_parquet(path, index=False)
        return read_schedule(path, 3, 3, np.array(names)).core.tolist()

    assert core_of([2, 0, 1], [0, 1, 2]) == [1, 2, 0]
    assert core_of([2, 0, 1], [7, 8, 9]) == [1, 2, 0]
    assert core_of([9, 7, 8], [7, 8, 9]) == [1, 2, 0]
    assert core_of([3, 1, 2], [1, 2, 3]) == [1, 2, 0]
    with pytest.raises(InputError) as error:
        core_of([0, 1, 2], ["1", "2", "0"])
    assert str(error.value) == (
        f"{tmp_path / 's'}.{suffix}: row 1 has the task 0, which is the number of a task and the name of "
        "another; call the column 'name' if these are names, or add a column 'name' with the name of each "
        "task"
    )


def test_a_column_name_takes_the_place_of_task(tmp_path):
    (tmp_path / "s.csv").write_text("name,core,start,end\nwork,0,0,4\ncut,1,1,2\njoin,1,3,5\n")
    assert read_schedule(tmp_path / "s.csv", 3, 2, NAMES).core.tolist() == [1, 1, 0]
