"""Defects: edits of the reference's text, and mechanical ones of its scripts."""

from typing import Any

import pytest

from agents.authoring.generation.craft import BLANK, blank, broken, concerned, operators
from agents.authoring.generation.files import edited, laid, marked
from agents.authoring.generation.mutants import begun_defects, read_mutants
from agents.authoring.generation.pages import PageCraft, read_criteria
from agents.authoring.generation.shapes import (
    Edit,
    WrittenCriteria,
    WrittenFile,
    WrittenMutant,
    WrittenMutants,
    WrittenProject,
)
from agents.authoring.writing import UnreadableAnswer
from plans.families import trivial_submissions
from plans.patches import apply_patch
from plans.records.criteria import Criteria, Level
from plans.records.project import Built, Files, Scheme, Specified
from plans.records.seed import Recipe
from plans.webapp.catalog.compose import clause
from tests.agents.authoring.hand import reply
from tests.agents.authoring.test_parts_by_model import prd, query
from tests.agents.authoring.verification.notes import SOUND, ReadingJudge, notes_app, operating

CANARY = "benchwright-canary-0"


def reference() -> Files:
    problems: list[str] = []
    files = laid(WrittenProject.model_validate(reply("WrittenProject")).files, CANARY, problems)
    assert problems == []
    return files


def criteria() -> Criteria:
    return read_criteria(
        WrittenCriteria.model_validate(reply("WrittenCriteria")), prd(), query(), "lent"
    ).value


def test_every_file_carries_the_canary_where_it_does_no_harm() -> None:
    files = reference()
    assert files["index.html"].splitlines()[:2] == ["<!doctype html>", f"<!-- {CANARY} -->"]
    assert files["style.css"].startswith(f"/* {CANARY} */\n")
    assert files["app.js"].startswith(f"// {CANARY}\n")
    assert marked("app.js", files["app.js"], CANARY) == files["app.js"], "once is enough"


def test_files_that_nobody_should_write_are_refused() -> None:
    problems: list[str] = []
    written = [
        WrittenFile(path=path, content="x")
        for path in ("../index.html", "/etc/x.js", "package.json", "a/b.js")
    ]
    assert list(laid(written, CANARY, problems)) == ["a/b.js"]
    assert len(problems) == 4, problems
    assert "no index.html" in problems[-1]


def test_an_edit_has_to_say_where() -> None:
    problems: list[str] = []
    edits = [
        Edit(path="app.js", find="show();", replace=""),
        Edit(path="other.js", find="x", replace=""),
        Edit(path="app.js", find="", replace="x"),
        Edit(path="app.js", find="books = [{ title", replace="books = [{ name"),
    ]
    changed = edited(reference(), edits, problems)
    assert "books = [{ name" in changed["app.js"]
    assert [problem.partition(":")[0] for problem in problems] == ["edit 1", "edit 2", "edit 3"]


async def test_more_mutants_than_are_judged_in_an_hour_are_told_before_one_is() -> None:
    written = [WrittenMutant.model_validate(one) for one in reply("WrittenMutants")["mutants"]] * 100
    nobody: Any = None
    with pytest.raises(UnreadableAnswer, match="mutants; write at most 60"):
        await read_mutants(written, nobody, nobody, nobody, PageCraft(nobody))


@pytest.mark.parametrize(("undecided", "waits_for"), [("works", None), ("box", "'box'")])
async def test_what_was_not_decided_on_a_mutant_is_told(undecided: str, waits_for: str | None) -> None:
    """A defect that disabled a button was said to survive, and nothing said why, or in which task."""
    project = notes_app()
    tasks = tuple(operating(one) for one in project.criteria.tasks)
    specified = Specified(
        recipe=Recipe(id=project.id, seed=project.seed, parameters=project.parameters),
        prd=project.prd, query=project.query, criteria=Criteria(tasks=tasks),
    )  # fmt: skip
    judge = ReadingJudge(SOUND, doubts={undecided: "search works"})
    assert project.reference is not None
    built = Built(reference=project.reference)
    found = await read_mutants(project.mutants, specified, built, judge, PageCraft(judge))
    [told] = [one for one in found.problems if one.startswith("Mutant 'broken'")]
    assert PageCraft.undecided in told
    assert waits_for is None or waits_for in told


def test_a_blank_page_speaks_for_the_presence_tasks_alone() -> None:
    planted = blank("webapp", reference(), criteria())
    assert planted.mutant.id == BLANK
    assert {criteria().task(task).level for task in planted.mutant.kills} == {Level.PRESENCE}
    assert trivial_submissions("webapp").is_empty(apply_patch(reference(), planted.patch))


def test_mechanical_defects_are_drawn_by_the_seed_and_each_changes_something() -> None:
    files = reference()
    drawn = [patch for _, _, patch in broken(files, 7, 10, operators().browser)]
    assert drawn == [patch for _, _, patch in broken(files, 7, 10, operators().browser)]
    assert len(drawn) > 3
    assert all(apply_patch(files, patch) != files for patch in drawn)
    assert len({patch for _, _, patch in broken(files, 7, 1000, operators().browser)}) >= len(drawn)


def test_a_filter_that_is_broken_lets_everything_through_whatever_is_handed_to_it() -> None:
    """Before an arrow it made a script that does not run at all, so that every task failed on it."""
    for handed in ("one => one.free", "(one) => one.free", "isFree"):
        files = {"app.js": f"const found = all.filter({handed});\n"}
        [patch] = [
            patch
            for operator, _, patch in broken(files, 0, 100, operators().browser)
            if operator.name == "stale list"
        ]
        assert apply_patch(files, patch)["app.js"] == f"const found = all.filter(() => true, {handed});\n"


def test_defects_of_the_clause_are_a_programs() -> None:
    """A model that plants one was sent back, since it is told of no such task."""
    _, task = clause(1)
    mutants = reply("WrittenMutants")["mutants"]
    strange = {**mutants[0], "id": "no-language", "task": task.id}
    written = WrittenMutants.model_validate({"mutants": [*mutants, strange]})
    assert [
        one.id for one in begun_defects(written, criteria()).standing if isinstance(one, WrittenMutant)
    ] == [one["id"] for one in mutants]


def test_a_patch_of_defects_is_asked_for_with_those_of_the_tasks_that_are_named() -> None:
    scheme = PageCraft(ReadingJudge(SOUND)).shown(Scheme(criteria=criteria()))
    shown = concerned(["Task 'give-back' lets a defect through."], scheme)
    assert [task["id"] for task in shown["tasks"]] == ["give-back"]
    assert [task["id"] for task in shown["other_tasks"]] == ["list", "lend", "search"]
    assert set(shown["targets"]) == {"back-button", "entries", "heading"}
    assert "search-field" in shown["other_targets"]
    assert concerned(["There are too few."], scheme) == scheme, "what names no task is about all"
