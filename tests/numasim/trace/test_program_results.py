"""The programs that come with the tracer compute what they say: against NumPy, SciPy, conservation laws."""

import shutil
import subprocess
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from scipy.signal import correlate2d
from scipy.sparse.csgraph import dijkstra
from scipy.special import softmax

import numasim

PROGRAMS = Path(numasim.__file__).parent / "trace" / "programs"

DEFAULT_SIZES = {
    "dijkstra": 50,
    "fft": 1024,
    "kmeans": 128,
    "mandel": 4092,
    "md": 512,
    "nn": 32,
    "neuron": 64,
    "cnn": 16,
    "strassen8": 8,
    "strassen16": 16,
}
OTHER_SIZES = {
    "dijkstra": [1, 2, 83],
    "fft": [1, 2, 64],
    "kmeans": [4, 5, 301],
    "mandel": [1, 100],
    "md": [1, 2, 37],
    "nn": [1, 11],
    "neuron": [1, 200],
    "cnn": [10, 11, 21],
    "strassen8": [1, 2, 4, 32],
    "strassen16": [8],
}
ERRORS = {
    "dijkstra": "dijkstra: give one size, an integer from 1 to 2000 (default 50)\n",
    "fft": "fft: give one size, a power of two from 1 to 1048576 (default 1024)\n",
    "kmeans": "kmeans: give one size, an integer from 4 to 1000000 (default 128)\n",
    "mandel": "mandel: give one size, an integer from 1 to 100000000 (default 4092)\n",
    "md": "md: give one size, an integer from 1 to 20000 (default 512)\n",
    "nn": "nn: give one size, an integer from 1 to 2000 (default 32)\n",
    "neuron": "neuron: give one size, an integer from 1 to 1000000 (default 64)\n",
    "cnn": "cnn: give one size, an integer from 10 to 1024 (default 16)\n",
    "strassen8": "strassen: give one size, a power of two from 1 to 1024 (default 8)\n",
    "strassen16": "strassen: give one size, a power of two from 1 to 1024 (default 16)\n",
}
JUST_OUTSIDE = {
    "dijkstra": ["2001"],
    "fft": ["3", "1023", "2097152"],
    "kmeans": ["3", "1000001"],
    "mandel": ["100000001"],
    "md": ["20001"],
    "nn": ["2001"],
    "neuron": ["1000001"],
    "cnn": ["9", "1025"],
    "strassen8": ["6", "2048"],
    "strassen16": ["12", "2048"],
}


@pytest.fixture(scope="module")
def executable(tmp_path_factory):
    compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
    if compiler is None:
        pytest.skip("There is no C compiler on the path: install gcc or clang.")
    folder = tmp_path_factory.mktemp("programs")

    @cache
    def compiled(name):
        # Where the machine has fused multiply-add, a compiler may round differently from NumPy.
        flags = ["-Wall", "-Wextra", "-O1", "-ffp-contract=off"]
        source = PROGRAMS / f"{name}.c"
        done = subprocess.run(
            [compiler, *flags, str(source), "-o", str(folder / name), "-lm"],
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
        return folder / name

    return compiled


@pytest.fixture
def run(executable):
    def run(name, *arguments):
        return subprocess.run(
            [executable(name), *map(str, arguments)], capture_output=True, text=True, check=False
        )

    return run


class Generator:
    """Knuth's MMIX, as the programs have it."""

    def __init__(self):
        self.state = 1

    def bits(self, number):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return self.state >> (64 - number)

    def uniform(self, *shape):
        return np.array([self.bits(53) / 2**53 for _ in range(int(np.prod(shape)))]).reshape(shape)

    def symmetric(self, *shape, bound=1.0):
        return bound * (2 * self.uniform(*shape) - 1)


def weighted_sum(values):
    return np.arange(1, np.size(values) + 1) @ np.ravel(values)


def dijkstra_oracle(n):
    random = Generator()
    weight = np.array([[0 if u == v else 1 + random.bits(31) % 100 for v in range(n)] for u in range(n)])
    sources = np.arange(0, n, 10)
    distance = dijkstra(weight, indices=sources).astype(int)
    return {
        "nodes": [n],
        "sources": [len(sources)],
        "longest": [distance.max()],
        "total": [distance.sum()],
        "checksum": [np.arange(1, len(sources) + 1) @ distance @ np.arange(1, n + 1)],
    }


def fft_oracle(n):
    x = Generator().symmetric(n, 2) @ [1, 1j]
    y = np.fft.fft(x)
    energy = np.sum(np.abs(x) ** 2)
    checksum = weighted_sum(y)
    return {
        "points": [n],
        "first": [y[0].real, y[0].imag],
        "energy": [energy, energy],
        "checksum": [checksum.real, checksum.imag],
    }


def kmeans_oracle(n):
    points = Generator().uniform(n, 2)
    centres = points[:4].copy()
    cluster = np.full(n, -1)
    iterations = 0
    while True:
        squares = np.sum((points[:, None] - centres) ** 2, axis=-1)
        nearest = np.argmin(squares, axis=1)
        if np.array_equal(nearest, cluster):
            break
        cluster = nearest
        iterations += 1
        for k in np.unique(cluster):
            centres[k] = points[cluster == k].mean(axis=0)
    return {
        "points": [n],
        "iterations": [iterations],
        **{f"centre{k}": centre for k, centre in enumerate(centres)},
        "inertia": [squares.min(axis=1).sum()],
        "checksum": [weighted_sum(cluster)],
    }


def mandel_oracle(n):
    u = Generator().uniform(n, 2)
    c_re, c_im = -2 + 2.5 * u[:, 0], 1.125 * u[:, 1]
    re, im, iterations = np.zeros(n), np.zeros(n), np.zeros(n, int)
    for _ in range(20):
        going = re * re + im * im <= 4
        iterations += going
        re, im = (
            np.where(going, re * re - im * im + c_re, re),
            np.where(going, 2 * re * im + c_im, im),
        )
    inside = np.count_nonzero(iterations == 20)
    return {
        "points": [n],
        "inside": [inside],
        "area": [2 * 2.5 * 1.125 * inside / n],
        "iterations": [iterations.sum()],
        "checksum": [weighted_sum(iterations)],
    }


def potential_and_forces(position):
    apart = position[:, None] - position
    r = np.sqrt(np.sum(apart**2, axis=-1))
    np.fill_diagonal(r, np.inf)
    near = np.minimum(r, np.pi / 2)
    potential = np.sum(np.sin(near) ** 2 - 1) / 2
    slope = 2 * np.sin(near) * np.cos(near)
    return potential, -np.einsum("ij,ijk->ik", slope / r, apart)


def md_start(n):
    u = Generator().uniform(n, 2, 3)
    return 10 * u[:, 0], u[:, 1] - 0.5


def md_oracle(n):
    position, velocity = md_start(n)
    potential, force = potential_and_forces(position)
    before = [potential, np.sum(velocity**2) / 2]
    position = position + 0.01 * velocity + 0.01**2 / 2 * force
    potential, force_after = potential_and_forces(position)
    velocity = velocity + 0.01 * (force + force_after) / 2
    return {
        "particles": [n],
        "before": before,
        "after": [potential, np.sum(velocity**2) / 2],
        "momentum": velocity.sum(axis=0),
        "checksum": np.arange(1, n + 1) @ position,
    }


def nn_oracle(width):
    random = Generator()
    layers = [
        (random.symmetric(outputs, width, bound=np.sqrt(6 / width)), random.symmetric(outputs, bound=0.1))
        for outputs in (width, width, width, 10)
    ]
    probabilities = []
    for _ in range(4):
        x = random.symmetric(width)
        for weight, bias in layers[:-1]:
            x = np.maximum(weight @ x + bias, 0)
        weight, bias = layers[-1]
        probabilities.append(softmax(weight @ x + bias))
    return {
        "width": [width],
        **{f"sample{i}": [np.argmax(p), p.max()] for i, p in enumerate(probabilities)},
        "checksum": [weighted_sum(probabilities)],
    }


def neuron_oracle(n):
    random = Generator()
    neurons = random.symmetric(n, 17)[::-1]  # each was put in front of the list
    inputs = random.symmetric(4, 16)
    outputs = np.maximum(inputs @ neurons[:, :16].T + neurons[:, 16], 0)
    return {
        "neurons": [n],
        **{f"pattern{i}": [np.count_nonzero(row), row.sum()] for i, row in enumerate(outputs)},
        "checksum": [np.arange(1, 5) @ outputs @ np.arange(1, n + 1)],
    }


def convolution_and_pool(image, kernels):
    convolved = np.array(
        [
            sum(correlate2d(channel, part, mode="valid") for channel, part in zip(image, kernel, strict=True))
            for kernel in kernels
        ]
    )
    half = convolved.shape[-1] // 2
    windows = convolved[:, : 2 * half, : 2 * half].reshape(-1, half, 2, half, 2)
    return np.maximum(windows, 0).max(axis=(2, 4))


def cnn_oracle(width):
    random = Generator()
    x = random.symmetric(1, width, width)
    x = convolution_and_pool(x, random.symmetric(4, 1, 3, 3, bound=np.sqrt(6 / 9)))
    x = convolution_and_pool(x, random.symmetric(8, 4, 3, 3, bound=np.sqrt(6 / 36)))
    score = random.symmetric(10, x.size, bound=np.sqrt(6 / x.size)) @ x.ravel()
    return {
        "width": [width],
        "class": [np.argmax(score)],
        "score": [score.max()],
        "checksum": [weighted_sum(score)],
    }


def strassen_oracle(n):
    a, b = Generator().symmetric(2, n, n)
    product = a @ b
    return {"order": [n], "trace": [np.trace(product)], "checksum": [weighted_sum(product)]}


ORACLES = {
    "dijkstra": dijkstra_oracle,
    "fft": fft_oracle,
    "kmeans": kmeans_oracle,
    "mandel": mandel_oracle,
    "md": md_oracle,
    "nn": nn_oracle,
    "neuron": neuron_oracle,
    "cnn": cnn_oracle,
    "strassen8": strassen_oracle,
    "strassen16": strassen_oracle,
}


def results(done):
    """The lines of the output, by their first word; what looks like an integer is one."""
    assert (done.returncode, done.stderr) == (0, "")
    lines = [line.split() for line in done.stdout.splitlines()]
    assert len({name for name, *_ in lines}) == len(lines)
    return {
        name: [int(word) if word.lstrip("-").isdigit() else float(word) for word in words]
        for name, *words in lines
    }


def test_every_program_is_here():
    assert {file.stem for file in PROGRAMS.glob("*.c")} == set(ORACLES)


@pytest.mark.parametrize(
    ("name", "size"),
    [(name, size) for name, default in DEFAULT_SIZES.items() for size in [default, *OTHER_SIZES[name]]],
)
def test_the_results_are_those_of_the_oracle(run, name, size):
    found, expected = results(run(name, size)), ORACLES[name](size)
    assert list(found) == list(expected)
    for line, values in expected.items():
        assert len(found[line]) == len(values)
        for number, value in zip(found[line], values, strict=True):
            if isinstance(value, int | np.integer):
                assert (line, number) == (line, value)
            else:
                assert (line, number) == (line, pytest.approx(value, rel=1e-9, abs=1e-9))


@pytest.mark.parametrize(("name", "size"), DEFAULT_SIZES.items())
def test_without_an_argument_the_size_is_the_default(run, name, size):
    done = run(name)
    assert results(done)
    assert done.stdout == run(name, size).stdout


@pytest.mark.parametrize("name", DEFAULT_SIZES)
def test_what_is_no_size_is_refused(run, name):
    bad = ["0", "-1", "abc", "", "16x", "16.0", str(2**64), *JUST_OUTSIDE[name]]
    for arguments in [*([text] for text in bad), ["16", "16"]]:
        done = run(name, *arguments)
        assert (arguments, done.returncode, done.stdout) == (arguments, 2, "")
        assert done.stderr == ERRORS[name]


@pytest.mark.parametrize("n", [37, 512])
def test_md_conserves_energy_and_momentum(run, n):
    found = results(run("md", n))
    gained = found["after"][1] - found["before"][1]
    assert abs(gained) > 1e-3
    # One step of a second-order method loses far less than it moves between the two kinds of energy.
    assert sum(found["after"]) == pytest.approx(sum(found["before"]), abs=1e-3 * abs(gained))
    assert found["momentum"] == pytest.approx(md_start(n)[1].sum(axis=0), abs=1e-12)


def test_the_energy_of_a_spectrum_is_that_of_its_vector(run):
    before, after = results(run("fft"))["energy"]
    assert after == pytest.approx(before, rel=1e-13)


def test_the_two_orders_of_strassen_share_one_algorithm(run):
    assert run("strassen16", 8).stdout == run("strassen8").stdout
