"""The explorer: what it shows is what pandas finds, and its YAML gives the same points."""

import re
import shutil
import time

import numpy as np
import pandas as pd
import pytest
import yaml
from browser import Browser, find_browser

from numasim.cli import execute
from numasim.results.experiment_results import read_results
from numasim.results.explorer.page import render
from numasim.results.explorer.points import overrides_of
from numasim.results.tables import load_results, write_manifest, write_tables
from numasim.schema.expand import points, study_points
from numasim.schema.load import load, load_experiment

STRANGE = "<i>&'x\"$.mtx"
SWEPT = {
    "title": "Cuts & <maps>",
    "workload": {"graph": STRANGE},
    "machine": "mesh-2x1",
    "execution": {"model": "supersteps"},
    "seed": 3,
    "sweep": {
        "workload.graph": [STRANGE, "plain.mtx"],
        "replicates": 2,
        "partition.method": ["metis", "wb_libra"],
        "partition.load_bound": [1.0, 1.0000001],
        "partition.parts": [6, 99],
    },
}
DRAWN = {
    "workload": {"generator": "mc2depi", "n": 3},
    "partition": {"method": "wb_libra", "parts": 2},
    "machine": "mesh-2x1",
    "execution": {"network": "ideal"},
    "sweep": {
        "random": {
            "samples": 12,
            "machine.clock": {"from": "1.5 GHz", "to": "4 GHz"},
            "partition.load_bound": {"from": 1, "to": 3.5, "scale": "log"},
        },
        "partition.parts": [2],
    },
}
STUDY = {"kind": "memory", "test": {"operations": 50}, "sweep": {"replicates": 2, "test.cores": [2, 4]}}
EDGES = [(one, other) for one in range(1, 13) for other in range(1, 13) if (7 * one + 5 * other) % 11 < 4]


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """The folders of a sweep with failed runs, of drawn values, and of a study, and their files."""
    place = tmp_path_factory.mktemp("explorer")
    lines = "".join(f"{one} {other} 1\n" for one, other in EDGES)
    for name in (STRANGE, "plain.mtx"):
        (place / name).write_text(
            f"%%MatrixMarket matrix coordinate real general\n12 12 {len(EDGES)}\n{lines}"
        )
    for name, sections, code in (("swept", SWEPT, 1), ("drawn", DRAWN, 0), ("study", STUDY, 0)):
        file, folder = place / f"{name}.yaml", place / name
        file.write_text(yaml.safe_dump(sections, sort_keys=False))
        options = [] if name == "study" else ["--no-pictures", "-j", "1"]
        assert execute(["run", str(file), "-o", str(folder), *options]) == code
        assert execute(["explore", str(folder)]) == 0
    return place


def test_the_command_names_the_page_and_the_same_folder_gives_the_same_bytes(place, tmp_path, capfd):
    copy = shutil.copytree(place / "swept", tmp_path / "copy")
    for name in ("manifest.json", "timings.parquet", "explorer.html"):
        (copy / name).unlink()
    capfd.readouterr()
    assert execute(["explore", str(copy), "-o", str(tmp_path / "page.html")]) == 0
    assert capfd.readouterr().out == f"the explorer is in {tmp_path / 'page.html'}\n"
    assert (tmp_path / "page.html").read_bytes() == (place / "swept" / "explorer.html").read_bytes()


def test_failed_rows_are_counted_and_all_texts_are_escaped(place):
    page = (place / "swept" / "explorer.html").read_text()
    table = load_results(place / "swept")
    assert f"{table['error'].notna().sum()} of {len(table)} rows failed, and have no figures" in page
    assert "<title>Cuts &amp; &lt;maps&gt;: explorer</title>" in page
    assert "choose parts &lt;= " in page  # of an error
    for raw in ("<maps>", "<i>&", "parts <= "):
        assert raw not in page


def written(tmp_path, table, resolved="seed: 0\n"):
    write_tables(tmp_path, {"results": pd.DataFrame(table)}, {})
    (tmp_path / "resolved.yaml").write_text(resolved)
    return tmp_path


SWEEP = "workload: {generator: mc2depi}\nsweep: {partition.parts: %s}\n"


@pytest.mark.parametrize(
    ("table", "resolved", "message"),
    [
        (
            {"point": [0, 1], "seconds": [1.0, 1.0], "error": [None, None]},
            "seed: 0\n",
            "{folder}: nothing differs between the rows, so there is nothing to explore; `numasim report` "
            "shows them",
        ),
        (
            {"point": [], "seconds": []},
            "seed: 0\n",
            "{folder}: the table of results has no row; run the experiment again",
        ),
        (
            {"point": [0, 7], "seconds": [1.0, 2.0]},
            SWEEP % "[2, 4]",
            "{folder}/results.parquet: has the point 7, but resolved.yaml has 2 points; expected "
            "unchanged files of `numasim run`",
        ),
        (
            {"point": [0, 1], "seconds": [1.0, 2.0]},
            SWEEP % "[2, 2]",
            "{folder}/resolved.yaml: sweep: partition.parts[1]: 2 is already in the list; expected an "
            "unchanged file of `numasim run`",
        ),
        (
            {"point": [0, 1], "seconds": [1.0, 2.0]},
            "workload: {generator: mc2depi}\nsweep: 3\n",
            "{folder}/resolved.yaml: sweep: expected a mapping; expected an unchanged file of `numasim run`",
        ),
        (
            {"point": [0, 1], "seconds": [1.0, 2.0]},
            "workload: {generator: mc2depi}\nsearch: {points: 2}\n",
            "{folder}/manifest.json: searched: expected the points of the search; expected an unchanged file "
            "of `numasim run`",
        ),
        (
            {"seconds": [1.0, 2.0]},
            "seed: 0\n",
            "{folder}/results.parquet: has no column 'point', which every run writes; expected an unchanged "
            "file of numasim",
        ),
    ],
)
def test_wrong_input(tmp_path, capfd, table, resolved, message):
    folder = written(tmp_path, table, resolved)
    assert execute(["explore", str(folder)]) == 2
    assert capfd.readouterr().err == f"error: {message.format(folder=folder)}\n"


def test_the_points_of_a_search_are_those_of_the_manifest(tmp_path):
    table = {"point": [0, 1, 1], "seconds": [3.0, 1.0, 2.0]}
    folder = written(tmp_path, table, "workload: {generator: mc2depi}\nsearch: {points: 2}\n")
    searched = [{"partition.parts": 8, "machine.clock": "2.5 GHz"}, {"partition.parts": 3}]
    write_manifest(folder, {"searched": searched})
    assert overrides_of(read_results(folder, ()), folder) == [searched[0], searched[1], searched[1]]


def test_wrong_folders_and_columns(place, monkeypatch, capfd):
    monkeypatch.chdir(place)
    for tokens, message in (
        (["nowhere"], "nowhere: no such results folder; `numasim run FILE --output nowhere` makes one"),
        (["swept.yaml"], "swept.yaml: is a file; expected a results folder of `numasim run`"),
        (["."], ".: not a numasim results folder: results.parquet is missing"),
        (
            ["swept", "--columns", "secnds"],
            "the results have no column 'secnds'; did you mean 'seconds'?",
        ),
        (
            ["swept", "-o", "no/x.html"],
            "no/x.html: cannot be written (No such file or directory); free disk space or choose another "
            "path",
        ),
    ):
        assert execute(["explore", *tokens]) == 2
        assert capfd.readouterr().err == f"error: {message}\n"


def test_a_large_folder_makes_a_small_page(tmp_path):
    """Of 10,000 rows with eight columns: below 60 bytes a row, so that 100,000 take less than 6 MB."""
    rng = np.random.default_rng(0)
    rows = 10_000
    resolved = (
        "workload: {generator: mc2depi}\nsweep: {random: {samples: 10000, "
        "partition.load_bound: {from: 1, to: 9}, "
        "machine.clock: {from: 1 GHz, to: 4.5 GHz}, execution.a: {from: 1.5, to: 9}, execution.b: {from: 1, "
        "to: 900}}}\n"
    )
    figures = {
        name: rng.lognormal(size=rows) for name in ("seconds", "energy_joules", "speedup", "hop_bytes")
    }
    folder = written(tmp_path, {"point": range(rows), **figures}, resolved)
    assert len(render(read_results(folder, ()), folder)) < 60 * rows


needs_browser = pytest.mark.skipif(
    find_browser() is None, reason="There is no browser on the path: install chromium."
)


@pytest.fixture
def browser():
    with Browser() as browser:
        yield browser


def opened(browser, page, width=1280, height=900, scheme="light"):
    browser.open(page, width, height, scheme)
    while not browser.evaluate("explorer !== null"):
        time.sleep(0.01)


DRAWN_AGAIN = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


def counted(browser):
    browser.evaluate(DRAWN_AGAIN)
    some, every = re.match(
        r"([0-9,]+) of ([0-9,]+) rows", browser.evaluate("explorer.count.textContent")
    ).groups()
    return int(some.replace(",", "")), int(every.replace(",", ""))


def mouse(browser, *places):
    """Press at the first place, move over the others, and release at the last."""
    (x, y), *others = places
    button = {"button": "left", "clickCount": 1, "buttons": 1}
    browser("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
    browser("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, **button)
    for x, y in others:
        browser("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y, **button)
    browser("Input.dispatchMouseEvent", type="mouseReleased", x=x, y=y, **button)
    browser.evaluate(DRAWN_AGAIN)


def axis(browser, label, *values):
    """The places of values on the axis of a column, in the window."""
    found = browser.evaluate(
        f"""(() => {{
            const plot = explorer.parallel, axis = plot.axes.find(({{column}}) => column.label === {label!r});
            plot.above.scrollIntoView({{block: "center"}});
            const box = plot.above.getBoundingClientRect();
            return {list(map(float, values))}.map(
                v => [box.left + axis.x, box.top + plot.heightOf(axis.column, v)]);
        }})()"""
    )
    return [tuple(each) for each in found]


def button(browser, text):
    """The place of a button of the points, in the window."""
    return browser.evaluate(
        f"""(() => {{
            const every = [...document.querySelectorAll("#points button")];
            const found = every.find(e => e.textContent === {text!r});
            found.scrollIntoView({{block: "center"}});
            const box = found.getBoundingClientRect();
            return [box.left + 9, box.top + 9];
        }})()"""
    )


def card(label):
    """The card of a column below the plots, in JavaScript."""
    return f"[...document.querySelectorAll('fieldset')].find(e => e.firstChild.textContent === {label!r})"


def check(browser, label, value):
    browser.evaluate(
        f"[...{card(label)}.querySelectorAll('.names label')].find(e => e.textContent.trim() === {value!r})"
        ".querySelector('input').click()"
    )


def fill(browser, label, place, value):
    browser.evaluate(
        f"(() => {{ const input = {card(label)}.querySelectorAll('input[type=number]')[{place}];"
        f"input.value = {value!r}; input.dispatchEvent(new Event('input')); }})()"
    )


@needs_browser
def test_brushes_and_choices_leave_the_rows_that_pandas_finds(place, browser):
    table = load_results(place / "swept")
    opened(browser, place / "swept" / "explorer.html")
    assert counted(browser) == (len(table), len(table))
    nanoseconds = table["seconds"] * 1e9
    low, high = nanoseconds.min() * 1.0005, nanoseconds.quantile(0.7)  # no run is within a pixel of an end
    mouse(browser, *axis(browser, "seconds (ns)", low, (low + high) / 2, high))
    low, high = browser.evaluate("explorer.columns.find(c => c.label === 'seconds (ns)').range")
    found = nanoseconds.between(low, high)
    assert 0 < found.sum() < len(table)
    assert counted(browser) == (found.sum(), len(table))
    check(browser, "method", "wb_libra")
    found &= table["partitioner"] == "wb_libra"
    assert counted(browser)[0] == found.sum()
    mouse(browser, *axis(browser, "seconds (ns)", low))  # a click undoes
    assert counted(browser)[0] == (table["partitioner"] == "wb_libra").sum()
    fill(browser, "parts", 1, "7")
    assert counted(browser)[0] == ((table["partitioner"] == "wb_libra") & (table["parts"] <= 7)).sum()
    browser.evaluate("document.getElementById('reset').click()")
    assert counted(browser) == (len(table), len(table))
    check(browser, "outcome", "failed")
    assert counted(browser)[0] == table["error"].notna().sum()
    browser.evaluate("document.getElementById('reset').click()")
    mouse(browser, *axis(browser, "graph", 0.4, -0.4))  # the axis of names, around the first
    assert counted(browser)[0] == (table["workload"] == STRANGE).sum()


def pasted(browser, place, name, rows):
    """Pick rows, and put the YAML of their points into a copy of the experiment's file."""
    browser.evaluate("document.getElementById('reset').click()")
    for row in rows:
        browser.evaluate(f"explorer.pick({row})")
    counted(browser)
    text = browser.evaluate("document.querySelector('#points pre').textContent")
    sections = yaml.safe_load((place / f"{name}.yaml").read_text())
    del sections["sweep"]
    file = place / f"{name}_points.yaml"
    file.write_text(yaml.safe_dump(sections) + text)
    return file


@needs_browser
def test_the_yaml_of_rows_gives_their_points(place, browser, capfd):
    table = load_results(place / "swept")
    opened(browser, place / "swept" / "explorer.html")
    rows = [int(row) for row in np.flatnonzero(table["error"].isna())]
    assert table["extra_run"].any()  # two rows of a point, which is named once
    file = pasted(browser, place, "swept", rows)
    assert execute(["check", str(file)]) == 0
    before = {point.index: point for point in points(load_experiment(place / "swept.yaml"))}
    picked = [before[point] for point in dict.fromkeys(table["point"][rows])]
    found = points(load_experiment(file))
    assert len(found) == len(picked) < len(rows)
    for one, other in zip(found, picked, strict=True):
        assert one.experiment.resolved() == {**other.experiment.resolved(), "name": "swept_points"}
        shared = {name: value for name, value in other.overrides.items() if name != "replicates"}
        assert {**one.overrides, "seed": 0} == {**shared, "seed": 0}


@needs_browser
def test_drawn_values_are_exact(place, browser):
    opened(browser, place / "drawn" / "explorer.html")
    before = [point.overrides for point in points(load_experiment(place / "drawn.yaml"))]
    file = pasted(browser, place, "drawn", [1, 5, 10])
    found = points(load_experiment(file))
    assert [repr(point.overrides) for point in found] == [repr(before[k]) for k in (1, 5, 10)]


@needs_browser
def test_the_points_of_a_study(place, browser):
    opened(browser, place / "study" / "explorer.html")
    file = pasted(browser, place, "study", [0, 3])
    before = [study for _, study in study_points(load(place / "study.yaml"))]
    found = [study for _, study in study_points(load(file))]
    same = {"exclude": {"name", "title", "sweep"}}
    assert [each.model_dump(**same) for each in found] == [before[k].model_dump(**same) for k in (0, 3)]


@needs_browser
def test_the_yaml_is_copied_and_saved(place, browser, tmp_path):
    opened(browser, place / "drawn" / "explorer.html")
    browser("Page.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path))
    text = browser.evaluate("document.querySelector('#points pre').textContent")
    browser.evaluate("document.addEventListener('copy', () => (window.copied = String(getSelection())))")
    for answer in ("window.copied = text; return Promise.resolve();", "return Promise.reject(Error('no'));"):
        browser.evaluate(f"window.copied = ''; navigator.clipboard.writeText = text => {{ {answer} }}")
        mouse(browser, button(browser, "Copy"))
        assert browser.evaluate("window.copied").strip() == text.strip()
        assert browser.evaluate("document.querySelector('#points [role=status]').textContent") == "Copied."
    mouse(browser, button(browser, "Download"))
    for _ in range(200):
        if (tmp_path / "points.yaml").is_file():
            break
        time.sleep(0.02)
    assert (tmp_path / "points.yaml").read_text() == text


@needs_browser
def test_rows_are_pointed_at_and_picked_by_mouse_and_keys(place, browser):
    table = load_results(place / "drawn")
    opened(browser, place / "drawn" / "explorer.html")
    row = int(table["seconds"].argmax())  # alone at the end of the axis
    spot = browser.evaluate(
        f"""(() => {{
            const plot = explorer.scatter;
            plot.above.scrollIntoView({{block: "center"}});
            const box = plot.above.getBoundingClientRect();
            return [box.left + plot.x[{row}], box.top + plot.y[{row}]];
        }})()"""
    )
    browser("Input.dispatchMouseEvent", type="mouseMoved", x=spot[0], y=spot[1])
    told = browser.evaluate("explorer.sheet.textContent")
    assert f"point {row}" in told
    assert str(table["machine.clock"][row]).split()[0] in told
    mouse(browser, spot)
    assert "1 picked" in browser.evaluate("explorer.count.textContent")
    assert browser.evaluate("document.querySelector('#points pre').textContent").count("- {") == 1
    browser.evaluate("document.getElementById('reset').click(); explorer.point(-1)")
    browser.evaluate("explorer.parallel.above.focus()")
    for key in ("ArrowRight", "ArrowRight", "Enter"):
        browser("Input.dispatchKeyEvent", type="keyDown", key=key, code=key)
    assert browser.evaluate("[explorer.pointed, ...explorer.selection.picked]") == [1, 1]
    told = browser.evaluate("[...document.querySelectorAll('#titles button')].map(e => e.textContent)")
    browser.evaluate("document.querySelector('#titles button').focus()")
    browser("Input.dispatchKeyEvent", type="keyDown", key="ArrowRight", code="ArrowRight")
    moved = browser.evaluate("[...document.querySelectorAll('#titles button')].map(e => e.textContent)")
    assert moved == [told[1], told[0], *told[2:]]


@needs_browser
def test_the_page_is_whole_and_asks_for_nothing(place, browser):
    for name in ("swept", "drawn", "study"):
        page = place / name / "explorer.html"
        backgrounds = []
        for width, height in ((1280, 800), (390, 844)):
            for scheme in ("light", "dark"):
                opened(browser, page, width, height, scheme)
                assert browser.requests == [page.as_uri()]
                assert browser.complaints == []
                assert browser.evaluate("document.scrollingElement.scrollWidth") <= width, (name, width)
                backgrounds.append(browser.evaluate("getComputedStyle(document.body).backgroundColor"))
                nameless = (
                    "[...document.querySelectorAll('input, select')].filter(e => !e.labels.length).length"
                )
                assert browser.evaluate(nameless) == 0
        assert backgrounds == ["rgb(255, 255, 255)", "rgb(18, 21, 24)"] * 2
    opened(browser, place / "swept" / "explorer.html")
    assert STRANGE in browser.evaluate(f"{card('graph')}.textContent")
    assert browser.evaluate("document.querySelectorAll('i:not([style])').length") == 0  # no name became a tag


@needs_browser
def test_thousands_of_rows_are_drawn_without_the_lines_of_the_canvas(tmp_path, browser):
    rng = np.random.default_rng(1)
    figures = {name: rng.random(5000) for name in ("seconds", "energy_joules", "speedup")}
    figures["speedup"][:100] = np.nan
    folder = written(tmp_path, {"point": range(5000), **figures})
    page = folder / "explorer.html"
    page.write_text(render(read_results(folder, ()), folder))
    opened(browser, page)
    assert counted(browser) == (5000, 5000)
    assert (
        browser.evaluate("explorer.snippet.note.textContent")
        == "The experiment varies no field, and so has no points."
    )
    painted = """(() => {
        const {width, height} = explorer.parallel.rows;
        const pixels = explorer.parallel.rows.getContext("2d").getImageData(0, 0, width, height).data;
        return pixels.filter((_, k) => k % 4 === 3 && pixels[k]).length;
    })()"""
    every = browser.evaluate(painted)
    fill(browser, "speedup", 0, "0.99")
    assert counted(browser)[0] == (figures["speedup"] >= 0.99).sum()
    assert 0 < browser.evaluate(painted) < every / 2
