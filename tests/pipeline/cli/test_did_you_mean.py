"""A misspelt name is told with the one that may have been meant."""

import os
from pathlib import Path

import pytest
from click import UsageError
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

os.environ.update(LANGGRAPH_STRICT_MSGPACK="true", LANGSMITH_TRACING="false", LANGCHAIN_TRACING_V2="false")

from pipeline.cli.options import JudgedOrder, parse_agent
from pipeline.cli.verbs import benchwright
from pipeline.cli.wiring.judging import refuse_unfit
from plans.errors import AuthorError
from plans.paths import RunPaths
from plans.slugs import did_you_mean
from tests.pipeline.report.synthetic import make_run
from tests.test_house import ROOT

SAMPLE = ROOT / "generated" / "sample"


def told(*arguments: str) -> str:
    with pytest.raises((AuthorError, UsageError)) as refused:
        CliRunner().invoke(benchwright, list(arguments), standalone_mode=False, catch_exceptions=False)
    error = refused.value
    return error.format_message() if isinstance(error, UsageError) else str(error)


def test_a_misspelt_family_item_task_and_agent_are_told_with_what_was_meant(tmp_path: Path) -> None:
    out = str(tmp_path / "out")
    item = str(SAMPLE / "items" / "plant-shop")
    for arguments, name in (
        (("author", "seeds.txt", "--out", out, "--family", "python-project"), "python_project"),
        (("run", str(SAMPLE), "--out", out, "--agent", "orakle"), "oracle"),
        (("run", str(SAMPLE), "--out", out, "--agent", "cdex:some-model"), "codex"),
        (("run", str(SAMPLE), "--out", out, "--agent", "nop", "--item", "plantshop"), "plant-shop"),
        (("verify", str(SAMPLE), "--item", "plant_shop"), "plant-shop"),
        (("review", str(SAMPLE), "--list", "--item", "Plant-Shops"), "plant-shop"),
        (("judge", str(tmp_path), "--item", f"{SAMPLE}/items/plant-shp"), "plant-shop"),
        (("judge", str(tmp_path), "--item", item, "--task", "browse-lst"), "browse-list"),
    ):
        assert told(*arguments).endswith(f"Did you mean {name!r}?"), arguments


def test_an_agent_that_a_run_does_not_have_is_told_with_the_one_that_was_meant(tmp_path: Path) -> None:
    make_run(tmp_path / "shots", {"oracle": 1.0, "nop": 0.0}, projects=1).save(RunPaths(tmp_path / "run"))
    for agents in (("orcle", "nop"), ("nop", "orcle")):
        named = [word for agent in agents for word in ("--agent", agent)]
        assert told("compare", str(tmp_path / "run"), *named).endswith("Did you mean 'oracle'?")


def test_nothing_is_suggested_for_what_is_like_nothing() -> None:
    with pytest.raises(AuthorError) as refused:
        parse_agent("zebra")
    assert "Did you mean" not in str(refused.value)


@given(st.lists(st.from_regex(r"[a-z]{6,12}", fullmatch=True), min_size=1, unique=True), st.data())
def test_one_letter_too_many_is_always_told(known: list[str], data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(known))
    assert did_you_mean(f"{name}x", known)


def test_a_model_judge_without_any_model_says_all_that_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One missing setting was named after the other, each by another try."""
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith("BENCHWRIGHT_")]:
        monkeypatch.delenv(name)
    item = str(SAMPLE / "items" / "plant-shop")
    for judge in ("model", "hybrid"):
        said = told("judge", str(tmp_path), "--item", item, "--judge", judge)
        for wanted in (
            "ui_judge",
            "BENCHWRIGHT_ENDPOINT",
            "BENCHWRIGHT_MODEL",
            "BENCHWRIGHT_KEY",
            "benchwright.toml",
        ):
            assert wanted in said


def test_a_model_judge_of_programs_is_refused_for_what_it_is() -> None:
    """Who asked for one was told to name a model first, and only then that there is no such judge."""
    with pytest.raises(AuthorError, match="Use --judge hybrid"):
        refuse_unfit("python_project", JudgedOrder(judged_by="model"))
    refuse_unfit("python_project", JudgedOrder(judged_by="hybrid"))
    refuse_unfit("webapp", JudgedOrder(judged_by="model"))
