"""The page on task graphs: its Python blocks run, its experiments are right, and it names what there is."""

import re
from pathlib import Path

import pytest
from saga_schedules import SCHEDULERS

from mappers.scheduling.schedule_tasks import SCHEDULES
from numasim.schema.expand import points
from numasim.schema.load import load_experiment
from partitioners.generators.registry import GENERATORS

PAGE = (Path(__file__).parents[2] / "docs" / "scheduling.md").read_text(encoding="utf-8")


def test_blocks_run():
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    names = {"__name__": "__main__"}
    try:
        exec("\n".join(blocks), names)
    finally:
        if "one_core" in SCHEDULES:
            SCHEDULES.unregister("one_core")
    assert len(blocks) == 4
    assert names["serial"].makespan == sum(names["schedule"].finish - names["schedule"].start)


def test_experiments_are_right(tmp_path):
    (tmp_path / "mine.csv").write_text("task,core,start,end\n")
    counts = []
    for text in re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL):
        (tmp_path / "e.yaml").write_text(text)
        counts.append(len(points(load_experiment(str(tmp_path / "e.yaml")))))
    assert counts == [3, 10, 1, 1, 10, 2]


@pytest.mark.parametrize("name", SCHEDULES.builtins)
def test_every_method_is_on_the_page(name):
    mentions = 2 + (name in SCHEDULERS)  # what it does, its time, and the schedules of SAGA
    assert len(re.findall(rf"^\| `{name}` \|", PAGE, re.MULTILINE)) == mentions


def test_every_generator_of_task_graphs_is_on_the_page():
    ours = [name for name in GENERATORS.builtins if "data" in GENERATORS[name].options]
    assert ours == re.findall(r"^\| `(\w+)` \| `(?:width|maps|tiles|points|depth)", PAGE, re.MULTILINE)
