"""The few lines of shell that find a Python, or say which package to install."""

import shutil
import subprocess
from pathlib import Path

import pytest


class Machine:
    """A machine on which nothing is installed but the shell and the Pythons of a test."""

    def __init__(self, folder: Path, clone: Path):
        self.folder = folder
        self.script = clone / ".setup" / "set-up"
        folder.mkdir()
        for tool in ("sh", "dirname"):
            (folder / tool).symlink_to(shutil.which(tool) or "")

    def add(self, name: str, version: str, code: int) -> None:
        """A Python that answers with `version` and `code`, and says so when it is taken."""
        python = self.folder / name
        python.write_text(
            f'#!/bin/sh\n[ "$1" = -c ] || {{ echo "took {name}"; exit 0; }}\necho {version}\nexit {code}\n'
        )
        python.chmod(0o755)

    def set_up(self) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["sh", self.script], env={"PATH": str(self.folder)}, capture_output=True, text=True, check=False
        )


@pytest.fixture
def machine(tmp_path: Path, clone: Path) -> Machine:
    return Machine(tmp_path / "bin", clone)


def test_no_python(machine: Machine) -> None:
    result = machine.set_up()
    assert result.returncode == 1
    assert "no python3 was found" in result.stderr
    assert "apt-get install python3 python3-venv" in result.stderr


def test_old_python(machine: Machine) -> None:
    machine.add("python3", "3.9", code=3)
    result = machine.set_up()
    assert result.returncode == 1
    assert "needs Python 3.11 or newer; python3 is 3.9" in result.stderr.replace(
        str(machine.folder) + "/", ""
    )


def test_venv_package_is_missing(machine: Machine) -> None:
    machine.add("python3", "3.12", code=4)
    result = machine.set_up()
    assert result.returncode == 1
    assert "apt-get install python3-venv (python3.12-venv" in result.stderr


def test_a_version_managers_stand_in_is_passed_over(machine: Machine) -> None:
    machine.add("python3.13", "", code=127)
    machine.add("python3.12", "3.12", code=4)
    machine.add("python3", "3.11", code=0)
    assert machine.set_up().stdout == "took python3\n"


def test_a_named_version_is_preferred(machine: Machine) -> None:
    machine.add("python3", "3.11", code=0)
    machine.add("python3.13", "3.13", code=0)
    assert machine.set_up().stdout == "took python3.13\n"
