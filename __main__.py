"""The program: `goti`, and `python -m goti`."""

import sys


def run() -> int:
    """The command line; an interrupt is quiet even while the program is still being loaded."""
    try:
        from .cli import main

        return main()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(run())
