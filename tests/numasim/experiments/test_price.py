"""The price of a run from the first points that have run."""

import json
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

import numasim
import numasim.schema.expand
from numasim.experiments.estimate import Sample, run_sample
from numasim.experiments.experiment import run_experiment
from numasim.experiments.plan import Plan
from numasim.experiments.point_file import HEAD, PointFile
from numasim.experiments.price import PLACES, Meter, Price, kinds
from numasim.experiments.run_options import RunOptions
from numasim.schema.expand import Point
from numasim.schema.load import load
from partitioners.errors import InputError

SWEEP = {
    "workload": {"generator": "mc2depi", "n": 5},
    "partition": {"method": "block"},
    "machine": "mesh-2x2",
    "execution": {"network": "ideal"},
    "tables": "none",
    "sweep": {"partition.parts": [2, 3], "mapping.seed": [*range(40)]},
}
STUDY = {
    "kind": "network",
    "machine": "mesh-2x2",
    "traffic": {"packets": 100, "pattern": "uniform", "rate": 0.1},
}


def jobs(number, reference=False):
    return [SimpleNamespace(reference=reference) for _ in range(number)]


def batches_of(references, batches, size):
    return [*([job] for job in jobs(references, True)), *(jobs(size) for _ in range(batches))]


def outcome(seconds):
    return SimpleNamespace(timings=[{"run_id": "a", "processor_seconds": seconds}])


def run(meter, costs, until_priced=True):
    """End jobs in their order, until there is a price; ``costs(job, position)`` are seconds and bytes."""
    for batch in meter.batches:
        for position, job in enumerate(batch):
            if until_priced and meter.price(1) is not None:
                return
            seconds, size = costs(job, position)
            meter.ended(job, outcome(seconds), size)


def price_of(meter, every):
    return meter.price_of(Counter(kinds(every).values()), sum(map(len, every)), 1)


def near(seconds):
    """Equal but for the processor time that this process takes to record the jobs."""
    return pytest.approx(seconds, abs=1)


@given(st.integers(0, 100), st.integers(0, 300), st.integers(1, 8), st.integers(1, 40))
def test_the_first_places_are_few_and_spread_evenly(references, batches, size, workers):
    every = batches_of(references, batches, size)
    meter = Meter(every, workers, here=False)
    number = {id(batch): k for k, batch in enumerate(every)}
    order = [number[id(batch)] for batch in meter.batches]
    assert sorted(order) == list(range(len(every)))
    assert order[: len(meter.first)] == [number[id(batch)] for batch in meter.first]
    rest = order[len(meter.first) :]
    assert rest == sorted(rest)
    for kind in (range(references), range(references, len(every))):
        first = sorted(set(order[: len(meter.first)]) & set(kind))
        if len(kind) <= 2:
            assert first == list(kind)
            continue
        assert len(first) <= max(2, min(2 * max(PLACES, 2 * workers), len(kind) / 4))
        pairs = list(zip(first[::2], first[1::2], strict=True))
        assert all(second == one + 1 for one, second in pairs)
        gaps = {after - before for (before, _), (after, _) in pairwise(pairs)}
        assert not gaps or max(gaps) - min(gaps) <= 1


@given(
    st.sampled_from([0, 1, 2, 30]),
    st.integers(8, 300),
    st.integers(2, 8),
    st.integers(1, 4),
    st.lists(st.tuples(st.integers(1, 10**6), st.integers(0, 10**6)), min_size=3, max_size=3),
)
def test_jobs_that_cost_the_same_are_priced_exactly(references, batches, size, workers, costs):
    every = batches_of(references, batches, size)
    of_reference, of_first, of_other = costs

    def cost(job, position):
        return of_reference if job.reference else of_other if position else of_first

    whole = [
        sum(each) for each in zip(*(cost(job, k) for b in every for k, job in enumerate(b)), strict=True)
    ]
    meter = Meter(every, workers, here=False)
    run(meter, cost)
    price = meter.price(3)
    assert (price.seconds, price.size) == (near(whole[0]), pytest.approx(whole[1]))
    assert (price.points, price.workers) == (batches * size, 3)
    other = price_of(meter, every)
    assert (other.seconds, other.size) == (near(whole[0]), pytest.approx(whole[1]))


def test_what_is_loaded_once_is_counted_once():
    every = batches_of(0, 800, 4)
    meter = Meter(every, 1, here=False)
    loading = {id(batch[0]) for batch in meter.first[::2]}
    run(meter, lambda job, position: (1000 if id(job) in loading else 5, 1))
    assert meter.price(1).seconds == near(16 * 995 + 800 * 4 * 5)


def test_a_price_comes_nearer_and_ends_as_what_was_spent():
    every = batches_of(0, 200, 2)
    meter = Meter(every, 1, here=False)
    place = {id(job): k for k, batch in enumerate(every) for job in batch}
    whole = sum(2 * k**2 for k in range(200))
    run(meter, lambda job, position: (place[id(job)] ** 2, 3))
    assert meter.price(1).seconds == pytest.approx(whole, rel=0.05)
    meter = Meter(every, 1, here=False)
    run(meter, lambda job, position: (place[id(job)] ** 2, 3), until_priced=False)
    assert (meter.price(1).seconds, meter.price(1).size) == (near(whole), 3 * 400)


def test_the_interval_has_the_truth_and_is_the_same_again():
    every = batches_of(0, 500, 2)
    place = {id(job): k for k, batch in enumerate(every) for job in batch}
    found = []
    for _ in range(2):
        meter = Meter(every, 1, here=False)
        run(meter, lambda job, position: (1000 + place[id(job)], 1))
        found.append(price_of(meter, every))
    least, most = found[0].interval
    assert least < sum(2 * (1000 + k) for k in range(500)) < most
    assert found[1].interval == (near(least), near(most))


def test_few_jobs_have_no_interval():
    every = batches_of(0, 20, 1)
    meter = Meter(every, 1, here=False)
    run(meter, lambda job, position: (1, 1))
    assert price_of(meter, every).interval is None


@given(
    st.integers(0, 3),
    st.integers(1, 12),
    st.integers(1, 3),
    st.integers(1, 4),
    st.lists(st.tuples(st.integers(1, 10**6), st.integers(0, 10**6)), min_size=3, max_size=3),
)
def test_few_jobs_in_order_are_priced_by_those_that_do_not_load(references, batches, size, workers, costs):
    """The first job on each worker takes longer; the price is known at the latest with the last job."""
    every = batches_of(references, batches, size)
    order = [job for batch in every for job in batch]
    loading = {id(job) for job in order[:workers]}
    of_reference, of_first, of_other = costs

    def cost(job, position):
        seconds, bytes_ = of_reference if job.reference else of_other if position else of_first
        return seconds + 10**7 * (id(job) in loading), bytes_

    whole = [
        sum(each) for each in zip(*(cost(job, k) for b in every for k, job in enumerate(b)), strict=True)
    ]
    meter = Meter(every, workers, here=False, in_order=True)
    assert meter.batches == every
    assert meter.price(1) is None
    run(meter, cost)
    price = meter.price(1)
    assert (price.seconds, price.size) == (near(whole[0]), pytest.approx(whole[1]))


def test_without_workers_the_order_is_kept_and_there_is_no_price():
    every = batches_of(3, 100, 2)
    meter = Meter(every, 0, here=False)
    assert meter.batches == every
    run(meter, lambda job, position: (1, 1), until_priced=False)
    assert meter.price(1) is None


@pytest.mark.parametrize(
    ("price", "text"),
    [
        (
            Price(65_536, 1123.0, 45.2e6, 2),
            "65,536 points: about 0.31 processor hours (9.4 minutes on 2 workers), 45 MB of points",
        ),
        (
            Price(1, 3600.0, 7e12, 1, (3000.0, 4321.0)),
            "1 point: about 1 processor hour (90% interval 0.83 to 1.2; 60 minutes on 1 worker), "
            "7 TB of points",
        ),
        (
            Price(50, 12.34, 999, 2, (1.0, 40.0)),
            "50 points: about 12 processor seconds (90% interval 1 to 40; 6.2 seconds on 2 workers), "
            "1 kB of points",
        ),
        (
            Price(10**6, 3.6e8, 520, 512),
            "1,000,000 points: about 100,000 processor hours (200 hours on 512 workers), 520 B of points",
        ),
        (
            Price(200, 120.0, 2e6, 2, others=180, unpriced=20),
            "up to 200 points, like the first 20: about 120 processor seconds (60 seconds on 2 workers), "
            "2 MB of points; the price of 20 confirming points is not known yet",
        ),
        (
            Price(4, 8.0, 2e6, 1, unpriced=1),
            "4 points: about 8 processor seconds (8 seconds on 1 worker), 2 MB of points; the price of "
            "1 confirming point is not known yet",
        ),
        (
            Price(220, 320.0, 3e6, 2, confirming=Price(20, 200.0, 1e6, 2)),
            "20 confirming points: about 200 processor seconds (100 seconds on 2 workers), 1 MB of points; "
            "with the screened ones: about 320 processor seconds (2.7 minutes on 2 workers), 3 MB of points",
        ),
        (
            Price(1, 200.0, 1e6, 2, confirming=Price(1, 200.0, 1e6, 2)),
            "1 confirming point: about 200 processor seconds (100 seconds on 2 workers), 1 MB of points",
        ),
    ],
)
def test_a_price_is_one_line(price, text):
    assert str(price) == text


@pytest.fixture
def sweep(place):
    """Writes the sweep with other sections to ``e.yaml``."""

    def write(**sections):
        Path("e.yaml").write_text(yaml.safe_dump(SWEEP | sections, sort_keys=False))
        return "e.yaml"

    return write


@pytest.mark.parametrize("workers", [1, 2])
def test_a_run_of_many_points_says_its_price_once_and_learns(call, sweep, workers):
    code, _, err = call("run", sweep(), "-o", "out", "-j", workers, "--no-pictures")
    assert code == 0
    said = [line for line in err.splitlines() if ": about " in line]
    assert len(said) == 1
    assert re.fullmatch(
        rf"80 points: about \S+ processor seconds? \(\S+ seconds? on {workers} workers?\), \S+ kB of points; "
        r"then about 0\.\d+ seconds for tables and report",
        said[0],
    )
    steps = [json.loads(line) for line in err.splitlines() if line.startswith("{")]
    assert len(steps) >= 81  # and the preparation of kernels
    has_price = ["bytes" in step for step in steps]
    assert has_price == sorted(has_price)
    assert 0 < sum(has_price) < 81
    (file,) = Path("out/points").glob("*.points")
    data = file.read_bytes()
    heads = [HEAD.unpack_from(data, place) for place in PointFile(file).points.values()]
    assert steps[-1]["bytes"] == sum(HEAD.size + length for _, _, length, _, _ in heads)
    assert numasim.load_results("out")["point"].unique().tolist() == list(range(80))
    assert "about" not in call("run", "e.yaml", "-o", "out", "-j", workers, "--no-pictures")[2]


def test_a_search_says_its_price_after_its_second_batch(call, place):
    pytest.importorskip("optuna", reason="the extra `search` is not installed")
    fields = {"partition.parts": {"from": 2, "to": 24}}
    searched = {"method": "random", "points": 20, "batch": 5, "fields": fields}
    given = {**SWEEP, "objective": "cycles", "search": searched}
    del given["sweep"]
    Path("e.yaml").write_text(yaml.safe_dump(given, sort_keys=False))
    code, _, err = call("run", "e.yaml", "-o", "out", "-j", 1, "--no-pictures")
    assert code == 0
    (said,) = (line for line in err.splitlines() if ": about " in line)
    assert re.fullmatch(
        r"up to 20 points, like the first \d+: about \S+ processor seconds? \(\S+ seconds? on 1 worker\), "
        r"\S+ kB of points; then about 0\.\d+ seconds for tables and report",
        said,
    )
    steps = [json.loads(line) for line in err.splitlines() if line.startswith("{")]
    has_price = ["bytes" in step for step in steps]
    assert has_price == sorted(has_price)
    (file,) = Path("out/points").glob("*.points")
    data = file.read_bytes()
    heads = [HEAD.unpack_from(data, place) for place in PointFile(file).points.values()]
    assert steps[-1]["bytes"] <= sum(HEAD.size + length for _, _, length, _, _ in heads)


def test_a_search_that_screens_says_two_prices(call, place):
    pytest.importorskip("optuna", reason="the extra `search` is not installed")
    fields = {"partition.parts": {"from": 2, "to": 24}}
    screened = {"screen": {"execution.network": "ideal"}, "confirm": 4}
    searched = {"method": "random", "points": 15, "batch": 5, "fields": fields, **screened}
    given = {**SWEEP, "objective": "cycles", "search": searched, "execution": {"network": "packet"}}
    del given["sweep"]
    Path("e.yaml").write_text(yaml.safe_dump(given, sort_keys=False))
    code, _, err = call("run", "e.yaml", "-o", "out", "-j", 1, "--no-pictures")
    assert code == 0
    said = [line for line in err.splitlines() if ": about " in line]
    cost = r"about \S+ processor seconds? \(\S+ seconds? on 1 worker\), \S+ kB of points"
    end = r"then about 0\.\d+ seconds for tables and report"
    unknown = "the price of 4 confirming points is not known yet"
    assert re.fullmatch(rf"up to 15 points, like the first \d+: {cost}; {unknown}; {end}", said[0])
    assert re.fullmatch(rf"4 confirming points: {cost}; with the screened ones: {cost}; {end}", said[1])
    assert len(said) == 2
    steps = [json.loads(line) for line in err.splitlines() if line.startswith("{")]
    assert steps[-1]["done"] == steps[-1]["total"]
    assert steps[-1]["processor_seconds"] > steps[-2]["processor_seconds"] / 2


def test_a_resumed_search_prices_the_points_that_it_confirms(call, place):
    """The screened points are finished, and one more is confirmed."""
    pytest.importorskip("optuna", reason="the extra `search` is not installed")
    fields = {"partition.parts": {"from": 2, "to": 24}}
    said = []
    for confirm in (1, 4):
        screened = {"screen": {"execution.network": "ideal"}, "confirm": confirm}
        searched = {"method": "random", "points": 10, "batch": 5, "fields": fields, **screened}
        given = {**SWEEP, "objective": "cycles", "search": searched, "execution": {"network": "packet"}}
        del given["sweep"]
        Path("e.yaml").write_text(yaml.safe_dump(given, sort_keys=False))
        _, _, err = call("run", "e.yaml", "-o", "out", "-j", 1, "--no-pictures", "--overwrite")
        said.append([line for line in err.splitlines() if ": about " in line])
    assert re.fullmatch(
        r"3 confirming points: about \S+ processor seconds? \(\S+ seconds? on 1 worker\), \S+ kB of points; "
        r"then about 0\.\d+ seconds for tables and report",
        said[1][0],
    )
    assert len(said[1]) == 1


def test_few_points_run_in_their_order_without_a_price(call, sweep):
    _, _, err = call("run", sweep(sweep={"partition.parts": [2, 3, 4]}), "-o", "out", "-j", 1)
    whats = [json.loads(line)["what"] for line in err.splitlines() if line.startswith("{")]
    assert [what.split(", ")[1] for what in whats[1:]] == ["2 parts", "3 parts", "4 parts"]


def test_every_run_has_its_processor_time():
    experiment = load(SWEEP | {"sweep": {"partition.method": ["block", "libra"]}, "partition": {"parts": 4}})
    timings = run_experiment(experiment, RunOptions(1)).timings
    assert len(timings) == 4  # an edge cut has two runs, and one run is on one core
    assert (timings["processor_seconds"] > 0).all()


def test_show_prices_points_and_keeps_nothing(call, sweep, place):
    code, out, err = call("show", sweep(), "--price")
    assert code == 0
    runs, price, csv, memory, sample = out.splitlines()
    assert runs.startswith("80 points, 161 runs (80 of the points, 80 more of edge cuts, ")
    assert re.fullmatch(
        r"80 points: about \S+ processor seconds? "
        r"\((90% interval \S+ to \S+; )?\S+ seconds? on \d+ workers?\), \S+ kB of points; "
        r"then about 7 seconds for tables, pictures and report",
        price,
    )
    assert re.fullmatch(r"\S+ kB of tables in CSV, which --no-csv leaves out", csv)
    assert re.fullmatch(r"\S+ [MG]B of memory in each process", memory)
    assert re.fullmatch(
        r"measured on \d+ points, spread evenly over the sweep; their results are not kept", sample
    )
    assert len(err.splitlines()) == int(sample.split()[2]) + 1
    assert [path.name for path in place.iterdir()] == ["e.yaml"]


def test_the_price_of_points_that_all_fail(call, sweep):
    code, out, err = call(
        "show", sweep(partition={"method": "block"}, sweep={"partition.parts": [5000, 5001]}), "--price"
    )
    assert (code, out) == (2, "")
    assert re.fullmatch(
        r"error: the price is not known, since the 2 points that ran failed: .*5000.*", err.splitlines()[-1]
    )


@pytest.mark.parametrize(
    ("sections", "message"),
    [
        (STUDY, "error: e.yaml: a study does not accept --price; remove it"),
        (
            SWEEP
            | {"sweep": {}, "objective": "seconds", "partition": {"method": "block", "parts": 4}}
            | {"search": {"points": 4, "fields": {"mapping.seed": {"from": 0, "to": 9}}}},
            "error: --price: the points of a search are known when it has run; remove the option",
        ),
    ],
)
def test_what_has_no_price(call, place, sections, message):
    Path("e.yaml").write_text(yaml.safe_dump(sections))
    code, out, err = call("show", "e.yaml", "--price")
    assert (code, out, err.splitlines()[-1]) == (2, "", message)


@pytest.mark.parametrize("done", [1, 5])
def test_an_interrupt_ends_the_sample_with_what_there_is(done):
    def interrupt(number, total, what):
        if number == done:
            raise KeyboardInterrupt

    plan = Plan.of(load(SWEEP))
    if done == 1:  # the run on one core
        with pytest.raises(InputError) as caught:
            run_sample(plan, interrupt)
        assert str(caught.value) == "interrupted before a point has run; the price is not known"
        return
    sample = run_sample(plan, interrupt)
    price = sample.price(80, 2)
    assert (sample.points, price.points, price.interval) == (4, 80, None)
    assert price.size > 0


@pytest.fixture
def in_parts(monkeypatch):
    """Experiments of more than 60 points have many points, which run in parts."""
    monkeypatch.setattr(numasim.schema.expand, "MOST_KEPT", 60)
    monkeypatch.setattr(numasim.schema.expand, "PART", 60)
    monkeypatch.setattr(numasim.schema.expand, "DRAWN", 50)


@pytest.mark.usefixtures("in_parts")
def test_a_part_prices_the_points_behind_it():
    prices, options = [], RunOptions(1)
    run_experiment(
        load(
            SWEEP | {"sweep": {"mapping.seed": [*range(120)]}, "partition": {"method": "block", "parts": 4}}
        ),
        options,
        report_price=prices.append,
    )
    assert re.fullmatch(
        r"up to 120 points, like the first 60: about \S+ processor seconds? \(\S+ seconds? on 1 worker\), "
        r"0 B of points",
        str(prices[0]),
    )
    assert [(each.points, each.others) for each in (prices[0], prices[-1])] == [(120, 60), (120, 0)]


@pytest.mark.usefixtures("in_parts")
def test_many_points_are_priced_at_some_of_all(call, sweep):
    code, out, _ = call(
        "show", sweep(sweep={"mapping.seed": [*range(9)], "partition.parts": [*range(2, 11)]}), "--price"
    )
    assert code == 0
    assert out.splitlines()[0] == "up to 81 points"
    assert out.splitlines()[1].startswith("81 points: about ")


def test_runs_on_one_core_grow_as_in_the_plan():
    """All points share one; each has its own; a few are shared by more and more points."""
    experiment = load(SWEEP)
    point = Point(0, {}, experiment)
    for name, of_half, of_twice in ((lambda k: 0, 1, 1), (lambda k: k, 20, 80), (lambda k: k % 7, 7, 7)):
        plan = Plan(experiment, [(point, str(k), str(name(k))) for k in range(40)], {}, None)
        sample = Sample(plan, None, 1, 0, 0.0, 0.0)
        assert (sample.references(20), sample.references(80)) == (of_half, of_twice)


def test_others_cost_as_much_as_those_like_them():
    first, part = Price(10, 50.0, 100, 1), Price(4, 8.0, 40, 2)
    assert first + part == Price(14, 58.0, 140, 2)
    assert (first + part).and_others(6, part) == Price(20, 70.0, 200, 2, others=6)
    assert (first + part).and_others(0, part) == first + part
