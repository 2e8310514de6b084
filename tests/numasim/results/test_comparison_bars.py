"""The comparison of methods: which runs and figures have bars, and that picture and report show the same."""

import pandas as pd
import pytest
from matplotlib.container import BarContainer

from numasim.kinds.mesh.columns import ROWS as MESH
from numasim.results.comparison import MAX_GROUPS, compare, of_fastest_labels
from numasim.results.comparison_plot import comparison_figure
from numasim.results.replicates import Case, cases
from numasim.results.report.sections import comparison
from numasim.results.row_names import records


def sweep(networks):
    """Two replicates of a run on each network with each of two mappers; the first run is the fastest."""
    rows = [
        {
            "label": f"m, run {k}",
            "partitioner": "m",
            "mapper": mapper,
            "network": name,
            "replicate": replicate,
        }
        | {"seconds": 1 + k + 2 * j + replicate, "messages": 7, "hop_bytes": 0, "energy_joules": 100 - k}
        | {"completed": int(k > 0)}
        for k, name in enumerate(networks)
        for j, mapper in enumerate(("greedy", "random"))
        for replicate in range(2)
    ]
    return pd.DataFrame(rows)


@pytest.mark.parametrize("number", [3, MAX_GROUPS + 5])
def test_picture_and_report_show_the_same_bars(number):
    results = sweep(["ideal"] * (number - 1) + ["flit"])
    runs = cases(records(results), results["label"].tolist(), MESH)
    page = comparison(compare(runs, MESH, ["network"]), [])
    figure = comparison_figure(results, MESH, "", ["network"])
    assert figure.get_suptitle().replace("\n", " ") == "; ".join(["Less is better", *page["notes"]])
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["greedy", "random"]
    assert [name for _, name in page["legend"]] == ["greedy", "random"]
    drawn = [axis for axis in figure.axes if axis.get_visible()]
    labels = [text.get_text() for text in drawn[0].get_yticklabels()]
    assert (len(labels), labels[-1]) == (min(number, MAX_GROUPS), f"m, run {number - 1}")  # the only `flit`
    for axis, chart, name in zip(drawn, page["charts"], ("seconds", "energy_joules"), strict=True):
        assert chart["name"] == axis.get_title() == MESH.columns[name].title
        assert list(chart["groups"]) == labels
        means = results.groupby(["mapper", "label"], sort=False)[name].mean()
        groups = [each for each in axis.containers if isinstance(each, BarContainer)]
        for colour, (mapper, group) in enumerate(zip(("greedy", "random"), groups, strict=True)):
            assert [bar.get_width() for bar in group] == pytest.approx(means[mapper][labels].tolist())
            of_page = [bars[colour] for bars in chart["groups"].values()]
            assert {bar["colour"] for bar in of_page} == {colour}
            shares = [float(bar["width"][:-1]) / 100 for bar in of_page]
            assert shares == pytest.approx(
                [bar.get_width() * shares[0] / group[0].get_width() for bar in group], rel=2e-3
            )
    whiskers = [each for each in drawn[0].containers if not isinstance(each, BarContainer)]
    assert len(whiskers) == 2  # of each colour; the energy does not vary
    assert [text.get_text() for text in drawn[0].texts] == [" >"] * 2  # the run on which a limit ended
    late = [
        bar["value"]
        for bars in page["charts"][0]["groups"].values()
        for bar in bars
        if bar["value"][0] == ">"
    ]
    assert len(late) == 2


def test_of_too_many_labels_the_fastest_of_each_value_are_shown():
    times = [*range(100, 100 + MAX_GROUPS), 1]
    rows = [{"seconds": time, "network": "ideal"} for time in times] + [{"seconds": 1e9, "network": "flit"}]
    runs = [Case(f"run {k}", "m", "", [row]) for k, row in enumerate(rows)]
    shown, notes = of_fastest_labels(runs, MESH, ["network"])
    left_out = {f"run {MAX_GROUPS - 1}", f"run {MAX_GROUPS - 2}"}
    assert [case.label for case in shown] == [case.label for case in runs if case.label not in left_out]
    assert notes == [f"{MAX_GROUPS} of {MAX_GROUPS + 2}, the fastest of each swept value first"]
    assert of_fastest_labels(runs[:MAX_GROUPS], MESH, ["network"]) == (runs[:MAX_GROUPS], [])
