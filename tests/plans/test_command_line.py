"""What is printed for people to copy is what their shell then reads."""

import shutil
import subprocess
from pathlib import Path

import pytest

from plans.shell import command_line

BASH = shutil.which("bash")


@pytest.mark.skipif(BASH is None, reason="the shell that reads it back is bash")
@pytest.mark.parametrize(
    "name",
    ["mine", "my suite", "it's", "$(id)", "a\x1b[31mb", "two\nlines", "back\\slash\x07'", "\u202eetius", "\udcff1",
     "ö", ""],
)  # fmt: skip
def test_a_shell_reads_a_printed_name_back(name: str) -> None:
    """A folder whose name holds control characters was printed as no shell reads it."""
    assert BASH is not None
    line = command_line("printf", "%s", name)
    assert line.isprintable()
    done = subprocess.run([BASH, "-c", line], capture_output=True, check=True, env={"LC_ALL": "C.UTF-8"})
    assert done.stdout == name.encode(errors="surrogateescape")


def test_a_folder_that_begins_with_a_dash_is_no_option() -> None:
    """`benchwright report -rf` named no folder."""
    assert command_line("benchwright", "report", Path("-rf")) == "benchwright report ./-rf"
    assert command_line("benchwright", "report", Path("a/-rf")) == "benchwright report a/-rf"
    assert command_line("benchwright", "verify", "--item", "-x") == "benchwright verify --item -x"
