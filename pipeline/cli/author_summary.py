"""Summary that `author` and `review` print at the end."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import takewhile
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from pipeline.cli.options import models_table
from pipeline.cli.output import echo_json
from pipeline.graph.report import AuthoringReport, ItemReport, Result
from plans.catalog.matching import tokens
from plans.errors import EXIT_CODE
from plans.plain_text import count_text
from plans.shell import command_line
from review.checkpoints import Checkpoint

STYLE: dict[Result, str] = {
    "released": "green",
    "unproved": "yellow",
    "ready": "cyan",
    "waiting": "yellow",
    "refused": "yellow",
    "not released": "red",
    "rejected": "red",
    "failed": "red",
}
SAID: dict[Result, str] = {"unproved": "written, unproved"}
"""How a result is called where its own name says too little."""
PARKED_SHOWN = 6
"""Checkpoints that are named where it is said how many wait."""
GOES_ON = "run the same command again to continue, and the suite is published at the end"
_FEATURE = "feature: "
"""What the coverage of a phrase that asks for a feature begins with."""
_SAMPLE_DATA = "sample data: "
"""What the coverage of a phrase begins with that names a field of the sample data."""
TOLD_MINUTES = 1
"""Minutes from which on it is told how long an item took."""
REASONS_SHOWN = 6
"""Reasons printed for an item."""


def rounded_minutes(minutes: float) -> str:
    """Whole minutes, and tenths of few."""
    return f"{minutes:,.0f}" if minutes >= 2 else f"{max(minutes, 0.1):.1f}"


def tell(
    report: AuthoringReport, console: Console, *, as_json: bool, about: Collection[str] | None = None
) -> int:
    """Print the report, as JSON on standard output or as tables on `console`; returns the exit code.

    `about`: the items to speak of in the tables, and of each other one only that it is there; None: all.
    """
    if as_json:
        echo_json(report)
    else:
        print_summary(console, report, about)
        if report.is_written and report.is_all_released:
            console.print(f"Next: {escape(_running(report))}", highlight=False)
    return exit_code(report)


def exit_code(report: AuthoringReport) -> int:
    """0 when every item is in the suite or a decision is waited for, 1 when not, the cause's code for what broke."""
    broken = next((item.cause for item in report.items if item.cause is not None), None)
    if broken is not None:
        return EXIT_CODE[broken]
    return 0 if report.is_all_written or report.parked else 1


def print_summary(console: Console, report: AuthoringReport, about: Collection[str] | None = None) -> None:
    """What of the seeds was not read, the table of items, why some are not in, what waits, and what to do next."""
    shown = report
    if about is not None:
        shown = report.model_copy(update={"items": tuple(i for i in report.items if i.item in about)})
    for line in _uncovered(shown):
        console.print(line, highlight=False)
    if shown.items:
        console.print(_items(shown))
    for line in (
        *_reasons(shown),
        *_readings(shown),
        *_served(shown),
        *_remarks(shown),
        *_unlike(shown),
        *_never_shown_fair(shown),
        *_others(report, shown),
        *_conclusion(report),
    ):
        console.print(line, highlight=False)
    if report.models.lines:
        console.print(models_table(report.models))


def print_read_notes(console: Console, redone: Sequence[Checkpoint]) -> None:
    """What was made of the notes at a redo, by the findings of the checkpoints that it led to."""
    for checkpoint in redone:
        console.print(f"[bold]{escape(checkpoint.label)}[/], made anew:", highlight=False)
        for finding in checkpoint.findings:
            # A note by itself says nothing beside the finding that quotes it and tells what it was read as.
            if not any(finding in other for other in checkpoint.findings if other != finding):
                console.print(f"  {escape(finding)}", highlight=False)


def _items(report: AuthoringReport) -> Table:
    is_any_tried_again = any(item.attempts > 1 for item in report.items)
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold underline")
    table.add_column("Item", overflow="fold")
    table.add_column("Result", no_wrap=True)
    table.add_column("Category", overflow="fold")
    table.add_column("Domain", overflow="fold")
    is_any_shown = any(item.fairness for item in report.items)
    is_any_timed = any((item.minutes or 0) >= TOLD_MINUTES for item in report.items)
    headings = ["Tasks", "Outcomes"]
    headings += ["Tries"] if is_any_tried_again else []
    headings += ["Shown fair"] if is_any_shown else []
    headings += ["Minutes"] if is_any_timed else []
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    for item in report.items:
        numbers: list[int | str] = [item.tasks, item.outcomes]
        numbers += [item.attempts] if is_any_tried_again else []
        numbers += [item.fairness.passed if item.fairness else ""] if is_any_shown else []
        numbers += ["" if item.minutes is None else rounded_minutes(item.minutes)] if is_any_timed else []
        table.add_row(
            escape(item.item),
            f"[{STYLE[item.result]}]{SAID.get(item.result, item.result)}[/]",
            escape(item.category),
            escape(item.domain),
            *(str(number or "") for number in numbers),
        )
    return table


def _reasons(report: AuthoringReport) -> Iterator[str]:
    """The first reasons why items are not released; all of them are in their evidence."""
    for item in report.items:
        for reason in item.reasons[:REASONS_SHOWN]:
            yield f"[{STYLE[item.result]}]{escape(item.item)}, {item.result}:[/] {escape(reason)}"
        if (more := len(item.reasons) - REASONS_SHOWN) > 0:
            yield f"  … and {more} more in {escape(report.folder)}/.authoring/drafts/{escape(item.item)}/evidence.json"


def _readings(report: AuthoringReport) -> Iterator[str]:
    """What each seed was read as and because of which words; thin readings first, since they may well be wrong."""
    read = [(item, item.reading) for item in report.items if item.reading is not None]
    if read:
        yield "Read as:"
    for item, reading in sorted(read, key=lambda one: not one[1].thin):
        words = ", ".join(f"“{word}”" for word in reading.words)
        why = f"because of {words} (score {reading.score:g})" if words else "as the seed names it"
        place = f"{item.category} / {item.domain}, {why}"
        thin = f"  [yellow]thin: {escape(reading.thin)}[/]" if reading.thin else ""
        yield f"  [bold]{escape(item.item)}[/]: {escape(place)}{thin}"


def _served(report: AuthoringReport) -> Iterator[str]:
    """Which words of each seed brought which feature: a word may have been meant otherwise, as the bars of a town."""
    read = [item for item in report.items if item.result != "refused" and item.reading is not None]
    if read:
        yield "Features and the words that ask for them:"
    for item in read:
        if not (by := _features(item)):
            yield (
                f"  [bold]{escape(item.item)}[/]: [yellow]none found, so features were drawn[/]; name some with "
                "`features:`; `benchwright author --catalog` lists them"
            )
            continue
        told = "; ".join(
            f"{feature[:1].upper()}{feature[1:]}, by {', '.join(f'“{word}”' for word in words)}"
            for feature, words in by.items()
        )
        yield f"  [bold]{escape(item.item)}[/]: {escape(told)}"


def _features(item: ItemReport) -> dict[str, list[str]]:
    """Feature → the words of the seed that it serves."""
    by: dict[str, list[str]] = {}
    for phrase, served in item.covered.items():
        if served.startswith(_FEATURE):
            by.setdefault(served.removeprefix(_FEATURE), []).append(phrase)
    return by


def _uncovered(report: AuthoringReport) -> Iterator[str]:
    """What was not read: whole sentences, phrases, and mere words; what a remark tells is not told twice."""
    found = [item for item in report.items if _is_partly_read(item)]
    by_catalog = [item for item in found if item.reading is not None]
    if by_catalog:
        yield (
            "[bold yellow]! Not read:[/] [yellow]the items do nothing of what these words ask for, and agents are not "
            "told of it[/], since without a model a seed only selects from the catalog. Name what is wanted with "
            "`features:` in the seed (`benchwright author --catalog` lists them), or add `--author model`, which plans "
            "from the seed's own words."
        )
    yield from map(_left_unread, by_catalog)
    if others := [item for item in found if item.reading is None]:
        yield "[bold yellow]! Not in the items[/], as their authors say:"
        yield from map(_left_unread, others)


def _is_partly_read(item: ItemReport) -> bool:
    return item.result != "refused" and bool(_not_told(item) or item.unread_sentences)


def _lacks_a_wish(item: ItemReport) -> bool:
    """Whether more than single words was not read."""
    return _is_partly_read(item) and (
        bool(item.unread_sentences) or any(" " in one for one in _not_told(item))
    )


def _left_unread(item: ItemReport) -> str:
    left = _not_told(item)
    parts = {
        "": [f"“{phrase}”" for phrase in left if " " in phrase],
        "whole sentences: ": [f"“{sentence}”" for sentence in item.unread_sentences],
        "single words: ": [phrase for phrase in left if " " not in phrase],
    }
    told = "; ".join(f"{what}{', '.join(words)}" for what, words in parts.items() if words)
    return f"  [bold]{escape(item.item)}[/]: {escape(told)}"


def _not_told(item: ItemReport) -> list[str]:
    """The phrases that were matched to nothing and that no remark quotes."""
    told = " ".join(item.notes)
    return [phrase for phrase in item.uncovered if f"“{phrase}”" not in told]


def _remarks(report: AuthoringReport) -> Iterator[str]:
    """What was left out or renamed, and why: told whether or not phrases were not read."""
    told = {item.item: (*item.notes, *_renamed(item)) for item in report.items if item.result != "refused"}
    if any(told.values()):
        yield "Left out, added or changed:"
    for name, notes in told.items():
        yield from (f"  [bold]{escape(name)}[/]: {escape(note)}" for note in notes)


def _renamed(item: ItemReport) -> Iterator[str]:
    """Words of the seed that the project has as a field, or as a value, of another name."""
    for phrase, served in item.covered.items():
        if served.startswith(_SAMPLE_DATA):
            field = served.removeprefix(_SAMPLE_DATA)
            if not {token.stem for token in tokens(phrase)} & {token.stem for token in tokens(field)}:
                yield f"“{phrase}” is taken as “{field}” of the sample data."


def _unlike(report: AuthoringReport) -> Iterator[str]:
    found = [item for item in report.items if item.unlike]
    if found:
        yield "[yellow]Variants that differ in complexity from their parents:[/]"
    yield from (f"  [bold]{escape(item.item)}[/]: {escape(item.unlike)}." for item in found)


def _never_shown_fair(report: AuthoringReport) -> Iterator[str]:
    found = [item for item in report.items if item.never_shown_fair]
    if found:
        yield (
            "[yellow]Tasks that no independent implementation passes:[/] they may be unfair. "
            "Rulings on them stand in independents/*/independent.yaml of the item."
        )
    yield from (
        f"  [bold]{escape(item.item)}[/]: {escape(', '.join(item.never_shown_fair))}" for item in found
    )


def _others(report: AuthoringReport, shown: AuthoringReport) -> Iterator[str]:
    """How the items stand that were not spoken of."""
    rest = [item for item in report.items if item not in shown.items]
    if rest:
        counts = Counter(SAID.get(item.result, item.result) for item in rest)
        yield f"Of the others: {', '.join(f'{count} {result}' for result, count in counts.items())}."


def _deciding(report: AuthoringReport) -> str:
    return command_line("benchwright", "review", Path(report.folder))


def _running(report: AuthoringReport) -> str:
    """The run that shows that the scale works on what was released."""
    return command_line("benchwright", "run", Path(report.folder), "--agent", "oracle", "--agent", "nop")


def _conclusion(report: AuthoringReport) -> Iterator[str]:
    released, every = report.count("released"), count_text(len(report.items), "item")
    yield ""
    if report.plan_result == "rejected":
        yield f"The plan was rejected: {escape(' '.join(report.reasons))} No item was authored."
    if report.is_written and released:
        yield f"{released} of {every} released as {report.suite} {report.version} in {escape(report.folder)}."
    if unproved := report.count("unproved"):
        yield (
            f"{unproved} of {every} written as {report.suite} {report.version} in {escape(report.folder)}, "
            "unproved: no judge has tried them, and only judged items are released."
        )
        yield f"Next: {escape(report.next_step)}"
    if report.parked:
        waits = count_text(len(report.parked), "checkpoint waits", "checkpoints wait")
        places = "; ".join(checkpoint.label for checkpoint in report.parked[:PARKED_SHOWN])
        more = "; …" if len(report.parked) > PARKED_SHOWN else ""
        yield f"{waits} for a decision: {escape(_deciding(report))}"
        yield f"  {escape(places)}{more}"
    if report.count("failed"):
        yield escape(_broken(report))
    elif report.items and not report.is_written and not report.parked:
        yield "No item may be released, so no suite was written."
        yield (
            f"{escape(report.folder)} holds only drafts (.authoring) and decisions (review.jsonl). Correct the seeds "
            "and use the same --out again, or delete the folder."
        )
    if unread := sum(_lacks_a_wish(item) for item in report.items):
        yield f"[yellow]{unread} of {count_text(len(report.items), 'seed')} not read in full[/]: see *Not read* above."
    read = [item.reading for item in report.items if item.reading is not None and item.result != "refused"]
    if thin := sum(bool(reading.thin) for reading in read):
        are = "is" if thin == 1 else "are"
        yield (
            f"[yellow]{thin} of {count_text(len(read), 'reading')} {are} thin[/]: check “Read as” above "
            "before you use these items."
        )


def _broken(report: AuthoringReport) -> str:
    """Why items failed and what to do, where it is the same for all: this line may be the only one that is read."""
    failed = [item for item in report.items if item.result == "failed"]
    of = f"{count_text(len(failed), 'item')} of {len(report.items)}"
    if not (same := _same_end([" ".join(item.reasons) for item in failed])):
        return f"Something broke on the way ({of}); {GOES_ON}."
    return f"{of} could not be finished: {same}; {GOES_ON}."


def _same_end(reasons: Sequence[str]) -> str:
    """The sentences with which all of these end, without the last stop; empty where their last ones differ."""
    parted = [reason.rstrip(".").split(". ")[::-1] for reason in reasons]
    same = list(takewhile(lambda those: len(set(those)) == 1, zip(*parted, strict=False)))
    return ". ".join(those[0] for those in reversed(same))
