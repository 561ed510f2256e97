"""Errands go into a sandbox as one text, in which nothing of this project lies."""

import subprocess
import sys
from pathlib import Path

from agents.sandbox.errand_calls import errands_text
from agents.sandbox.errands import FOLDER, MISSING, REFUSED


def errand(*words: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    line = [sys.executable, "-I", "-S", "-c", errands_text(), *words]
    return subprocess.run(line, input=given, capture_output=True, cwd="/", check=False)


def test_the_text_does_errands_by_itself(tmp_path: Path) -> None:
    for place in ("there", "elsewhere"):
        (tmp_path / place).mkdir()
    there = str(tmp_path / "there")
    assert errand("write", there, "notes/one.txt", given=b"hello").returncode == 0
    assert errand("read", there, "notes/one.txt", "100").stdout == b"hello"
    assert errand("read", there, "notes/one.txt", "3").returncode == REFUSED
    assert errand("read", there, "notes", "100").returncode == FOLDER
    assert errand("read", there, "two.txt", "100").returncode == MISSING

    parcel = tmp_path / "parcel"
    assert errand("to", str(parcel), "pack", there, "1000", "10").returncode == 0
    assert errand("from", str(parcel), "unpack", str(tmp_path / "elsewhere")).returncode == 0
    assert (tmp_path / "elsewhere" / "notes" / "one.txt").read_text() == "hello"
