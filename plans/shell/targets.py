"""What a call of Python or pytest runs: a script, a module, code, or tests of a file."""

from typing import Literal, NamedTuple

from plans.shell.calls import Call

_PYTHON_TAKES = frozenset({"-W", "-X", "--check-hash-based-pycs"})
_PYTEST_TAKES = frozenset(
    {
        "-k",
        "-m",
        "-p",
        "-c",
        "-o",
        "-n",
        "-r",
        "-W",
        "--rootdir",
        "--maxfail",
        "--timeout",
        "--tb",
        "--durations",
    }
)
"""Options whose value is the next word."""


class Target(NamedTuple):
    """One thing that is run."""

    kind: Literal["script", "module", "code", "pytest", "unittest"]
    name: str
    """Path of the script or test file, module's name, or the code; as written."""
    parts: tuple[str, ...] = ()
    """Of a test its class and function, as far as they are named."""
    arguments: tuple[str, ...] = ()
    """What a script or module is given."""


def targets_of(call: Call) -> tuple[Target, ...]:
    """What a call runs; nothing where it starts neither Python nor pytest."""
    if call.is_python:
        return _python(call.words[1:])
    if call.words and call.words[0].rsplit("/", 1)[-1] in ("pytest", "py.test"):
        return _pytest(call.words[1:])
    return ()


def _python(words: tuple[str, ...]) -> tuple[Target, ...]:
    place = 0
    while place < len(words):
        word, rest = words[place], words[place + 1 :]
        if word == "-c":
            return (Target("code", rest[0]),) if rest else ()
        if word == "-m":
            return _module(rest)
        if not word.startswith("-"):
            return (Target("script", word, arguments=rest),)
        place += 2 if word in _PYTHON_TAKES else 1
    return ()


def _module(words: tuple[str, ...]) -> tuple[Target, ...]:
    if not words:
        return ()
    name, rest = words[0], words[1:]
    if name in ("pytest", "py.test"):
        return _pytest(rest)
    if name == "unittest":
        return tuple(
            Target("unittest", word) for word in rest if not word.startswith("-") and word != "discover"
        )
    return (Target("module", name, arguments=rest),)


def _pytest(words: tuple[str, ...]) -> tuple[Target, ...]:
    found: list[Target] = []
    place = 0
    while place < len(words):
        word = words[place]
        if word.startswith("-"):
            place += 2 if word in _PYTEST_TAKES else 1
            continue
        file, *parts = word.split("::")
        # A test that takes parameters is one function, whichever of them is named.
        found.append(Target("pytest", file, tuple(part.split("[", 1)[0] for part in parts)))
        place += 1
    return tuple(found) or (Target("pytest", "."),)
