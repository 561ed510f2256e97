"""A suite that locks packages, as README tells it: agents and hand-ins find them, by `run` and by `judge`."""

import base64
import hashlib
import io
import json
import shutil
import tarfile
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner

from agents.coding.environments import RECORD
from pipeline.cli.grow import grow
from pipeline.cli.judge import judge
from pipeline.cli.proofs import WITHOUT_PACKAGES, proofs_of
from pipeline.cli.refresh import refresh
from pipeline.cli.running import RunOrder, rejudge, start
from pipeline.cli.verify import verify
from pipeline.runner.progress import no_progress
from plans.errors import AuthorError, NotServable, RunMismatch
from plans.files import read_record, write_record
from plans.items import read_project, suite_item, write_project
from plans.paths import RunPaths, SuitePaths
from plans.records.run_spec import RunSpec
from plans.records.runtime import RuntimeEnvironment
from tests.agents.coding.test_environments import declared, needs_it, wheel
from tests.agents.judging.conftest import criteria, sees, task
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


def call(verb: Any, *arguments: object) -> Any:
    return CliRunner().invoke(
        verb, [str(a) for a in arguments], standalone_mode=False, catch_exceptions=False
    )


@needs_it
@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.skipif(not shutil.which("npm"), reason="hand-ins that serve themselves are started by npm")
async def test_agents_and_hand_ins_find_what_the_suite_locks(story: Story, tmp_path: Path) -> None:
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
    assert spec.runtime is not None
    (built,) = (path.name for path in story.runtimes.iterdir() if path.is_dir())
    assert built.startswith(f"{spec.runtime[:32]}-")

    (lock,) = story.suite.runtime.glob("*lock*")
    lock.write_text(f"{lock.read_text()}\n")
    with pytest.raises(RunMismatch, match=f"was played with the runtime environment {spec.runtime[:12]}"):
        await rejudge(order.model_copy(update={"is_rejudged": True}), no_progress)


@needs_it
@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.skipif(not shutil.which("npm"), reason="hand-ins that serve themselves are started by npm")
def test_one_hand_in_is_judged_with_them_also_by_a_draft(story: Story, tmp_path: Path) -> None:
    """The suite was guessed two folders up, where a draft, which lies deeper, has none."""
    item = story.suite.item("shop").root
    draft = shutil.copytree(item, story.suite.root / ".authoring" / "drafts" / "shop")
    for place in (item, draft):
        done = CliRunner().invoke(judge, [str(story.app), "--item", str(place)])
        assert (done.exit_code, done.stderr) == (0, "")

    alone = shutil.copytree(item, tmp_path / "elsewhere" / "shop")
    done = CliRunner().invoke(judge, [str(story.app), "--item", str(alone)])
    assert isinstance(done.exception, NotServable), done.output
    assert f"The hand-in needs tiny-greeting, and no folder above {alone} has a suite.yaml" in done.stderr


def test_nothing_is_proved_without_the_packages_that_a_suite_locks(tmp_path: Path) -> None:
    """The gate judged without them, so that its evidence was of another suite than `run` plays."""
    paths = suite_of_one(tmp_path / "suite")
    declared(paths.runtime, "tiny-greeting==1.0\n")
    for verb in (verify, grow, refresh):
        with pytest.raises(AuthorError, match="runtime locks packages, .* Move the folder away"):
            call(verb, paths.root)
    assert not (tmp_path / "suite-2.0.0").exists()


def test_evidence_of_before_the_lock_proves_nothing(tmp_path: Path) -> None:
    """`run` plays with the packages, and called items proved that were never judged with them."""
    paths = SuitePaths(tmp_path)
    write_project(paths.item("shop"), shop(features=("cart",)), "")
    item = read_project(paths.item("shop"))
    listed = suite(item).model_copy(update={"items": (suite_item(item),)})
    write_record(paths.item("shop").evidence, proof(item))
    assert proofs_of(paths, listed, [item]).unproved == {}
    declared(paths.runtime, "tiny-greeting==1.0\n")
    assert proofs_of(paths, listed, [item]).unproved == {"shop": WITHOUT_PACKAGES}
    assert proofs_of(paths, listed, [item]).evidence_judges == {}
