"""The points that a results folder has stored."""

from pathlib import Path

from numasim.experiments.point_file import PointFile
from numasim.experiments.point_store import FOLDER


def stored_points(folder):
    """The names of the stored points of a results folder."""
    return {name for path in Path(folder, FOLDER).glob("*.points") for name in PointFile(path).points}
