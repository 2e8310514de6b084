"""The texts of a figure: none covers another, and all are inside it."""

import math
from unittest.mock import patch

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.text import Text


def check_texts(figure):
    """Draw a figure, check the boxes of its texts, and return the texts."""
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    renderer = canvas.get_renderer()
    drawn, draw = {}, Text.draw

    def record(text, to):
        if text.get_visible() and text.get_text().strip():
            drawn[text] = text.get_window_extent(renderer)
        draw(text, to)

    with patch.object(Text, "draw", record):
        figure.draw(renderer)
    whole = figure.bbox.padded(2)
    found = list(drawn.items())
    for place, (text, box) in enumerate(found):
        assert whole.x0 <= box.x0 <= box.x1 <= whole.x1, text
        assert whole.y0 <= box.y0 <= box.y1 <= whole.y1, text
        for other, over in found[:place]:
            apart = beside(text, other) or not box.padded(-1).overlaps(over.padded(-1))
            assert apart, (text, other)
    return [text.get_text() for text in drawn]


def beside(text, other):
    """Whether two slanted texts are parallel, and further apart than the height of their lines."""
    angle = text.get_rotation()
    if angle % 90 == 0 or other.get_rotation() != angle:
        return False
    (x, y), (u, v) = (each.get_transform().transform(each.get_position()) for each in (text, other))
    turn = math.radians(angle)
    across = abs((v - y) * math.cos(turn) - (u - x) * math.sin(turn))
    lines = max(each.get_text().count("\n") + 1 for each in (text, other))
    return across > 1.2 * lines * text.get_fontsize() * text.get_figure().dpi / 72
