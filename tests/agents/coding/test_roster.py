"""What `--agent TEXT` means, and what cannot be made."""

from pathlib import Path

import pytest

from agents.coding.baselines import NopAgent, OracleAgent
from agents.coding.roster import ADAPTERS, BASELINE_AGENTS, BUILT_IN, agent_spec, make_agent
from plans.contracts.coding import BaselineAgent
from plans.errors import AuthorError


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_built_in_agent_can_be_made(name: str) -> None:
    agent = make_agent(agent_spec(name), None)
    assert agent.spec.name == name
    assert isinstance(agent, BaselineAgent) == (agent.spec.kind in BASELINE_AGENTS)
    assert agent.spec.kind in {*ADAPTERS, *BASELINE_AGENTS}


def test_a_command_is_described_by_name_version_and_command_line() -> None:
    spec = agent_spec("mine@2.1=command:tool --prompt {message}")
    assert (spec.name, spec.version, spec.kind) == ("mine", "2.1", "command")
    assert spec.options == {"command": "tool --prompt {message}"}
    assert agent_spec("mine=command:a=b:c").options == {"command": "a=b:c"}


@pytest.mark.parametrize("text", ["", "orcale", "apprentice-", "mine=", "=command:x"])
def test_what_is_not_understood_is_refused_with_the_forms_that_are(text: str) -> None:
    with pytest.raises(AuthorError, match="NAME=command:COMMAND LINE"):
        agent_spec(text)


def test_a_name_that_cannot_be_a_folder_is_refused() -> None:
    with pytest.raises(AuthorError, match=r"'\.\./up' cannot name an agent"):
        agent_spec("../up=command:tool")


def test_a_command_without_a_sandbox_is_refused_with_the_way_out() -> None:
    """It was told as a fault of the machine, exit code 4, although an option was missing."""
    with pytest.raises(AuthorError, match="--sandbox bubblewrap"):
        make_agent(agent_spec("mine=command:true"), None)


def test_a_class_of_ones_own_is_loaded_when_it_is_asked_for() -> None:
    agent = make_agent(agent_spec("mine=agents.coding.baselines:NopAgent"), None)
    assert isinstance(agent, NopAgent)


def test_a_plug_in_may_not_ask_for_the_sealed_item() -> None:
    assert hasattr(OracleAgent, "work_sealed")
    with pytest.raises(AuthorError, match="may not have `work_sealed`"):
        make_agent(agent_spec("mine=agents.coding.baselines:OracleAgent"), None)


DISGUISED = """
from plans.contracts.coding import BaselineAgent

class Late:
    __module__ = "agents.coding.mine"

    def __init__(self, spec):
        self.spec = spec
        self.work_sealed = self.work

    async def work(self, brief, workspace, transcript, *more):
        raise AssertionError(more)

def disguised(spec):
    return BaselineAgent(Late(spec))

disguised.work = None.__class__
"""


@pytest.mark.parametrize("name", ["Late", "disguised"])
def test_a_plug_in_gets_no_sealed_item_by_calling_itself_one_of_ours(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The module that a class gave itself decided, and what it had by the time that it was read."""
    (tmp_path / "sly.py").write_text(DISGUISED)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(AuthorError, match="makes a baseline of itself"):
        make_agent(agent_spec(f"mine=sly:{name}"), None)


@pytest.mark.parametrize("place", ["no.such.module:Agent", "agents.coding.baselines:Missing"])
def test_a_class_that_is_not_there_is_a_clear_message(place: str) -> None:
    with pytest.raises(AuthorError, match="could not be loaded") as caught:
        make_agent(agent_spec(f"mine={place}"), None)
    assert caught.value.__cause__ is not None


BROKEN = {
    "class Agent(:\n": r"'broken_1:Agent' could not be loaded: SyntaxError: .*broken_1.py, line 1",
    "1 / 0\n": r"could not be loaded: ZeroDivisionError: division by zero \(broken_2.py, line 1\)",
    "class Agent:\n    def __init__(self, spec):\n        raise OSError('no model')\n    async def work(self): ...\n": (
        r"Agent 'mine' could not be made of 'broken_3:Agent'.*OSError: no model \(broken_3.py, line 3\)"
    ),
    "class Agent:\n    def __init__(self, spec): ...\n    async def work(self): ...\n": "has no `spec`",
}
"""A module of somebody's own → what its author is told. Each was a traceback of ours."""


@pytest.mark.parametrize(("number", "code"), list(enumerate(BROKEN, 1)))
def test_what_is_wrong_in_a_class_of_ones_own_is_told_to_its_author(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, code: str
) -> None:
    (tmp_path / f"broken_{number}.py").write_text(code)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(AuthorError, match=BROKEN[code]):
        make_agent(agent_spec(f"mine=broken_{number}:Agent"), None)
