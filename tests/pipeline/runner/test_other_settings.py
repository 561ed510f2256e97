"""Of a run with other settings each is told on a line: clipped tables of them told nobody what to do."""

from collections.abc import Mapping

from pipeline.runner.planning import run_project
from pipeline.runner.run import differing_words
from pipeline.runner.run_folder import OF_ITS_BEGIN, OPTION, differing_settings, settings
from plans.records.code_agent import AgentSpec
from plans.records.feedback import LeakPolicy
from plans.records.model_settings import Allowance, Endpoint, ModelBudget
from plans.records.scored_run import Metering, ScoredRun, SolverPlay
from tests.pipeline.runner.stand_ins import shop
from tests.specs import RUN, changed_spec


def lines(*but: str, **changes: Mapping[str, object]) -> list[str]:
    return differing_settings(RUN, changed_spec(RUN, **changes), but=frozenset(but))


def test_the_same_run_has_no_line() -> None:
    assert lines() == []
    assert lines("play.rounds", play={"rounds": 2}) == []


def test_a_setting_is_told_with_what_it_was_and_is_and_its_option() -> None:
    assert lines(play={"rounds": 2, "leak_policy": LeakPolicy.FULL_REPORT}) == [
        "play.rounds: was 3, is 2 — say --rounds as before",
        "play.leak_policy: was symptom, is full-report — say --leak-policy as before",
    ]


def test_of_a_table_only_the_entries_that_differ_are_told() -> None:
    first = lines(suite={"items": {"shop": "c" * 64, "wiki": "b" * 64}})[0]
    last = lines(suite={"items": {"shop": "a" * 64}})[-1]
    assert first == f"suite.items, shop: was {'a' * 60}…, is {'c' * 60}…"
    assert last.startswith(f"suite.items, board: was {'b' * 60}…, is not there — ")
    assert "--rejudge" in last
    assert lines(tools={"versions": {"python": "3.12"}})[0].startswith(
        "tools.versions, python: was 3.11, is 3.12 — this machine"
    )


def test_agents_are_told_by_name() -> None:
    oracle = AgentSpec(name="oracle", kind="oracle", version="1")
    assert lines(play={"agents": (*RUN.play.agents, oracle)}) == [
        "play.agents, oracle: was not there, is kind oracle, version 1 — say --agent as before"
    ]
    assert lines(play={"agents": (oracle, *RUN.play.agents)})[-1].endswith("— say --agent as before")


def test_another_endpoint_is_another_run_and_another_budget_is_not() -> None:
    """A run that has used up its budget goes on with a larger one."""
    endpoint = Endpoint(name="mine", url="http://x/v1", protocols=("chat",))
    moved = differing_settings(
        changed_spec(RUN, place={"endpoints": (endpoint,), "budget": ModelBudget(run=Allowance(cost=1))}),
        changed_spec(
            RUN,
            place={
                "endpoints": (endpoint.model_copy(update={"url": "http://y/v1"}),),
                "budget": ModelBudget(run=Allowance(cost=9)),
            },
        ),
        but=OF_ITS_BEGIN,
    )
    assert len(moved) == 1
    assert moved[0].startswith("place.endpoints, mine: was url http://x/v1")
    assert "benchwright.toml or BENCHWRIGHT_ENDPOINT" in moved[0]


def test_another_lock_is_told_as_that() -> None:
    """It came "with benchwright itself", and so nobody looked at the suite."""
    assert lines(place={"runtime": "a" * 64}) == [
        f"place.runtime: was not there, is {'a' * 60}… — the suite's runtime/ locks other packages by now: restore it, "
        "or use another --out"
    ]


def test_the_settings_that_have_options_are_settings() -> None:
    of_solvers = {
        f"{name}.{inner}"
        for name, record in (("play", SolverPlay), ("metering", Metering))
        for inner in record.model_fields
    }
    assert set(OPTION) <= {*settings(RUN), *of_solvers, *ScoredRun.model_fields}


def test_long_texts_are_told_from_where_they_part() -> None:
    kept = run_project(shop(), RUN)
    long = "word " * 40
    before, now = (kept.model_copy(update={"query": f"{long}{end}"}) for end in ("with a cart", "with a map"))
    assert differing_words(before, now) == [
        "item shop, query: was …rd word word with a cart, is …rd word word with a map — the item was edited: "
        "restore it, or use another --out"
    ]
    assert differing_words(kept, kept.model_copy(update={"withholds": ()}))[0].startswith(
        "item shop, withholds: is not what it was"
    )
