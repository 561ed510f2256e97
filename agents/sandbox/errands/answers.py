"""What an errand's exit code means to whoever sent it (see opening.py)."""

import errno

from agents.sandbox.errands import opening
from plans.errors import FileRefused, SandboxRefused


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
    match code:
        case 0:
            return
        case opening.MISSING:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory", file)
        case opening.FOLDER:
            raise IsADirectoryError(errno.EISDIR, "Is a directory", file)
        case opening.REFUSED:
            raise FileRefused(f"{file!r} is refused: {why}.")
        case _:
            raise SandboxRefused(f"{box} does not let its files be seen: {why}")
