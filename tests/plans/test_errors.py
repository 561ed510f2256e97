"""The table of fates: nothing in it that cannot happen, and nothing happens that is not in it."""

from pathlib import Path
from typing import get_args

from pipeline.runner.driver import fate
from plans import errors
from plans.errors import RULING, SPEAKS_FOR, BenchwrightError, Event, InvalidFile, Sign, ended_by, event_of
from plans.records.code_agent import AgentReport, Ended

AGENTS = Path(__file__).parents[2] / "agents"
ENDS = get_args(Ended)
CLASSES = [
    kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, BenchwrightError)
]


def test_every_event_has_a_fate_and_something_that_brings_it_about() -> None:
    """The table once named "out of budget", which nothing could report, and "not servable", which nothing did."""
    sources = "\n".join(path.read_text() for path in AGENTS.rglob("*.py"))
    raised = {
        event_of(kind("it broke")) for kind in CLASSES if kind is not InvalidFile and kind.__name__ in sources
    }
    brought_about = raised | {event for event in Event if event.value in ENDS} | {event_of(ValueError())}
    assert brought_about == set(Event) == set(RULING)


def test_signs_are_weighed_in_one_table_and_each_decides_somewhere() -> None:
    """Whose fault an end is was decided in the adapter of the programs, by the order of its ifs."""
    assert set(SPEAKS_FOR) == set(Sign)
    assert [ended_by({sign}) for sign in Sign] == list(SPEAKS_FOR.values())
    assert ended_by(Sign) == "out of budget"
    assert {*SPEAKS_FOR.values(), ended_by(())} == set(ENDS)


def test_every_end_of_an_agent_has_a_fate() -> None:
    assert all(fate(AgentReport(ended=end)) for end in ENDS)


def test_the_tree_at_the_top_names_every_error_beneath_its_base() -> None:
    """ServerSilent, whose fate differs from its base's, was not in it."""
    tree = (errors.__doc__ or "").splitlines()
    depths = {
        kind: next((line.index(kind.__name__) for line in tree if kind.__name__ in line.split()), -1)
        for kind in CLASSES
    }
    for kind in set(CLASSES) - {BenchwrightError}:
        assert kind.__base__ is not None
        assert depths[kind] == depths[kind.__base__] + 4, kind.__name__
