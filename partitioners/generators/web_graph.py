"""A web graph: pages copy links of other pages, and the pages of a site mostly link to each other.

Kumar, Raghavan, Rajagopalan, Sivakumar, Tomkins and Upfal, "Stochastic models for the Web graph", FOCS 2000:
each new page chooses earlier ones and copies some of their links, which gives in-degrees with a power law and
many small dense cores. Kamvar, Haveliwala, Manning and Golub, "Exploiting the block structure of the Web for
computing PageRank", 2003: in the order of their addresses, most links stay near the diagonal, within a site.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

SMALLEST_SITE = 4
SITE_EXPONENT = 1.1
"""Exponent of the distribution of site sizes: P(size > s) falls as s^-1.1."""

NEAR = 0.2
"""Parameter of the distance to a nearby page: it is k + 1 with the probability 0.2 (1 - 0.2)^k."""


def web_links(
    pages: int, links_per_page: int, local: float, copying: float, rng: np.random.Generator
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Draw ``links_per_page`` links for each page; some are repeated or lead to the page itself.

    Parameters
    ----------
    local : float
        Share of copied links that come from a nearby page, and of all other links that lead to a page of the
        same site. The remaining links come from or lead to any page.
    copying : float
        Share of the links that are copied from an earlier page.

    Returns
    -------
    src, dst : ndarray of int64, shape (pages x links_per_page,)
        O(m log m).
    """
    first, last = _sites(pages, rng)
    page = np.repeat(np.arange(pages), links_per_page)
    count = page.size
    inside = first[page] + (rng.random(count) * (last - first)[page]).astype(np.int64)
    target = np.where(rng.random(count) < local, inside, rng.integers(pages, size=count))
    anywhere = (rng.random(count) * page).astype(np.int64)
    model = np.where(rng.random(count) < local, page - rng.geometric(NEAR, count), anywhere)
    copied = (rng.random(count) < copying) & (model >= 0) & (model < page)
    link = np.arange(count)
    source = np.where(copied, model * links_per_page + link % links_per_page, link)
    while True:  # a copy of a copy has the target of the first link; each round doubles the steps
        further = source[source]
        if np.array_equal(further, source):
            return page, target[source]
        source = further


def _sites(pages: int, rng: np.random.Generator) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The first page of each page's site, and the page after its last page."""
    drawn = SMALLEST_SITE * (1 + rng.pareto(SITE_EXPONENT, -(-pages // SMALLEST_SITE)))
    size = np.minimum(drawn, max(SMALLEST_SITE, pages // 50)).astype(np.int64)
    end = np.cumsum(size)
    site = np.searchsorted(end, np.arange(pages), side="right")
    return (end - size)[site], np.minimum(end, pages)[site]
