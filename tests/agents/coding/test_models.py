"""Which model an agent asks, where, and with what budget."""

from pathlib import Path

import pytest

from agents.coding.installed import InstalledAgent
from agents.coding.models import Models
from agents.coding.programs.roster import PROGRAMS, make_program
from agents.coding.roster import agent_spec, make_agent
from agents.sandbox.local_unsafe import LocalUnsafe
from plans.errors import AuthorError, InvalidFile
from plans.model_settings import read_model_settings
from plans.settings import key_of, read_models

FILE = """
[endpoints.one]
url = "http://127.0.0.1:8000/v1"
protocols = ["chat", "responses"]
key_variable = "ONE_KEY"
prices."some-model" = { input = 1.25, cached_input = 0.1, output = 10 }

[endpoints.two]
url = "http://127.0.0.1:8001"
protocols = ["messages"]

[agents.codex]
model = "some-model"
session = "fresh"

[agents.qwen-code]
endpoint = "two"

[budget.turn]
cost = 2.0
"""


@pytest.fixture
def models(tmp_path: Path) -> Models:
    (tmp_path / "benchwright.toml").write_text(FILE)
    return Models(read_model_settings(tmp_path / "benchwright.toml"), tmp_path)


def test_a_program_is_named_with_its_model() -> None:
    spec = agent_spec("codex:some-model")
    assert (spec.name, spec.kind, spec.options) == ("codex-some-model", "codex", {"model": "some-model"})
    assert spec.version == make_program("codex").version
    assert agent_spec("mine=claude-code@9.9.9:vendor/Model-5:free").model_dump(exclude_defaults=True) == {
        "name": "mine",
        "kind": "claude-code",
        "version": "9.9.9",
        "options": {"model": "vendor/Model-5:free"},
    }
    assert agent_spec("qwen-code:Vendor/Model_5").name == "qwen-code-vendor-model-5"


@pytest.mark.parametrize("name", PROGRAMS)
def test_every_program_can_be_made(name: str) -> None:
    program = make_program(name)
    assert program.name == name
    assert program.protocols
    assert all(program.version in package for package in program.installation(program.version).packages[:1])


def test_settings_say_what_the_command_line_leaves_out(models: Models) -> None:
    agent = make_agent(agent_spec("codex"), LocalUnsafe(), models=models)
    assert isinstance(agent, InstalledAgent)
    assert agent.spec.options == {
        "model": "some-model",
        "endpoint": "one",
        "protocol": "responses",
        "session": "fresh",
        "budget": "cost 2",
    }


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        ("claude-code", "which model claude-code is to ask"),
        ("gemini-cli:x", "gemini-cli speaks gemini, and no endpoint for that is named"),
        ("claude-code:x", "no price for model 'x'"),
    ],
)
def test_what_is_missing_is_said_before_anything_is_played(models: Models, agent: str, words: str) -> None:
    with pytest.raises(AuthorError, match=words):
        make_agent(agent_spec(agent), LocalUnsafe(), models=models)


def test_the_environment_names_an_endpoint_without_a_file(tmp_path: Path) -> None:
    given = {
        "BENCHWRIGHT_CONFIG": str(tmp_path / "none.toml"),
        "BENCHWRIGHT_ENDPOINT": "http://127.0.0.1:8000",
        "BENCHWRIGHT_PROTOCOLS": "messages, responses",
        "BENCHWRIGHT_KEY": "secret",
        "BENCHWRIGHT_MODEL": "some-model",
    }
    settings = read_models(given)
    (endpoint,) = settings.endpoints
    assert (endpoint.protocols, settings.model) == (("messages", "responses"), "some-model")
    assert key_of(endpoint, given) == "secret"
    assert "secret" not in settings.model_dump_json()
    with pytest.raises(AuthorError, match="takes its key from 'BENCHWRIGHT_KEY'"):
        key_of(endpoint, {})
    with pytest.raises(AuthorError, match="protocols are messages, responses, chat, gemini"):
        read_models(given | {"BENCHWRIGHT_PROTOCOLS": "morse"})


def test_every_mistake_in_the_file_is_told(tmp_path: Path) -> None:
    file = tmp_path / "benchwright.toml"
    file.write_text('[endpoints.one]\nurl = "ftp://x"\nprotocols = ["morse"]\n[agents.codex]\nmoddel = "x"\n')
    with pytest.raises(InvalidFile) as caught:
        read_model_settings(file)
    told = str(caught.value)
    assert all(
        place in told for place in ("endpoints.0.url", "endpoints.0.protocols.0", "agents.codex.moddel")
    )
    file.write_text("[endpoints")
    with pytest.raises(InvalidFile, match="cannot be read"):
        read_model_settings(file)
