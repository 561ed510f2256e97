"""What a developer wrote stands, and what was made from what it replaced never reaches the gate."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from pipeline.cli.wiring.authors import authoring_context
from pipeline.graph.authoring import author_suite
from pipeline.graph.drafts import Drafts
from pipeline.graph.report import AuthoringReport
from plans.errors import GivenUp, StorageFailed
from plans.items import read_project
from plans.paths import SuitePaths
from plans.records.criteria import Criteria
from plans.records.project import Built, MadeArtifact, PlantedMutant, Project, Scheme, Specified
from plans.records.seed import Recipe
from plans.records.specification import PRD, Query
from review.checkpoints import AutoReviewer, Checkpoint, CheckpointAnswer
from tests.pipeline.graph.scripted import NoProgress, ScriptedGate, ScriptedGenerator
from tests.pipeline.graph.studio import results, spec

Edits = Mapping[str, tuple[str, str]]
"""Artifact → what is replaced in it, and by what."""
PRD_EDIT = ("It has a heading.", "It has a large heading.")
QUERY_EDIT = ("with a heading", "with some heading")
CRITERIA_EDIT = ("See the heading", "Look up at the heading")


class Following(ScriptedGenerator):
    """Makes each part from those before it, and gives up those that it is told to, once each."""

    follows_edits = True

    def __init__(
        self, given_up: Sequence[str] = (), correction: Callable[[Criteria], Criteria] | None = None
    ):
        self.made: list[str] = []
        self._given_up = list(given_up)
        self._correction = correction

    async def prd(self, recipe: Recipe) -> MadeArtifact[PRD]:
        self._make("prd", "")
        return await super().prd(recipe)

    async def query(self, recipe: Recipe, prd: PRD) -> MadeArtifact[Query]:
        self._make("query", prd)
        return await super().query(recipe, prd)

    async def criteria(self, recipe: Recipe, prd: PRD, query: Query) -> MadeArtifact[Scheme]:
        self._make("criteria", prd)
        return await super().criteria(recipe, prd, query)

    async def reference(self, specified: Specified, canary: str) -> MadeArtifact[Built]:
        self._make("reference", specified.prd)
        made = await super().reference(specified, canary)
        if self._correction is None:
            return made
        wanted = self._correction(specified.criteria)
        return MadeArtifact(made.value.model_copy(update={"criteria": wanted}))

    async def mutants(self, specified: Specified, built: Built) -> MadeArtifact[tuple[PlantedMutant, ...]]:
        self._make("mutants", specified.prd)
        return await super().mutants(specified, built)

    def _make(self, part: str, source: object) -> None:
        made = f"{part} anew" if PRD_EDIT[1] in str(source) else part
        if made in self._given_up:
            self._given_up.remove(made)
            raise GivenUp(f"{made} cannot be made", [f"{made}: a large heading is hard."])
        self.made.append(made)


class Editor:
    """Edits at the showings of generation that are named, and approves all else as it is."""

    def __init__(self, *edits: Edits) -> None:
        self._edits = edits
        self.told: list[tuple[str, ...]] = []

    async def review(self, checkpoint: Checkpoint, folder: Path) -> CheckpointAnswer | None:
        if checkpoint.stage != "generation":
            return CheckpointAnswer(action="approve", reviewer="ada")
        self.told.append(tuple(checkpoint.findings))
        if checkpoint.showing > len(self._edits) or not self._edits[checkpoint.showing - 1]:
            return CheckpointAnswer(action="approve", reviewer="ada")
        texts: dict[str, str] = {}
        for artifact, (old, new) in self._edits[checkpoint.showing - 1].items():
            text = (folder / artifact).read_text()
            assert old in text, artifact
            texts[artifact] = text.replace(old, new)
        return CheckpointAnswer(action="edit", reviewer="ada", edits=texts)


async def authored(
    folder: Path, maker: Following, editor: Editor, query: str = "a shop"
) -> tuple[AuthoringReport, ScriptedGate]:
    gate = ScriptedGate()
    context = authoring_context(spec({"shop": query}, refinements=3), SuitePaths(folder), maker, gate)
    return await author_suite(context, editor, NoProgress()), gate


def shop(folder: Path) -> Project:
    return read_project(SuitePaths(folder).item("shop"))


async def test_criteria_that_were_edited_with_the_prd_are_not_written_over(tmp_path: Path) -> None:
    """The query was stale, and its node went on to that of the criteria, which made them anew over the edit."""
    maker = Following()
    editor = Editor({"prd.yaml": PRD_EDIT, "criteria.yaml": CRITERIA_EDIT})
    report, _ = await authored(tmp_path, maker, editor)
    assert results(report) == {"shop": "released"}
    assert maker.made[5:] == ["query anew", "reference anew", "mutants anew"]
    assert shop(tmp_path).criteria.tasks[0].title == "Look up at the heading"
    assert len(editor.told) == 2, "what was made anew is shown again"


async def test_what_was_edited_earlier_stands_when_the_prd_is_edited_later(tmp_path: Path) -> None:
    maker = Following()
    report, _ = await authored(
        tmp_path,
        maker,
        Editor({"prd.yaml": ("its colour", "a colour"), "query.yaml": QUERY_EDIT}, {"prd.yaml": PRD_EDIT}),
    )
    assert results(report) == {"shop": "released"}
    assert maker.made[5:] == [
        "criteria", "reference", "mutants", "criteria anew", "reference anew", "mutants anew"
    ]  # fmt: skip
    assert "a shop, with some heading" in (SuitePaths(tmp_path).item("shop").query).read_text()


async def test_what_could_not_be_made_anew_is_tried_again_and_not_passed_to_the_gate(tmp_path: Path) -> None:
    """After it was given up the old parts were shown, and an approval took them to the gate beside the new PRD."""
    for given_up in ("query", "criteria", "reference", "mutants"):
        maker, editor = Following([f"{given_up} anew"]), Editor({"prd.yaml": PRD_EDIT})
        report, gate = await authored(tmp_path / given_up, maker, editor)
        assert results(report) == {"shop": "released"}
        assert maker.made[5:] == ["query anew", "criteria anew", "reference anew", "mutants anew"], given_up
        assert f"{given_up} anew: a large heading is hard." in editor.told[1]
        assert gate.judged == ["shop 1"]


async def test_a_developer_may_write_what_could_not_be_made(tmp_path: Path) -> None:
    maker = Following(["criteria anew"])
    editor = Editor({"prd.yaml": PRD_EDIT}, {"criteria.yaml": CRITERIA_EDIT})
    report, _ = await authored(tmp_path, maker, editor)
    assert results(report) == {"shop": "released"}
    assert maker.made[5:] == ["query anew", "reference anew", "mutants anew"]
    assert shop(tmp_path).criteria.tasks[0].title == "Look up at the heading"


async def test_edited_criteria_are_not_corrected_to_what_was_built(tmp_path: Path) -> None:
    """They were, which nobody was told."""

    def correction(criteria: Criteria) -> Criteria:
        first, *others = criteria.tasks
        return Criteria(tasks=(first.model_copy(update={"title": "See a heading"}), *others))

    maker = Following(correction=correction)
    editor = Editor({"prd.yaml": PRD_EDIT, "criteria.yaml": ("See a heading", CRITERIA_EDIT[1])})
    report, _ = await authored(tmp_path, maker, editor)
    assert results(report) == {"shop": "released"}
    assert shop(tmp_path).criteria.tasks[0].title == "Look up at the heading"
    assert "in task 'heading' than those you edited" in editor.told[1][-1]


async def test_a_redo_forgets_what_was_edited(tmp_path: Path) -> None:
    """All of the item is made again then, which is what was asked for."""

    class Redoing(Editor):
        async def review(self, checkpoint: Checkpoint, folder: Path) -> CheckpointAnswer | None:
            if (checkpoint.stage, checkpoint.showing) == ("generation", 2):
                return CheckpointAnswer(action="redo", reviewer="ada", note="again")
            return await super().review(checkpoint, folder)

    maker = Following()
    edits = {"prd.yaml": PRD_EDIT, "criteria.yaml": CRITERIA_EDIT}
    report, _ = await authored(tmp_path, maker, Redoing(edits))
    assert results(report) == {"shop": "released"}
    assert maker.made[8:] == ["prd", "query", "criteria", "reference", "mutants"]
    assert shop(tmp_path).criteria.tasks[0].title == "See the heading"


async def test_a_reference_that_is_taken_up_again_is_made_for_the_same_criteria(tmp_path: Path) -> None:
    """What a call that was killed had corrected was found by the next one, which asked models other things for it."""

    class CutShort(Drafts):
        def write_built(self, item: str, made: MadeArtifact[Built]) -> None:
            super().write_built(item, made)
            raise StorageFailed("The disk is full.")

    class Correcting(Following):
        async def reference(self, specified: Specified, canary: str) -> MadeArtifact[Built]:
            asked.append([task.title for task in specified.criteria.tasks])
            return await super().reference(specified, canary)

        async def mutants(
            self, specified: Specified, built: Built
        ) -> MadeArtifact[tuple[PlantedMutant, ...]]:
            asked.append([task.title for task in specified.criteria.tasks])
            return await super().mutants(specified, built)

    def correction(criteria: Criteria) -> Criteria:
        first, *others = criteria.tasks
        return Criteria(tasks=(first.model_copy(update={"title": f"{first.title}!"}), *others))

    asked: list[list[str]] = []
    paths = SuitePaths(tmp_path)
    context = authoring_context(
        spec({"shop": "a shop"}), paths, Correcting(correction=correction), ScriptedGate()
    )
    cut = replace(context, drafts=CutShort(paths, context.spec.canary))
    assert results(await author_suite(cut, AutoReviewer(), NoProgress())) == {"shop": "failed"}
    assert results(await author_suite(context, AutoReviewer(), NoProgress())) == {"shop": "released"}
    first, again, planted = asked
    assert first == again
    assert planted == [f"{first[0]}!", *first[1:]], "mutants are made for what was corrected"
    assert [task.title for task in shop(tmp_path).criteria.tasks] == planted
