"""What the environment may say."""

import pytest

from plans.errors import AuthorError
from plans.settings import read_settings


@pytest.mark.parametrize("said", ["two", "0", "-1", "1.5", "1000"])
def test_a_number_of_workers_that_makes_no_sense_is_told(said: str) -> None:
    """Words were a traceback, and with none or fewer a run waited for ever."""
    with pytest.raises(AuthorError, match=f"BENCHWRIGHT_WORKERS is {said!r}.*from 1 to 64"):
        read_settings({"BENCHWRIGHT_WORKERS": said})


@pytest.mark.parametrize(("cores", "browsers"), [(None, 2), (1, 2), (2, 3), (16, 3)])
def test_the_number_of_workers_is_what_was_said_and_else_one_more_than_cores(
    cores: int | None, browsers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: cores)
    assert read_settings({"BENCHWRIGHT_WORKERS": "5"}).worker_count == 5
    assert read_settings({"BENCHWRIGHT_WORKERS": ""}).worker_count == browsers
    assert read_settings({}).worker_count == browsers
