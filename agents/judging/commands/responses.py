"""Responses of a program: the phrases by which they are read, and control runs, which show what proves nothing."""

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from functools import cache
from pathlib import Path

import yaml

from agents.judging.commands.working_copies import CommandWithInput
from plans.plain_text import folded
from plans.shell import SimpleCommand, run_by

_ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")
_TRACE = "Traceback (most recent call last):"
_ENDS_OF_INPUT = ("EOFError", "KeyboardInterrupt")
_CHAINED = re.compile(
    r"\n(?:During handling of the above exception, another exception occurred"
    r"|The above exception was the direct cause of the following exception):\s*\Z"
)
"""What stands between two traces of which one came about by the other."""
_WARNING = re.compile(
    r"^\S+\.py:\d+: \w*Warning: [^\n]*\n(?:  [^\n]*\n)?|^Warning: Password input may be echoed\.\n?", re.M
)
"""A warning of the interpreter or of its modules, with the line of source that it shows."""
_SYSTEM = re.compile(r"(?:\S*/)?(?:(?:ba|da|z)?sh|env|python[\d.]*): ")
"""How a line begins in which a shell or an interpreter speaks, and not the program."""
_FEW = 3
"""Lines, at most, that a system says of what it does not run."""
_ROUNDS, _ROUND = 200, 20
"""Lines in which a program goes round, and how many of them differ at most."""
_BRIEF = 200
"""Letters of a program that stand in a line of ours."""
_LONGEST_LINE = 2000
"""Letters of a line that are looked at: patterns take long for longer ones, and nobody reads them."""
_LONGEST_PROMPT = 200
"""Letters of a text, at most, that is a prompt."""
_SHORTEST = 3
"""Letters of a text by which a prompt is known again at the beginning of a line."""
_TIDYING = frozenset({"rm", "mv", "rmdir", "unlink"})
"""Programs by which files are put away."""
_GARBAGE = "qzx-{number}-nobody-types-this"


def plain(output: str) -> str:
    """Output without colours, cursor moves and warnings of the interpreter, and without the trace of a program whose
    input ended.
    """
    text = _WARNING.sub("", _ESCAPES.sub("", output).replace("\r\n", "\n").replace("\r", "\n"))
    at = text.rfind(_TRACE)
    if (
        at >= 0
        and (last := _last_line(text[at:])).startswith(_ENDS_OF_INPUT)
        and text.rstrip().endswith(last)
    ):
        return text[: _begin_of_chain(text, at)]
    return text


def _begin_of_chain(text: str, at: int) -> int:
    """Where the first trace begins of which the one that begins there came about: what was being handled when the
    input ended had been coped with.
    """
    while (before := text.rfind(_TRACE, 0, at)) >= 0 and _CHAINED.search(text[before:at]):
        at = before
    return at


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


def goes_round(output: str) -> bool:
    """Whether a program prints the same few lines over and over in the end."""
    last = printed_lines(output)[-_ROUNDS:]
    return len(last) == _ROUNDS and len(set(last)) <= _ROUND


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
    prompts = {line for line in known if _SHORTEST <= len(line) <= _LONGEST_PROMPT}
    lengths = sorted({len(prompt) for prompt in prompts}, reverse=True)
    left = (_without(prompts, lengths, line) for line in printed_lines(output) if line not in known)
    return [line for line in left if line and line not in known]


def printed_lines(output: str) -> list[str]:
    """The lines that say something, with single spaces, and no more of each than anybody reads."""
    lines = (" ".join(raw[:_LONGEST_LINE].split()) for raw in plain(output).splitlines())
    return [line for line in lines if line]


def _without(prompts: Set[str], lengths: Sequence[int], line: str) -> str:
    """A line without the prompts that it begins with; `lengths` are theirs, the longest first."""
    while found := next((length for length in lengths if line[:length] in prompts), 0):
        line = line[found:].strip()
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


def reads(line: CommandWithInput) -> bool:
    """Whether a program of the submission is given anything to read."""
    return bool(line.input) or _brings_input(line.line)


def runs_program(line: str) -> bool:
    """Whether the command runs a program of the submission, and not only one of the system's, such as `ls`."""
    return any(map(_is_own, run_by(line)))


def tidies_up(line: str) -> bool:
    """Whether the command puts files away, and does nothing else."""
    calls = run_by(line)
    return bool(calls) and all(call.words and call.words[0] in _TIDYING for call in calls)


def takes_arguments(line: str) -> bool:
    """Whether a program of the submission is told by its arguments what to do: what it says then answers those."""
    return any(_arguments(call) for call in run_by(line) if _is_own(call))


def named_inputs(lines: Iterable[CommandWithInput], laid: Mapping[str, bytes]) -> dict[str, CommandWithInput]:
    """Place of a file that is laid → the command that names it as an argument and is given the same to read: its
    program may read either.
    """
    return {
        place: line
        for line in lines
        for place in _places_named(line.line)
        if place in laid and laid[place].split() == line.input.split()
    }


def with_nothing(line: CommandWithInput) -> CommandWithInput:
    """The command, and nothing to read."""
    return replace(line, line=silenced(line.line), input=b"")


def with_garbage(line: CommandWithInput) -> CommandWithInput:
    """The command, and as many lines of what fits no menu as it was given."""
    count = max(len(line.input.splitlines()), 3)
    typed = "".join(f"{garbage_of(number)}\n" for number in range(count))
    return replace(line, line=silenced(line.line), input=typed.encode())


def garbage_of(number: int) -> str:
    """A line that fits no menu."""
    return _GARBAGE.format(number=number)


def silenced(line: str) -> str:
    """The command line, in which programs of the submission read what it is given, and nothing that it brings
    itself.
    """
    if not _brings_input(line):
        return line
    # Of several redirections the last holds, over a pipe and a text that stands in the line too.
    for call in reversed([call for call in run_by(line) if _is_own(call)]):
        line = f"{line[: call.end]} <&3{line[call.end :]}"
    return f"exec 3<&0; {line}"


def _brings_input(line: str) -> bool:
    calls = run_by(line)
    # What has no words is what a group of commands reads.
    return any(call.is_fed or call.reads for call in calls if _is_own(call) or not call.words)


def _places_named(line: str) -> Iterator[str]:
    """The files, by path from the root, that programs of the submission may be named as arguments."""
    for call in run_by(line):
        if _is_own(call) and call.folder is not None:
            yield from (posixpath.normpath(posixpath.join(call.folder, word)) for word in _arguments(call))


def _arguments(call: SimpleCommand) -> tuple[str, ...]:
    """What follows the program, or the module or script that Python is to run."""
    words = call.words[1:]
    if not call.is_python:
        return words
    while words and words[0].startswith("-"):
        if words[0] in ("-m", "-c"):
            return words[2:]
        words = words[1:]
    return words[1:]


def _is_own(call: SimpleCommand) -> bool:
    if not call.words:
        return False
    program = call.words[0]
    return call.is_python or ("/" in program and not program.startswith("/"))


def says(kind: str, text: str) -> bool:
    """Whether a text says something of a kind."""
    return pattern(kind).search(text) is not None


@cache
def pattern(kind: str) -> re.Pattern[str]:
    """What finds a phrase of a kind, at the beginning of a word and in any case."""
    return re.compile(rf"(?<!\w)(?:{'|'.join(_phrases()[kind])})", re.I)


@cache
def single_words(kind: str) -> frozenset[str]:
    """The words of a kind that is no pattern."""
    return frozenset(word for line in _phrases()[kind] for word in line.split())


@cache
def _phrases() -> Mapping[str, Sequence[str]]:
    return yaml.safe_load((Path(__file__).parent / "words.yaml").read_text("utf-8"))
