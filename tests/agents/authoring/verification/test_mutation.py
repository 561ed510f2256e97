"""What a mutant may be said to prove: the defect that it plants, and no task that fails for another reason."""

from difflib import unified_diff

from agents.authoring.verification.checks.structure import MutantsApply
from plans.records.criteria import Criteria, Level
from plans.records.project import Mutant, PlantedMutant, Project
from tests.agents.authoring.verification.notes import CRITERIA, MUTANTS, PLAN, REFERENCE, notes_app, task

SIBLINGS = Criteria(tasks=(*CRITERIA.tasks, task("order", Level.FUNCTIONALITY, "list")))


def instead(id: str, page: str, *kills: str) -> PlantedMutant:
    old, new = REFERENCE["index.html"].splitlines(True), page.splitlines(True)
    patch = "".join(unified_diff(old, new, "a/index.html", "b/index.html"))
    return PlantedMutant(mutant=Mutant(id=id, description=id, kills=kills), patch=patch)


def told(project: Project) -> list[str]:
    return [problem.message for problem in MutantsApply().check(project, PLAN)]


def test_mutants_that_are_each_about_one_task_are_in_order() -> None:
    assert told(notes_app()) == []


def test_a_page_left_blank_does_not_prove_a_whole_item() -> None:
    """One mutant that emptied the page was to be killed by every task, and did: nothing else proved the item."""
    everything = instead("blank", "<p></p>\n", "list", "box", "works")
    empty, not_own = told(notes_app(mutants=(everything,)))
    assert empty == "Leaves nothing of the app, on which any task fails, and is to prove works."
    assert not_own.startswith(
        "Each mutant that 'works' must kill is to be killed by tasks that do not depend"
    )

    there = instead("blank", "<p></p>\n", "list", "box")
    assert told(notes_app(mutants=(there, MUTANTS[2]))) == []


def test_a_blank_page_by_another_name_for_each_task_proves_none_of_them() -> None:
    twins = (
        instead("first", "<title>notes</title>\n", "list"),
        instead("second", "<!-- nothing -->\n", "works"),
        instead("third", "<!-- nothing -->\n", "box"),
    )
    assert told(notes_app(mutants=twins)) == [
        "Makes the same files as mutant 'second'.",
        "Leaves nothing of the app, on which any task fails, and is to prove works.",
    ]


def test_the_same_files_by_another_patch_are_the_same_mutant() -> None:
    """Only the patches were compared, and a patch may say the same change in many ways."""
    patch = MUTANTS[2].patch
    wider = patch.replace("@@ -1,3 +1,2 @@", "@@ -1,3 +1,2 @@ notes")
    assert wider != patch
    again = MUTANTS[2].model_copy(
        update={"mutant": Mutant(id="again", description="again", kills=("works",)), "patch": wider}
    )
    assert told(notes_app(mutants=(*MUTANTS, again))) == ["Makes the same files as mutant 'broken'."]


def test_a_task_needs_a_mutant_that_leaves_whole_what_it_does_not_lead_to() -> None:
    both = instead("both", "list of notes\nsearch box\n", "works", "order")
    (works, order) = told(notes_app(criteria=SIBLINGS, mutants=(*MUTANTS[:2], both)))
    assert "'works'" in works
    assert "'order'" in order

    own = instead("own", "list of notes\nsearch box\nsearch fails\n", "works")
    assert len(told(notes_app(criteria=SIBLINGS, mutants=(*MUTANTS[:2], both, own)))) == 1


def test_a_mutant_may_also_break_what_depends_on_its_task() -> None:
    hardened = Criteria(tasks=(*CRITERIA.tasks, task("holds", Level.ROBUSTNESS, "works")))
    broken = instead("broken", "list of notes\nsearch box\n", "works", "holds")
    (missing,) = told(notes_app(criteria=hardened, mutants=(*MUTANTS[:2], broken)))
    assert "'holds'" in missing
