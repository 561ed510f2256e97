"""The reference of a model's item, written by our code agent in a workspace; every reply is written by hand."""

import json
import os
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from agents.authoring.generation.files import PAGES
from agents.authoring.generation.reference_by_agent import found_files
from agents.authoring.verification.gate import StaticGate
from agents.gateway.gateway import open_gateway
from agents.sandbox.bubblewrap.provider import Bubblewrap
from pipeline.cli.cost_estimate import authoring_roles
from pipeline.cli.wiring.authors import authoring_context
from pipeline.cli.wiring.gates import open_gate, open_judging
from pipeline.graph.authoring import author_suite
from pipeline.graph.report import AuthoringReport
from plans.errors import SandboxRefused
from plans.families import generator
from plans.items import read_project
from plans.paths import SuitePaths
from review.checkpoints import AutoReviewer
from tests.agents.authoring.hand import hand_written, reply
from tests.agents.coding.minimal_driving import FINISH, Move, doing
from tests.agents.gateway.model_endpoint import KEY, Body, ModelEndpoint, Piece, refused, settings_for
from tests.pipeline.graph.scripted import NoProgress
from tests.pipeline.graph.test_author_by_model import PARTS, Reading, asked_for, spec, without_canary

pytestmark = pytest.mark.slow

FILES = {file["path"]: file["content"] for file in reply("WrittenProject")["files"]}
BY_AGENT = spec().model_copy(update={"reference_by": "minimal"})
TOOLS_ALONE = [part for part in PARTS if part != "WrittenProject"]


def writing(files: dict[str, str]) -> list[Move]:
    return [("write_file", {"path": path, "text": text}) for path, text in files.items()]


def with_coder(*turns: Sequence[Move]) -> ModelEndpoint:
    """The author of the lent books, and a coder who makes these moves, one round after another."""
    author, left = hand_written(), list(turns)

    def says(body: Body, number: int) -> Iterable[Piece]:
        if "response_format" in body:
            return author.says(body, number)
        return doing(*left.pop(0), FINISH) if left else refused(401, "Your key has expired.")

    return ModelEndpoint(says)


async def authored(folder: Path, endpoint: ModelEndpoint) -> AuthoringReport:
    async with endpoint.serving() as url, open_gateway(settings_for(url), lambda _: KEY) as gateway:
        context = authoring_context(
            BY_AGENT, SuitePaths(folder), generator("webapp"), StaticGate([]), gateway, Reading()
        )
        return await author_suite(context, AutoReviewer(), NoProgress(), jobs=1)


def coder_was_told(endpoint: ModelEndpoint) -> list[str]:
    """What the coder was told at the beginning of each round."""
    said = [body["messages"] for body in endpoint.asked if "response_format" not in body]
    return [messages[-1]["content"] for messages in said if messages[-1]["role"] == "user"]


async def test_a_reference_is_what_lies_in_the_workspace(tmp_path: Path) -> None:
    tried = {"try.py": "print('tried')", ".cache/x.js": "", "node_modules/a.js": ""}
    endpoint = with_coder(writing({**FILES, **tried}))
    report = await authored(tmp_path, endpoint)

    assert [item.result for item in report.items] == ["unproved"], report.items
    assert asked_for_by_shape(endpoint) == TOOLS_ALONE
    project = read_project(SuitePaths(tmp_path).item("lent"))
    assert {path: without_canary(text) for path, text in project.reference.items()} == FILES
    assert project.provenance is not None
    uses = {output.artifact: [use.role for use in output.uses] for output in project.provenance.outputs}
    assert uses["reference"] == ["coder"]
    [message] = coder_was_told(endpoint)
    assert "give-back" in message
    assert "benchwright-canary" not in message


def asked_for_by_shape(endpoint: ModelEndpoint) -> Sequence[str]:
    return asked_for(
        ModelEndpoint(endpoint.says, asked=[b for b in endpoint.asked if "response_format" in b])
    )


async def test_what_fails_is_told_and_mended_in_the_same_workspace(tmp_path: Path) -> None:
    """Only what is wrong is written anew: the rest lies there still, and the conversation goes on."""
    wrong = {**FILES, "app.js": FILES["app.js"].replace("books", "tomes", 1)}
    endpoint = with_coder(writing(wrong), writing({"app.js": FILES["app.js"]}))
    assert (await authored(tmp_path, endpoint)).is_written

    first, second = coder_was_told(endpoint)
    assert "empty" in first
    assert "- task list, outcome" in second
    assert [m["role"] for m in endpoint.asked[-2]["messages"][:2]] == ["system", "user"]


async def test_links_heaps_and_words_that_are_no_steps_are_told_and_never_followed(tmp_path: Path) -> None:
    secret = tmp_path / "secret.js"
    secret.write_text("our own")
    link: Move = ("shell", {"command": f"ln -s {secret} linked.js; head -c 500000 /dev/zero > big.js"})
    torn: Move = ("write_file", {"path": "corrected_tasks.json", "text": '{"tasks": [{"id": "list"}]}'})
    mend: Move = ("shell", {"command": "rm linked.js big.js corrected_tasks.json"})
    endpoint = with_coder([*writing(FILES), link, torn], [mend])
    assert (await authored(tmp_path / "suite", endpoint)).is_written

    told = coder_was_told(endpoint)[1]
    assert "linked.js" in told
    assert "our own" not in json.dumps(endpoint.asked)
    assert "'big.js' cannot be read" in told
    assert "corrected_tasks.json: tasks.0.why" in told


def test_a_folder_that_nobody_may_look_into_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system's refusal ended the whole work."""

    def scandir(folder: Path) -> object:
        if folder.name == "closed":
            raise PermissionError(13, "Permission denied")
        return looked(folder)

    looked = os.scandir
    monkeypatch.setattr(os, "scandir", scandir)
    (tmp_path / "closed").mkdir()
    (tmp_path / "app.js").write_text("let one;\n")
    problems: list[str] = []
    assert [file.path for file in found_files(tmp_path, problems, PAGES)] == ["app.js"]
    assert problems == ["'closed' cannot be looked into: Permission denied."]


async def test_an_endpoint_that_fails_the_coder_is_no_fault_of_the_item(tmp_path: Path) -> None:
    report = await authored(tmp_path, with_coder())
    assert [(item.result, item.cause) for item in report.items] == [("failed", "author")], report.items
    assert not report.is_written


async def test_what_stays_empty_is_given_up_with_the_reason(tmp_path: Path) -> None:
    report = await authored(tmp_path, with_coder(*[[]] * 6))
    assert [item.result for item in report.items] == ["not released"]
    assert "There is no index.html at the root" in " ".join(report.items[0].reasons)


async def test_without_a_sandbox_nothing_is_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Plan, PRD, query and criteria were paid for before it was told that no reference could be written."""

    def refused_here(provider: Bubblewrap) -> None:
        raise SandboxRefused("There is no bwrap here.")

    endpoint = with_coder()
    monkeypatch.setattr(Bubblewrap, "preflight", refused_here)
    with pytest.raises(SandboxRefused):
        await authored(tmp_path / "suite", endpoint)
    assert not endpoint.asked


def test_the_coder_is_a_role_of_authoring_then() -> None:
    assert "coder" in authoring_roles(BY_AGENT)
    assert "coder" not in authoring_roles(spec())


@pytest.mark.browser
@pytest.mark.timeout(1200)
async def test_the_live_gate_releases_what_the_coder_wrote_and_mended(tmp_path: Path) -> None:
    asked, paths = BY_AGENT.model_copy(update={"gate": "live"}), SuitePaths(tmp_path)
    right = "books = books.filter((other) => other !== book);\n  saveBooks(books);"
    assert right in FILES["app.js"]
    wrong = {**FILES, "app.js": FILES["app.js"].replace(right, right.splitlines()[0])}
    edit: Move = ("edit_file", {"path": "app.js", "old": right.splitlines()[0], "new": right})
    endpoint = with_coder(writing(wrong), [edit])
    async with (
        endpoint.serving() as url,
        open_gateway(settings_for(url), lambda _: KEY) as gateway,
        open_judging(asked, paths) as judging,
        open_gate(asked, paths, judging=judging) as gate,
    ):
        assert judging is not None
        context = authoring_context(asked, paths, generator("webapp"), gate, gateway, judging.judge)
        report = await author_suite(context, AutoReviewer(), NoProgress(), jobs=1)

    assert [item.result for item in report.items] == ["released"], report.items
    assert "- task give-back, outcome kept" in coder_was_told(endpoint)[1]
