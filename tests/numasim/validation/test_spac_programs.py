"""The statements of the SPAC paper on programs beyond matrices."""

import pytest

from numasim.validation.papers import spac_programs


def programs_beyond_matrices():
    """Runs of which all statements of the paper hold: the time and the reads of each form."""
    import pandas as pd

    given = {
        ("particle_filter", "titan-x-pascal", 128): (24, 10, 0.1),
        ("particle_filter", "gtx-680", 128): (20, 10, 0.2),
        ("gaussian", "titan-x-pascal", 64): (10, 10, 0.9),
        ("gaussian", "titan-x-pascal", 256): (12, 10, 0.8),
        ("gaussian", "gtx-680", 64): (12, 10, 0.8),
        ("cfd", "titan-x-pascal", 384): (11, 10, 0.85),
        ("cfd", "titan-x-pascal", 512): (13, 12, 0.7),
        ("cfd", "gtx-680", 384): (13, 10, 0.7),
        ("btree", "titan-x-pascal", 64): (15, 10, 0.5),
        ("btree", "gtx-680", 64): (16, 10, 0.4),
    }
    return pd.DataFrame(
        [
            {
                **dict(zip(("workload", "machine", "block_size"), key, strict=True)),
                **{"variant": form, "seconds": float(seconds), "l2_reads": float(reads)},
            }
            for key, (original, spac_seconds, share) in given.items()
            for form, seconds, reads in (("original", original, 1000), ("spac", spac_seconds, 1000 * share))
        ]
    )


def test_the_statements_of_the_spac_paper_on_programs_beyond_matrices():
    found = list(spac_programs.shapes(programs_beyond_matrices()))
    assert [(shape.paper, shape.ours["all"], shape.agrees["all"]) for shape in found] == [
        ("8 of 8", "8 of 8", True),
        ("3 of 3", "3 of 3", True),
        ("2.40", "2.40", True),
        ("4 of 4", "4 of 4", True),
        ("2 of 2", "2 of 2", True),
        ("1 of 1", "1 of 1", True),
        ("at least 1.05", "1.18", True),
        ("1 of 1", "1 of 1", True),
        ("3 of 3", "3 of 3", True),
        ("10 of 10", "10 of 10", True),
        ("at least 0.8", "1.00", True),
    ]


@pytest.mark.parametrize(
    ("run", "column", "value", "number", "ours"),
    [
        (("gaussian", "gtx-680", 64, "spac"), "seconds", 13, 0, "7 of 8 (not gaussian gtx-680)"),
        (("btree", "titan-x-pascal", 64, "original"), "seconds", 25, 1, "2 of 3 (not btree)"),
        (("particle_filter", "titan-x-pascal", 128, "original"), "seconds", 30, 2, "3.00"),
        (("cfd", "titan-x-pascal", 512, "spac"), "seconds", 14, 3, "3 of 4 (not cfd 512)"),
        (("gaussian", "titan-x-pascal", 64, "spac"), "seconds", 9, 4, "1 of 2 (256)"),
        (("gaussian", "titan-x-pascal", 256, "original"), "seconds", 9, 5, "0 of 1"),
        (("cfd", "titan-x-pascal", 512, "original"), "seconds", 11.2, 6, "1.02"),
        (("btree", "gtx-680", 64, "original"), "seconds", 19, 7, "0 of 1"),
        (("gaussian", "gtx-680", 64, "original"), "seconds", 9.5, 8, "2 of 3 (not gaussian)"),
        (("particle_filter", "gtx-680", 128, "spac"), "l2_reads", 950, 10, "0.50"),
    ],
)
def test_a_run_that_contradicts_the_spac_paper(run, column, value, number, ours):
    runs = programs_beyond_matrices()
    names = ["workload", "machine", "block_size", "variant"]
    runs.loc[(runs[names] == list(run)).all(axis=1), column] = value
    shape = list(spac_programs.shapes(runs))[number]
    assert (shape.ours["all"], shape.agrees["all"]) == (ours, False)


def test_reads_that_are_not_fewer_are_counted():
    runs = programs_beyond_matrices()
    runs.loc[(runs["workload"] == "btree") & (runs["variant"] == "spac"), "l2_reads"] = 1000.0
    shape = list(spac_programs.shapes(runs))[9]
    assert shape.ours["all"] == "8 of 10 (not btree titan-x-pascal 64, btree gtx-680 64)"
    assert not shape.agrees["all"]


def test_a_part_of_the_programs_beyond_matrices_is_compared_alone():
    runs = programs_beyond_matrices()
    of_gtx = runs[(runs["machine"] == "gtx-680") & (runs["workload"] == "btree")]
    assert [shape.ours["all"] for shape in spac_programs.shapes(of_gtx)] == ["1 of 1", "1 of 1"]
