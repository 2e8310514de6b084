"""``numasim doctor``."""

from __future__ import annotations


def doctor() -> int:
    """Say what this installation has and lacks, and run a tiny check from end to end."""
    from numasim.cli.terminal import console
    from numasim.doctor import findings

    out = console()
    broken = 0
    for finding in findings():
        broken += finding.state == "broken"
        out.print(f"{finding.state:<7} {finding.what:<12} {finding.detail}", soft_wrap=True)
    out.print(f"{broken} broken" if broken else "everything that the main job needs is here and works")
    return 1 if broken else 0
