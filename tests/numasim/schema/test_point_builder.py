"""The points of a sweep as they are built, beside experiments that are read alone."""

import pytest

from numasim.schema.expand import points
from numasim.schema.experiment import experiment_of
from numasim.schema.load import load
from partitioners.errors import ConfigError

GRID = {"generator": "mc2depi", "n": 3}
CUT = {"workload": GRID, "partition": {"method": "libra", "parts": 2}, "machine": "mesh-2x2"}
SCHEDULE = {"workload": {"generator": "fork_join", "width": 2, "stages": 1}, "machine": "mesh-2x2"}


@pytest.mark.parametrize(
    ("experiment", "kind"),
    [
        (CUT | {"sweep": {"machine.memory.latency": ["50 ns", "60 ns"]}}, "mesh"),
        (CUT | {"sweep": {"partition.parts": [2, 3], "workload.n": [3, 4]}}, "mesh"),
        (CUT | {"machine": "none", "sweep": {"partition.parts": [2, 3], "replicates": 2}}, "quality"),
        (SCHEDULE | {"sweep": {"schedule.method": ["heft", "cpop"]}}, "schedule"),
    ],
)
def test_a_point_is_of_the_kind_of_its_own_data(experiment, kind):
    found = [point.experiment for point in points(load(experiment))]
    assert len(found) > 1
    assert {each.kind for each in found} == {kind}
    for each in found:
        assert type(each) is experiment_of(each.resolved())


def test_a_whole_section_may_make_a_point_of_another_kind():
    with pytest.raises(ConfigError) as error:
        load(CUT | {"execution": {"steps": 2}, "sweep": {"machine": ["none", "mesh-2x2"]}})
    assert str(error.value) == (
        "execution: at the point {machine: 'none'}: nothing is mapped or run with `machine: none`; leave "
        "this section out, or name a machine"
    )
