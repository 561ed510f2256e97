"""Where the families of these stories lie."""

from pathlib import Path

import pytest

from pipeline.instances import built_in
from tests.pipeline.instances.families import importable


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder whose packages can be imported."""
    return importable(tmp_path / "families", monkeypatch)


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other processes are started for the first work, however little it is."""
    monkeypatch.setattr(built_in, "WARM", 0.0)
