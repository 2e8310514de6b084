"""Pages of one file: their templates, and the scripts that a policy in the page allows by their hash."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


def render_page(template: str, scripts: Sequence[str], variables: dict[str, Any]) -> str:
    """Return a page.

    Parameters
    ----------
    template : str
        The file of the template below this folder. It has the variables ``script`` and ``script_hash``
        besides its own.
    scripts : sequence of str
        The files of the script below this folder, in their order.
    """
    from markupsafe import Markup

    script = "".join((FOLDER / name).read_text(encoding="utf-8") for name in scripts)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return _template(template).render(**variables, script=Markup(script), script_hash=digest) + "\n"


@cache
def _template(name: str) -> Any:
    """A template, which takes longer to compile than to fill in."""
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    environment = Environment(
        loader=PackageLoader("numasim.results", "."),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    environment.filters["svg"] = Markup
    return environment.get_template(name)
