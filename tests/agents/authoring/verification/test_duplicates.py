"""Near-duplicates: by catalog where a catalog made both, by text where a model wrote one of them."""

import json
from itertools import combinations
from pathlib import Path
from typing import Any

from agents.authoring.verification.duplicates import Compared, first_alike, likeness, sorted_words
from plans.items import read_project, read_suite
from plans.paths import SuitePaths
from plans.records.specification import PRD, Requirement
from tests.agents.authoring.hand import REPLIES

SAMPLE = SuitePaths(Path(__file__).resolve().parents[4] / "generated" / "sample")
LENT = json.loads((REPLIES / "WrittenPRD.json").read_text())
MEALS = json.loads((REPLIES / "meals" / "WrittenPRD.json").read_text())
REWORDED = {
    "overview": "A page for somebody who lends books to friends. It shows which books are out, who has each and since "
    "when, so that none gets forgotten.",
    "sections": [
        {
            "title": "Finding a book",
            "text": "A long list can be narrowed down.",
            "requirements": [
                "A search field narrows the list while one types to entries whose title or friend contains the typed "
                "text, in upper or lower case. If nothing matches, no entry is listed and a message says so. Clearing "
                "the field brings all entries back.",
            ],
        },
        {
            "title": "Out of the house",
            "text": "The page shows the books that friends have.",
            "requirements": [
                "When the page is opened it lists at least 10 lent books as entries of one kind. Each entry shows the "
                "title of the book as its heading, the name of the friend who has it, and the date since when it is "
                "lent. The last lent book stands first.",
            ],
        },
        {
            "title": "Lending and giving back",
            "text": "Books are added to the list and taken off it.",
            "requirements": [
                "A book is lent by entering its title and a friend's name and adding it. It is then the first entry of "
                "the list, with this title and name, and the list has one entry more than before.",
                "If the title or the friend is empty, or only spaces, nothing is added and a message says what is "
                "missing.",
                "Every entry has a button that marks the book as given back. The entry leaves the list and is still "
                "gone after the page is loaded again.",
            ],
        },
    ],
}
"""The lent books once more, by another writer and in another order."""


def prd_of(written: dict[str, Any]) -> PRD:
    return PRD(
        title=written.get("title", "Books on Loan"),
        overview=written["overview"],
        requirements=tuple(
            Requirement(
                id=f"R{number}",
                title=section["title"],
                text=section["text"],
                children=tuple(
                    Requirement(
                        id=f"R{number}.{place}", title="", text=one if isinstance(one, str) else one["text"]
                    )
                    for place, one in enumerate(section["requirements"], 1)
                ),
            )
            for number, section in enumerate(written["sections"], 1)
        ),
    )


def written(id: str, prd: dict[str, Any], domain: str) -> Compared:
    return Compared(id, domain, {f"{id}-task"}, sorted_words(prd_of(prd)), is_written=True)


def test_what_a_model_wrote_again_in_other_words_is_told_by_its_text() -> None:
    """Its subject and its tasks have other names, which were all that was compared."""
    lent, again = written("lent", LENT, "lent-books"), written("again", REWORDED, "borrowing")
    told = first_alike(again, [written("meals", MEALS, "meals"), lent])
    assert told is not None
    assert told.startswith("'lent': the texts of their PRDs are ")


def test_what_a_model_wrote_of_something_else_stays() -> None:
    """Of one subject by name, with tasks of the same names: neither is the text's doing."""
    lent, meals = written("lent", LENT, "home"), written("meals", MEALS, "home")
    assert likeness(lent, meals._replace(tasks=lent.tasks)) is None


def test_items_of_one_catalog_are_beneath_the_limit_though_they_share_sentences() -> None:
    """They are what a model's items with a house style of their own would look like."""
    texts = [sorted_words(read_project(SAMPLE.item(item.id)).prd) for item in read_suite(SAMPLE).items]
    items = [Compared(str(n), "", set(), text, is_written=True) for n, text in enumerate(texts)]
    assert [likeness(*pair) for pair in combinations(items, 2)] == [None] * 15
