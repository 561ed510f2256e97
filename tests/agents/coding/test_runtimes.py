"""Which Python runs a program that others wrote."""

import sys
from pathlib import Path

import pytest

from agents.coding import installing
from agents.coding.program import Installation
from plans.errors import InstallFailed


def script(place: Path, text: str) -> Path:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(f"#!/bin/sh\n{text}\n")
    place.chmod(0o755)
    return place


def test_a_version_managers_script_is_not_taken_for_a_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was installed by, failed, and named a folder of scripts as what a sandbox has to show."""
    wanted = Installation(manager="pip", packages=(), executable="", python=(3, 80))
    shim = script(tmp_path / "shims" / "python3.80", "echo 'python3.80: command not found' >&2; exit 127")
    monkeypatch.setenv("PATH", f"{shim.parent}:/usr/bin:/bin")
    with pytest.raises(InstallFailed, match=r"needs Python 3\.80 or newer"):
        installing.runtime_for(wanted, "mine", tmp_path)

    script(shim, f'exec {sys.executable} "$@"')
    found = installing.runtime_for(wanted, "mine", tmp_path)
    assert found.program == Path(sys.executable).resolve()
    assert all(tmp_path not in mount.source.parents for mount in found.mounts)
