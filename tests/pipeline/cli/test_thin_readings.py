"""What `author` says in the end: how many readings may well be wrong stands in its last lines."""

from io import StringIO

import pytest
from rich.console import Console

from pipeline.cli.author_summary import print_summary
from pipeline.graph.report import AuthoringReport, ItemReport, Result
from plans.records.seed import DomainReading


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
