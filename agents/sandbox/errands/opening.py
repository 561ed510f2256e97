"""How errands open what others may have laid there, and what they say by their exit code. No link is followed."""

import os

MISSING, FOLDER, REFUSED, LEFT = 41, 42, 43, 44
"""Exit codes: no such file; a folder; no file that may be read or written; some processes have not ended."""
OPEN_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
TO_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
TO_WRITE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
CHUNK = 1 << 20
"""Bytes that are handed on at a time."""
