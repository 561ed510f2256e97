"""The command's entry: Ctrl-C ends it in a line, also while all else is being loaded, which takes a second."""

import os
import sys
from contextlib import suppress
from importlib import import_module

COMMAND = "pipeline.cli.verbs:run_command"
STOPPED = "Stopped. What was finished is kept; the same command goes on from there."
STOPPED_CODE = 130


def main() -> None:
    """Run the command and exit with its code."""
    try:
        module, _, name = COMMAND.partition(":")
        code: int = getattr(import_module(module), name)()
    except KeyboardInterrupt:
        # Above it would be loaded first, and that be interrupted.
        import signal

        # It is pressed twice, and Python would tell of the second in a traceback, or end by the signal at its own end.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        print(STOPPED, file=sys.stderr, flush=True)
        with suppress(OSError):
            sys.stdout.flush()
        # All that was opened is closed by now, and threads are not waited for.
        os._exit(STOPPED_CODE)
    sys.exit(code)


if __name__ == "__main__":
    main()
