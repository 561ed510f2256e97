"""The command's entry: Ctrl-C and SIGTERM end it in a line, also while all else is loaded, which takes a second."""

import os
import sys
from contextlib import suppress
from importlib import import_module

COMMAND = "pipeline.cli.verbs:run_command"
STOPPED = "Stopped. What was finished is kept; the same command goes on from there."
STOPPED_ANEW = "Stopped. The same command begins anew."
STOPPED_PAID = "Stopped. The same command begins anew, and pays for no reply twice that its evidence holds."
EVIDENCE = "--evidence"
"""Option of `judge` by which replies of models are kept."""
BEGINNING_ANEW = (
    "check",
    "judge",
    "import",
    "export",
    "report",
    "compare",
    "show",
    "schemas",
    "models",
    "prompts",
    "doctor",
)
"""Verbs that keep nothing of work which was stopped."""
STOPPED_CODE = 130
TERMINATED_CODE = 143
CRASHED_CODE = 70
"""As EX_SOFTWARE of sysexits.h: not 1, which means that the work is done and the answer is no."""


def main() -> None:
    """Run the command and exit with its code."""
    terminations: list[int] = []
    try:
        _heed_termination(terminations)
        module, _, name = COMMAND.partition(":")
        code: int = getattr(import_module(module), name)()
    except KeyboardInterrupt:
        # Above it would be loaded first, and that be interrupted.
        import signal

        # It is pressed twice, and Python would tell of the second in a traceback, or end by the signal at its own end.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        with suppress(OSError):
            print(_stopped(sys.argv[1:]), file=sys.stderr, flush=True)
            sys.stdout.flush()
        # All that was opened is closed by now, and threads are not waited for.
        os._exit(TERMINATED_CODE if terminations else STOPPED_CODE)
    except SystemExit:
        raise
    except BaseException as error:
        _report_crash(error)
        code = CRASHED_CODE
    sys.exit(TERMINATED_CODE if terminations else code)


def _report_crash(error: BaseException) -> None:
    """Say on standard error what happened, with the traceback and where to report it."""
    import traceback

    from plans.plain_text import escape_controls, folded

    what = folded("".join(traceback.format_exception_only(error)))
    lines = (
        f"Error: benchwright itself failed: {what}",
        "".join(traceback.format_exception(error)).rstrip(),
        f"No verdict follows from this (exit code {CRASHED_CODE}). Please open an issue in the repository of "
        "benchwright, with the command, these lines and what `benchwright doctor` prints.",
    )
    # Standard error may be closed, or its reader gone; the exit code still says it.
    with suppress(OSError, ValueError):
        print(escape_controls("\n".join(lines)), file=sys.stderr, flush=True)


def _stopped(words: list[str]) -> str:
    """What is said of a command that was stopped."""
    words = words[1:] if words[:1] == ["instances"] else words
    if not words or words[0] not in BEGINNING_ANEW:
        return STOPPED
    is_kept = words[0] == "judge" and any(word.partition("=")[0] == EVIDENCE for word in words)
    return STOPPED_PAID if is_kept else STOPPED_ANEW


def _heed_termination(seen: list[int]) -> None:
    """The first SIGTERM stops the work as Ctrl-C does, and is noted; where it was to be ignored it stays so."""
    import signal

    def terminated(number: int, frame: object) -> None:
        signal.signal(number, signal.SIG_IGN)
        seen.append(number)
        raise KeyboardInterrupt

    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, terminated)


if __name__ == "__main__":
    main()
