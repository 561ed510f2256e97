"""The release gate on a small notes app whose judge reads the files instead of a screen.

The judge is scripted so that each story can say exactly what is wrong with the item; the real browser judges real
items in tests/pipeline.
"""

from collections.abc import Sequence
from pathlib import Path
from uuid import uuid4

import pytest

from agents.authoring.verification.checks import every_check
from agents.authoring.verification.checks.structure import Complexity, Dag
from agents.authoring.verification.conclusions import NO_REFERENCE, concluded
from agents.authoring.verification.edges import widest_prerequisites
from agents.authoring.verification.gate import (
    ReleaseGate,
    fitting,
    gate_modules,
    is_read,
    outdated,
    run_checks,
)
from agents.authoring.verification.matrix import unfailed_outcomes
from plans.digests import closure_sources
from plans.errors import AuthorError
from plans.families import checks
from plans.patches import made_patch
from plans.records.base import Problem
from plans.records.criteria import ExpectedOutcome, Level
from plans.records.evidence import Evidence
from plans.records.marks import Mark, MarkCode
from plans.records.plan import Parameter, Plan
from plans.records.project import (
    Alternative,
    Files,
    Independent,
    IndependentImplementation,
    IndependentRuling,
    LaidOver,
    Mutant,
    PlantedMutant,
    Project,
    Provenance,
)
from plans.records.verdict import Judgement, JudgeRequest, OutcomeVerdict, Status, TaskVerdict, World
from tests.agents.authoring.verification.notes import (
    BY_MODEL,
    CRITERIA,
    MUTANTS,
    PLAN,
    REFERENCE,
    SOUND,
    USE,
    ReadingJudge,
    notes_app,
    operating,
    planted,
    task,
)
from tests.importing import without_reference

ROOT = Path(__file__).parents[4]


async def verified(project: Project, judge: ReadingJudge | None = None) -> Evidence:
    return await ReleaseGate(judge or ReadingJudge(SOUND), [Dag()]).verify(project, PLAN)


async def test_a_sound_item_is_released_with_its_whole_matrix() -> None:
    evidence = await verified(notes_app())
    assert evidence.released, evidence.reasons
    assert [c.submission for c in evidence.cells][:5] == [
        "nop",
        "empty",
        "reference",
        "reference",
        "reference",
    ]
    assert all(mutant.killed for mutant in evidence.mutants)
    assert {(e.parent, e.child, e.by) for e in evidence.edges} == {
        ("list", "box", "no-list"),
        ("box", "works", "no-box"),
    }


async def test_a_mutant_that_nobody_notices_holds_the_item_back() -> None:
    evidence = await verified(notes_app(), ReadingJudge({**SOUND, "works": ("search box",)}))
    assert not evidence.released
    assert "mutant broken is not killed by works: survived" in evidence.reasons


async def test_an_edge_that_nothing_confirms_holds_the_item_back() -> None:
    """The child passes although its prerequisite is broken, so blocking it would cost an agent a point it earned."""
    evidence = await verified(notes_app(), ReadingJudge({**SOUND, "box": ("search box",)}))
    assert not evidence.released
    assert any(reason.startswith("edge list → box is not confirmed") for reason in evidence.reasons)


async def test_an_edge_is_confirmed_where_a_presence_task_notices_the_parents_mutant_first() -> None:
    """Presence tasks use what they find; the child was then blocked with its parent, never tried, and the edge lost."""
    kept = task("kept", Level.ROBUSTNESS, "works")
    criteria = CRITERIA.model_copy(update={"tasks": (*CRITERIA.tasks, kept)})
    needs = {**SOUND, "box": (*SOUND["box"], "search works"), "kept": ("search works", "list of notes")}
    evidence = await verified(notes_app(criteria=criteria), ReadingJudge(needs))
    assert {(m.mutant, m.how) for m in evidence.mutants} >= {("broken", "failed")}
    assert ("works", "kept", "broken") in {(e.parent, e.child, e.by) for e in evidence.edges}


async def test_a_mutant_that_its_own_task_alone_would_pass_is_tried_after_what_it_waits_for() -> None:
    """A task that fails by itself needs no ancestors tried before it: that cost a fifth of the gate."""
    judge = ReadingJudge({**SOUND, "works": ("search works",), "kept": ("search works",)})
    mutants = (*MUTANTS, planted("boxless", "works", "search box"))
    evidence = await verified(notes_app(mutants=mutants), judge)
    how = {m.mutant: m.how for m in evidence.mutants}
    assert how["broken"] == "failed"
    assert how["boxless"] == "blocked by presence parent"
    tried = {cell.submission: set(cell.tasks) for cell in evidence.cells}
    assert tried["mutant/broken"] == {"works"}
    assert tried["mutant/boxless"] == {"list", "box", "works"}
    assert judge.judged == len(evidence.cells) + 1


async def test_a_mutant_that_a_task_on_the_way_cannot_be_decided_on_is_not_killed() -> None:
    """A dead filter failed its own task by itself, and in every run that task waited for one that was never decided."""
    criteria = CRITERIA.model_copy(
        update={"tasks": tuple(operating(one) if one.id == "box" else one for one in CRITERIA.tasks)}
    )
    judge = ReadingJudge(SOUND, doubts={"box": "search works"})
    evidence = await verified(notes_app(criteria=criteria), judge)
    assert "mutant broken is not killed by works: unresolved" in evidence.reasons
    tried = {cell.submission: set(cell.tasks) for cell in evidence.cells}
    assert tried["mutant/no-list"] == {"list", "box"}, "a child is tried with it; nothing is on the way"
    assert (await verified(notes_app(criteria=criteria))).released


async def test_a_child_that_the_first_mutant_of_its_parent_leaves_whole_is_tried_on_the_next() -> None:
    """Every mutant used to try the children of its task, a fifth of the gate; the first that breaks one will do."""
    kept = task("kept", Level.ROBUSTNESS, "works")
    criteria = CRITERIA.model_copy(update={"tasks": (*CRITERIA.tasks, kept)})
    mutants = (planted("boxless", "works", "search box"), *MUTANTS)
    judge = ReadingJudge({**SOUND, "kept": ("search works",)})
    evidence = await verified(notes_app(criteria=criteria, mutants=mutants), judge)
    assert ("works", "kept", "broken") in {(e.parent, e.child, e.by) for e in evidence.edges}
    assert judge.judged == len(evidence.cells) + 1, "only the second mutant of `works` was submitted again"
    tried = {cell.submission: "kept" in cell.tasks for cell in evidence.cells}
    assert tried["mutant/boxless"]
    assert tried["mutant/broken"]


BLANK = PlantedMutant(
    mutant=Mutant(id="blank-page", description="blank", kills=("list",)),
    patch=made_patch("index.html", REFERENCE["index.html"], ""),
)
NEEDY = {**SOUND, "box": ("search box",)}
"""The search box is there whether the list is or not; on a page that is blank nothing is."""


async def test_an_edge_that_a_blank_page_alone_confirms_is_told_and_of_a_models_item_not_confirmed() -> None:
    """Nine edges of an app rested on two mutants, and a blank page breaks any edge."""
    mutants = (BLANK, *MUTANTS)
    composed = await verified(notes_app(mutants=mutants), ReadingJudge(NEEDY))
    assert composed.released, composed.reasons
    edges = {(edge.parent, edge.child): edge for edge in composed.edges}
    assert edges["list", "box"].rests_on_empty
    assert edges["list", "box"].by == "blank-page"
    assert edges["list", "box"].spared_by == ("no-list",), (
        "it was tried on the other mutants of its parent too"
    )
    assert not edges["box", "works"].rests_on_empty

    written = await verified(notes_app(mutants=mutants, provenance=BY_MODEL), ReadingJudge(NEEDY))
    assert not written.released
    assert [(edge.parent, edge.child) for edge in written.edges if not edge.confirmed] == [("list", "box")]


async def test_an_edge_is_a_models_own_where_a_mutant_that_leaves_something_breaks_both() -> None:
    written = await verified(notes_app(mutants=(BLANK, *MUTANTS), provenance=BY_MODEL))
    assert written.released, written.reasons
    assert {(edge.parent, edge.by) for edge in written.edges} == {("list", "no-list"), ("box", "no-box")}


async def test_a_presence_task_that_blocks_what_does_not_need_it_is_named_with_what_shows_it() -> None:
    evidence = await verified(notes_app(mutants=(BLANK, *MUTANTS)), ReadingJudge(NEEDY))
    widest, _ = widest_prerequisites(CRITERIA, evidence)
    assert (widest.task, widest.blocked, widest.of) == ("list", ("box", "works"), 2)
    assert widest.spared == {"box": ("no-list",)}
    sound = await verified(notes_app())
    assert [(one.task, one.spared) for one in widest_prerequisites(CRITERIA, sound)] == [
        ("list", {}),
        ("box", {}),
    ]


async def test_a_reference_that_fails_once_in_three_holds_the_item_back() -> None:
    evidence = await verified(notes_app(), ReadingJudge(SOUND, flaky=True))
    assert not evidence.released
    assert "reference differs between run 1 and run 2 in works" in evidence.reasons


async def test_a_page_that_talks_the_judge_round_holds_the_item_back() -> None:
    evidence = await verified(notes_app(), ReadingJudge(SOUND, gullible=True))
    assert any(reason.startswith("attack/appeal gains") for reason in evidence.reasons)


async def test_an_alternative_has_to_pass_too() -> None:
    broken: Files = {"index.html": "list of notes\nsearch box\n"}
    restyled = LaidOver(
        alternative=Alternative(name="restyled", kind="restyled", description="r"), files=broken
    )
    evidence = await verified(notes_app(alternatives=(restyled,)))
    assert "alternative/restyled (run 1): works is failed (seen)" in evidence.reasons


async def test_an_alternative_that_is_called_as_a_row_of_the_gate_has_to_pass_all_the_same() -> None:
    broken: Files = {"index.html": "list of notes\nsearch box\n"}
    for name in ("nop", "reference"):
        laid_over = LaidOver(
            alternative=Alternative(name=name, kind="restyled", description="i"), files=broken
        )
        evidence = await verified(notes_app(alternatives=(laid_over,)))
        assert evidence.reasons == (f"alternative/{name} (run 1): works is failed (seen)",)
        assert evidence.alternative == "none", "it did not pass, so nothing is proved by it"


def independent(name: str, page: str, *rulings: IndependentRuling) -> IndependentImplementation:
    about = Independent(
        name=name,
        author="mary",
        by="person",
        is_other_author=True,
        seen="low",
        seen_digest="0" * 64,
        rulings=rulings,
    )
    return IndependentImplementation(about=about, files={"index.html": page})


WHOLE = "<ul>\nlist of notes\nsearch box\nsearch works\n</ul>"
LACKING = "list of notes\n"


async def test_an_item_is_shown_fair_by_an_independent_implementation_that_passes_every_task() -> None:
    evidence = await verified(notes_app(independents=(independent("mary", WHOLE),)))
    assert evidence.released
    assert evidence.alternative == "independent"
    assert evidence.independents[0].passed == ("list", "box", "works")
    assert evidence.never_shown_fair == ()


async def test_tasks_that_no_independent_implementation_passes_are_named_and_release_is_not_held_back() -> (
    None
):
    too_particular = IndependentRuling(
        task="box", fault="criterion", reason="nobody asked for a box", by="person"
    )
    about_passed = IndependentRuling(task="list", fault="app", reason="it came out otherwise", by="person")
    mary = independent("mary", LACKING, too_particular, about_passed)
    evidence = await verified(notes_app(independents=(mary,)))
    assert evidence.released
    assert evidence.alternative == "none"
    (result,) = evidence.independents
    assert result.not_passed == {"box": Status.FAILED, "works": Status.BLOCKED}
    assert result.faults == {"box": "criterion"}, "a ruling on a task that passes says nothing any more"
    assert evidence.never_shown_fair == ("box", "works")
    both = await verified(notes_app(independents=(mary, independent("paul", WHOLE))))
    assert both.never_shown_fair == ()


@pytest.mark.parametrize("of", ["reference", "alternative"])
async def test_a_copy_of_what_the_item_holds_is_no_independent_implementation(of: str) -> None:
    restyled = LaidOver(
        alternative=Alternative(name="restyled", kind="restyled", description="r"),
        files={"index.html": WHOLE},
    )
    page = WHOLE if of == "alternative" else REFERENCE["index.html"]
    copied = f"<!-- benchwright-canary-{uuid4()} -->\n" + page.replace("\n", "\n\n  ")
    project = notes_app(alternatives=(restyled,), independents=(independent("mary", copied),))
    evidence = await verified(project)
    assert evidence.released
    assert (evidence.independents, evidence.never_shown_fair) == ((), ())
    assert evidence.alternative == "restyled"


async def test_an_item_without_an_independent_implementation_claims_nothing() -> None:
    evidence = await verified(notes_app())
    assert (evidence.independents, evidence.never_shown_fair) == ((), ())


async def test_independent_implementations_are_judged_in_the_open_world() -> None:
    judge = ReadingJudge(SOUND)
    await verified(notes_app(independents=(independent("mary", WHOLE),)), judge)
    assert judge.worlds.count(World.OPEN) == 1


async def test_an_independent_implementation_that_is_added_is_judged_by_itself() -> None:
    judge = ReadingJudge(SOUND)
    gate = ReleaseGate(judge, [Dag()])
    known = await gate.verify(notes_app(), PLAN)
    paid = judge.judged
    item = notes_app(independents=(independent("mary", LACKING),))
    unseen = concluded(known, item)
    assert unseen.released, "the rest of the matrix stands"
    assert unseen.independents == ()
    made = await gate.verify(item, PLAN, known)
    assert judge.judged == paid + 1
    assert made.never_shown_fair == ("box", "works")
    mended = notes_app(independents=(independent("mary", WHOLE),))
    assert concluded(made, mended).independents == (), "what was judged is another app"
    again = await gate.verify(mended, PLAN, made)
    assert judge.judged == paid + 2
    assert again.never_shown_fair == ()
    assert (await gate.verify(notes_app(), PLAN, again)).independents == ()
    assert judge.judged == paid + 2


@pytest.mark.parametrize("repeats", [0, -1])
def test_a_gate_without_a_run_of_the_reference_is_refused(repeats: int) -> None:
    """Where everything fails, nothing that must fail tells: such a gate released items that nobody could solve."""
    with pytest.raises(AuthorError, match=f"{repeats} runs of the reference prove nothing"):
        ReleaseGate(ReadingJudge(SOUND), [Dag()], repeats=repeats)


async def test_evidence_with_fewer_runs_of_the_reference_does_not_do_for_a_gate_that_asks_for_more() -> None:
    judge = ReadingJudge(SOUND)
    once = await ReleaseGate(judge, [Dag()], repeats=1).verify(notes_app(), PLAN)
    assert once.released
    assert once.repeats == 1
    thrice = await ReleaseGate(judge, [Dag()], repeats=3).verify(notes_app(), PLAN, once)
    assert thrice.repeats == 3
    assert sum(cell.submission == "reference" for cell in thrice.cells) == 3
    assert await ReleaseGate(judge, [Dag()], repeats=1).verify(notes_app(), PLAN, thrice) is thrice


async def test_a_matrix_with_a_hole_releases_nothing_and_is_judged_again() -> None:
    judge = ReadingJudge(SOUND)
    gate = ReleaseGate(judge, [Dag()])
    whole = await gate.verify(notes_app(), PLAN)
    for gone in ("nop", "empty", "reference", "mutant/broken", "attack/appeal"):
        cells = tuple(cell for cell in whole.cells if (cell.submission, cell.repeat) != (gone, 1))
        holed = whole.model_copy(update={"cells": cells})
        assert concluded(holed, notes_app()).reasons == (f"{gone} (run 1) was never judged",)
        again = await gate.verify(notes_app(), PLAN, holed)
        assert again.released


async def test_a_submission_that_was_judged_in_part_leaves_a_hole() -> None:
    whole = await verified(notes_app())
    short = tuple(
        cell.model_copy(update={"task_status": {"list": Status.PASSED}})
        if cell.submission == "reference"
        else cell
        for cell in whole.cells
    )
    reasons = concluded(whole.model_copy(update={"cells": short}), notes_app()).reasons
    assert reasons[0] == "reference (run 1) was judged without box, works"


async def test_what_evidence_says_of_itself_is_not_believed() -> None:
    """`released` was edited by hand; the cells still say that the mutant lives."""
    weak = await verified(notes_app(), ReadingJudge({**SOUND, "works": ("search box",)}))
    claimed = weak.model_copy(update={"released": True, "reasons": ()})
    assert concluded(claimed, notes_app()) == weak
    edited = concluded(claimed, notes_app(reference={"index.html": "list of notes\n"}))
    assert edited.reasons == ("the evidence was made for other files: an edit of reference voids it",)


async def test_evidence_that_does_not_say_how_often_the_reference_ran_is_void() -> None:
    """As gates wrote it that could be asked for no run at all."""
    old = (await verified(notes_app())).model_copy(update={"repeats": 0})
    assert not concluded(old, notes_app()).released
    assert (await ReleaseGate(ReadingJudge(SOUND), [Dag()]).verify(notes_app(), PLAN, old)).repeats == 3


async def test_a_broken_dag_is_told_before_any_browser_is_paid_for() -> None:
    tasks = CRITERIA.tasks
    cycle = CRITERIA.model_copy(
        update={"tasks": (tasks[0].model_copy(update={"depends_on": ("works",)}), *tasks[1:])}
    )
    judge = ReadingJudge(SOUND)
    evidence = await verified(notes_app(criteria=cycle), judge)
    assert judge.judged == 0
    assert any("is in a cycle" in reason for reason in evidence.reasons)


async def test_known_evidence_stands_until_something_that_it_was_made_for_changes() -> None:
    judge = ReadingJudge(SOUND)
    gate = ReleaseGate(judge, [Dag()])
    known = await gate.verify(notes_app(), PLAN)
    paid = judge.judged
    assert await gate.verify(notes_app(), PLAN, known) is known
    assert judge.judged == paid
    edited = notes_app(mutants=MUTANTS[:2])
    again = await gate.verify(edited, PLAN, known)
    assert judge.judged > paid
    assert again.digests != known.digests
    assert concluded(known, edited).reasons == (
        "the evidence was made for other files: an edit of mutants voids it",
    )


class Strict:
    """A check that asks more of an item than the gate did before."""

    name = "strict"

    def check(self, project: Project, plan: Plan) -> Sequence[Problem]:
        return [Problem(where=project.id, message="Is too short.", mend="Add something.")]


async def test_evidence_is_not_known_to_another_version_of_the_gate() -> None:
    """No digest covered the gate's own code, so evidence outlived attacks, rows and checks that had become stricter."""
    judge = ReadingJudge(SOUND)
    earlier = await ReleaseGate(judge, []).verify(notes_app(), PLAN)
    paid = judge.judged
    later = await ReleaseGate(judge, [Dag()]).verify(notes_app(), PLAN, earlier)
    assert judge.judged == 2 * paid
    assert later.digests.gate != earlier.digests.gate
    assert not (await ReleaseGate(judge, [Strict()]).verify(notes_app(), PLAN, later)).released
    assert judge.judged == 2 * paid, "what fails a check is not judged"


class BoxedJudge(ReadingJudge):
    """A judge that had to run one of the submissions, in a sandbox with this code."""

    def __init__(self, code: str) -> None:
        super().__init__(SOUND)
        self.sandbox_digest = code

    async def judge(self, request: JudgeRequest) -> Judgement:
        judgement = await super().judge(request)
        ran = {"sandbox": "bubblewrap", "sandbox_digest": self.sandbox_digest}
        return judgement.model_copy(update=ran) if self.judged == 1 else judgement


async def test_a_sandbox_counts_for_evidence_that_was_made_in_it() -> None:
    """Each change of any sandbox once voided the evidence of items that nothing had to run."""
    served, ran = ReadingJudge(SOUND), BoxedJudge("a" * 64)
    of_files = await ReleaseGate(served, [Dag()]).verify(notes_app(), PLAN)
    of_programs = await ReleaseGate(ran, [Dag()]).verify(notes_app(), PLAN)
    same, other = BoxedJudge("a" * 64), BoxedJudge("b" * 64)
    assert await ReleaseGate(other, [Dag()]).verify(notes_app(), PLAN, of_files) is of_files
    assert await ReleaseGate(same, [Dag()]).verify(notes_app(), PLAN, of_programs) is of_programs
    assert (same.judged, other.judged) == (0, 0)
    again = await ReleaseGate(other, [Dag()]).verify(notes_app(), PLAN, of_programs)
    assert other.judged == ran.judged
    assert {cell.sandbox for cell in again.cells} == {"", "b" * 64}


def test_what_the_checks_of_a_family_know_is_part_of_the_gate() -> None:
    """Only the file in which a check is written was: evidence outlived the words that it understands a seed by."""
    names = set(closure_sources({type(check).__module__ for check in checks("webapp")}))
    assert {
        "plans/webapp/checks.py",
        "plans/catalog/matching.py",
        "plans/catalog/reading_words.yaml",
        "plans/webapp/catalog/library.py",
    } <= names


@pytest.mark.parametrize("family", ["webapp", "python_project"])
def test_what_makes_a_catalogs_items_is_no_part_of_the_gate_of_what_a_model_specified(family: str) -> None:
    """An edit of any feature or seed voided the evidence of items of which no catalog says anything."""
    of_catalog, by_model = (
        closure_sources(gate_modules(fitting(every_check(family, "c"), item), family))
        for item in (notes_app(), notes_app(provenance=BY_MODEL))
    )
    making = {
        f"plans/{family}/generator.py",
        "plans/catalog/seed_reader.py",
        "plans/catalog/reading_words.yaml",
    }
    assert making <= of_catalog.keys()
    assert [path for path in by_model if "catalog/" in path] == []
    assert by_model.keys() < of_catalog.keys()


def test_only_checks_that_go_by_a_catalog_are_left_out_for_what_a_model_specified() -> None:
    checks = every_check("webapp", "c")
    left_out = set(checks) - set(fitting(checks, notes_app(provenance=BY_MODEL)))
    assert {check.name for check in left_out} == {"asked for", "contradictions"}
    weighed = Provenance().with_output("criteria.yaml", (USE.model_copy(update={"role": "evaluator"}),))
    assert fitting(checks, notes_app(provenance=weighed)) == checks, "a model only weighed it"


def test_the_gate_goes_by_no_data_that_its_digest_leaves_out() -> None:
    """Prompts and limits lie in its folder, and what reads them is no part of it."""
    sources = closure_sources(gate_modules(every_check("webapp", "c"), "webapp"))
    left_out = {path.rpartition("/")[2] for path in sources if not is_read(path)}
    assert {"duplicates.yaml", "adjudicate.md.jinja", "plan.yaml", "seeds.yaml"} <= left_out
    own = [path for path in sources if path.startswith("agents/authoring/") and path.endswith(".py")]
    reading = ("with_name(", "Prompts(", "read_record(", "importlib.resources")
    assert [path for path in own if any(way in (ROOT / path).read_text() for way in reading)] == []


async def test_another_plan_is_checked_and_not_judged_again() -> None:
    judge = ReadingJudge(SOUND)
    gate = ReleaseGate(judge, [Complexity()])
    known = await gate.verify(notes_app(), PLAN)
    paid = judge.judged
    tasks = Parameter(name="evaluation_tasks", description="how many", minimum=9, maximum=9)
    narrowed = PLAN.model_copy(update={"parameters": (tasks,)})
    assert outdated(known, notes_app(), narrowed, [Complexity()]) == [
        "for another plan, or for other parameters of the item"
    ]
    after = await gate.verify(notes_app(), narrowed, known)
    assert judge.judged == paid
    assert not after.released
    assert "evaluation_tasks is 3, which the plan does not foresee" in after.reasons[0]
    assert await gate.verify(notes_app(), PLAN, after) == known, "what was judged is not lost by a check"


@pytest.mark.parametrize("name", ["parrot", "footer", "appeal"])
async def test_every_attack_is_tried_on_every_task_alone(name: str) -> None:
    evidence = await verified(notes_app())
    attack = next(cell for cell in evidence.cells if cell.submission == f"attack/{name}")
    assert set(attack.task_status.values()) == {Status.FAILED}


async def test_where_nothing_may_pass_one_look_is_enough() -> None:
    """The empty page and three attacks; what kills a mutant and what a reference fails is looked at twice."""
    judge = ReadingJudge(SOUND)
    await verified(notes_app(), judge)
    assert judge.unconfirmed == 4


class MuteJudge(ReadingJudge):
    """A judge that finds nothing to run in attacks, and fails their tasks for that."""

    async def judge(self, request: JudgeRequest) -> Judgement:
        judgement = await super().judge(request)
        is_attack = (request.submission / "conftest.py").exists()
        is_nothing = not any(request.submission.iterdir())
        marks = (Mark(code=MarkCode.NOTHING_SERVABLE),) if is_attack or is_nothing else ()
        return judgement.model_copy(update={"marks": marks})


async def test_an_attack_of_which_nothing_could_be_run_was_never_tried() -> None:
    """It failed every task without having attacked anything: a proof that could not fail."""
    evidence = await verified(notes_app(), MuteJudge(SOUND))
    assert not evidence.released
    assert evidence.reasons == tuple(
        f"attack/{name} (run 1) was not tried: nothing of it could be run"
        for name in ("parrot", "footer", "appeal")
    )


class BreakingOff(ReadingJudge):
    """Its task `works` has an outcome more, which it comes to on a page alone where the search box is."""

    async def judge(self, request: JudgeRequest) -> Judgement:
        judgement = await super().judge(request)
        return judgement.model_copy(update={"tasks": tuple(map(self._with_more, judgement.tasks))})

    def _with_more(self, verdict: TaskVerdict) -> TaskVerdict:
        if verdict.task != "works":
            return verdict
        more = OutcomeVerdict(
            outcome="more", status=verdict.status, reason="", is_unseen=verdict.status is Status.FAILED
        )
        return verdict.model_copy(update={"outcomes": (*verdict.outcomes, more)})


async def test_an_outcome_that_every_mutant_breaks_off_before_is_named_as_failed_by_none() -> None:
    """A task that broke off counted as failing all of its outcomes, whatever they asked."""
    outcomes = (*CRITERIA.task("works").outcomes, ExpectedOutcome(id="more", statement="more is there"))
    works = CRITERIA.task("works").model_copy(update={"outcomes": outcomes})
    project = notes_app(criteria=CRITERIA.model_copy(update={"tasks": (*CRITERIA.tasks[:2], works)}))
    evidence = await verified(project, BreakingOff(SOUND))
    assert evidence.released, evidence.reasons
    cells = {cell.submission: cell for cell in evidence.cells}
    assert cells["mutant/broken"].unseen == {"works": ("more",)}
    assert cells["reference"].unseen == {}
    assert unfailed_outcomes(project, evidence.cells) == ("works/more",)


async def test_an_imported_item_is_audited_and_never_released() -> None:
    """Nobody published a reference: what no work gains is all that can be known."""
    project = without_reference(notes_app())
    evidence = await verified(project)
    assert (evidence.released, evidence.reasons) == (False, (NO_REFERENCE,))
    assert [c.submission for c in evidence.cells] == [
        "nop",
        "empty",
        *(f"attack/{a}" for a in ("parrot", "footer", "appeal")),
    ]
    assert {(one.submission, one.score) for one in evidence.gained} == {
        (c.submission, 0.0) for c in evidence.cells
    }
    assert evidence.vacuous == ()


async def test_what_an_empty_project_passes_of_an_imported_item_is_vacuous() -> None:
    evidence = await verified(without_reference(notes_app()), ReadingJudge({**SOUND, "works": ()}))
    assert evidence.vacuous == ("works",)
    assert "empty gains works/seen without doing the work" in evidence.reasons
    gained = {one.submission: (one.passed, one.score) for one in evidence.gained}
    assert gained["empty"] == (("works",), pytest.approx(1 / 3, abs=1e-4))


async def test_only_what_fits_together_is_checked_of_an_imported_item() -> None:
    asked = every_check("webapp", "a-canary-that-nobody-wrote-into-it")
    found = run_checks(asked, without_reference(notes_app()), PLAN)
    assert [(one.check, one.passed) for one in found] == [("dag", True), ("consistency", True)]
