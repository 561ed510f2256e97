"""`benchwright models check`: what it says of the models that play our roles, asked over real HTTP."""

import asyncio
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from agents.gateway import gateway
from pipeline.cli.models import models
from plans.errors import EXIT_CODE, AuthorError, Cause, InvalidFile
from plans.records.model_settings import ROLES
from plans.settings import read_models
from tests.agents.gateway.model_endpoint import (
    Body,
    ModelEndpoint,
    Piece,
    completion,
    endpoint_saying,
    refused,
    sent,
)

READY = sent(completion('{"word": "ready"}'))


@contextmanager
def served(endpoint: ModelEndpoint) -> Iterator[str]:
    """In a thread of its own: the verb runs its own loop."""
    ready: list[str] = []
    is_up, is_over = threading.Event(), asyncio.Event()
    loop = asyncio.new_event_loop()

    async def serve() -> None:
        async with endpoint.serving() as url:
            ready.append(url)
            is_up.set()
            await is_over.wait()

    thread = threading.Thread(target=lambda: loop.run_until_complete(serve()))
    thread.start()
    is_up.wait()
    try:
        yield ready[0]
    finally:
        loop.call_soon_threadsafe(is_over.set)
        thread.join()
        loop.close()


Check = Callable[..., Result]


@pytest.fixture
def check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Check:
    """Writes benchwright.toml and runs the verb beside it."""
    monkeypatch.chdir(tmp_path)
    for name in ("ENDPOINT", "MODEL", "KEY", "CONFIG"):
        monkeypatch.delenv(f"BENCHWRIGHT_{name}", raising=False)

    def run(url: str, more: str = "", *options: str) -> Result:
        table = f'model = "some-model"\n{more}\n[endpoints.mine]\nurl = "{url}"\nprotocols = ["chat"]\n'
        Path("benchwright.toml").write_text(table)
        return CliRunner().invoke(models, ["check", *options], catch_exceptions=False)

    return run


def test_models_that_did_not_answer_are_not_said_to_grade_themselves(check: Check) -> None:
    with served(endpoint_saying(READY)) as url:
        assert json.loads(check(url, "", "--json").output)["remarks"]
    result = check(url, "", "--json")
    assert result.exit_code == EXIT_CODE[Cause.INFRASTRUCTURE]
    assert json.loads(result.stdout)["remarks"] == []


def test_each_role_is_asked_and_those_that_are_set_alike_share_a_call(check: Check) -> None:
    endpoint = endpoint_saying(READY)
    with served(endpoint) as url:
        result = check(url, '[roles.user]\nmodel = "other"', "--json")
    assert result.exit_code == 0
    found = json.loads(result.output)
    assert [one["role"] for one in found["roles"]] == list(ROLES)
    assert {one["json_by"] for one in found["roles"]} == {"json_schema"}
    assert {one["tells_usage"] for one in found["roles"]} == {True}
    assert sorted(body["model"] for body in endpoint.asked) == ["other", "some-model"]
    (remark,) = found["remarks"]
    assert "judge its own kind alone" in remark


def test_what_an_endpoint_does_not_take_is_told(check: Check) -> None:
    def says(body: Body, _: int) -> list[Piece]:
        if "temperature" in body:
            return refused(400, "temperature is not supported with this model")
        return refused(400, "response_format: unknown") if "response_format" in body else READY

    with served(ModelEndpoint(says)) as url:
        result = check(url, "[roles.planner]\ntemperature = 0.5", "--role", "planner")
    assert result.exit_code == 0
    assert "the prompt alone" in result.output
    assert "temperature" in result.output


def test_a_role_whose_model_fails_is_told_with_what_to_do_and_the_others_go_on(check: Check) -> None:
    endpoint = ModelEndpoint(
        lambda body, _: refused(404, "no such model") if body["model"] == "gone" else READY
    )
    with served(endpoint) as url:
        result = check(url, '[roles.verifier]\nmodel = "gone"')
    assert result.exit_code == 3
    assert "verifier: Model 'gone' of endpoint 'mine'" in result.output
    assert "no such model" in result.output
    assert result.output.count("✓ yes") == len(ROLES) - 1


def test_where_no_endpoint_is_named_it_is_said_where_to_name_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BENCHWRIGHT_MODEL", "some-model")
    monkeypatch.delenv("BENCHWRIGHT_ENDPOINT", raising=False)
    result = CliRunner().invoke(models, ["check", "--role", "coder"])
    assert result.exit_code == 3
    assert "[endpoints.NAME]" in result.output


def test_what_is_wrong_with_every_role_is_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no model was named it was told seven times over, with another role's name each time."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("BENCHWRIGHT_MODEL", raising=False)
    monkeypatch.setenv("BENCHWRIGHT_ENDPOINT", "http://127.0.0.1:9/v1")
    result = CliRunner().invoke(models, ["check"])
    assert result.exit_code == 3
    assert result.output.count("Nobody said which model plays ROLE") == 1
    assert "BENCHWRIGHT_ROLE_MODEL" in result.output
    one = CliRunner().invoke(models, ["check", "--role", "user"])
    assert "BENCHWRIGHT_USER_MODEL" in one.output


def test_where_nothing_is_set_up_all_that_is_missing_is_told_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table of dashes, and beneath it that no model is named; that there is no endpoint came with the next try."""
    monkeypatch.chdir(tmp_path)
    for name in ("ENDPOINT", "MODEL", "CONFIG"):
        monkeypatch.delenv(f"BENCHWRIGHT_{name}", raising=False)
    for ask in (["check"], ["check", "--role", "coder"]):
        with pytest.raises(AuthorError, match="BENCHWRIGHT_ENDPOINT .* and BENCHWRIGHT_MODEL") as error:
            CliRunner().invoke(models, ask, catch_exceptions=False)
        assert "export BENCHWRIGHT_ENDPOINT=https://models.example/v1 BENCHWRIGHT_MODEL=" in str(error.value)


def test_an_endpoint_that_is_busy_is_waited_for_aloud_and_not_for_long(
    check: Check, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On 429 nothing was said for up to fifteen minutes."""
    monkeypatch.setattr(gateway, "CHECK_SECONDS", 1.0)
    with served(ModelEndpoint(lambda *_: refused(429, "slow down"))) as url:
        began = time.monotonic()
        result = check(url, "", "--role", "planner", "--role", "user")
    assert time.monotonic() - began < 20
    assert result.exit_code == 4
    (notice,) = [line for line in result.stderr.splitlines() if "slow down" in line]
    assert "'mine'" in notice
    assert "429" in notice


def test_a_key_that_is_not_taken_is_named_by_its_variable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who had but variables was told to correct `key_variable` in a file that was not there."""
    monkeypatch.chdir(tmp_path)
    with served(ModelEndpoint(lambda *_: refused(401, "bad key"))) as url:
        for name, value in {"ENDPOINT": url, "MODEL": "some-model", "KEY": "k"}.items():
            monkeypatch.setenv(f"BENCHWRIGHT_{name}", value)
        refused_one = CliRunner().invoke(models, ["check", "--role", "user"])
        monkeypatch.delenv("BENCHWRIGHT_KEY")
        without = CliRunner().invoke(models, ["check", "--role", "user"])
    assert "No key that it takes is in 'BENCHWRIGHT_KEY'. Correct that" in refused_one.output
    assert "No variable is named for its key: it is BENCHWRIGHT_KEY for the endpoint of" in without.output


def test_an_address_that_is_wrong_is_corrected_where_it_stands(check: Check) -> None:
    with served(ModelEndpoint(lambda *_: refused(404, "nothing here"))) as url:
        result = check(url, "", "--role", "user")
    assert (
        "in benchwright.toml, or in BENCHWRIGHT_ENDPOINT, BENCHWRIGHT_KEY and BENCHWRIGHT_MODEL"
        in result.output
    )


def test_an_answer_in_prose_is_told_in_words_of_the_user(check: Check) -> None:
    """It "gave no Ready that can be read … The last: the whole: Invalid JSON"."""
    with served(endpoint_saying(sent(completion("Sure, I am ready!")))) as url:
        result = check(url, "", "--role", "user")
    assert result.exit_code == 8
    assert "gave no answer in the form that was asked for" in result.output
    assert "At last: Invalid JSON" in result.output


def test_roles_that_make_no_sense_are_told_with_their_lines(tmp_path: Path) -> None:
    path = tmp_path / "benchwright.toml"
    path.write_text(
        '[roles.plannner]\nmodel = "m"\n[roles.user]\nendpoint = "nowhere"\n[roles.coder]\ntemperature = 7\n'
    )
    with pytest.raises(InvalidFile) as raised:
        read_models({"BENCHWRIGHT_CONFIG": str(path)})
    told = str(raised.value)
    for line, words in (
        (1, "plannner"),
        (4, "there is no endpoint 'nowhere'"),
        (6, "roles.coder.temperature"),
    ):
        assert any(one.startswith(f"{path}:{line}") and words in one for one in told.splitlines()), told


def test_the_environment_goes_over_the_file_for_one_role() -> None:
    settings = read_models(
        {"BENCHWRIGHT_UI_JUDGE_MODEL": "seer", "BENCHWRIGHT_MODEL": "writer", "BENCHWRIGHT_CONFIG": ""}
    )
    assert (settings.part("ui_judge").model, settings.part("planner").model, settings.model) == (
        "seer",
        None,
        "writer",
    )
