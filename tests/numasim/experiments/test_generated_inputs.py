"""Experiments with programs that generate their input: what a file may say, rows, cuts, block sizes."""

import numpy as np
import pytest

from numasim.experiments.experiment import run_experiment
from numasim.experiments.run_options import RunOptions
from numasim.schema.load import load_experiment
from partitioners.errors import ConfigError

SMALL = {
    "btree": {"keys": 900, "order": 8, "points": 60, "ranges": 30},
    "cfd": {"elements": 300, "iterations": 1},
    "gaussian": {"size": 20},
    "particle_filter": {"particles": 100, "frames": 2, "side": 32},
}


def refused(write, workload, **sections):
    with pytest.raises(ConfigError) as error:
        load_experiment(write({"workload": workload, "machine": "k20c", **sections}))
    return [line.removeprefix("e.yaml:").partition(" ")[2] for line in error.value.problems]


@pytest.mark.parametrize(
    ("workload", "sections", "message"),
    [
        (
            {"kernel": "gaussian", "matrix": "rmat-9x4"},
            {},
            "workload.matrix: gaussian generates its input from its options; remove this key",
        ),
        (
            {"kernel": "particle_filter", "particles": 0},
            {},
            "workload.particles: particle_filter expects an integer from 1 to 1000000, got 0",
        ),
        (
            {"kernel": "btree", "order": 2},
            {},
            "workload.order: btree expects an integer from 3 to 4096, got 2",
        ),
        (
            {"kernel": "gaussian", "block_size": 128},
            {},
            "workload.block_size: gaussian expects one of 16, 64, 256, 1024, got 128",
        ),
        (
            {"kernel": "cfd"},
            {"partition": {"method": "ne"}},
            "partition: original uses no partition; remove this section",
        ),
        (
            {"kernel": "btree", "queries_per_block": 4},
            {},
            "workload.queries_per_block: does not apply to btree with original; remove it",
        ),
    ],
)
def test_what_a_file_may_not_say(write, workload, sections, message):
    (line,) = refused(write, workload, **sections)
    assert line == message


@pytest.mark.parametrize("program", SMALL)
def test_both_forms_run_with_any_block_size(write, program):
    sizes = [16, 64] if program == "gaussian" else [32, 96]
    data = {
        "workload": {"kernel": program, **SMALL[program]},
        "machine": {"base": "titan-x-pascal", "sms": 2},
        "sweep": {"workload.variant": ["original", "spac"], "workload.block_size": sizes},
        "baseline": {"workload.variant": "original"},
        "verify": True,
    }
    if program == "cfd":
        data["partition"] = {"method": "ne"}
    table = run_experiment(load_experiment(write(data)), RunOptions(workers=1)).table
    assert table["error"].isna().all()
    assert table["input"].nunique() == 1
    assert table["input"].iloc[0].startswith(program)
    assert table[["matrix", "graph"]].isna().all(axis=None)
    spac = table[table["variant"] == "spac"]
    assert np.isfinite(spac["transactions_vs_original"]).all()
    # A part of cfd has one interaction a thread.
    expected = (
        [-(-n // size) for n, size in zip(spac["interactions"], sizes, strict=True)]
        if program == "cfd"
        else []
    )
    assert spac["parts"].dropna().tolist() == expected
