"""Which model an agent asks, where, and with what budget."""

import json
from pathlib import Path

import pytest

from agents.coding.installed import InstalledAgent
from agents.coding.model_access import Models, recorded_endpoints
from agents.coding.roster import PROGRAMS, agent_spec, make_agent, make_program
from agents.sandbox.local_unsafe import LocalUnsafe
from plans.errors import AuthorError, InvalidFile
from plans.model_settings import read_model_settings
from plans.records.model_settings import Endpoint
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


def test_a_file_that_begins_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    """Some editors write one that nobody sees, and "Invalid statement (at line 1, column 1)" was all that was told."""
    file = tmp_path / "benchwright.toml"
    file.write_text(FILE)
    plain = read_model_settings(file)
    file.write_text(FILE.lstrip(), "utf-8-sig")
    assert read_model_settings(file) == plain
    file.write_text("[endpoints.one]\nurl = 8000\n", "utf-8-sig")
    with pytest.raises(InvalidFile, match=r"benchwright\.toml:2: endpoints\.one\.url"):
        read_model_settings(file)


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
        (
            "gemini-cli:x",
            "the protocol gemini, and by protocols the endpoint 'one' has chat and responses; 'two' has",
        ),
        ("claude-code:x", "no price for model 'x'"),
    ],
)
def test_what_is_missing_is_said_before_anything_is_played(models: Models, agent: str, words: str) -> None:
    with pytest.raises(AuthorError, match=words):
        make_agent(agent_spec(agent), LocalUnsafe(), models=models)


def test_a_configuration_that_was_named_and_is_not_there_is_told(tmp_path: Path) -> None:
    """A typing error in its path left a run without its budgets, and nothing was said."""
    with pytest.raises(AuthorError, match="BENCHWRIGHT_CONFIG names '.*no.toml', and no such file is there"):
        read_models({"BENCHWRIGHT_CONFIG": str(tmp_path / "no.toml")})


def test_the_environment_names_an_endpoint_without_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    given = {
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
    for said in ("messages responses", " messages,responses ", "messages , responses"):
        assert read_models(given | {"BENCHWRIGHT_PROTOCOLS": said}).endpoints[0].protocols == (
            "messages",
            "responses",
        )


def test_a_protocol_that_the_environment_leaves_out_is_told_with_its_variable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who had exported what the README says was told to add it to `protocols`, and had no such thing."""
    monkeypatch.chdir(tmp_path)
    given = {"BENCHWRIGHT_ENDPOINT": "http://127.0.0.1:8000", "BENCHWRIGHT_MODEL": "m"}
    for environment in (given, {"BENCHWRIGHT_MODEL": "m"}):
        with pytest.raises(AuthorError, match="BENCHWRIGHT_PROTOCOLS=chat,responses"):
            make_agent(agent_spec("codex"), LocalUnsafe(), models=Models(read_models(environment)))


@pytest.mark.parametrize("key", ["a key\n", "a\rkey", "a\x00key", "“a key”"])
def test_a_key_that_no_request_can_carry_is_told_before_anything_is_played(key: str) -> None:
    """A key read from a file with its line end: every call fell, and the agent was scored 0.0% for it."""
    endpoint = Endpoint(name="one", url="http://x", protocols=("chat",), key_variable="ONE_KEY")
    with pytest.raises(
        AuthorError, match=r"'ONE_KEY', and that holds no key: its character \d of \d is U\+"
    ) as caught:
        key_of(endpoint, {"ONE_KEY": key})
    assert "key”" not in str(caught.value), "what may be secret is not shown"


def test_a_key_in_place_of_its_variable_is_not_repeated(tmp_path: Path) -> None:
    """Who wrote the key itself into the file read it again in the complaint, and with him the log of his run."""
    endpoint = Endpoint(name="one", url="http://x", protocols=("chat",), key_variable="AIzaSyRealKey")
    with pytest.raises(AuthorError, match="from the variable that its key_variable names") as caught:
        key_of(endpoint, {})
    assert "AIza" not in str(caught.value)
    file = tmp_path / "benchwright.toml"
    file.write_text('[endpoints.one]\nurl = "http://x"\nprotocols = ["chat"]\nkey_variable = "sk-real-key"\n')
    with pytest.raises(
        InvalidFile, match=r"toml:4: endpoints.one.key_variable: is no name of a variable"
    ) as found:
        read_model_settings(file)
    assert "sk-real-key" not in str(found.value)


LEADS_NOWHERE = {
    "http://[::1/v1": "has a host that is neither a name nor a number",
    "http://": "names no host",
    "http://x:99999999/v1": "names a port that is no number from 1 to 65535",
    "http://me:pass/word@x": "names a port that is no number from 1 to 65535",
    "http://x\r\nHost: y": "holds a blank, a line end or another character",
    "http://a..b/v1": "has a host that is neither a name nor a number",
}


@pytest.mark.parametrize("url", LEADS_NOWHERE)
def test_an_address_that_leads_nowhere_is_told_before_anything_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    """Some were a traceback, and with the others every call of the run failed."""
    monkeypatch.chdir(tmp_path)
    given = {"BENCHWRIGHT_ENDPOINT": url}
    with pytest.raises(AuthorError, match=f"BENCHWRIGHT_ENDPOINT {LEADS_NOWHERE[url]}") as caught:
        read_models(given)
    assert "pass" not in str(caught.value)
    file = tmp_path / "benchwright.toml"
    file.write_text(f'[endpoints.one]\nprotocols = ["chat"]\nurl = {json.dumps(url)}\n')
    with pytest.raises(InvalidFile, match=f"toml:3: endpoints.one.url: {LEADS_NOWHERE[url]}") as found:
        read_model_settings(file)
    assert "pass" not in str(found.value)


@pytest.mark.parametrize(
    "url", ["http://[::1]:8000/v1", "https://me:secret@models.example/v1/", "http://bücher.example"]
)
def test_an_address_that_leads_somewhere_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    monkeypatch.chdir(tmp_path)
    given = {"BENCHWRIGHT_ENDPOINT": url}
    assert read_models(given).endpoints[0].url == url


def test_an_endpoint_that_was_named_and_speaks_otherwise_is_told_with_what_it_speaks(tmp_path: Path) -> None:
    """It said "of the endpoints there are none speak responses", and never what the one that is there speaks."""
    (tmp_path / "benchwright.toml").write_text(
        FILE.replace("[agents.codex]\n", '[agents.codex]\nendpoint = "two"\n')
    )
    models = Models(read_model_settings(tmp_path / "benchwright.toml"), tmp_path)
    with pytest.raises(
        AuthorError, match="protocol responses, and by protocols the endpoint 'two' has messages"
    ):
        make_agent(agent_spec("codex"), LocalUnsafe(), models=models)


def test_a_table_that_there_is_not_is_told_with_its_line_and_the_one_that_was_meant(tmp_path: Path) -> None:
    """`[endpoint.one]` was "Additional properties are not allowed", without a line."""
    file = tmp_path / "benchwright.toml"
    file.write_text(
        'model = "m"\n[endpoint.one]\nurl = "http://x"\n[budget.turn]\ntokens = "many"\ncost = -1\n'
    )
    with pytest.raises(InvalidFile) as caught:
        read_model_settings(file)
    assert [str(problem).removeprefix(f"{file}:") for problem in caught.value.problems] == [
        "2: endpoint: there is no such field. Did you mean 'endpoints'?",
        "5: budget.turn.tokens: 'many' is not a whole number. Give a whole number.",
        "6: budget.turn.cost: -1 is less than or equal to the minimum of 0. Give a number above 0.",
    ]


def test_every_mistake_in_the_file_is_told(tmp_path: Path) -> None:
    file = tmp_path / "benchwright.toml"
    file.write_text(
        '[endpoints.one]\nurl = "ftp://x"\nprotocols = ["morse"]\n'
        '[agents.codex]\nmoddel = "x"\n[agents.codecks]\nendpoint = "two"\n'
        "[budget.turn]\ncost = -1\n\n[budget.run]\ncalls = '9'\n"
    )
    with pytest.raises(InvalidFile) as caught:
        read_model_settings(file, tuple(PROGRAMS))
    told = {problem.where.removeprefix(f"{file}:"): problem for problem in caught.value.problems}
    assert {line: one.message.split(":")[0] for line, one in told.items()} == {
        "2": "endpoints.one.url",
        "3": "endpoints.one.protocols.0",
        "5": "agents.codex.moddel",
        "6": "agents.codecks",
        "7": "agents.codecks.endpoint",
        "9": "budget.turn.cost",
        "12": "budget.run.calls",
    }
    assert told["5"].mend == "Did you mean 'model'?"
    assert told["9"].mend == "Give a number above 0."
    assert told["6"].mend.startswith("Use one of claude-code, codex")
    assert told["7"].mend == "Use one of one."
    file.write_text("[endpoints")
    with pytest.raises(InvalidFile, match="cannot be read"):
        read_model_settings(file)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[budget.run]\ncost = nan\n", "toml:2: budget.run.cost: is no amount that could be reckoned with"),
        ("[budget.run]\ncost = inf\n", "toml:2: budget.run.cost: is no amount that could be reckoned with"),
        (f"[budget.turn]\ncalls = {'9' * 400}\n", "toml:2: budget.turn.calls: is no amount"),
        (
            '[endpoints.one]\nurl = "http://x"\nprotocols = ["chat"]\nprices.m = { input = inf, output = 1 }\n',
            "toml:4: endpoints.one.prices.m.input: is no amount that could be reckoned with",
        ),
        ("schema_version = 9\n", "version 9 of the 'benchwright-toml' schema"),
        ("model = " + "[" * 5000, "cannot be read: it is nested too deeply"),
        ("[budget]\nrun = 1\n[agents]\ncodex = 2\n", "toml:2: budget.run: 1 is not a table of named fields"),
    ],
)
def test_what_toml_can_say_and_no_file_should_is_told_too(tmp_path: Path, text: str, words: str) -> None:
    """An endless price made a cost that is no number, at which the harness failed; an endless budget bounds nothing."""
    file = tmp_path / "benchwright.toml"
    file.write_text(text)
    with pytest.raises(InvalidFile, match=words):
        read_model_settings(file)


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("http://127.0.0.1:8000/v1?key=secret", "ONE_KEY"),
        ("http://me:secret@127.0.0.1:8000/v1?key=secret", None),
    ],
)
def test_a_run_records_where_models_are_asked_and_no_key(
    tmp_path: Path, address: str, key: str | None
) -> None:
    """An address may hold a key too."""
    text = FILE.replace("http://127.0.0.1:8000/v1", address)
    (tmp_path / "benchwright.toml").write_text(
        text if key else text.replace('key_variable = "ONE_KEY"\n', "")
    )
    models = Models(read_model_settings(tmp_path / "benchwright.toml"), tmp_path)
    options = make_agent(agent_spec("codex"), LocalUnsafe(), None, models).spec.options
    (one,) = recorded_endpoints([(options["endpoint"], options["model"])], models.settings)
    assert (one.name, one.url, one.key_variable) == ("one", "http://127.0.0.1:8000/v1", key)
    assert list(one.prices) == ["some-model"]
    assert "secret" not in one.model_dump_json()
    assert recorded_endpoints([], models.settings) == ()
