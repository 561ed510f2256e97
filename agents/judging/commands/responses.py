"""What a program says in response: its output without what it says to anybody, whatever is typed."""

import re
from collections.abc import Sequence

from agents.judging.commands.phrases import says
from plans.folding import folded

_ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")
_TRACE = "Traceback (most recent call last):"
_ENDS_OF_INPUT = ("EOFError", "KeyboardInterrupt")
_SYSTEM = re.compile(r"(?:\S*/)?(?:(?:ba|da|z)?sh|env|python[\d.]*): ")
"""How a line begins in which a shell or an interpreter speaks, and not the program."""
_FEW = 3
"""Lines, at most, that a system says of what it does not run."""
_BRIEF = 200
"""Letters of a program that stand in a line of ours."""
_SHORTEST = 3
"""Letters of a text by which a prompt is known again at the beginning of a line."""


def plain(output: str) -> str:
    """Output without colours and cursor moves, and without the trace of a program whose input ended."""
    text = _ESCAPES.sub("", output).replace("\r\n", "\n").replace("\r", "\n")
    at = text.rfind(_TRACE)
    if (
        at >= 0
        and (last := _last_line(text[at:])).startswith(_ENDS_OF_INPUT)
        and text.rstrip().endswith(last)
    ):
        return text[:at]
    return text


def crash(output: str) -> str | None:
    """How the program broke down, by what its last trace ends with; None where it printed none."""
    text = plain(output)
    at = text.rfind(_TRACE)
    if at < 0:
        return None
    told = text[at + len(_TRACE) :].splitlines()
    return next((line.strip() for line in told if line.strip() and not line[0].isspace()), _TRACE)


def has_gone_on(output: str) -> bool:
    """Whether anything was printed after the last trace."""
    text, broke = plain(output), crash(output)
    return broke is not None and _last_line(text) != broke


def kept_from_running(output: str) -> str | None:
    """Why nothing of the program was run, in the words of the system; None where it was."""
    if (broke := crash(output)) is not None:
        return broke if says("not_loaded", broke) else None
    lines = printed_lines(output)
    if len(lines) > _FEW:
        return None
    return next((line for line in lines if _SYSTEM.match(line) and says("not_run", line)), None)


def response(output: str, *controls: str) -> list[str]:
    """The lines of an output that the same program does not print in any of its controls.

    A prompt and what follows it share a line, since what is typed into a pipe is not seen: it is taken off its
    beginning.
    """
    known = {line for control in controls for line in printed_lines(control)}
    prompts = sorted((line for line in known if len(line) >= _SHORTEST), key=len, reverse=True)
    left = (_without(prompts, line) for line in printed_lines(output) if line not in known)
    return [line for line in left if line and line not in known]


def printed_lines(output: str) -> list[str]:
    """The lines that say something, with single spaces."""
    return [line for raw in plain(output).splitlines() if (line := " ".join(raw.split()))]


def _without(prompts: Sequence[str], line: str) -> str:
    while found := next((prompt for prompt in prompts if line.startswith(prompt)), None):
        line = line[len(found) :].strip()
    return line


def _last_line(text: str) -> str:
    return next((line.strip() for line in reversed(text.splitlines()) if line.strip()), "")


def brief(text: str) -> str:
    """What a program said, within a line of ours."""
    line = folded(text)
    return line if len(line) <= _BRIEF else f"{line[: _BRIEF - 1]}…"


def cut(text: str, most: int) -> str:
    """Its beginning and its end where it is long."""
    if len(text) <= most:
        return text
    half = most // 2
    return f"{text[:half]}\n… {len(text) - 2 * half:,} letters are left out here …\n{text[-half:]}"
