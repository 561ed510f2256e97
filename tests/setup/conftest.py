"""The scripts of set-up, in a clone of their own."""

import importlib
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
MODULES = ("common", "system", "chromium", "sandbox", "set_up", "try_chromium")


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """What set-up reads of a clone; nothing in it has been set up."""
    root = tmp_path / "clone"
    shutil.copytree(ROOT / ".setup", root / ".setup", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", root)
    (root / "requirements.lock").write_text("click==8.1.8\n")
    return root


@pytest.fixture
def scripts(clone: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, ModuleType]]:
    """The clone's scripts as modules, by name; they speak of the clone's paths."""
    monkeypatch.delenv("BENCHWRIGHT_CHROMIUM", raising=False)
    monkeypatch.syspath_prepend(clone / ".setup")
    yield {name: importlib.import_module(name) for name in MODULES}
    for name in MODULES:
        del sys.modules[name]
