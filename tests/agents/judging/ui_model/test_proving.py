"""What proofs have to show: each rule alone, on looks that are written down instead of taken."""

from pathlib import Path
from typing import Any

import pytest

from agents.browser.snapshot import Box, Element, Piece, Snapshot
from agents.judging.telling import told
from agents.judging.ui_model.moves import Claim, Do, Proof
from agents.judging.ui_model.proving import demands_of
from agents.judging.ui_model.sight import Done, Sight
from agents.judging.ui_model.weighing import weigh
from plans.files import read_record
from plans.records.criteria import Criteria, EvaluationTask
from plans.records.verdict import Status
from tests.agents.judging.conftest import clicks, expects, sees, task

SAMPLE = Path(__file__).resolve().parents[4] / "generated" / "sample" / "items"
TITLE = {"do": "generate", "bind": "title", "kind": "title"}
NAMED = {"role": "textbox", "name": "Title"}
ADDED = task(
    "added",
    TITLE,
    {"do": "fill", "target": NAMED, "value": "{title}"},
    clicks("Save"),
    expects("listed", kind="visible", target={"role": "item", "name": "entry", "containing": "{title}"}),
)


def sight(
    number: int, *texts: str, did: tuple[Do, ...] = (), typed: tuple[str, ...] = (), **more: Any
) -> Sight:
    """A look at a page with a field that holds what was typed and not sent, and these texts: e1, e2 and so on."""
    unsent = more.get("unsent", ())
    box = Box(0, 0, 100, 20)
    field = Element(0, -1, 1, "input", "textbox", box, name="Title", value="".join(unsent))
    elements = [field] + [
        Element(n, -1, n + 1, "p", "", box, first_text=n - 1, last_text=n) for n in range(1, len(texts) + 1)
    ]
    pieces = tuple(Piece(n, words, 2, hidden=False) for n, words in enumerate(texts, 1))
    page = Snapshot(
        tuple(elements),
        pieces,
        "http://127.0.0.1:1/",
        "App",
        1280,
        800,
        0.0,
        1.0,
        frozenset(),
        (),
        True,
        (),
        (),
    )
    return Sight(number, page, Done(did, typed, unsent), (), (), ())


def proof(quote: str, element: str = "e1", **more: Any) -> Proof:
    return Proof.model_validate(
        {"shows": "appeared", "look": 1, "element": element, "quote": quote, "before": 0, "was": None, **more}
    )


def came_to(one: dict[str, Any], sights: list[Sight], *proofs: Proof) -> tuple[Status, str]:
    """What a claim of the task's only outcome comes to, and why."""
    planned = EvaluationTask.model_validate(one)
    [outcome] = planned.outcomes
    claim = Claim(outcome=outcome.id, holds="yes", why="seen", proofs=list(proofs))
    weighed = weigh(planned, {outcome.id: claim}, sights)
    return weighed.outcomes[outcome.id].status, " ".join(weighed.objections)


DONE: tuple[Do, ...] = ("fill", "click")
BEFORE = sight(0, "14 entries", "Fern")
AFTER = sight(1, "15 entries", "Fern", "Amber Thimble", did=DONE, typed=("Amber Thimble",))


def test_what_was_entered_and_is_listed_now_is_shown() -> None:
    assert came_to(ADDED, [BEFORE, AFTER], proof("Amber Thimble", "e3")) == (Status.PASSED, "")


@pytest.mark.parametrize(
    ("sights", "shown", "why"),
    [
        ([BEFORE, AFTER], proof("Amber Thimbles", "e3"), "does not stand so"),
        ([BEFORE, AFTER], proof("mber Thimble", "e3"), "does not stand so"),
        ([BEFORE, AFTER], proof("Amber Thimble", "e9"), 'shows no "e9"'),
        ([BEFORE, AFTER], proof("Amber Thimble", "e3", look=7), "there is no look 7"),
        ([BEFORE, AFTER], proof("Fern", "e2"), "was in look 0 already"),
        ([BEFORE, AFTER], proof("15 entries"), "no proof quotes what you typed"),
        ([BEFORE, AFTER], proof("15 entries", shows="changed", was="13 entries"), "`was` is not in look 0"),
        ([BEFORE, AFTER], proof("14 entries", shows="gone", element="e2"), "does not stand so"),
        (
            [BEFORE, sight(1, "Elsewhere", "Other", did=DONE)],
            proof("14 entries", shows="gone"),
            "look 1 shows another screen",
        ),
        (
            [BEFORE, sight(1, "14 entries", "Amber Thimble", typed=("Amber Thimble",))],
            proof("Amber Thimble", "e2"),
            "you did nothing to the app",
        ),
        (
            [BEFORE, sight(1, "x", did=("fill",), typed=("Amber Thimble",), unsent=("Amber Thimble",))],
            proof("Amber Thimble", "e0"),
            "you typed that yourself",
        ),
        (
            [BEFORE, sight(1, "listed: yes", did=DONE)],
            proof("listed", "e1"),
            "repeats the outcome's own words",
        ),
    ],
)
def test_what_does_not_show_it_is_told_and_never_passes(sights: list[Sight], shown: Proof, why: str) -> None:
    status, said = came_to(ADDED, sights, shown)
    assert status is Status.UNRESOLVED
    assert why in said


def test_a_number_has_to_be_one_that_can_be_meant() -> None:
    two = task(
        "two",
        clicks("Add"),
        expects("n", kind="reads", read="number", target={"name": "Bag"}, that="it == 2"),
    )
    two["outcomes"] = [{"id": "n", "statement": "the bag counts two"}]
    after = sight(1, "in the bag: 3", "2 taken", did=("click",))
    assert came_to(two, [BEFORE, after], proof("in the bag: 3"))[0] is Status.UNRESOLVED
    assert came_to(two, [BEFORE, after], proof("2 taken", "e2"))[0] is Status.PASSED


def test_what_stands_there_anyway_counts_only_where_nothing_more_is_asked() -> None:
    there = task("there", sees("here", "text", "Fern"))
    there["outcomes"][0]["statement"] = "the fern can be seen"
    stands = proof("Fern", "e2", shows="stands", look=0, before=None)
    assert came_to(there, [BEFORE], stands)[0] is Status.UNRESOLVED, "something is to work"
    assert came_to({**there, "level": "presence"}, [BEFORE], stands)[0] is Status.PASSED


def test_of_a_presence_task_what_is_tried_by_acts_needs_them_too() -> None:
    """A form that opens and does not save passed by the sight of its button."""
    opens = task(
        "opens",
        clicks("Save"),
        expects("saves", kind="reads", read="count", target={"role": "item"}, that="it == 15"),
    )
    opens["level"] = "presence"
    demands = demands_of(EvaluationTask.model_validate(opens), "saves")
    assert not demands.is_presence


def test_every_step_of_the_shipped_items_is_told_in_words() -> None:
    files = sorted(SAMPLE.glob("*/criteria.yaml"))
    assert files
    for file in files:
        for one in read_record(file, Criteria).tasks:
            assert all(told(step).strip() for step in one.steps)
