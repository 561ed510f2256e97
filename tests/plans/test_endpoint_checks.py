"""What an endpoint's address may hold, in the file and in the environment."""

from pathlib import Path

import pytest

from plans.errors import AuthorError, InvalidFile
from plans.model_settings import read_model_settings
from plans.settings import read_models

BESIDE_A_KEY = "holds a name or a password beside a key, and a request can show but one of them"


def file_with(folder: Path, *lines: str) -> Path:
    file = folder / "benchwright.toml"
    file.write_text("\n".join(["[endpoints.one]", 'protocols = ["chat"]', *lines, ""]))
    return file


@pytest.mark.parametrize("place", ["https://me:secret@models.example/v1", "https://secret@models.example/v1"])
def test_a_password_in_the_address_beside_a_key_is_told_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    """Every call fell as a fault of the relay's: both stood in the same header."""
    file = file_with(tmp_path, 'key_variable = "MY_KEY"', f'url = "{place}"')
    with pytest.raises(InvalidFile, match=rf"toml:4: endpoints\.one\.url: {BESIDE_A_KEY}") as found:
        read_model_settings(file)
    assert "secret" not in str(found.value)
    assert read_model_settings(file_with(tmp_path, f'url = "{place}"')).endpoints[0].url == place
    monkeypatch.chdir(tmp_path)
    with pytest.raises(AuthorError, match=f"BENCHWRIGHT_ENDPOINT {BESIDE_A_KEY}") as caught:
        read_models({"BENCHWRIGHT_ENDPOINT": place, "BENCHWRIGHT_KEY": "k"})
    assert "secret" not in str(caught.value)
    assert read_models({"BENCHWRIGHT_ENDPOINT": place}).endpoints[0].url == place


@pytest.mark.parametrize("end", ["#part", "#", "?a=b#c"])
def test_what_stands_behind_a_hash_would_be_told_to_nobody(tmp_path: Path, end: str) -> None:
    with pytest.raises(InvalidFile, match=r"toml:3: endpoints\.one\.url: has a # in it"):
        read_model_settings(file_with(tmp_path, f'url = "https://models.example/v1{end}"'))


def test_a_query_may_stand_there_and_is_recorded_nowhere(tmp_path: Path) -> None:
    (endpoint,) = read_model_settings(
        file_with(tmp_path, 'url = "https://m.example/v1?key=secret"')
    ).endpoints
    assert endpoint.recorded(()).url == "https://m.example/v1"


def test_a_link_that_leads_nowhere_is_a_file_that_somebody_meant(tmp_path: Path) -> None:
    """Models were asked without its budgets, and nothing was said."""
    link = tmp_path / "benchwright.toml"
    link.symlink_to(tmp_path / "not-mounted" / "benchwright.toml")
    with pytest.raises(InvalidFile, match="is missing"):
        read_model_settings(link)


def test_a_key_of_thousands_of_parts_is_told(tmp_path: Path) -> None:
    path = tmp_path / "benchwright.toml"
    path.write_text(f"{'.'.join('a' * 5000)} = 1")
    with pytest.raises(InvalidFile, match="nested too deeply"):
        read_model_settings(path)
