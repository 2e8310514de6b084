"""No file imports itself by way of others, so each can be imported first."""

from docs.structure import circles

KNOWN = "partitioners.graph"
"""Its methods read the graphs of other libraries."""


def test_no_circles_of_files():
    assert [circle for circle in circles() if KNOWN not in circle] == []
