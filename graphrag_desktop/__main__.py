"""Where the program starts; nothing happens at import, so that worker processes can import it too."""

import sys


def main() -> int:
    """Carry out the command line of this process; returns the exit status."""
    import multiprocessing
    import os

    multiprocessing.freeze_support()
    os.umask(0o077)  # what is written is for whoever started us: projects, exports, the log, the settings
    try:
        from graphrag_desktop.domain.known_secrets import take_key_variables

        take_key_variables()
        from graphrag_desktop.cli import run

        return run(sys.argv[1:])
    except KeyboardInterrupt:
        return 130  # before there was anything to be stopped


if __name__ == "__main__":
    sys.exit(main())
