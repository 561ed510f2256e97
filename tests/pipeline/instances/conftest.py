"""Where the families of these stories lie."""

from pathlib import Path

import pytest

from tests.pipeline.instances.families import importable


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder whose packages can be imported."""
    return importable(tmp_path / "families", monkeypatch)
