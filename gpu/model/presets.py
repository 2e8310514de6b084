"""The preset of a device that a driver names: ``NVIDIA H100 80GB HBM3`` is ``h100``."""

from __future__ import annotations

import re

from gpu.model.device import device_names


def preset_of(device: str) -> str | None:
    """Find the preset all of whose words are in the name of a device; of several the one with most words.

    Parameters
    ----------
    device : str
        The name that the driver reports, such as ``NVIDIA A100-SXM4-40GB``.

    Returns
    -------
    str or None
        A preset, such as ``a100-40gb``; None if there is none.
    """
    words = set(re.findall("[a-z0-9]+", device.lower()))
    found = [name for name in device_names() if words.issuperset(name.split("-"))]
    return max(found, key=lambda name: (len(name.split("-")), name), default=None)
