"""The kind keeps what kinds promise, and its figures are those of a star."""

import numasim
from numasim.plugins import conformance


def test_it_conforms():
    assert [finding for finding in conformance("kind", "degrees") if finding.failure] == []


def test_a_star_has_one_large_degree(tmp_path):
    star = tmp_path / "star.mtx"
    edges = "\n".join(f"1 {leaf}" for leaf in range(2, 6))
    star.write_text(f"%%MatrixMarket matrix coordinate pattern general\n5 5 4\n{edges}\n")
    experiment = {"workload": {"graph": str(star)}, "degrees": {}, "sweep": {"degrees.of": ["out", "in"]}}
    table = numasim.run(experiment, tmp_path / "out")
    assert table["largest_degree"].tolist() == [4, 1]
    assert table["mean_degree"].tolist() == [0.8, 0.8]
    degrees = numasim.load_results(tmp_path / "out", "degrees")
    assert degrees[["point", "degree", "vertices"]].to_numpy().tolist() == [
        [0, 0, 4],
        [0, 4, 1],
        [1, 0, 1],
        [1, 1, 4],
    ]
