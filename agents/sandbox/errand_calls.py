"""How errands are sent into a sandbox, and what their exit codes mean to whoever sent them."""

import errno
from functools import cache
from importlib.resources import files

from agents.sandbox.errands import FOLDER, MISSING, REFUSED
from plans.errors import FileRefused, SandboxRefused


@cache
def errands_text() -> str:
    """The text of errands.py, for a sandbox in which nothing of this project lies."""
    return files("agents.sandbox").joinpath("errands.py").read_text(encoding="utf-8")


def raise_for(code: int, file: str, why: str, box: str) -> None:
    """Raise what kept an errand about a file from being done; nothing when it was done.

    Args:
        code: The errand's exit code.
        file: The path as it was asked for.
        why: What the errand said of it.
        box: The sandbox, in a sentence.

    Raises:
        FileNotFoundError: There is no such file.
        IsADirectoryError: It is a folder.
        FileRefused: It is not to be read or written.
        SandboxRefused: The errand itself did not run.
    """
    if code == 0:
        return
    if code == MISSING:
        raise FileNotFoundError(errno.ENOENT, "No such file or directory", file)
    if code == FOLDER:
        raise IsADirectoryError(errno.EISDIR, "Is a directory", file)
    if code == REFUSED:
        raise FileRefused(f"{file!r} is refused: {why}.")
    raise SandboxRefused(f"{box} does not let its files be seen: {why}")
