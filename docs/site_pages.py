"""Pages that are made when the site is built: commands, public names, tutorials, files of the project."""

import posixpath
import re
from importlib import import_module
from pathlib import Path
from textwrap import dedent

from mkdocs.structure.files import File, InclusionLevel

from partitioners.plugins.lazy_names import public_names

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"

PACKAGES = {
    "numasim": "The whole pipeline: graphs and programs, cuts, mappings, machines, simulations, experiments.",
    "numasim.generators": "Graph generators.",
    "numasim.plugins": "What a package of your own implements, and what it is given; "
    "[adding an algorithm](../plugins.md) and [a component](../components.md) have examples.",
    "gpu": "CUDA kernels, back ends that run them, and the model of a GPU.",
}

LINK = re.compile(r"(\]\()([^)#\s]+)([^)\s]*\))")
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
LANGUAGES = {".py": "python", ".yaml": "yaml", ".c": "c", ".toml": "toml"}


def on_files(files, config):
    """Add the generated pages, and a page for each file of the project that another page links to."""
    pages = {"reference/commands.md": _commands(), **_names()}
    pages |= {f"tutorials/{path.stem}.md": _tutorial(path) for path in sorted(DOCS.glob("tutorials/*.py"))}
    for uri, text in pages.items():
        files.append(File.generated(config, uri, content=text))
    for path in sorted(set(_linked_files())):
        listing = File.generated(config, _listing(path), content=_shown(path))
        listing.inclusion = InclusionLevel.NOT_IN_NAV
        files.append(listing)
    return files


def on_page_markdown(markdown, page, config, files):
    """Let links to files of the project lead to the pages that show them."""
    folder = posixpath.dirname(page.file.src_uri)

    def redirect(link):
        target = _target(DOCS / folder, link[2])
        if target is None:
            return link[0]
        return f"{link[1]}{posixpath.relpath(_listing(target), folder or '.')}{link[3]}"

    parts, end = [], 0
    for fence in FENCE.finditer(markdown):  # what stands in a listing is no link
        parts += [LINK.sub(redirect, markdown[end : fence.start()]), fence[0]]
        end = fence.end()
    return "".join([*parts, LINK.sub(redirect, markdown[end:])])


def on_page_content(html, page, config, files):
    """Show the names in docstrings without the roles of Sphinx."""
    return re.sub(r":(?:func|class|meth|mod|attr|data|exc|obj):<code>~?", "<code>", html)


def _target(folder, name):
    """The file of the project that a page in `folder` names, if it is not a page or a picture of its own."""
    path = (folder / name).resolve()
    if re.match("[a-z]+:", name) or not path.is_file():
        return None
    own = path.is_relative_to(DOCS) and path.suffix in (".md", ".svg", ".png")
    return None if own else path


def _linked_files():
    for page in sorted(DOCS.rglob("*.md")):
        for link in LINK.finditer(FENCE.sub("", page.read_text(encoding="utf-8"))):
            target = _target(page.parent, link[2])
            if target is not None and target.parent != DOCS / "tutorials":
                yield target


def _listing(path):
    """The page that shows a file."""
    if path.parent == DOCS / "tutorials":
        return f"tutorials/{path.stem}.md"
    return (
        f"files/{path.relative_to(ROOT).with_suffix('.md' if path.suffix == '.md' else path.suffix + '.md')}"
    )


def _shown(path):
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        return text
    return f"# {path.relative_to(ROOT)}\n\n```{LANGUAGES.get(path.suffix, 'text')}\n{text}```\n"


def _tutorial(path):
    """A script in cells (`# %% Title`): comments at the beginning of a cell as text, the rest as code."""
    first, *cells = path.read_text(encoding="utf-8").split("\n# %% ")
    title, _, rest = first.strip('"\n').partition("\n")
    lines = [f"# {title.rstrip('.')}", rest]
    for cell in cells:
        heading, _, body = cell.partition("\n")
        comment = re.match(r"(?:#.*\n)*", body)[0]
        lines += [f"## {heading}", dedent(re.sub("^# ?", "", comment, flags=re.MULTILINE))]
        lines += [f"```python\n{body[len(comment) :].strip()}\n```"]
    output = path.with_suffix(".out").read_text(encoding="utf-8")
    return "\n\n".join([*lines, "## What it prints", f"```text\n{output}```"]) + "\n"


def _commands():
    from numasim.cli import application

    text = application().generate_docs(output_format="markdown")
    body = re.sub(r"^.*?(?=\*\*Commands\*\*)", "", text, count=1, flags=re.DOTALL)
    return "# Commands\n\nWhat `numasim COMMAND --help` prints.\n\n" + body


def _names():
    """A page for each package. The first shows an object, and the others link to it; values are listed."""
    pages, shown = {}, set()
    for package, what in PACKAGES.items():
        module = import_module(package)
        listed = public_names(module.__file__)
        values = [name for name in module.__all__ if not callable(getattr(module, name))]
        homes = [f"{listed[name]}.{name}" for name in module.__all__ if name not in values]
        others = ", ".join(_link(home) for home in homes if home in shown)
        page = [f"# {package}\n\n{what}\n\nThese names are in `{package}`."]
        page += [f"It also has {others}."] if others else []
        page += [f"Its values are {', '.join(f'`{name}`' for name in values)}."] if values else []
        page += [f"::: {home}" for home in homes if home not in shown]
        pages[f"reference/{package}.md"] = "\n\n".join(page) + "\n"
        shown.update(homes)
    return pages


def _link(home):
    return f"[`{home.rpartition('.')[2]}`][{home}]"
