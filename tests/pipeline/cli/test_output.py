"""What the verbs write: whole where it is piped, and never a text that steers the terminal."""

import pytest
from rich.text import Text

from pipeline.cli.output import PIPED_WIDTH, open_console, plain_table, shown_plainly

LONG = "/a/path/that/is/longer/than/any/terminal/" * 5


def test_a_piped_table_neither_cuts_nor_wraps(capsys: pytest.CaptureFixture[str]) -> None:
    """`still holds` was two lines, and paths ended in dots, as soon as the output was piped."""
    table = plain_table("Item", "Path", "Evidence")
    table.add_row("plant-shop", LONG, "still holds")
    open_console().print(table)
    heading, row = capsys.readouterr().out.splitlines()
    assert row.split() == ["plant-shop", LONG, "still", "holds"]
    assert heading.index("Evidence") == row.index("still holds")


def test_a_piped_line_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    open_console(stderr=True).print("word " * 100)
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert open_console().width == PIPED_WIDTH


@pytest.mark.parametrize("steering", ["\x1b[2J", "\x1b]0;owned\x07", "\x9b31m", "\u202e"])
@pytest.mark.parametrize("form", [Text, str], ids=["text", "markup"])
def test_what_a_page_says_never_steers_the_terminal(
    steering: str, form: type[Text] | type[str], capsys: pytest.CaptureFixture[str]
) -> None:
    open_console().print(form(f"title {steering} end"), highlight=False)
    printed = capsys.readouterr().out
    assert steering[0] not in printed
    assert steering[0].encode("unicode_escape").decode() in printed
    assert printed.startswith("title ")


def test_ordinary_text_stays_as_it_is() -> None:
    text = "Prüfung\tنعم\u00a0\u200dfamily 👩\u200d👧 – €\n"
    assert shown_plainly(text) == text
