"""Other baselines and the machine of Table 2 beside the paper: runs that have the paper's own figures."""

import itertools

import pandas as pd
import pytest

from numasim.validation.papers import wb_libra_baselines as baselines
from numasim.validation.papers import wb_libra_table2 as table2
from numasim.validation.papers.shape import read
from numasim.validation.papers.wb_libra import NAMES, ORDERS, TABULATED

COLUMNS = ("cycles", "copies_or_cut", "network_bytes", "coherence_bytes")


def figures():
    """The paper's tables as figures of runs, by (program, clusters, method)."""
    time, moved = (
        read(f"wb_libra_{name}").set_index(["program", "clusters"]) for name in ("time", "communication")
    )
    imbalance = read("wb_libra_imbalance").set_index("program")
    return {
        (program, parts, method): dict.fromkeys(COLUMNS[1:], moved[method][program, parts] * 1000)
        | {
            "cycles": time[method][program, parts] * 1000,
            "edge_weight_imbalance": imbalance[method][program] if method in imbalance else 1.0,
        }
        for (program, parts), method in itertools.product(time.index, NAMES)
    }


def runs(methods=NAMES, changed=(), **options):
    """Runs with the paper's figures; those of the ``changed`` methods are a hundred times too small."""
    rows = []
    for (program, parts, method), of in figures().items():
        for order in ORDERS if method in methods else ():
            scale = 0.01 if method in changed else 1
            rows.append(
                {"workload": program, "parts": parts, "partitioner": methods[method], "order": order}
                | {name: value * scale for name, value in of.items()}
                | options
            )
    return pd.DataFrame(rows)


STREAMS = {method: method for method in NAMES}


@pytest.fixture(scope="module")
def study():
    """Good edge cuts and a balanced Libra, unlike the paper's."""
    found = runs(STREAMS, changed=("compnet", "metis"))
    found.loc[found["partitioner"] == "libra", "edge_weight_imbalance"] = 1.0
    return found


@pytest.fixture(scope="module")
def others():
    """The paper's CompNet, METIS and Libra."""
    fine = runs({"compnet": "compnet"}, **{"partition.packing": "spread"})
    loose = runs({"compnet": "compnet"}, changed=("compnet",), **{"partition.packing": None})
    return pd.concat([fine, loose, runs({"metis": "round_robin"}), runs({"libra": "dbh"})], ignore_index=True)


def verdicts(shapes):
    return {shape.what: set(shape.agrees.values()) for shape in shapes}


@pytest.mark.parametrize("parts", TABULATED)
def test_the_papers_compnet_in_place_of_ours_changes_its_statements(study, others, parts):
    found = verdicts(baselines.shapes(study, others, parts))
    assert found["bytes between cores: WB-Libra moves less than CompNet"] == {True}
    assert found["copies or cut edges: METIS moves more than CompNet"] == {False}
    assert found["time of WB-Libra over CompNet's, geometric mean"] == {True}
    before = verdicts(baselines.base_shapes(study, parts, baselines.COMMUNICATION))
    assert before["bytes between cores: WB-Libra moves less than CompNet"] == {False}


@pytest.mark.parametrize("parts", TABULATED)
def test_with_both_edge_cuts_of_the_paper_all_statements_agree(study, others, parts):
    both = baselines.read_otherwise(study, others)[baselines.RANDOM]
    shapes = list(baselines.base_shapes(both, parts, baselines.COMMUNICATION))
    assert len(shapes) == 4 + 1 + 2 * (3 + 1)
    assert set().union(*verdicts(shapes).values()) == {True}
    far = {round(distance, 12) for shape in shapes for distance in shape.distance.values()}
    assert far == {0.0, 1.0}  # no share of items, and equal figures


def test_the_imbalance_of_the_hash_takes_the_place_of_libra_s(study, others):
    assert verdicts(baselines.imbalance_shapes(study, others)) == {
        "imbalance, `dbh` as Libra: order of the means": {True}
    }
    text = "\n".join(baselines.markdown(study, others))
    assert "| dijkstra | 1.0214 | 1.0000 | 1.0000 | 1.0214 |" in text
    assert (
        "| bytes between cores | CompNet as fine communities, METIS at random | `given` | 3 of 3 | 161 |"
        in text
    )
    assert "| bytes between cores | CompNet as in the other parts | `given` | 1 of 3 | 161 |" in text


def test_the_machine_of_table_2_has_the_statements_of_tables_6_and_8():
    found = pd.concat(
        [
            runs(STREAMS, **{"partition.packing": None}),
            runs({"compnet": "compnet"}, changed=("compnet",), **{"partition.packing": "spread"}),
        ],
        ignore_index=True,
    )
    shapes = list(table2.shapes(found))
    assert len(shapes) == 11 + 1 + 3 + 1
    assert set().union(*verdicts(shapes).values()) == {True}
    fine = verdicts(table2.fine_shapes(found))
    assert fine["bytes between caches: WB-Libra moves less than CompNet"] == {False}
    text = "\n".join(table2.markdown(found))
    assert "| bytes between caches | CompNet | `shuffled` | 161 | 58 |" in text
    assert "| bytes between caches | CompNet as fine communities | `shuffled` | 16130 | 5800 |" in text
