"""A model authors a suite over real HTTP, its replies written by hand; what it makes is judged in a real browser."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from agents.authoring.events import AuthoringEvent, Mending, MutantsTried, Planned, SentBack
from agents.authoring.verification.gate import StaticGate
from agents.gateway.gateway import open_gateway
from agents.gateway.journal import open_journal
from pipeline.cli.wiring.authors import authoring_context
from pipeline.cli.wiring.gates import open_gate, open_judging
from pipeline.graph.authoring import author_suite
from pipeline.graph.report import AuthoringReport
from pipeline.graph.spec import AuthoringSpec, suite_canary
from pipeline.refresh.refreshing import grow_spec, new_version, refresh_spec
from plans.contracts.models import Model
from plans.contracts.runs import Judge
from plans.errors import AuthorError, Cause, Event
from plans.families import generator
from plans.files import read_record
from plans.items import read_evidence, read_files, read_project, read_suite
from plans.paths import SuitePaths
from plans.records.plan import Plan, ProvidedBy, TaskSpecification
from plans.records.project import Provenance
from plans.records.seed import Assignment, Seed
from plans.records.verdict import Judgement, JudgeRequest, OutcomeVerdict, Status, TaskVerdict
from review.checkpoints import AutoReviewer, Checkpoint, CheckpointAnswer, Reviewer
from tests.agents.authoring.hand import SEED, hand_written, mended, reply, restyled, shape_of
from tests.agents.gateway.model_endpoint import KEY, ModelEndpoint, settings_for
from tests.pipeline.graph.scripted import NoProgress

LENT = {"lent": SEED}
KEPT_OUT = "benchwright-canary"
PARTS = [
    "WrittenPlan",
    "SeedReading",
    "WrittenPRD",
    "WrittenQuery",
    "WrittenCriteria",
    "WrittenProject",
    "WrittenRestyling",
    "WrittenMutants",
]
"""What is asked for, in order, where all goes well."""


class Reading:
    """A judge who knows the references by heart, and takes whatever is otherwise for broken."""

    name = "reading"
    digest = "reading"
    sandbox_digest = ""
    versions: dict[str, str] = {}  # noqa: RUF012

    def __init__(self, *references: Mapping[str, str]) -> None:
        """None: those of the web apps."""
        self._references = references or tuple(
            of(place) for of in (mended, restyled) for place in ("", "meals/")
        )

    async def judge(self, request: JudgeRequest) -> Judgement:
        files = {path: without_canary(text) for path, text in read_files(request.submission).items()}
        status = Status.PASSED if files in self._references else Status.FAILED
        return Judgement(
            item=request.item,
            graded_digest="",
            submission_digest="",
            judge=self.name,
            judge_digest=self.digest,
            tasks=tuple(
                TaskVerdict(
                    task=task.id,
                    status=status,
                    reason="it is so",
                    outcomes=tuple(
                        OutcomeVerdict(outcome=outcome.id, status=status, reason="it is so")
                        for outcome in task.outcomes
                    ),
                )
                for task in request.criteria.with_prerequisites(request.only)
            ),
        )


class Losing(Reading):
    """… whose browser is lost at first."""

    is_lost = True

    async def judge(self, request: JudgeRequest) -> Judgement:
        judgement = await super().judge(request)
        if not self.is_lost:
            return judgement
        lost = judgement.tasks[0].model_copy(
            update={"status": Status.UNRESOLVED, "reason": "The browser died.", "event": Event.BROWSER_LOST}
        )
        return judgement.model_copy(update={"tasks": (lost, *judgement.tasks[1:])})


def without_canary(text: str) -> str:
    return "".join(line for line in text.splitlines(keepends=True) if "benchwright-canary" not in line)


class Hearing(NoProgress):
    """Keeps what it hears."""

    def __init__(self) -> None:
        self.heard: list[AuthoringEvent] = []
        self.nodes: list[tuple[str, str]] = []
        self.names: dict[str, str] = {}

    def begun(self, thread: str, node: str) -> None:
        self.nodes.append((thread, node))

    def called(self, seed: str, item: str) -> None:
        self.names[seed] = item


class Once:
    """Sends the plan back once, with a note."""

    def __init__(self) -> None:
        self.shown: list[str] = []

    async def review(self, checkpoint: Checkpoint, folder: Path) -> CheckpointAnswer | None:
        self.shown.append(checkpoint.label)
        if checkpoint.stage == "plan" and checkpoint.showing == 1:
            return CheckpointAnswer(action="redo", reviewer="ada", note="Leave out counting.")
        return CheckpointAnswer(action="approve", reviewer="ada")


def spec(gate: str = "static", queries: Mapping[str, str] = LENT) -> AuthoringSpec:
    assignments = tuple(Assignment(seed=Seed(id=id, query=query)) for id, query in queries.items())
    return AuthoringSpec(
        name="lent",
        version="1.0.0",
        family="webapp",
        licence="CC-BY-4.0",
        canary=suite_canary("lent", "1.0.0", 0, assignments),
        random_seed=0,
        gate=gate,
        author="model",
        task=TaskSpecification(task="Small web apps for one person at home."),
        refinements=1,
        assignments=assignments,
    )


async def author(
    folder: Path,
    model: Model | None,
    judge: Judge | None,
    reviewer: Reviewer | None = None,
    queries: Mapping[str, str] = LENT,
    jobs: int = 1,
) -> AuthoringReport:
    """Author with the program-decided checks for a gate."""
    asked = spec(queries=queries)
    context = authoring_context(asked, SuitePaths(folder), generator("webapp"), StaticGate([]), model, judge)
    return await author_suite(context, reviewer or AutoReviewer(), NoProgress(), jobs=jobs)


async def authored(
    folder: Path,
    endpoint: ModelEndpoint,
    reviewer: Reviewer | None = None,
    queries: Mapping[str, str] = LENT,
    judge: Judge | None = None,
) -> AuthoringReport:
    """The same by the endpoint's replies, which are kept in the suite's journal."""
    async with endpoint.serving() as url:
        with open_journal(SuitePaths(folder).journal) as journal:
            async with open_gateway(settings_for(url), lambda _: KEY, journal) as gateway:
                return await author(folder, gateway, judge or Reading(), reviewer, queries)


def criteria_patch(**changes: Any) -> dict[str, Any]:
    lists = ("targets", "removed_targets", "heads", "outcomes", "steps", "tasks", "removed")
    return {**{name: [] for name in lists}, **changes}


def head(task: str, **changes: Any) -> dict[str, Any]:
    fields = ("title", "level", "depends_on", "requirements", "importance")
    return {"id": task, **dict.fromkeys(fields), **changes}


def asked_for(endpoint: ModelEndpoint) -> Sequence[str]:
    return [shape_of(body) for body in endpoint.asked]


async def test_each_part_is_asked_for_once_and_says_what_it_was_made_of(tmp_path: Path) -> None:
    endpoint = hand_written()
    report = await authored(tmp_path, endpoint)

    assert [item.result for item in report.items] == ["unproved"], report.items
    assert asked_for(endpoint) == PARTS
    paths = SuitePaths(tmp_path)
    project = read_project(paths.item("lent"))
    assert project.prd.title == "Lent Books"
    assert [task.id for task in project.criteria.tasks] == [
        "list",
        "lend",
        "give-back",
        "search",
        "accessibility-access",
    ]
    assert all(read_suite(paths).canary in text for text in project.reference.values())
    assert {"blank-page", "added-last"} <= {planted.mutant.id for planted in project.mutants}
    assert project.provenance is not None
    assert [output.artifact for output in project.provenance.outputs] == [
        "parameters.yaml",
        "prd.yaml",
        "query.yaml",
        "criteria.yaml",
        "reference",
        "alternatives",
        "mutants",
    ]
    use = project.provenance.outputs[1].uses[0]
    assert (use.role, use.model, use.answered_by) == ("generator", "some-model", "some-model-7")
    assert use.prompt_hash
    assert use.template_hash
    assert use.key
    plan = read_record(paths.plan, Plan)
    assert plan.parameter("narrowing").provided_by is ProvidedBy.MODEL
    assert plan.constraints[1].provided_by is ProvidedBy.DEVELOPER
    assert read_record(paths.provenance, Provenance).outputs[0].artifact == "plan.yaml"
    assert "| Made by models | some-model-7 |" in paths.card.read_text()
    with pytest.raises(
        AuthorError, match="lent: made by models, and suites are made afresh out of a catalog"
    ):
        refresh_spec(new_version(paths, None), generator("webapp"), random_seed=1, gate="static")
    with pytest.raises(AuthorError, match="lent: made by models, and suites are added to out of a catalog"):
        grow_spec(paths, generator("webapp"), plan, 1, random_seed=1, gate="static")


PROVISIONAL = "i-need-a-little-page-where"


async def called(
    folder: Path, endpoint: ModelEndpoint, queries: Mapping[str, str], sink: Hearing | None = None
) -> AuthoringReport:
    """Author seeds that nobody named."""
    asked = spec(queries=queries).model_copy(update={"ids_by_title": True})
    sink = sink or Hearing()
    async with endpoint.serving() as url:
        with open_journal(SuitePaths(folder).journal) as journal:
            async with open_gateway(settings_for(url), lambda _: KEY, journal) as gateway:
                context = authoring_context(
                    asked, SuitePaths(folder), generator("webapp"), StaticGate([]), gateway, Reading(),
                    hear=sink.heard.append,
                )  # fmt: skip
                return await author_suite(context, AutoReviewer(), sink)


@pytest.mark.slow
async def test_a_reference_that_is_given_up_is_gone_on_from_with_the_criteria_that_it_corrected(
    tmp_path: Path,
) -> None:
    """The next try asked for it anew, by the criteria as they were: four repairs were paid again."""
    project = reply("WrittenProject")
    broken = {
        "files": [
            {**file, "content": f"// 0\n{file['content']}"} if file["path"] == "app.js" else file
            for file in project["files"]
        ]
    }
    renamed = {"name": "back button", "target": "{role: button, name: Back, synonyms: [Brought back]}"}
    repair = {"cause": "It is older.", "edits": [], "files": [], "targets": [], "steps": []}
    edits = [("0", "1"), ("1", "2"), ("2", "3"), ("3", "4")]
    repairs = [
        {**repair, "edits": [{"path": "app.js", "find": f"// {old}\n", "replace": f"// {new}\n"}]}
        for old, new in edits
    ]
    repairs[0]["targets"] = [renamed]
    repairs.append({**repair, "edits": [{"path": "app.js", "find": "// 4\n", "replace": ""}]})
    endpoint = hand_written({"WrittenProject": [broken], "Repair": repairs})
    report = await called(tmp_path, endpoint, {PROVISIONAL: SEED})

    assert [(item.result, item.attempts) for item in report.items] == [("unproved", 2)], report.items
    assert asked_for(endpoint) == [*PARTS[:6], *["Repair"] * 5, *PARTS[6:]]
    made = read_project(SuitePaths(tmp_path).item("lent-books"))
    assert "Brought back" in str(made.criteria.model_dump())


async def test_an_item_whose_seed_nobody_named_is_called_by_its_title(tmp_path: Path) -> None:
    """`please-implement-a` stood in every path and line."""
    endpoint, sink = hand_written(), Hearing()
    report = await called(tmp_path, endpoint, {PROVISIONAL: SEED}, sink)

    assert [(item.item, item.result) for item in report.items] == [("lent-books", "unproved")]
    assert asked_for(endpoint) == PARTS, "what the seed is read as is asked for once"
    assert sink.names == {PROVISIONAL: "lent-books"}
    paths = SuitePaths(tmp_path)
    assert [item.id for item in read_suite(paths).items] == ["lent-books"]
    assert read_project(paths.item("lent-books")).seed.seed.query == SEED
    assert not [path for path in paths.drafts.glob("*") if path.name == PROVISIONAL]
    again = await called(tmp_path, hand_written(silent_at="WrittenPlan"), {PROVISIONAL: SEED})
    assert [item.item for item in again.items] == ["lent-books"]


async def test_an_id_stays_however_often_the_work_is_stopped(tmp_path: Path) -> None:
    stopped = await called(tmp_path, hand_written(silent_at="WrittenCriteria"), {PROVISIONAL: SEED})
    assert [(item.item, item.result) for item in stopped.items] == [("lent-books", "failed")]
    renamed = {**reply("SeedReading"), "subject": "something else"}
    endpoint, sink = hand_written({"SeedReading": [renamed]}), Hearing()
    report = await called(tmp_path, endpoint, {PROVISIONAL: SEED}, sink)
    assert [(item.item, item.result) for item in report.items] == [("lent-books", "unproved")]
    assert asked_for(endpoint) == PARTS[4:]
    assert sink.names == {}, "it is told once"


async def test_no_title_chooses_a_path_and_no_two_items_have_one_id(tmp_path: Path) -> None:
    """Of three requests two are called alike, by a name that climbs out of the suite; the third is refused."""
    titles = [{**reply("SeedReading"), "subject": "../Lent Books"} for _ in range(2)]
    refusal = {**reply("SeedReading"), "refusal": "It asks for a poem, which is no software."}
    queries = {"first": SEED, "second": f"{SEED} Please!", "third": "Write me a poem."}
    endpoint, sink = hand_written({"SeedReading": [*titles, refusal]}), Hearing()
    report = await called(tmp_path, endpoint, queries, sink)
    assert sorted(item.item for item in report.items if item.result != "refused") == [
        "lent-books",
        "lent-books-2",
    ]
    assert [item.item for item in report.items if item.result == "refused"] == [
        seed for seed, item in sink.names.items() if seed == item
    ]
    assert len(sink.names) == 3


async def test_each_step_is_heard_and_each_mutant_that_is_tried(tmp_path: Path) -> None:
    """From the start to the gate nothing was said for half an hour."""
    short = reply("WrittenPRD")
    first = {**short, "title": ""}
    fields = dict.fromkeys(("title", "overview", "users", "typical_use", "data_requirements", "non_goals"))
    empty = {name: [] for name in ("sections", "requirements", "removed", "new_sections")}
    patch = {"fields": {**fields, "title": short["title"]}, **empty}
    endpoint = hand_written({"WrittenPRD": [first], "PRDPatch": [patch]})
    sink = Hearing()
    await called(tmp_path, endpoint, {PROVISIONAL: SEED}, sink)
    assert [node for thread, node in sink.nodes if thread == "item/lent-books"][:6] == [
        "sample", "prd", "query", "criteria", "reference", "inspect",
    ]  # fmt: skip
    assert [one[:4] for one in sink.heard if isinstance(one, SentBack)] == [("lent-books", "prd", 1, 2)]
    assert [one for one in sink.heard if isinstance(one, Planned)] == [Planned("lent-books", 4)]
    tried = [one for one in sink.heard if isinstance(one, MutantsTried) and not one.is_mechanical]
    assert [one.done for one in tried] == list(range(tried[0].planned + 1))
    assert {one.planned for one in tried} == {len(reply("WrittenMutants")["mutants"]) + 1}


async def test_a_reference_that_does_not_pass_is_heard_with_the_reasons(tmp_path: Path) -> None:
    project = reply("WrittenProject")
    older = [
        {**file, "content": f"// older\n{file['content']}"} if file["path"] == "app.js" else file
        for file in project["files"]
    ]
    broken = {**project, "files": older}
    repair = {
        **reply("meals/Repair"),
        "steps": [],
        "edits": [{"path": "app.js", "find": "// older\n", "replace": ""}],
    }
    sink = Hearing()
    report = await called(
        tmp_path,
        hand_written({"WrittenProject": [broken], "Repair": [repair]}),
        {PROVISIONAL: SEED},
        sink,
    )
    assert report.is_written, report.items
    (mending,) = (one for one in sink.heard if isinstance(one, Mending))
    assert mending[:3] == ("lent-books", 1, 4)
    assert all(reason.startswith("task ") for reason in mending.wrong)


@pytest.mark.slow
async def test_an_endpoint_that_fails_in_the_middle_costs_no_call_twice(tmp_path: Path) -> None:
    expired = hand_written(silent_at="WrittenProject")
    report = await authored(tmp_path, expired)
    assert [(item.result, item.cause) for item in report.items] == [("failed", Cause.AUTHOR)]
    assert not report.is_written
    assert not (tmp_path / "items").exists()

    renewed = hand_written()
    again = await authored(tmp_path, renewed)
    assert again.is_written
    assert asked_for(renewed) == PARTS[5:]


@pytest.mark.slow
async def test_a_kill_between_reply_and_draft_asks_nothing_twice(tmp_path: Path) -> None:
    """The checkpoints are lost and the journal stays: every reply is given again."""
    await authored(tmp_path, hand_written(silent_at="WrittenMutants"))
    for path in SuitePaths(tmp_path).authoring.glob("checkpoints*"):
        path.unlink()

    endpoint = hand_written()
    assert (await authored(tmp_path, endpoint)).is_written
    assert asked_for(endpoint) == ["WrittenMutants"]


async def test_no_model_is_asked_to_mend_a_lost_browser(tmp_path: Path) -> None:
    """The verdicts would have been told to it as failures of what it wrote."""
    endpoint, judge = hand_written(), Losing()
    report = await authored(tmp_path, endpoint, judge=judge)
    assert [(item.result, item.cause) for item in report.items] == [("failed", Cause.INFRASTRUCTURE)]
    assert asked_for(endpoint) == PARTS[:5]

    judge.is_lost = False
    assert (await authored(tmp_path, endpoint, judge=judge)).is_written
    assert asked_for(endpoint) == PARTS


@pytest.mark.slow
async def test_a_suite_of_another_name_is_made_of_the_same_replies(tmp_path: Path) -> None:
    """The prompts held the suite's canary, so that no journal answered for a folder of another name."""
    endpoint = hand_written()
    assert (await authored(tmp_path, endpoint)).is_written
    assert KEPT_OUT not in json.dumps(endpoint.asked)
    with open_journal(SuitePaths(tmp_path).journal, replay=True) as journal:
        async with open_gateway(settings_for("http://127.0.0.1:9/v1"), lambda _: "", journal) as gateway:
            renamed = spec().model_copy(update={"name": "books", "canary": f"{KEPT_OUT}-{uuid4()}"})
            context = authoring_context(
                renamed,
                SuitePaths(tmp_path / "books"),
                generator("webapp"),
                StaticGate([]),
                gateway,
                Reading(),
            )
            assert (await author_suite(context, AutoReviewer(), NoProgress())).is_written


@pytest.mark.slow
async def test_wrong_criteria_are_shown_to_the_model_with_what_is_wrong(tmp_path: Path) -> None:
    wrong = reply("WrittenCriteria")
    wrong["tasks"][0]["steps"][1] = (
        'expect: {several: {visible: {role: text, name: Any, containing: "Moby Dick"}}}'
    )
    step = {"task": "list", "step": 2, "steps": [reply("WrittenCriteria")["tasks"][0]["steps"][1]]}
    endpoint = hand_written({"WrittenCriteria": [wrong], "CriteriaPatch": [criteria_patch(steps=[step])]})
    assert (await authored(tmp_path, endpoint)).is_written

    assert asked_for(endpoint) == [*PARTS[:5], "CriteriaPatch", *PARTS[5:]]
    shown = endpoint.asked[5]["messages"]
    assert [message["role"] for message in shown] == ["system", "user"], "nothing is sent again"
    assert "'Moby Dick' comes from nowhere" in shown[-1]["content"]
    assert wrong["tasks"][0]["steps"][1] in shown[-1]["content"]
    assert not any(wrong["tasks"][1]["steps"][3] in message["content"] for message in shown)


class Narrow(Reading):
    """… who takes another rendering for broken in one task, as long as its criterion is as it was first written."""

    async def judge(self, request: JudgeRequest) -> Judgement:
        judgement = await super().judge(request)
        files = {path: without_canary(text) for path, text in read_files(request.submission).items()}
        says = {one.id: one.statement for task in request.criteria.tasks for one in task.outcomes}
        if files != restyled("") or "Nine books" in " ".join(says.values()):
            return judgement
        return judgement.model_copy(
            update={"tasks": tuple(_failed(one) if one.task == "list" else one for one in judgement.tasks)}
        )


def _failed(verdict: TaskVerdict) -> TaskVerdict:
    failed = {"status": Status.FAILED, "reason": "it is not seen"}
    outcomes = tuple(one.model_copy(update=failed) for one in verdict.outcomes)
    return verdict.model_copy(update={**failed, "outcomes": outcomes})


async def test_what_another_rendering_meets_is_put_right_before_a_defect_is_planted(tmp_path: Path) -> None:
    """The gate refused the item for it, after it had judged every mutant."""
    meets = {"task": "list", "why": "All nine books are listed with title, borrower and date."}
    renamed = {"task": "list", "id": "several", "statement": "Nine books are listed"}
    endpoint = hand_written(
        {
            "RestylingRepair": [{"edits": [], "files": [], "meets": [meets]}],
            "CriteriaPatch": [criteria_patch(outcomes=[renamed])],
        }
    )
    report = await authored(tmp_path, endpoint, judge=Narrow())
    assert report.is_written, report.items
    asked = asked_for(endpoint)
    assert asked.index("RestylingRepair") < asked.index("CriteriaPatch") < asked.index("WrittenMutants")
    assert asked.count("WrittenMutants") == 1
    [patched] = [body for body in endpoint.asked if shape_of(body) == "CriteriaPatch"]
    assert meets["why"] in patched["messages"][-1]["content"]


@pytest.mark.slow
async def test_what_stays_wrong_is_made_anew_and_then_given_up_with_the_reason(tmp_path: Path) -> None:
    empty: dict[str, list[object]] = {"targets": [], "tasks": []}
    nothing = criteria_patch()
    endpoint = hand_written({"WrittenCriteria": [empty] * 2, "CriteriaPatch": [nothing] * 4})
    report = await authored(tmp_path, endpoint)

    assert [item.result for item in report.items] == ["not released"]
    assert report.items[0].reasons == ("There are no tasks.",)
    assert report.items[0].attempts == 2
    tried = ["WrittenCriteria", "CriteriaPatch", "CriteriaPatch"]
    assert asked_for(endpoint) == [*PARTS[:4], *tried, *tried], "what stands before it is kept"
    second = endpoint.asked[7]["messages"]
    assert "- There are no tasks." in second[1]["content"], "the next attempt is told why"


@pytest.mark.slow
async def test_a_request_for_something_else_is_refused_in_the_models_words(tmp_path: Path) -> None:
    refusal = {**reply("SeedReading"), "refusal": "It asks for a poem, which is no software."}
    report = await authored(
        tmp_path, hand_written({"SeedReading": [refusal]}), queries={"lent": "Write me a poem."}
    )

    assert [item.result for item in report.items] == ["refused"]
    assert "It asks for a poem, which is no software." in report.items[0].reasons[0]


@pytest.mark.slow
async def test_a_note_about_the_plan_changes_it(tmp_path: Path) -> None:
    plan = reply("WrittenPlan")
    redone = {
        "plan": {**plan, "categories": ["keeping-track", "planning"]},
        "answers": ["Counting is left out."],
    }
    endpoint, reviewer = hand_written({"RedonePlan": [redone]}), Once()
    assert (await authored(tmp_path, endpoint, reviewer)).is_written

    assert reviewer.shown[:2] == ["lent, plan", "lent, plan, showing 2"]
    asked = next(body for body in endpoint.asked if shape_of(body) == "RedonePlan")["messages"][1]["content"]
    assert "> Leave out counting." in asked
    assert "keeping-track, planning, counting" in asked
    assert read_record(SuitePaths(tmp_path).plan, Plan).parameter("category").values == (
        "keeping-track",
        "planning",
    )


class OtherTitle:
    """Edits the PRD the first time that it is shown."""

    def __init__(self) -> None:
        self.shown: list[str] = []

    async def review(self, checkpoint: Checkpoint, folder: Path) -> CheckpointAnswer | None:
        self.shown.append(checkpoint.label)
        if checkpoint.stage != "generation" or checkpoint.showing > 1:
            return CheckpointAnswer(action="approve", reviewer="ada")
        text = (folder / "prd.yaml").read_text().replace("title: Lent Books", "title: Books Abroad")
        return CheckpointAnswer(action="edit", reviewer="ada", edits={"prd.yaml": text})


@pytest.mark.slow
async def test_what_is_made_from_an_edited_prd_is_made_anew_and_shown_again(tmp_path: Path) -> None:
    """An edited PRD never reached the criteria and the reference, which had been made from the old one."""
    endpoint, reviewer = hand_written(), OtherTitle()
    assert (await authored(tmp_path, endpoint, reviewer)).is_written

    # Of tasks and files that came out the same again, the same mutants are known already.
    assert asked_for(endpoint) == [*PARTS, *PARTS[3:7]]
    again = endpoint.asked[len(PARTS) :]
    assert all("# Books Abroad" in body["messages"][1]["content"] for body in again)
    assert "lent, generation, showing 2" in reviewer.shown
    assert read_project(SuitePaths(tmp_path).item("lent")).prd.title == "Books Abroad"


@pytest.mark.slow
async def test_of_two_items_that_a_model_wrote_alike_the_earlier_one_stays(tmp_path: Path) -> None:
    """What it calls their subjects and tasks is up to the model, and their texts tell."""
    again = {**reply("SeedReading"), "subject": "things out of the house"}
    endpoint = hand_written({"SeedReading": [reply("SeedReading"), again]})
    report = await authored(tmp_path, endpoint, queries={"lent": SEED, "again": f"{SEED} Soon, please."})

    assert [item.result for item in report.items] == ["unproved", "not released"]
    assert (
        report.items[1]
        .reasons[0]
        .startswith("near-duplicate of 'lent': the texts of their PRDs are 100% alike")
    )
    assert [item.id for item in read_suite(SuitePaths(tmp_path)).items] == ["lent"]


@pytest.mark.slow
async def test_without_a_model_nothing_is_begun(tmp_path: Path) -> None:
    with pytest.raises(AuthorError, match="there is no model or no judge"):
        await author(tmp_path, None, Reading())


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.timeout(1200)
async def test_an_item_is_mended_and_released_by_the_live_gate(tmp_path: Path) -> None:
    """What was given back is back after a reload in the first reference, which the judge shows to the model."""
    right = "books = books.filter((other) => other !== book);\n  saveBooks(books);"
    wrong = right.splitlines()[0]
    project = reply("WrittenProject")
    app = next(file for file in project["files"] if file["path"] == "app.js")
    assert right in app["content"]
    app["content"] = app["content"].replace(right, wrong)
    repair = {
        "cause": "What was given back is not kept.",
        "edits": [{"path": "app.js", "find": wrong, "replace": right}],
        "files": [],
        "targets": [],
        "steps": [],
    }
    endpoint = hand_written({"WrittenProject": [project], "Repair": [repair]})
    asked, paths = spec("live"), SuitePaths(tmp_path)
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
    assert asked_for(endpoint) == [*PARTS[:6], "Repair", *PARTS[6:]]
    evidence = read_evidence(paths.item("lent"))
    assert evidence is not None
    assert evidence.alternative == "restyled"
    card = paths.card.read_text()
    assert "| lent | passes: A second rendering by the model" in card
    assert "passes: The same app with other sample data: other names, an entry more." in card
    told = endpoint.asked[6]["messages"][1]["content"]
    assert "- task give-back, outcome kept" in told
    assert "lent" not in [line for line in told.splitlines() if line.startswith("- task list")], (
        "nothing else failed"
    )
