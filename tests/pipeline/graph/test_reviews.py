"""Review checkpoints: parked, decided later in any order, edited, redone, rejected, and never decided twice."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from pipeline.graph.authoring import author_suite, parked_checkpoints
from pipeline.graph.build import SUITE, build_graph
from pipeline.graph.drafts import Drafts
from pipeline.graph.driver import open_checkpoints, pending_checkpoints
from pipeline.graph.spec import has_drafts
from pipeline.graph.state import checkpoint_of
from plans.digests import graded_digest
from plans.errors import AuthorError, Busy, StorageFailed
from plans.files import read_lines, read_record
from plans.items import held_suite, read_project, read_suite
from plans.paths import SuitePaths
from plans.records.plan import Plan
from plans.records.review import Decision
from review.checkpoints import Checkpoint, CheckpointAnswer, DeferringReviewer, PresetReviewer, ReviewerOf
from review.ledger import Ledger
from tests.pipeline.graph.scripted import NoProgress, ScriptedGate
from tests.pipeline.graph.studio import FINE, author, context, results

Decide = Callable[[Checkpoint, Path], CheckpointAnswer | None]


class Person:
    """Decides by a rule, and remembers what was asked."""

    def __init__(self, decide: Decide) -> None:
        self._decide = decide
        self.asked: list[str] = []

    async def review(self, checkpoint: Checkpoint, folder: Path) -> CheckpointAnswer | None:
        self.asked.append(checkpoint.label)
        return self._decide(checkpoint, folder)


def approve(checkpoint: Checkpoint, folder: Path) -> CheckpointAnswer:
    return CheckpointAnswer(action="approve", reviewer="ada")


def only(stage: str, answer: CheckpointAnswer, showing: int = 1) -> Decide:
    """This answer at one stage and showing, approval elsewhere."""

    def decide(checkpoint: Checkpoint, folder: Path) -> CheckpointAnswer:
        is_meant = (checkpoint.stage, checkpoint.showing) == (stage, showing)
        return answer if is_meant else approve(checkpoint, folder)

    return decide


async def decide_parked(folder: Path, item: str, stage: str, answer: CheckpointAnswer) -> None:
    """As `benchwright review` does in a process of its own."""
    parked = await parked_checkpoints(SuitePaths(folder), has_drafts=True)
    chosen = [checkpoint for checkpoint in parked if (checkpoint.item, checkpoint.stage) == (item, stage)]
    reviewer = PresetReviewer([(checkpoint, answer) for checkpoint in chosen])
    await author(folder, reviewer=reviewer)
    reviewer.check_all_given()


async def parked_labels(folder: Path) -> list[str]:
    return sorted(
        checkpoint.label for checkpoint in await parked_checkpoints(SuitePaths(folder), has_drafts=True)
    )


async def test_each_stage_is_asked_once(tmp_path: Path) -> None:
    person = Person(approve)
    await author(tmp_path, {"shop": "a shop"}, person)

    assert person.asked == ["tried, plan", "shop, generation", "shop, release"]


async def test_who_is_asked_about_one_item_leaves_the_others_parked(tmp_path: Path) -> None:
    person = Person(approve)
    of_one = ReviewerOf(person, lambda checkpoint: checkpoint.item in ("tried", "shop"))
    await author(tmp_path, {"shop": "a shop", "inn": "an inn"}, of_one)

    assert person.asked == ["tried, plan", "shop, generation", "shop, release"]
    assert await parked_labels(tmp_path) == ["inn, generation"]


async def test_parked_checkpoints_are_decided_later_in_any_order(tmp_path: Path) -> None:
    report = await author(tmp_path, reviewer=DeferringReviewer())
    assert report.plan_result == "waiting"
    assert await parked_labels(tmp_path) == ["tried, plan"]

    yes = CheckpointAnswer(action="approve", reviewer="ada")
    await decide_parked(tmp_path, "tried", "plan", yes)
    assert await parked_labels(tmp_path) == ["board, generation", "quiz, generation", "shop, generation"]

    await decide_parked(tmp_path, "quiz", "generation", yes)
    assert await parked_labels(tmp_path) == ["board, generation", "quiz, release", "shop, generation"]

    await decide_parked(tmp_path, "quiz", "release", yes)
    await decide_parked(tmp_path, "shop", "generation", yes)
    await decide_parked(tmp_path, "board", "generation", yes)
    await decide_parked(tmp_path, "board", "release", yes)
    assert not (tmp_path / "suite.yaml").exists(), "one item still waits"
    await decide_parked(tmp_path, "shop", "release", yes)

    assert [item.id for item in read_suite(SuitePaths(tmp_path)).items] == list(FINE)
    assert await parked_labels(tmp_path) == []


async def test_list_of_parked_agrees_with_langgraph(tmp_path: Path) -> None:
    await author(tmp_path, reviewer=Person(lambda c, f: approve(c, f) if c.stage == "plan" else None))
    await decide_parked(tmp_path, "quiz", "generation", CheckpointAnswer(action="approve", reviewer="ada"))

    async with open_checkpoints(SuitePaths(tmp_path)) as saver:
        graph = build_graph(SUITE, saver)
        said: list[Checkpoint] = []
        for thread in ("plan", *(f"item/{item}" for item in FINE)):
            state = await graph.aget_state({"configurable": {"thread_id": thread}})
            said += [checkpoint_of(interrupt.value) for interrupt in state.interrupts]
        listed = await pending_checkpoints(saver)
    assert sorted(c.label for c in listed) == ["board, generation", "quiz, release", "shop, generation"]
    assert sorted(c.label for c in said) == sorted(c.label for c in listed)


async def test_a_list_of_parked_waits_for_nobody_and_writes_nothing(tmp_path: Path) -> None:
    """While `author` ran, `review --list` said that the folder is in use."""
    paths = SuitePaths(tmp_path)
    await author(tmp_path, reviewer=DeferringReviewer())
    database = paths.checkpoints.read_bytes()
    assert await parked_labels(tmp_path) == ["tried, plan"]
    assert paths.checkpoints.read_bytes() == database

    listed: list[list[str]] = []

    class Lists(Person):
        async def review(self, checkpoint: Checkpoint, folder: Path) -> CheckpointAnswer | None:
            """Listed while the graph is at work, and holds the suite's lock."""
            with pytest.raises(Busy), held_suite(paths):
                pass
            listed.append(await parked_labels(tmp_path))
            return await super().review(checkpoint, folder)

    report = await author(tmp_path, reviewer=Lists(approve))
    assert report.is_written
    assert ["board, generation", "quiz, generation", "shop, generation"] in listed


@pytest.mark.parametrize("is_emptied", [False, True])
async def test_drafts_without_the_record_of_how_far_they_are_are_not_nothing_that_waits(
    is_emptied: bool, tmp_path: Path
) -> None:
    """`review` said that nothing waits for a decision, and ended with 0."""
    paths, person = SuitePaths(tmp_path), Person(lambda c, f: approve(c, f) if c.stage == "plan" else None)
    await author(tmp_path, reviewer=person)
    before = await parked_labels(tmp_path)
    paths.checkpoints.unlink()
    if is_emptied:
        paths.checkpoints.touch()

    assert has_drafts(paths)
    for _ in "ab":
        with pytest.raises(StorageFailed):
            await parked_checkpoints(paths, has_drafts=has_drafts(paths))

    await author(tmp_path, reviewer=person)
    assert await parked_labels(tmp_path) == before
    assert person.asked.count("tried, plan") == 1, "the plan was approved"
    await author(tmp_path, reviewer=Person(approve))
    assert not has_drafts(paths)


async def test_stale_decision_reaches_nothing(tmp_path: Path) -> None:
    await author(tmp_path, reviewer=Person(lambda c, f: approve(c, f) if c.stage == "plan" else None))
    first = await parked_checkpoints(SuitePaths(tmp_path), has_drafts=True)
    await decide_parked(
        tmp_path, "shop", "generation", CheckpointAnswer(action="redo", reviewer="ada", note="again")
    )

    stale = PresetReviewer(
        [(c, CheckpointAnswer(action="approve", reviewer="bob")) for c in first if c.item == "shop"]
    )
    await author(tmp_path, reviewer=stale)
    assert "shop, generation, showing 2" in await parked_labels(tmp_path)
    with pytest.raises(Exception, match=r"Nothing waits any more at shop, generation"):
        stale.check_all_given()


async def test_redo_makes_another_item_and_tells_the_author_why(tmp_path: Path) -> None:
    person = Person(only("generation", CheckpointAnswer(action="redo", reviewer="ada", note="make it red")))
    await author(tmp_path, {"shop": "a shop"}, person)

    assert person.asked[1:] == ["shop, generation", "shop, generation, showing 2", "shop, release"]
    project = read_project(SuitePaths(tmp_path).item("shop"))
    assert project.parameters.values["attempt"] == 2
    assert project.prd.non_goals == ("told: make it red", "told: heard: make it red")


async def test_redo_of_the_plan_does_what_the_note_says_and_answers_it(tmp_path: Path) -> None:
    """It was offered everywhere and always refused, since nobody read the note."""
    told: list[tuple[str, ...]] = []

    def decide(checkpoint: Checkpoint, folder: Path) -> CheckpointAnswer:
        told.append(checkpoint.findings)
        notes = {1: "no red", 2: "no green"} if checkpoint.stage == "plan" else {}
        if note := notes.get(checkpoint.showing):
            return CheckpointAnswer(action="redo", reviewer="ada", note=note)
        return approve(checkpoint, folder)

    person = Person(decide)
    await author(tmp_path, {"shop": "a shop"}, person)

    assert person.asked[:3] == ["tried, plan", "tried, plan, showing 2", "tried, plan, showing 3"]
    foretold = "shop is read as shopping / shop; features: as its family draws them."
    changed = "shop: added: nothing; removed: nothing."
    assert told[:3] == [
        (foretold,),
        ("no red", "heard: no red", foretold, changed),
        ("no red", "no green", "heard: no red", "heard: no green", foretold, changed),
    ]
    assert read_project(SuitePaths(tmp_path).item("shop")).parameters.values["colours"] == ["blue"]
    assert read_record(SuitePaths(tmp_path).plan, Plan).parameter("colour").values == ("blue",)


async def test_redo_of_the_plan_without_a_note_is_refused_with_the_reason(tmp_path: Path) -> None:
    """It gave the same plan again."""
    person = Person(only("plan", CheckpointAnswer(action="redo", reviewer="ada")))
    with pytest.raises(AuthorError, match=r"same plan again.*edit plan.yaml"):
        await author(tmp_path, {"shop": "a shop"}, person)
    assert await parked_labels(tmp_path) == ["tried, plan"], "it can still be decided"


async def test_rejected_item_is_left_out_with_its_reason(tmp_path: Path) -> None:
    no = CheckpointAnswer(action="reject", reviewer="ada", note="we have such a shop")
    person = Person(lambda c, f: no if c.item == "shop" else approve(c, f))
    report = await author(tmp_path, FINE, person)

    assert results(report) == {"shop": "rejected", "board": "released", "quiz": "released"}
    assert report.items[0].reasons == ("we have such a shop",)


async def test_rejected_plan_ends_everything(tmp_path: Path) -> None:
    person = Person(only("plan", CheckpointAnswer(action="reject", reviewer="ada", note="too narrow")))
    report = await author(tmp_path, FINE, person)

    assert (report.plan_result, report.reasons, report.items) == ("rejected", ("too narrow",), ())
    assert not report.is_written


async def test_new_work_is_not_rejected_by_what_was_decided_about_ended_work(tmp_path: Path) -> None:
    """A new call of `author` found the old rejection of the same texts and ended at once; nobody had been asked."""
    no = CheckpointAnswer(action="reject", reviewer="ada", note="not today")
    await author(tmp_path, {"shop": "a shop"}, Person(only("plan", no)))
    person = Person(only("generation", no))
    await author(tmp_path, {"shop": "a shop"}, person, version="1.0.1")
    assert person.asked == ["tried, plan", "shop, generation"]

    again = Person(approve)
    report = await author(tmp_path, {"shop": "a shop"}, again, version="1.0.2")
    assert again.asked == ["tried, plan", "shop, generation", "shop, release"]
    assert results(report) == {"shop": "released"}
    decided = Counter((one.stage, one.action) for one in Ledger(SuitePaths(tmp_path)).all())
    assert decided["plan", "reject"] == 1, "what was decided is still counted"
    assert decided["plan", "approve"] == 2
    assert decided["generation", "reject"] == 3, "one for each artifact"


async def test_edited_plan_is_what_items_are_sampled_from(tmp_path: Path) -> None:
    def decide(checkpoint: Checkpoint, folder: Path) -> CheckpointAnswer:
        if checkpoint.stage != "plan":
            return approve(checkpoint, folder)
        text = (folder / "plan.yaml").read_text()
        for colour in ("green", "blue"):
            text = text.replace(f"  - {colour}\n", "")
        return CheckpointAnswer(action="edit", reviewer="ada", edits={"plan.yaml": text})

    await author(tmp_path, FINE, Person(decide))

    for item in FINE:
        values = read_project(SuitePaths(tmp_path).item(item)).parameters.values
        assert values["colours"] == ["red"]


async def test_edited_prd_is_published_with_its_page_and_recorded(tmp_path: Path) -> None:
    def decide(checkpoint: Checkpoint, folder: Path) -> CheckpointAnswer:
        if checkpoint.stage != "generation":
            return approve(checkpoint, folder)
        text = (folder / "prd.yaml").read_text().replace("It has a heading.", "It has a large heading.")
        return CheckpointAnswer(action="edit", reviewer="ada", note="clearer", edits={"prd.yaml": text})

    await author(tmp_path, {"shop": "a shop"}, Person(decide))

    item = SuitePaths(tmp_path).item("shop")
    assert "It has a large heading." in item.prd.read_text()
    assert "It has a large heading." in item.prd_text.read_text()
    line = next(d for d in read_lines(item.review, Decision) if d.artifact == "prd.yaml")
    assert (line.action, line.reviewer, line.note) == ("edit", "ada", "clearer")
    assert line.edit_distance > 0


async def test_edit_that_the_gate_refuses_goes_back_to_the_person(tmp_path: Path) -> None:
    """Making the item anew would lose what the developer wrote."""
    gate = ScriptedGate()

    def decide(checkpoint: Checkpoint, folder: Path) -> CheckpointAnswer:
        if checkpoint.stage != "generation" or checkpoint.showing > 1:
            return approve(checkpoint, folder)
        text = (folder / "prd.yaml").read_text().replace("It has a heading.", "It has a large heading.")
        return CheckpointAnswer(action="edit", reviewer="ada", edits={"prd.yaml": text})

    person = Person(decide)
    report = await author(tmp_path, {"shop": "weak until 9"}, person, gate)

    assert results(report) == {"shop": "not released"}
    assert person.asked[1:] == [
        "shop, generation",
        "shop, generation, showing 2",
        "shop, generation, showing 3",
    ]
    assert set(gate.judged) == {"shop 1"}
    assert "large" in SuitePaths(tmp_path).draft("shop").prd.read_text()


async def test_other_weights_are_verified_before_release(tmp_path: Path) -> None:
    gate = ScriptedGate()

    def decide(checkpoint: Checkpoint, folder: Path) -> CheckpointAnswer:
        if checkpoint.stage != "release" or checkpoint.showing > 1:
            return approve(checkpoint, folder)
        text = (folder / "evaluation.yaml").read_text()
        text = text.replace("0.333333", "0.5").replace("0.666667", "0.5").replace("symptom", "requirement")
        return CheckpointAnswer(action="edit", reviewer="ada", edits={"evaluation.yaml": text})

    person = Person(decide)
    await author(tmp_path, {"shop": "a shop"}, person, gate)

    assert person.asked[-2:] == ["shop, release", "shop, release, showing 2"]
    assert gate.judged == ["shop 1", "shop 1"], "the first evidence was about other weights"
    project = read_project(SuitePaths(tmp_path).item("shop"))
    assert [task.weight for task in project.criteria.tasks] == [1.5, 1.5]
    assert "leak_policy: requirement" in SuitePaths(tmp_path).item("shop").evaluation.read_text()


async def test_other_weights_are_verified_also_where_a_killed_call_had_carried_them_over(
    tmp_path: Path,
) -> None:
    """The next call found nothing to carry over, and released the item with the evidence of the weights before."""

    class CutShort(Drafts):
        def apply_weights(self, item: str) -> None:
            before = self.criteria(item)
            super().apply_weights(item)
            if self.criteria(item) != before:
                raise StorageFailed("The disk is full.")

    def decide(checkpoint: Checkpoint, folder: Path) -> CheckpointAnswer:
        if checkpoint.stage != "release" or checkpoint.showing > 1:
            return approve(checkpoint, folder)
        text = (folder / "evaluation.yaml").read_text().replace("0.333333", "0.5").replace("0.666667", "0.5")
        return CheckpointAnswer(action="edit", reviewer="ada", edits={"evaluation.yaml": text})

    gate, queries = ScriptedGate(), {"shop": "a shop"}
    whole = context(tmp_path, queries, gate)
    cut = replace(whole, drafts=CutShort(whole.paths, whole.spec.canary))
    assert results(await author_suite(cut, Person(decide), NoProgress())) == {"shop": "failed"}
    await author_suite(whole, Person(decide), NoProgress())
    assert gate.judged == ["shop 1", "shop 1"]
    paths = SuitePaths(tmp_path)
    project = read_project(paths.item("shop"))
    assert [task.weight for task in project.criteria.tasks] == [1.5, 1.5]
    assert read_suite(paths).items[0].graded_digest == graded_digest(project.criteria, project.grader)


async def test_decision_that_was_recorded_is_not_asked_again(tmp_path: Path) -> None:
    """As after a kill between the ledger and the graph."""

    class Killed(Exception):
        pass

    class DiesAfterRecording(Person):
        async def review(self, checkpoint: Checkpoint, folder: Path) -> CheckpointAnswer | None:
            if self.asked:
                raise Killed
            return await super().review(checkpoint, folder)

    with pytest.raises(Killed):
        await author(tmp_path, {"shop": "a shop"}, DiesAfterRecording(approve))
    person = Person(approve)
    await author(tmp_path, {"shop": "a shop"}, person)

    assert person.asked == ["shop, generation", "shop, release"]
    assert len(read_lines(SuitePaths(tmp_path).review, Decision)) == 1


async def test_files_that_were_changed_while_a_release_waited_are_verified_first(tmp_path: Path) -> None:
    """A reference that had been emptied meanwhile was released by the evidence of the one before, with exit code 0."""
    gate, paths = ScriptedGate(), SuitePaths(tmp_path)
    yes = CheckpointAnswer(action="approve", reviewer="ada")
    until_release = Person(lambda c, folder: None if c.stage == "release" else approve(c, folder))
    await author(tmp_path, {"shop": "a shop"}, until_release, gate)
    (paths.draft("shop").reference / "index.html").write_text("<h1>gone</h1>")
    parked = await parked_checkpoints(paths, has_drafts=True)
    reviewer = PresetReviewer([(checkpoint, yes) for checkpoint in parked])
    await author(tmp_path, {"shop": "a shop"}, reviewer, gate)

    assert gate.judged == ["shop 1", "shop 1"]
    assert not paths.suite.exists(), "what the gate found of it is shown before it is released"
    assert await parked_labels(tmp_path) == ["shop, release, showing 2"]


async def test_files_that_were_changed_after_their_release_was_approved_are_not_published(
    tmp_path: Path,
) -> None:
    """The suite's table named digests that nothing in it had."""
    queries, paths = {"shop": "a shop", "inn": "an inn"}, SuitePaths(tmp_path)
    but_inn = Person(lambda c, folder: None if c.label == "inn, release" else approve(c, folder))
    await author(tmp_path, queries, but_inn)
    prd = paths.draft("shop").prd
    before = prd.read_text()
    prd.write_text(before.replace("shop", "shed"))
    assert prd.read_text() != before
    report = await author(tmp_path, queries, Person(approve))

    assert results(report) == {"shop": "not released", "inn": "released"}
    (told,) = report.items[0].reasons
    assert "changed after it was verified (prose)" in told
    assert [item.id for item in read_suite(paths).items] == ["inn"]
