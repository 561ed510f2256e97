"""A suite that locks packages, as README tells it: agents and submissions find them, by `run` and by `judge`."""

import base64
import hashlib
import io
import json
import shutil
import tarfile
from difflib import unified_diff
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner

from agents.authoring.verification.conclusions import (
    OTHER_PACKAGES,
    WITH_PACKAGES,
    WITHOUT_PACKAGES,
    concluded,
)
from agents.authoring.verification.gate import ReleaseGate
from agents.sandbox.roster import USUAL, make_sandbox
from pipeline.cli.author import author
from pipeline.cli.judge import judge
from pipeline.cli.judgeable_items import lack_of_proof, proofs_of
from pipeline.cli.renewal import grow, refresh
from pipeline.cli.review import review
from pipeline.cli.run_setup import RunOrder, rejudge, start
from pipeline.cli.verify import verify
from pipeline.cli.wiring.judging import judge_for
from pipeline.cli.wiring.playing import with_runtime
from pipeline.runner.driver import no_progress
from plans.errors import NotServable, RunMismatch
from plans.files import read_record, write_record
from plans.items import read_project, read_suite, suite_item, write_project
from plans.paths import RunPaths, SuitePaths
from plans.records.evidence import Evidence
from plans.records.project import Mutant, PlantedMutant, Project
from plans.records.run import RunSpec
from plans.records.sandboxing import RuntimeEnvironment
from plans.records.specification import PRD, Requirement
from plans.records.verdict import Status
from plans.runtimes import RECORD, declared_digest
from plans.settings import read_settings
from tests.agents.coding.test_environments import declared, needs_it, wheel
from tests.agents.judging.conftest import criteria, sees, task
from tests.pipeline.graph.scripted import PLAN
from tests.pipeline.runner.stand_ins import shop, suite
from tests.proofs import proof

PYTHON_SERVER = """
import http.server, os, tiny_greeting

class Page(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(f"<!doctype html><title>Word</title><h1>{tiny_greeting.WORD}</h1>".encode())

http.server.HTTPServer(("127.0.0.1", int(os.environ["PORT"])), Page).serve_forever()
"""
NODE_SERVER = """
const word = require("tiny-greeting");
require("http").createServer((request, response) => {
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.end(`<!doctype html><title>Word</title><h1>${word}</h1>`);
}).listen(process.env.PORT, "127.0.0.1");
"""


class Story(NamedTuple):
    """A suite that locks a package, and an app that serves itself by it."""

    suite: SuitePaths
    app: Path
    runtimes: Path
    uses: str
    """Command by which an agent prints the package's word."""
    trace: Path
    """A file that the package would leave if code of its own ran when it is installed."""


def suite_of_one(folder: Path) -> SuitePaths:
    """Of one item, whose only task is a heading with the package's word."""
    only = {**task("word", sees("word", "heading", "hello")), "level": "presence"}
    item = shop(features=("cart",)).model_copy(update={"criteria": criteria(only)})
    paths = SuitePaths(folder)
    write_project(paths.item(item.id), item, "")
    write_record(paths.suite, suite(item).model_copy(update={"items": (suite_item(item),)}))
    return paths


def served_by(app: Path) -> Project:
    """An item whose reference is that app, and whose mutant hides the word."""
    files = {path.name: path.read_text() for path in app.iterdir()}
    (script,) = (name for name in files if name.startswith("server"))
    lines = files[script].splitlines(keepends=True)
    other = [line.replace("<h1>", "<h1 hidden>") for line in lines]
    patch = "".join(unified_diff(lines, other, f"a/{script}", f"b/{script}"))
    only = {**task("word", sees("word", "heading", "hello")), "level": "presence"}
    return shop(features=("cart",)).model_copy(
        update={
            "criteria": criteria(only),
            "reference": files,
            "alternatives": (),
            "mutants": (
                PlantedMutant(mutant=Mutant(id="other", description="other", kills=("word",)), patch=patch),
            ),
        }
    )


def lock_greeting(runtime: Path, shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BENCHWRIGHT_RUNTIMES", str(shelf / "runtimes"))
    monkeypatch.setenv("PIP_FIND_LINKS", str(shelf / "shelf"))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    declared(runtime, f"tiny-greeting==1.0 --hash=sha256:{wheel(shelf / 'shelf')}\n")


def evidence_in(paths: SuitePaths) -> list[Evidence]:
    return [read_record(paths.item(item.id).evidence, Evidence) for item in read_suite(paths).items]


def app_of(folder: Path, server: str, start: str, **package: object) -> Path:
    folder.mkdir()
    (folder / start.split()[-1]).write_text(server)
    (folder / "package.json").write_text(json.dumps({"scripts": {"start": start}, **package}))
    return folder


def python_story(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Story:
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder / "shelf"))
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    paths = suite_of_one(folder / "suite")
    declared(paths.runtime, f"tiny-greeting==1.0 --hash=sha256:{wheel(folder / 'shelf')}\n")
    app = app_of(folder / "app", PYTHON_SERVER, "python3 server.py")
    (app / "requirements.txt").write_text("tiny-greeting\n")
    uses = "python3 -c 'import tiny_greeting; print(tiny_greeting.WORD)'"
    return Story(paths, app, folder / "runtimes", uses, folder / "trace")


def node_story(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Story:
    paths, packed, trace = suite_of_one(folder / "suite"), folder / "tiny-greeting.tgz", folder / "trace"
    own = {"name": "tiny-greeting", "version": "1.0.0", "scripts": {"postinstall": f"touch {trace}"}}
    with tarfile.open(packed, "w:gz") as parts:
        for name, text in {"package.json": json.dumps(own), "index.js": 'module.exports = "hello";'}.items():
            member = tarfile.TarInfo(f"package/{name}")
            member.size, member.mode = len(text), 0o644
            parts.addfile(member, io.BytesIO(text.encode()))
    asked = {"dependencies": {"tiny-greeting": f"file:{packed}"}}
    entry = {
        "version": "1.0.0",
        "resolved": f"file:{packed}",
        "integrity": f"sha512-{base64.b64encode(hashlib.sha512(packed.read_bytes()).digest()).decode()}",
        "hasInstallScript": True,
    }
    lock = {
        "lockfileVersion": 3,
        "requires": True,
        "packages": {"": asked, "node_modules/tiny-greeting": entry},
    }
    write_record(paths.runtime / RECORD, RuntimeEnvironment(kind="node"))
    (paths.runtime / "package.json").write_text(json.dumps(asked))
    (paths.runtime / "package-lock.json").write_text(json.dumps(lock))
    app = app_of(folder / "app", NODE_SERVER, "node server.js", dependencies={"tiny-greeting": "1"})
    return Story(paths, app, folder / "runtimes", "node -p 'require(\"tiny-greeting\")'", trace)


@pytest.fixture(
    params=[
        python_story,
        pytest.param(node_story, marks=pytest.mark.skipif(not shutil.which("npm"), reason="npm builds it")),
    ]
)
def story(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Story:
    monkeypatch.setenv("BENCHWRIGHT_RUNTIMES", str(tmp_path / "runtimes"))
    return request.param(tmp_path, monkeypatch)


def call(verb: Any, *arguments: object) -> int:
    return CliRunner().invoke(verb, [str(a) for a in arguments], catch_exceptions=False).exit_code


@needs_it
@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.skipif(not shutil.which("npm"), reason="submissions that serve themselves are started by npm")
async def test_agents_and_submissions_find_what_the_suite_locks(story: Story, tmp_path: Path) -> None:
    script = tmp_path / "agent.sh"
    script.write_text(f"set -e\ncp -r {story.app}/. .\n{story.uses} > seen.txt\n")
    order = RunOrder(
        suite=story.suite.root,
        agents=(f"mine=command:sh {script}",),
        mounts=(script, story.app),
        out=tmp_path / "run",
        rounds=1,
    )
    result = await start(order, no_progress)
    (scored,) = result.agents
    assert scored.rounds[0].project_completion_rate.low == 1.0, "the server found the package"
    (seen,) = (tmp_path / "run" / "archive").rglob("seen.txt")
    assert seen.read_text() == "hello\n", "so did the agent"
    assert "`tiny-greeting`" in next((tmp_path / "run").rglob("message.md")).read_text()
    assert not story.trace.exists()

    spec = read_record(RunPaths(tmp_path / "run").spec, RunSpec)
    assert spec.place.runtime is not None
    (built,) = (path.name for path in story.runtimes.iterdir() if path.is_dir())
    assert built.startswith(f"{spec.place.runtime[:32]}-")

    (lock,) = story.suite.runtime.glob("*lock*")
    lock.write_text(f"{lock.read_text()}\n")
    with pytest.raises(
        RunMismatch, match=f"was played with the runtime environment {spec.place.runtime[:12]}"
    ):
        await rejudge(order.model_copy(update={"is_rejudged": True}), no_progress)


@needs_it
@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.skipif(not shutil.which("npm"), reason="submissions that serve themselves are started by npm")
def test_one_submission_is_judged_with_them_also_by_a_draft(story: Story, tmp_path: Path) -> None:
    """The suite was guessed two folders up, where a draft, which lies deeper, has none."""
    item = story.suite.item("shop").root
    draft = shutil.copytree(item, story.suite.root / ".authoring" / "drafts" / "shop")
    for place in (item, draft):
        done = CliRunner().invoke(judge, [str(story.app), "--item", str(place)])
        assert (done.exit_code, done.stderr) == (0, "")

    alone = shutil.copytree(item, tmp_path / "elsewhere" / "shop")
    done = CliRunner().invoke(judge, [str(story.app), "--item", str(alone)])
    assert isinstance(done.exception, NotServable), done.output
    assert f"The submission needs tiny-greeting, and no folder above {alone} has a suite.yaml" in done.stderr


@needs_it
@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.skipif(not shutil.which("npm"), reason="submissions that serve themselves are started by npm")
async def test_the_gate_judges_with_them_and_evidence_names_them(story: Story) -> None:
    """It judged without any, so that a reference which needs one could never be proved."""
    item = served_by(story.app)
    place = await with_runtime(make_sandbox(USUAL), story.suite.runtime)
    assert place.runtime is not None
    async with judge_for("webapp", read_settings(), place) as judge:
        gate = ReleaseGate(judge, [], repeats=1, runtime=place.runtime.digest)
        made = await gate.verify(item, PLAN)
    (reference,) = (cell for cell in made.cells if cell.submission == "reference")
    assert reference.task_status == {"word": Status.PASSED}, "the reference found the package"
    assert [mutant.how for mutant in made.mutants] == ["failed"]
    assert made.digests.runtime == declared_digest(story.suite.runtime)
    assert WITH_PACKAGES not in made.reasons
    assert concluded(made, item).reasons == (WITH_PACKAGES,)


@pytest.mark.slow
def test_the_three_verbs_work_on_a_suite_that_locks_packages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They refused it, as evidence could not name what submissions found."""
    paths, seeds = SuitePaths(tmp_path / "suite"), tmp_path / "seeds.txt"
    lock_greeting(paths.runtime, tmp_path, monkeypatch)
    seeds.write_text("A to-do list for my team where we can add tasks, search them and tick them off.")
    locked = declared_digest(paths.runtime)
    assert call(author, seeds, "--out", paths.root, "--gate", "static") == 0
    assert call(grow, paths.root, "--n", 1, "--gate", "static") == 0
    assert {evidence.digests.runtime for evidence in evidence_in(paths)} == {locked}

    fresh = SuitePaths(tmp_path / "fresh")
    assert call(refresh, paths.root, "--out", fresh.root, "--gate", "static") == 0
    assert declared_digest(fresh.runtime) == locked, "the new version locks what the old one did"
    assert {evidence.digests.runtime for evidence in evidence_in(fresh)} == {locked}

    # An item that a check refuses costs `verify` no browser.
    item = read_suite(paths).items[0].id
    prd = read_record(paths.item(item).prd, PRD)
    untested = Requirement(id="R99", title="Untested", text="No task looks at it.")
    write_record(paths.item(item).prd, prd.model_copy(update={"requirements": (*prd.requirements, untested)}))
    assert call(verify, paths.root, "--item", item) == 1
    assert read_record(paths.item(item).evidence, Evidence).digests.runtime == locked


def test_authoring_does_not_go_on_with_other_packages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half of the items would be judged with some, and half with others."""
    paths, seeds = SuitePaths(tmp_path / "suite"), tmp_path / "seeds.txt"
    seeds.write_text("A to-do list for my team where we can add tasks, search them and tick them off.")
    asked = (seeds, "--out", paths.root, "--gate", "static", "--review", "defer")
    assert call(author, *asked) == 0
    lock_greeting(paths.runtime, tmp_path, monkeypatch)
    with pytest.raises(RunMismatch, match="holds unfinished work with other settings: runtime"):
        call(author, *asked)
    with pytest.raises(RunMismatch, match="runtime locks other packages than when"):
        call(review, paths.root, "--approve", "--all")


def test_an_edit_of_the_lock_voids_the_evidence(tmp_path: Path) -> None:
    """`run` plays with the packages, and called items proved that were never judged with them."""
    paths = SuitePaths(tmp_path)
    write_project(paths.item("shop"), shop(features=("cart",)), "")
    item = read_project(paths.item("shop"))
    listed = suite(item).model_copy(update={"items": (suite_item(item),)})

    def lacks(evidence: Evidence) -> dict[str, str]:
        write_record(paths.item("shop").evidence, evidence)
        return proofs_of(paths, listed, [item]).unproved

    without = proof(item)
    assert lacks(without) == {}
    declared(paths.runtime, "tiny-greeting==1.0\n")
    assert lacks(without) == {"shop": WITHOUT_PACKAGES}
    assert proofs_of(paths, listed, [item]).judges == {}
    digests = without.digests.model_copy(update={"runtime": declared_digest(paths.runtime)})
    named = without.model_copy(update={"digests": digests})
    assert lacks(named) == {}
    assert lack_of_proof(paths.item("shop"), None) == WITH_PACKAGES
    declared(paths.runtime, "tiny-greeting==1.1\n")
    assert lacks(named) == {"shop": OTHER_PACKAGES}
