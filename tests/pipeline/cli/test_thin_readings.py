"""What `author` says in the end: how many readings may well be wrong stands in its last lines."""

from io import StringIO

import pytest
from rich.console import Console

from pipeline.cli.author import size_remarks
from pipeline.cli.author_summary import print_summary
from pipeline.graph.report import AuthoringReport, ItemReport, Result, unread_sentences
from plans.records.seed import DomainReading, Seed, SeedCoverage


def last_line(*items: ItemReport) -> str:
    report = AuthoringReport(
        suite="mine", version="1.0.0", folder="mine", is_written=True, plan_result="planned", items=items
    )
    file = StringIO()
    print_summary(Console(file=file, width=400), report)
    return file.getvalue().splitlines()[-1]


def item(name: str, thin: str = "", result: Result = "released") -> ItemReport:
    reading = DomainReading(words=("plant",), score=20, thin=thin) if result != "refused" else None
    return ItemReport(item=name, result=result, reading=reading)


@pytest.mark.parametrize(("thin", "told"), [(1, "1 of 3 readings is thin"), (2, "2 of 3 readings are thin")])
def test_the_last_line_counts_thin_readings(thin: int, told: str) -> None:
    """A suite of which every reading was thin ended with “all released”, and the warnings had scrolled away."""
    items = [item(f"item-{number}", "only “plant” matched" * (number < thin)) for number in range(3)]
    assert last_line(*items, item("other", result="refused")).startswith(told)


def test_it_says_nothing_of_thin_readings_where_there_are_none() -> None:
    assert "thin" not in last_line(item("one"), item("two"))


def test_what_was_not_read_stands_first_and_is_counted_in_the_end() -> None:
    """“Customers should order loaves” became an item without a cart, and that stood among thirty lines."""
    lost = item("bakery").model_copy(
        update={"uncovered": ("order loaves",), "unread_sentences": ("Let me take the last thing back",)}
    )
    report = AuthoringReport(
        suite="mine", version="1.0.0", folder="mine", is_written=True, plan_result="planned", items=(lost,)
    )
    file = StringIO()
    print_summary(Console(file=file, width=400), report)
    first, second, *rest = file.getvalue().splitlines()
    assert "features:" in first
    assert "--author model" in first
    assert "order loaves" in second
    assert "Let me take the last thing back" in second
    assert rest[-1].startswith("1 of 1 seed")
    words = item("bakery").model_copy(update={"uncovered": ("loaves",)})
    assert not last_line(words).startswith("1 of 1 seed"), "mere words are no wishes"


def test_sentences_are_told_that_stand_in_nothing_that_was_read() -> None:
    coverage = SeedCoverage(
        scores={}, category="shopping", domain="groceries",
        reading=DomainReading(words=("bakery",), score=50),
        covered={"cart": "feature: cart"}, uncovered=("order loaves",), notes=("“No login please” is left out.",),
    )  # fmt: skip
    query = "A bakery. Customers should order loaves. Let me take the last back. No login please. Thank you! A cart."
    assert [*unread_sentences(query, coverage)] == ["Let me take the last back"]
    assert not [*unread_sentences(query, coverage.model_copy(update={"reading": None}))], (
        "a model reads all of it"
    )


def test_words_of_size_are_told_where_no_model_reads_them() -> None:
    tiny = Seed(id="bakery", query="A tiny bakery site.")
    (told,) = size_remarks([tiny, Seed(id="shop", query="A plant shop.")])
    assert "bakery" in told
    assert "shop" not in told
    assert not [*size_remarks([Seed(id="shop", query="A plant shop.")])]
