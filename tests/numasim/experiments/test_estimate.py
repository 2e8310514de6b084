"""What an experiment is said to take, against what it then does."""

import pytest

from numasim.experiments.estimate import estimate
from numasim.experiments.experiment import run_experiment
from numasim.experiments.run_options import RunOptions
from numasim.kinds.mesh.schema import MeshExperiment
from numasim.schema.expand import points


@pytest.mark.parametrize("aggregate_messages", [{}, {"execution.aggregate_messages": [True, False]}])
def test_the_estimate_is_what_is_run(aggregate_messages):
    sweep = {
        "partition.method": ["block", "wb_libra"],
        "mapping.method": ["round_robin", "memory_centric"],
        **aggregate_messages,
    }
    experiment = MeshExperiment.model_validate(
        {
            "workload": {"generator": "mc2depi", "n": 5},
            "partition": {"parts": 4},
            "machine": "mesh-2x2",
            "sweep": sweep,
        }
    )
    found = estimate(points(experiment))
    results = run_experiment(experiment, RunOptions(workers=1))
    assert found.points == results.table["point"].nunique()
    assert found.points + found.extra == len(results.table)
    assert found.references == len(results.timings) - len(results.table)
    assert (found.graphs, found.partitions) == (1, 2)
