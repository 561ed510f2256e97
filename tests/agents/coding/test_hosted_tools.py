"""An endpoint that may work by itself for an agent: named, recorded and marked, and else switched off."""

import json
from pathlib import Path

import pytest

from agents.coding.model_access import Models, completed, recorded_endpoints
from agents.coding.program import ProgramTurn
from agents.coding.roster import agent_spec, make_program
from pipeline.report.words import endpoint_text
from plans.model_settings import read_model_settings
from plans.records.model_settings import HOSTED_TOOLS

FILE = """
[endpoints.one]
url = "https://models.example/v1"
protocols = ["responses", "messages", "gemini"]
"""


def models(folder: Path, more: str = "") -> Models:
    (folder / "benchwright.toml").write_text(FILE + more)
    return Models(read_model_settings(folder / "benchwright.toml"), folder)


def test_it_is_recorded_with_the_endpoint_and_marked_at_the_agent(tmp_path: Path) -> None:
    usual, allowed = models(tmp_path), models(tmp_path, "hosted_tools = true\n")
    program = make_program("codex")
    spec, _ = completed(agent_spec("codex:some-model"), program, usual)
    assert HOSTED_TOOLS not in spec.options
    (endpoint,) = recorded_endpoints([(spec.options["endpoint"], "some-model")], usual.settings)
    assert not endpoint.hosted_tools
    assert "carries out" not in endpoint_text(endpoint)
    spec, _ = completed(agent_spec("codex:some-model"), program, allowed)
    assert spec.options[HOSTED_TOOLS] == "allowed"
    (endpoint,) = recorded_endpoints([(spec.options["endpoint"], "some-model")], allowed.settings)
    assert endpoint.hosted_tools
    assert endpoint_text(endpoint).endswith("; with tools that it carries out itself")


SWITCHED_OFF = {
    "codex": 'web_search="disabled"',
    "claude-code": "WebSearch,WebFetch",
    "gemini-cli": "google_web_search",
}
"""Program → what its start says then."""


@pytest.mark.parametrize("name", SWITCHED_OFF)
def test_where_it_may_not_the_programs_own_tools_for_it_are_off(name: str) -> None:
    """They were offered to the model, which called them in vain."""
    program = make_program(name)
    turn = ProgramTurn(
        message="Write a page.",
        message_file="/message/text",
        model="some-model",
        protocol=program.protocols[0],
        relay="http://127.0.0.1:4000",
        token="token",
        home="/home/agent",
        workspace="/work",
        session="1",
        is_resumed=False,
        time_limit=60,
    )
    start = program.start(turn)
    assert SWITCHED_OFF[name] in json.dumps([*start.arguments, *start.files.values()]).replace("\\", "")
    start = program.start(turn.model_copy(update={"has_hosted_tools": True}))
    assert SWITCHED_OFF[name] not in json.dumps([*start.arguments, *start.files.values()]).replace("\\", "")
