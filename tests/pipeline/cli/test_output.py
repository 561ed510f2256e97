"""What the verbs write: whole where it is piped, in any encoding, and never a text that steers the terminal."""

import io
import json
import logging
import re
import sys
from pathlib import Path

import pytest
from rich.markdown import Markdown
from rich.markup import escape
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from pipeline.cli.output import (
    GOOD_TO_KNOW,
    MUST_BE_FIXED,
    PIPED_WIDTH,
    echo,
    echo_error,
    echo_json,
    open_console,
    plain_table,
    prepare_output,
    print_findings,
    warn,
)
from pipeline.cli.progress import bars
from pipeline.cli.verbs import run_command
from pipeline.templates import templates_of
from plans.records.base import Problem

ROOT = Path(__file__).resolve().parents[3]
LONG = "/a/path/that/is/longer/than/any/terminal/" * 5
STEERING = (
    "\x1b[2J",
    "\x1b]0;owned\x07",
    "\x1b]8;;http://evil.example\x1b\\here\x1b]8;;\x1b\\",
    "\x1b]52;c;cm0gLXJmIH4=\x07",
    "\x9b31m",
    "\x9d52;c;eA==\x9c",
    *"\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c",
    *"\u200b\u2060\ufeff\u00ad\u2028\u2029\u0085\x7f",
    "a\u200db\u200cc",
)
"""Escapes that steer a terminal, with seven bits and with eight, what reorders a line, and what nobody sees."""
SHOWS = (
    lambda text: open_console().print(Text(text), highlight=False),
    lambda text: open_console().print(escape(text), highlight=False),
    lambda text: open_console().print(Markdown(f"{text} [here](http://evil.example)")),
    lambda text: open_console().print(
        f"[link=http://evil.example/{text.replace('[', '')}]here[/link]", emoji=False
    ),
    echo,
    echo_error,
    lambda text: warn([text]),
    lambda text: logging.getLogger("a.library").error("it broke: %s", text),
    lambda text: echo_json({"text": text}),
    lambda text: echo_json(Problem(where=text, message="m", mend="")),
)
"""Every way in which a verb prints a text."""


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


@pytest.mark.parametrize("steering", STEERING, ids=ascii)
def test_no_text_steers_the_terminal_or_hides_in_it(
    steering: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A console that draws for a terminal turned links of Markdown into its own escapes, with whatever stood there."""
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    prepare_output()
    for show in SHOWS:
        show(f"title {steering} end")
        told = capsys.readouterr()
        printed = told.out + told.err
        assert "title" in printed or "here" in printed
        assert not {one for one in printed if one in steering and not one.isascii()}, printed
        assert not {"\x07", "\x7f", "\x9b"} & set(printed)
        assert "\x1b]" not in printed
        assert "\x1b[2J" not in printed


def test_json_is_ascii_and_says_what_it_was_given(capsys: pytest.CaptureFixture[str]) -> None:
    """A reader gets each text back, whatever the terminal, or a pipe in another encoding, would make of it."""
    told = {"text": "".join(STEERING) + "Größe 空 👩\u200d👧 \ud800 \\u001b"}
    echo_json(told)
    printed = capsys.readouterr().out
    assert printed.isascii()
    assert json.loads(printed) == told
    assert r"\u202e" in printed
    assert r"\u007f" in printed


@pytest.mark.parametrize("steering", STEERING, ids=ascii)
def test_a_page_holds_no_text_that_reorders_or_hides(steering: str, monkeypatch: pytest.MonkeyPatch) -> None:
    environment = templates_of("pipeline.report", escaped=True)
    page = environment.from_string("<p title='{{ told }}'>{{ told }}</p>\n").render(told=f"<b>{steering}\r\n")
    assert page.startswith("<p title='&lt;b&gt;")
    assert page.isascii()
    assert page.replace("\n", "").isprintable()


def test_everything_that_verbs_print_goes_one_way() -> None:
    """One `click.echo` beside it, and what a page says is raw again."""
    raw = re.compile(r"(?<![.\w])print\(|click\.s?echo\(|std(out|err)\.write\(|(?<![.\w])Console\(")
    others = {"output.py", "main.py", "build.py"}
    files = [path for floor in ("pipeline", "review") for path in (ROOT / floor).rglob("*.py")]
    assert [path for path in files if path.name not in others and raw.search(path.read_text())] == []


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_terminal_in_another_encoding_gets_every_line(
    encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a verb had to say was lost in a UnicodeEncodeError, and its exit code was 1, which means no."""
    printed = io.BytesIO()
    stream = io.TextIOWrapper(printed, encoding=encoding, write_through=True)
    monkeypatch.setattr(sys, "stdout", stream)
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.chdir(tmp_path)
    codes: list[int] = []
    for arguments in (["frobnicate\u7a7a\x1b[2J"], ["schemas", "Größe\u7a7a"]):
        monkeypatch.setattr(sys, "argv", ["benchwright", *arguments])
        codes.append(run_command())
    assert codes == [2, 0]
    with monkeypatch.context() as drawn:
        drawn.setenv("TTY_COMPATIBLE", "1")
        console = open_console()
        with bars(console) as progress:
            progress.add_task("“\u7a7a” – bar", total=2)
        table = Table("“\u7a7a”", title="✓")
        table.add_row("† – cell")
        tree = Tree("✓ tree")
        tree.add("✗ branch")
        for part in (table, Panel("† panel"), Rule("✗"), tree):
            console.print(part)
    told = printed.getvalue().decode(encoding)
    for text in ("bar", r"\u7a7a", r"\u2713", "cell", "panel", "branch", r"frobnicate\u7a7a\x1b[2J"):
        assert text in told


def test_ordinary_text_stays_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    text = "Prüfung\tنعم\u00a0می\u200cخواهم 👩\u200d👧 – €\nnext"
    echo(text)
    assert capsys.readouterr().out == f"{text}\n"


def test_many_faults_of_one_file_hide_none_of_another(capsys: pytest.CaptureFixture[str]) -> None:
    """Nine lines about the weights of one item stood in the place of four mistakes in others."""
    flood = [Problem(where=f"a.yaml:{number}", message="is wrong.", mend="") for number in range(20, 0, -1)]
    single = Problem(where="b.yaml", message="is wrong too.", mend="")
    print_findings([*flood, single], [], open_console(), "--all prints them", most=5)
    shown = [line.partition(":")[0] for line in capsys.readouterr().out.splitlines() if "is wrong" in line]
    assert shown == [*(f"  line {number}" for number in range(1, 5)), "  is wrong too."]


def test_findings_are_grouped_by_what_must_be_fixed_then_by_file_then_by_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """They stood in the order in which they were found, errors of six files mixed with each other."""
    errors = [
        Problem(where=where, message="m", mend="") for where in ("b:9: x", "a:3", "b:10", "b: task t", "b:2")
    ]
    notes = [Problem(where="a", message="m", mend="Mend.", severity="warning")]
    print_findings(errors, notes, open_console(), "--all prints them", further_notes=["further"])
    told = capsys.readouterr().out.splitlines()
    assert told == [
        *(
            MUST_BE_FIXED,
            "b",
            "  task t: m",
            "  line 2: m",
            "  line 9: x: m",
            "  line 10: m",
            "a",
            "  line 3: m",
            "",
        ),
        *(GOOD_TO_KNOW, "a", "  m", "    Mend.", "further", ""),
    ]
