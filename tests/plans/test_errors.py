"""The table of fates: nothing in it that cannot happen, and nothing happens that is not in it."""

from pathlib import Path
from typing import get_args

from pipeline.runner.fates import fate
from plans.errors import FATE, Event
from plans.records.run import AgentReport

AGENTS = Path(__file__).parents[2] / "agents"
ENDS = get_args(AgentReport.model_fields["ended"].annotation)


def test_every_event_has_a_fate_and_something_that_brings_it_about() -> None:
    """The table once named "out of budget", which nothing could report, and "not servable", which nothing did."""
    sources = "\n".join(path.read_text() for path in AGENTS.rglob("*.py"))
    brought_about = {
        event
        for event in Event
        if event.value in ENDS or f"Event.{event.name}" in sources or event.value in sources
    }
    assert brought_about == set(Event) == set(FATE)


def test_every_end_of_an_agent_has_a_fate() -> None:
    assert all(fate(AgentReport(ended=end)) for end in ENDS)
