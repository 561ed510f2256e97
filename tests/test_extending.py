"""The pages on extending benchwright, followed as they stand."""

import ast
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import agents.coding.programs
from agents.coding.installing import COMPLETE
from agents.coding.roster import PROGRAMS, agent_spec
from pipeline.cli.exchange import exports
from pipeline.cli.verbs import benchwright
from plans.errors import AuthorError
from plans.files import read_record
from plans.paths import RunPaths
from plans.records.scored_run import ScoredResult
from tests.agents.coding.programs import driving
from tests.agents.sandbox.attacking import MARKS

ROOT = Path(__file__).resolve().parents[1]
PAGES = ROOT / ".github" / "extending"
SAMPLE = ROOT / "generated" / "sample"
LONGEST = 40
FLOORS = ("plans", "agents", "review", "pipeline")
NEEDS_SANDBOX = MARKS[1]
_FILE = re.compile(r"^(?:#|//) ([\w-]+\.(?:py|yaml|js))\b.*\n", flags=re.MULTILINE)


def code(page: str, language: str = "python") -> str:
    """The first block of a page."""
    found = re.search(rf"```{language}\n(.*?)```", (PAGES / page).read_text(), flags=re.DOTALL)
    assert found
    return found[1]


def lay(page: str, languages: Sequence[str], folder: Path) -> None:
    """Write the files of a page's blocks, each of which begins with a comment that names it."""
    folder.mkdir(parents=True)
    for language in languages:
        _, *parts = _FILE.split(code(page, language))
        for name, text in zip(parts[::2], parts[1::2], strict=True):
            (folder / name).write_text(text)


def house(folder: Path, *floors: str) -> Path:
    """A copy of floors of the project, in which a page may change files."""
    for floor in floors:
        shutil.copytree(ROOT / floor, folder / floor, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def patch(house: Path, diff: str) -> None:
    """Change files of a copy of the project as hunks say, each of which begins with `@@` and its file."""
    _, *parts = re.split(r"^@@ (\S+)\n", diff, flags=re.MULTILINE)
    for name, hunk in zip(parts[::2], parts[1::2], strict=True):
        before, after = (
            "".join(line[1:] for line in hunk.splitlines(keepends=True) if line[0] in f" {sign}")
            for sign in "-+"
        )
        text = (house / name).read_text()
        assert text.count(before) == 1, (name, before)
        (house / name).write_text(text.replace(before, after))


def in_house(house: Path, *arguments: str) -> str:
    """What Python prints where the project is this copy of it."""
    environment = {**os.environ, "PYTHONPATH": str(house)}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=house, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def commands(page: str) -> list[list[str]]:
    """The command lines of a page, word by word."""
    return [shlex.split(line, comments=True) for line in code(page, "sh").splitlines()]


def called(command: Sequence[str]) -> Result:
    """What comes of a command line of ours."""
    assert command[0] == "benchwright"
    return CliRunner().invoke(benchwright, [*command[1:]])


@pytest.mark.parametrize("page", sorted(PAGES.glob("*.md")), ids=lambda page: page.stem)
def test_a_page_is_short(page: Path) -> None:
    assert len(page.read_text().splitlines()) <= LONGEST


@pytest.mark.parametrize("place", ["README.md", "CONTRIBUTING.md"])
def test_every_page_is_linked(place: str) -> None:
    text = (ROOT / place).read_text()
    links = {f"({page.relative_to(ROOT)})" for page in PAGES.glob("*.md")}
    assert {link for link in links if link not in text} == set()


def test_an_exporter_of_ones_own_writes_a_suite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_formats.py").write_text(code("exporter.md"))
    monkeypatch.syspath_prepend(tmp_path)
    out = tmp_path / "out"
    done = CliRunner().invoke(exports, ["my_formats:JsonLines", str(SAMPLE), "--out", str(out)])
    assert done.exit_code == 0, done.output
    ids = [json.loads(line)["id"] for line in (out / "items.jsonl").read_text().splitlines()]
    assert sorted(ids) == sorted(path.name for path in (SAMPLE / "items").iterdir())


def test_a_format_that_does_not_hold_the_family_is_refused(tmp_path: Path) -> None:
    done = CliRunner().invoke(exports, ["prdbench", str(SAMPLE), "--out", str(tmp_path / "out")])
    assert isinstance(done.exception, AuthorError)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("body", ["1 / 0", "class Own:\n    def __init__(self):\n        raise OSError"])
def test_what_an_exporters_own_code_raises_is_for_its_author(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str
) -> None:
    module = f"raising_{len(body)}"
    (tmp_path / f"{module}.py").write_text(body)
    monkeypatch.syspath_prepend(tmp_path)
    done = CliRunner().invoke(exports, [f"{module}:Own", str(SAMPLE), "--out", str(tmp_path / "out")])
    assert isinstance(done.exception, AuthorError)


AGENT = """#!/usr/bin/env python3
import json, os, sys, urllib.request
model = sys.argv[sys.argv.index("--model") + 1]
asked = {"model": model, "messages": [{"role": "user", "content": sys.stdin.read()}]}
place, key = os.environ["OPENAI_BASE_URL"], os.environ["OPENAI_API_KEY"]
request = urllib.request.Request(
    f"{place}/chat/completions", json.dumps(asked).encode(), {"authorization": f"Bearer {key}"}
)
said = json.load(urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request))
with open("index.html", "w") as page:
    page.write(said["choices"][0]["message"]["content"])
print(json.dumps({"type": "done"}))
"""
"""The program that the page's adapter is for."""


async def test_a_code_agent_of_ones_own_plays_a_round(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "my_agent.py").write_text(code("code-agent.md"))
    own = agents.coding.programs
    monkeypatch.setattr(own, "__path__", [*own.__path__, str(tmp_path)])
    line = re.search(r'`("my-agent": "[\w.:]+",)`', (PAGES / "code-agent.md").read_text())
    assert line
    [(name, place)] = ast.literal_eval(f"{{{line[1]}}}").items()
    monkeypatch.setitem(PROGRAMS, name, place)
    spec = agent_spec("my-agent:some-model")
    assert (spec.kind, spec.version, spec.options) == ("my-agent", "1.0.0", {"model": "some-model"})
    cache = tmp_path / "cache"
    program = cache / f"{name}-{spec.version}" / "bin" / name
    program.parent.mkdir(parents=True)
    program.write_text(AGENT)
    program.chmod(0o755)
    (program.parents[1] / COMPLETE).touch()
    monkeypatch.setitem(driving.ENVIRONMENT, "BENCHWRIGHT_PROGRAMS", str(cache))
    async with driving.trial(name, tmp_path) as played:
        report = await played.plays()
        assert report.ended == "done", played.transcript
        assert played.page == "A title."


@NEEDS_SANDBOX
def test_an_instance_family_of_ones_own_is_drawn_and_scored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    lay("instance-family.md", ("yaml", "python"), tmp_path / "families" / "sums")
    (tmp_path / "adding.py").write_text(
        "from plans.records.instance import Response\n\n"
        "class Adding:\n"
        "    name, version, families = 'adding', '1', None\n"
        "    async def solve(self, instance, media, repeat):\n"
        "        terms = instance.prompt.removeprefix('Add ').rstrip('.').split(', ')\n"
        "        return Response(instance=instance.id, text=str(sum(map(int, terms))))\n"
    )
    author, run = commands("instance-family.md")
    for command in (author, [*run, "--solver", "right=adding:Adding"]):
        done = called(command)
        assert done.exit_code == 0, (done.output, done.exception)
    result = read_record(RunPaths(Path("runs/sums")).result, ScoredResult)
    passed = {one.solver.name: one.splits[0].whole.pass_all for one in result.solvers}
    assert (passed["right"].low, passed["refusing"].high) == (1.0, 0.0)


@pytest.fixture
def trial(tmp_path: Path) -> Path:
    """A project with the feature of the page, composed in a copy of the catalog."""
    copy = house(tmp_path / "house", "plans")
    lay("web-feature.md", ("yaml", "js"), copy / "plans/webapp/catalog/features/reverse")
    compose, *_ = commands("web-feature.md")
    assert compose[0] == "python"
    in_house(copy, *compose[1:])
    return copy


def test_a_web_feature_of_ones_own_is_composed(trial: Path) -> None:
    assert (trial / "trial/broken/reverse-dead").is_dir()
    assert "reverse-turn" in (trial / "trial/criteria.yaml").read_text()


@pytest.mark.slow
@pytest.mark.browser
def test_a_web_feature_of_ones_own_is_judged(trial: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(trial)
    _, passes, fails = commands("web-feature.md")
    restyled = [word.replace("reference", "restyled") for word in passes]
    assert [called(command).exit_code for command in (passes, restyled, fails)] == [0, 0, 1]


JUDGED = """
import asyncio, sys
from pathlib import Path
import yaml
from agents.judging.programmatic import ProgrammaticJudge
from plans.records.criteria import Criteria
from plans.records.verdict import JudgeRequest
from plans.settings import read_settings
steps = [{"do": "open"}, yaml.safe_load(sys.argv[1])]
task = {
    "id": "title", "title": "title", "level": "presence", "weight": 1, "requirements": ["R1"],
    "outcomes": [{"id": "named", "statement": "named"}], "how": {"kind": "browser", "steps": steps},
}
criteria = Criteria.model_validate({"tasks": [task]})

async def judged():
    async with ProgrammaticJudge(read_settings().chromium, workers=1) as judge:
        for title in sys.argv[2:]:
            app = Path(title)
            app.mkdir()
            (app / "index.html").write_text(f"<!doctype html><title>{title}</title><h1>Shop</h1>")
            found = await judge.judge(JudgeRequest(item="titled", submission=app, criteria=criteria))
            print(found.tasks[0].status.value)

asyncio.run(judged())
"""


@pytest.fixture
def judging(tmp_path: Path) -> Path:
    """A copy of the project with the expectation of the page."""
    copy = house(tmp_path, "plans", "agents")
    patch(copy, code("expectation.md", "diff"))
    return copy


@pytest.mark.slow
@pytest.mark.browser
def test_an_expectation_of_ones_own_is_observed(judging: Path) -> None:
    step = code("expectation.md", "yaml").strip()
    found = in_house(judging, "-c", JUDGED, step, "Plants to buy", "Something else")
    assert found.split() == ["passed", "failed"]


def test_an_expectation_of_ones_own_is_read_and_told(judging: Path) -> None:
    step = code("expectation.md", "yaml").strip()
    told = in_house(
        judging,
        "-c",
        "import sys, yaml; from plans.records.steps import Expect; from plans.step_words import expected; "
        "print(expected(Expect.model_validate(yaml.safe_load(sys.argv[1])).that))",
        step,
    )
    assert "'Plants'" in told


PLAYED = """
import asyncio, json, sys
from pathlib import Path
from click.testing import CliRunner
sys.path.append(sys.argv[1])
from agents.authoring.verification.checks.consistency import Consistency
from pipeline.cli.verbs import benchwright
from plans.families import family_named
from plans.files import read_record
from plans.records.criteria import Criteria
from plans.records.plan import Plan
from tests.pipeline.runner.test_python_projects import SubmittingAgent, judgements, run, small_project

criteria = read_record(Path("criteria.yaml"), Criteria)
project = small_project().model_copy(update={"criteria": criteria, "mutants": ()})
problems = Consistency(family_named("python_project").kinds).check(project, Plan.model_construct())
varying = {"src/main.py": "import uuid\\nprint(uuid.uuid4())\\n"}
agents = [SubmittingAgent("right", project.reference), SubmittingAgent("varying", varying)]
asyncio.run(run(Path("played"), project, agents, rounds=1))
statuses = [judgements(Path("played"), project, agent.spec.name)[0]["again"].status.value for agent in agents]
done = CliRunner().invoke(benchwright, ["report", "played", "--out", "report.html"])
print(json.dumps([[str(one) for one in problems], statuses, agents[0].messages[0], done.exit_code]))
"""


@pytest.fixture
def kind_house(tmp_path: Path) -> Path:
    """A copy of the project with the task kind of the page, and criteria of which one task is of it."""
    copy = house(tmp_path / "house", *FLOORS)
    lay("task-kind.md", ("python",), tmp_path / "kind")
    (tmp_path / "kind/repeatable.py").rename(copy / "plans/records/repeatable.py")
    (tmp_path / "kind/repeating.py").rename(copy / "agents/judging/commands/repeating.py")
    patch(copy, code("task-kind.md", "diff"))
    how = re.search(r"`how: (\{kind.*\})`", (PAGES / "task-kind.md").read_text())
    assert how
    (copy / "criteria.yaml").write_text(
        "schema_version: 4\n"
        "tasks:\n"
        "- {id: again, title: Listed again, level: presence, weight: 1, requirements: [R1.7],\n"
        "   outcomes: [{id: same, statement: The list is the same.}],\n"
        f"   how: {how[1]}}}\n"
    )
    return copy


def test_a_task_kind_of_ones_own_is_read_from_an_item_and_checked(kind_house: Path) -> None:
    told = in_house(
        kind_house,
        "-c",
        "from pathlib import Path; from plans.files import read_record; from plans.records.criteria import Criteria; "
        "how = read_record(Path('criteria.yaml'), Criteria).tasks[0].how; "
        "print(type(how).__name__, how.word(), len(list(how.problems((), 'here'))))",
    )
    assert told.split() == ["Repeatable", "repeatable", "0"]


@pytest.mark.slow
@NEEDS_SANDBOX
def test_a_task_kind_of_ones_own_is_checked_told_judged_and_reported(kind_house: Path) -> None:
    printed = in_house(kind_house, "-c", PLAYED, str(ROOT))
    problems, statuses, message, status = json.loads(printed.splitlines()[-1])
    assert (problems, statuses, status) == ([], ["passed", "failed"], 0)
    assert "$ python src/main.py list" in message
    assert "repeated commands" in (kind_house / "report.html").read_text().lower()
