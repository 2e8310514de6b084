"""``numasim doctor``."""

from __future__ import annotations


def doctor() -> int:
    """Report installed and missing components, and run a small end-to-end check."""
    from numasim.cli.terminal import print_line
    from numasim.doctor import findings

    broken = 0
    for finding in findings():
        broken += finding.state == "broken"
        print_line(f"{finding.state:<7} {finding.what:<17} {finding.detail}")
    print_line(f"{broken} broken" if broken else "all required components work")
    return 1 if broken else 0
