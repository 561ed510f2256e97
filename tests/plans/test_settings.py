"""What the environment may say."""

from pathlib import Path

import pytest

from plans.errors import AuthorError
from plans.records.model_settings import Endpoint
from plans.settings import (
    client_environment,
    installer_environment,
    key_of,
    passed_on,
    read_image,
    read_mirror,
    read_models,
    read_runtimes,
    read_settings,
)

VARIABLES = (
    *(
        "EDITOR",
        "VISUAL",
        "USER",
        "LOGNAME",
        "HOME",
        "XDG_CACHE_HOME",
        "DOCKER_HOST",
        "HTTP_PROXY",
        "PIP_INDEX_URL",
    ),
    *(
        f"BENCHWRIGHT_{name}"
        for name in (
            *("CHROMIUM", "CONFIG", "ENDPOINT", "IMAGE", "KEY", "MODEL", "PROGRAMS", "PROTOCOLS", "REVIEWER"),
            *("RUNTIMES", "WORKERS", "MIRROR_PYTHON", "MIRROR_NODE", "MIRROR_FILES", "PLANNER_MODEL"),
            "PLANNER_ENDPOINT",
        )
    ),
)


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


@pytest.mark.parametrize("empty", ["", " ", "\n"])
def test_a_variable_that_is_set_and_empty_is_not_set(
    empty: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`EDITOR= benchwright doctor` had an editor without a name."""
    monkeypatch.chdir(tmp_path)
    env = dict.fromkeys(VARIABLES, empty)
    for read in (read_settings, read_models, read_mirror, read_image, client_environment, read_runtimes):
        assert read(env) == read({})
    assert installer_environment(tmp_path, env) == installer_environment(tmp_path, {})
    endpoint = Endpoint(name="mine", url="http://127.0.0.1:9/v1", protocols=("chat",), key_variable="MY_KEY")
    for refused in (
        lambda: key_of(endpoint, {"MY_KEY": empty}),
        lambda: passed_on(["MY_KEY"], {"MY_KEY": empty}),
    ):
        with pytest.raises(AuthorError, match="MY_KEY"):
            refused()
