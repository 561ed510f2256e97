"""Ids are made by a program of words that others wrote, and can be folders anywhere."""

import pytest

from plans.records.base import is_folder_name
from plans.slugs import LONGEST_ID, new_id, slug


@pytest.mark.parametrize(
    ("words", "id"),
    [
        ("Lakeside Car Rental", "lakeside-car-rental"),
        ("Café Müßig's menu", "cafe-mussigs-menu"),
        ("../../etc/passwd", "etc-passwd"),
        ("植物 shop", "shop"),
        ("CON", "con-2"),
        ("…", "item"),
        ("", "item"),
    ],
)
def test_words_become_an_id(words: str, id: str) -> None:
    assert new_id(words, ()) == id
    assert is_folder_name(id)


def test_an_id_ends_with_a_whole_word_and_is_no_longer_than_is_readable() -> None:
    long = "A wonderfully long winded title of a shop for plants and everything else"
    assert new_id(long, ()) == "a-wonderfully-long-winded-title-of-a"
    assert len(new_id("x" * 100, ())) == LONGEST_ID


def test_an_id_that_is_taken_is_numbered() -> None:
    taken = ["lent-books", "lent-books-2"]
    assert new_id("Lent books", taken) == "lent-books-3"
    assert slug("Lent, books") == "lent-books"
