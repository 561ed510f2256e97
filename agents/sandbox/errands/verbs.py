"""The errands by name.

    python3 -I -S -c SOURCE VERB [ARGUMENT …]

Each is one start, inside, as the user as which programs run there (SOURCE: agents/sandbox/errands/source.py).
"""

import errno
import os
import sys

from agents.sandbox.errands.ends import end, end_all, end_marked, end_orphans
from agents.sandbox.errands.opening import FOLDER, MISSING, REFUSED, TO_READ, TO_WRITE
from agents.sandbox.errands.parcels import pack, unpack
from agents.sandbox.errands.single import read, write

_IN_THE_WAY = (errno.ELOOP, errno.ENOTDIR, errno.ENXIO)


def main(verb: str, *arguments: str) -> int:
    """Do one errand; its exit code says how it went, standard error why."""
    try:
        return _VERBS[verb](*arguments)
    except FileNotFoundError as error:
        print(error.strerror, file=sys.stderr)
        return MISSING
    except IsADirectoryError as error:
        print(error.strerror, file=sys.stderr)
        return FOLDER
    except OSError as error:
        if error.errno in _IN_THE_WAY:
            print(
                "it is a link or no ordinary file, or lies beneath one, and none is followed", file=sys.stderr
            )
        else:
            print(error.strerror, file=sys.stderr)
        return REFUSED


def _pack(root: str, most_bytes: str, most_entries: str) -> int:
    pack(root, sys.stdout.buffer, [int(most_bytes), int(most_entries)])
    return 0


def _unpack(root: str) -> int:
    unpack(sys.stdin.buffer, root)
    return 0


def _to(place: str, verb: str, *arguments: str) -> int:
    """Another errand, whose output goes to a new file."""
    os.dup2(os.open(place, TO_WRITE, 0o600), 1)
    code = main(verb, *arguments)
    sys.stdout.flush()
    return code


def _from(place: str, verb: str, *arguments: str) -> int:
    """Another errand, whose input comes from a file."""
    os.dup2(os.open(place, TO_READ), 0)
    return main(verb, *arguments)


_VERBS = {
    "read": read,
    "write": write,
    "pack": _pack,
    "unpack": _unpack,
    "end": end,
    "end-orphans": end_orphans,
    "end-all": end_all,
    "end-marked": end_marked,
    "to": _to,
    "from": _from,
}

if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
