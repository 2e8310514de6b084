"""The files of a picture: few marks are shapes, many are an image, and both repeat byte for byte."""

import re

import numpy as np
import pytest
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure

from numasim.results.axis_values import Values
from numasim.results.drawing_style import MAX_MARKS, save, style, write_picture
from numasim.results.marks import draw_points

MANY = 20_000


def points(axis, number):
    axis.scatter(*np.random.default_rng(0).random((2, number)))


def markers(axis, number):
    axis.plot(*np.random.default_rng(0).random((2, number)), "o-")


def segments(axis, number):
    axis.add_collection(LineCollection(np.random.default_rng(0).random((number, 2, 2))))


def stairs(axis, number):
    axis.stairs(np.random.default_rng(0).random(4 * number), fill=True)


def bars(axis, number):
    axis.bar(range(number), np.random.default_rng(0).random(number))


def groups(axis, number):
    """Many artists, with few marks each."""
    for row in range(number // 20):
        axis.broken_barh([(start, 0.5) for start in range(20)], (row, 0.8))


def drawn(draw, number):
    figure = Figure(figsize=(8.0, 4.6), layout="constrained")
    axis = figure.subplots()
    axis.set(xlabel="energy", ylabel="time")
    draw(axis, number)
    return figure


def svg(folder, figure):
    _, path = save(folder, "picture", figure)
    return path.read_text()


KINDS = [points, markers, segments, stairs, bars, groups]


@pytest.mark.parametrize("draw", KINDS)
def test_many_marks_are_one_image_below_letters_and_axes(tmp_path, draw):
    with style():
        found = svg(tmp_path, drawn(draw, MANY))
    assert len(found) < 500_000
    assert found.count("<image") == 1
    assert 'id="matplotlib.axis_1"' in found
    assert "#DejaVuSans-" in found  # letters are shapes
    assert 'id="line2d_1"' in found  # and so are the ticks


@pytest.mark.parametrize("draw", KINDS)
def test_few_marks_are_shapes(tmp_path, draw):
    with style():
        few = svg(tmp_path, drawn(draw, 40))
        more = svg(tmp_path, drawn(draw, 80))
    assert "<image" not in few
    assert "<image" not in more
    assert len(more) > len(few)


@pytest.mark.parametrize(("number", "images"), [(MAX_MARKS, 0), (MAX_MARKS + 1, 1)])
def test_the_marks_of_all_axes_count_together(tmp_path, number, images):
    with style():
        figure = Figure()
        for axis, part in zip(figure.subplots(1, 2), (number // 2, number - number // 2), strict=True):
            points(axis, part)
        found = svg(tmp_path, figure)
    assert found.count("<image") in (images, 2 * images)


def test_a_line_and_the_scale_of_a_map_stay_as_they_are(tmp_path):
    with style():
        figure = Figure()
        axis, other = figure.subplots(1, 2)
        axis.plot(np.cumsum(np.random.default_rng(0).random(MANY)))
        for _ in range(5):  # scales have 256 colours each, and are images
            figure.colorbar(other.imshow(np.eye(3)), ax=other)
        points(other, 40)
        found = svg(tmp_path, figure)
    assert len(re.findall(r"<use .*fill: #0072b2", found)) == 40
    assert len(found) < 500_000


def test_the_front_of_many_points_is_a_line_above_their_image(tmp_path):
    x, y = np.random.default_rng(0).random((2, MANY))
    with style():
        figure = Figure()
        axis = figure.subplots()
        axis.set(xlabel="energy_joules", ylabel="seconds")
        draw_points(axis, Values("energy_joules", x, []), y, [""] * MANY)
        (front,) = [line for line in axis.lines if line.get_label() == "front"]
        front.set_gid("front")
        found = svg(tmp_path, figure)
    assert found.count("<image") == 1
    assert "<path" in found[found.index('<g id="front">') :].partition("</g>")[0]


def test_a_picture_of_many_points_repeats_byte_for_byte(tmp_path):
    with style():
        first = [path.read_bytes() for path in save(tmp_path, "first", drawn(points, MANY))]
        again = [path.read_bytes() for path in save(tmp_path, "again", drawn(points, MANY))]
    assert first == again


@pytest.mark.parametrize("end", ["svg", "pdf"])
def test_a_picture_of_any_name_has_many_marks_as_an_image(tmp_path, end):
    sizes = {}
    for number in (MAX_MARKS, MANY):
        write_picture(tmp_path / f"{number}.{end}", lambda number=number: drawn(points, number))
        sizes[number] = (tmp_path / f"{number}.{end}").stat().st_size
    assert sizes[MANY] < 500_000
    assert (b"/Subtype /Image" if end == "pdf" else b"<image") in (tmp_path / f"{MANY}.{end}").read_bytes()
