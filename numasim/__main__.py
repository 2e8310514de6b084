"""``python -m numasim`` is the command ``numasim``."""

from numasim.cli import main

if __name__ == "__main__":
    main()
