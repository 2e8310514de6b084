"""``numasim --install-completion``: install completion of commands and options in a shell."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App, Parameter


def completion_of(application: App) -> Callable[..., None]:
    """Return the command that installs the completion of an application."""

    def install_completion(
        *,
        shell: Literal["zsh", "bash", "fish", "powershell"] | None = None,
        output: Annotated[Path | None, Parameter(name=["--output", "-o"])] = None,
    ) -> None:
        """Install completion of commands and options for this shell, or for --shell bash, zsh or fish.

        Parameters
        ----------
        shell
            Shell type for completion. If not specified, attempts to auto-detect current shell.
        output
            Output path for the completion script. If not specified, uses shell-specific default.
        """
        # Cyclopts can register its own command, but then every command imports the code for all shells.
        from cyclopts.completion.install import create_install_completion_command

        command = create_install_completion_command(application.install_completion, add_to_startup=True)
        command(shell=shell, output=output)

    return install_completion
