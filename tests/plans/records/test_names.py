"""What may name a folder of a suite: a suite with an item `aux` could not be pulled on Windows."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from plans.errors import PathEscape
from plans.paths import SuitePaths
from plans.records.base import RESERVED, is_folder_name
from plans.records.seed import Seed


@pytest.mark.parametrize("name", ["con", "aux", "nul", "com1", "lpt9"])
def test_names_of_windows_devices_are_refused(name: str, tmp_path: Path) -> None:
    assert name in RESERVED
    with pytest.raises(ValidationError, match=f"'{name}' names a device on Windows"):
        Seed(id=name, query="An app.")
    with pytest.raises(PathEscape, match="Windows device"):
        SuitePaths(tmp_path).item(name)


@pytest.mark.parametrize("name", ["CON", "shop.", "shop ", ".", "..", "a/b", "shop\n", "", "-shop", "x" * 65])
def test_what_no_folder_can_be_called_everywhere_is_refused(name: str) -> None:
    assert not is_folder_name(name)


@pytest.mark.parametrize("name", ["con-shop", "console", "com", "7", "x" * 64])
def test_ordinary_names_are_taken(name: str) -> None:
    assert is_folder_name(name)
    assert Seed(id=name, query="An app.").id == name
