"""The columns of a run in windows: those of a run on a mesh, which a sweep may compare it with."""

from __future__ import annotations

from dataclasses import replace

from numasim.kinds.mesh.columns import ROWS as MESH

ROWS = replace(MESH, name="windows")
