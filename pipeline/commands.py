"""Commands as they are printed for people to copy."""

import os
import shlex
from pathlib import Path


def command_line(*words: str | Path) -> str:
    """The words as a shell reads them back, whatever is in them.

    A path that begins with a dash is no option: it is written from the folder that one is in. What cannot be seen, or
    would steer the terminal, is written as a number, in the quotes that `bash`, `zsh` and POSIX 2024 know.
    """
    return " ".join(_quoted(_as_path(word) if isinstance(word, Path) else word) for word in words)


def _as_path(path: Path) -> str:
    return f"./{path}" if str(path).startswith("-") else str(path)


def _quoted(word: str) -> str:
    if word.isprintable():
        return shlex.quote(word)
    return f"$'{''.join(map(_written_out, word))}'"


def _written_out(character: str) -> str:
    if character in "\\'":
        return f"\\{character}"
    if character.isprintable():
        return character
    return "".join(f"\\{byte:03o}" for byte in os.fsencode(character))
