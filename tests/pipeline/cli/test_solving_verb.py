"""`run`, `report` and `compare` of a suite of instances, as a person gives the commands."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

from pipeline.cli.verbs import benchwright
from plans.errors import EXIT_CODE, BenchwrightError
from plans.files import read_own_record, read_record
from plans.paths import RunPaths
from plans.records.marks import Mark, MarkCode
from plans.records.scored_run import ScoredResult, ScoredRun
from tests.agents.gateway.model_endpoint import Body, ModelEndpoint, Piece, completion, refused, sent
from tests.pipeline.cli.test_models_verb import served

COUNT = 8


@dataclass
class Told:
    """How a command ended."""

    exit_code: int
    output: str


def told(*words: str | Path) -> Told:
    """The command in this process, its errors told as the entry tells them."""
    made = CliRunner().invoke(benchwright, [str(word) for word in words])
    if isinstance(made.exception, BenchwrightError):
        return Told(EXIT_CODE[made.exception.cause], f"{made.output}{made.exception}")
    if made.exception is not None and not isinstance(made.exception, SystemExit):
        raise made.exception
    return Told(made.exit_code, made.output)


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A few meetings to be found."""
    folder = tmp_path_factory.mktemp("suites") / "meetings"
    made = told(
        "instances", "author", "--family", "calendar", "--n", str(COUNT), "--out", folder, "--review", "auto"
    )
    assert made.exit_code == 0, made.output
    return folder


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, with nothing set."""
    monkeypatch.chdir(tmp_path)
    for name in ("ENDPOINT", "MODEL", "KEY", "CONFIG"):
        monkeypatch.delenv(f"BENCHWRIGHT_{name}", raising=False)
    return tmp_path


def set_up(url: str, more: str = "") -> None:
    Path("benchwright.toml").write_text(f'{more}[endpoints.mine]\nurl = "{url}"\nprotocols = ["chat"]\n')


def refusing_endpoint() -> ModelEndpoint:
    return ModelEndpoint(lambda body, number: sent(completion("Final Answer: No common time slot available")))


def test_solvers_of_ours_are_scored_reported_and_compared(suite: Path, here: Path) -> None:
    made = told("instances", "run", suite, "--solver", "exact", "--solver", "bounded", "--out", "mine")
    assert made.exit_code == 0, made.output
    assert "random (baseline)" in made.output
    result = json.loads((here / "mine" / "RESULT.json").read_text())
    exact = next(one for one in result["solvers"] if one["solver"]["name"] == "exact")
    assert {one["whole"]["pass_all"]["low"] for one in exact["splits"]} == {1.0}
    report = told("instances", "report", "mine")
    assert report.exit_code == 0, report.output
    assert "how often each check passes" in report.output
    page = (here / "mine" / "report.html").read_text()
    assert "participants × days" in page
    versus = told("instances", "compare", "mine", "--json")
    assert versus.exit_code == 0, versus.output
    assert json.loads(versus.output)["first"]["solver"] == "exact"
    assert told("instances", "compare", "mine", "--solver", "exact", "--solver", "perfect").exit_code == 3


def test_a_model_is_tried_out_on_the_first_of_each_split(suite: Path, here: Path) -> None:
    endpoint = refusing_endpoint()
    with served(endpoint) as url:
        set_up(url)
        made = told("instances", "run", suite, "--model", "org/some-model", "--limit", "2", "--out", "mine")
    assert made.exit_code == 0, made.output
    assert (
        f"Models will be asked some {len(endpoint.asked)} times at least (solver {len(endpoint.asked)})"
        in made.output
    )
    assert len(endpoint.asked) == len({line["split"] for line in shown("mine")}) * 2
    (mark,) = (one for one in marks("mine") if one.code is MarkCode.PART_ASKED)
    assert "2 instances" in mark.detail
    for shown_by in (
        made.output,
        told("instances", "report", "mine").output,
        Path("mine/report.html").read_text(),
    ):
        assert mark.text in shown_by, "code and detail"


def marks(run: str) -> tuple[Mark, ...]:
    return read_own_record(RunPaths(Path(run)).result, ScoredResult).marks


def shown(run: str) -> list[dict[str, str]]:
    return [json.loads(line) for line in RunPaths(Path(run)).instances.read_text().splitlines()]


def test_a_model_is_scored_over_http_and_a_replay_asks_nobody(suite: Path, here: Path) -> None:
    endpoint = refusing_endpoint()
    with served(endpoint) as url:
        set_up(url)
        made = told("instances", "run", suite, "--model", "org/some-model", "--repeats", "2", "--out", "mine")
        assert made.exit_code == 0, made.output
        again = told(
            "instances", "run", suite, "--model", "org/some-model", "--repeats", "2", "--out", "mine"
        )
        assert again.exit_code == 0, again.output
        assert len(endpoint.asked) == COUNT * 2
        replay = told(
            *("instances", "run", suite, "--model", "org/some-model", "--repeats", "2", "--out", "other"),
            *("--replay", "mine"),
        )
        assert replay.exit_code == 0, replay.output
        assert len(endpoint.asked) == COUNT * 2
    spec = read_record(RunPaths(here / "mine").spec, ScoredRun)
    model = spec.play.solvers[0]
    assert (model.name, model.played and model.played.model) == ("org-some-model", "org/some-model")
    assert [one.name for one in spec.endpoints] == ["mine"]
    announced = "Models will be asked"
    assert announced in made.output
    assert announced not in replay.output
    assert MarkCode.REPLAYED not in {mark.code for mark in marks("mine")}
    assert MarkCode.REPLAYED in {mark.code for mark in marks("other")}
    assert all(mark.text in replay.output for mark in marks("other"))


def test_an_endpoint_that_fails_is_told_by_code_and_taken_up_again(
    suite: Path, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("agents.gateway.retry.FIRST_WAIT", 0.01)
    monkeypatch.setattr("agents.gateway.retry.QUIET", 0.0)
    broken = True

    def says(body: Body, number: int) -> Iterable[Piece]:
        return refused(500, "down") if broken else sent(completion("Final Answer: none"))

    endpoint = ModelEndpoint(says)
    with served(endpoint) as url:
        set_up(url)
        made = told("instances", "run", suite, "--model", "m", "--out", "mine")
        assert made.exit_code == 4, made.output
        assert "could not be had" in made.output
        assert "Endpoint 'mine' (solver): 500: down" in made.output, "while it happens"
        assert "The first: Model 'm' of endpoint 'mine'" in made.output, "why, so that it can be mended"
        assert re.search(r"0\.0–100\.0%", made.output)
        broken = False
        assert told("instances", "run", suite, "--model", "m", "--out", "mine").exit_code == 0


def test_a_budget_that_is_too_small_is_told_before_anything_is_asked(suite: Path, here: Path) -> None:
    endpoint = refusing_endpoint()
    with served(endpoint) as url:
        set_up(url)
        made = told("instances", "run", suite, "--model", "m", "--out", "mine", "--max-tokens", "500")
    assert made.exit_code == 6, made.output
    assert endpoint.asked == []


def test_whoever_is_to_answer_has_to_be_named(suite: Path, here: Path) -> None:
    assert told("instances", "run", suite).exit_code == 3
    unknown = told("instances", "run", suite, "--solver", "perfect")
    assert unknown.exit_code == 3
    assert "exact, bounded, random, refusing" in unknown.output


def test_another_metric_is_named_or_told_with_those_there_are(suite: Path, here: Path) -> None:
    made = told("instances", "run", suite, "--solver", "exact", "--metrics", "compat", "--out", "mine")
    assert made.exit_code == 0, made.output
    assert "'compat'" in made.output
    unknown = told("instances", "run", suite, "--solver", "exact", "--metrics", "public", "--out", "other")
    assert unknown.exit_code == 3
    assert "compat" in unknown.output


def test_labels_say_how_far_checks_agree_with_people(suite: Path, here: Path) -> None:
    assert told("instances", "run", suite, "--solver", "exact", "--out", "mine").exit_code == 0
    first = json.loads((here / "mine" / "instances.jsonl").read_text().splitlines()[0])["id"]
    yes = {"holds": "yes", "hands": ["yes", "yes"]}
    Path("labels").mkdir()
    Path("labels/exact.json").write_text(
        json.dumps({"solver": "exact", "answers": {first: {"checks": {"format": yes}}}})
    )
    report = told("instances", "report", "mine", "--labels", "labels")
    assert report.exit_code == 0, report.output
    assert "Agreement with people" in report.output
    assert "Agreement with people" in (here / "mine" / "report.html").read_text()
