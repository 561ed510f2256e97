"""PRDBench's number of a round and ours, side by side, as the verbs that write and read its reports print them."""

from collections.abc import Iterator

from rich.console import Console
from rich.text import Text

from pipeline.cli.output import plain_table
from plans.plain_text import count_text
from plans.records.published_scores import ProjectScore, PublishedScore


def print_scores(score: PublishedScore, console: Console) -> None:
    """Print both numbers, what lies between them step by step, and both numbers of each project."""
    for line in _numbers(score):
        console.print(line, markup=False, highlight=False, soft_wrap=True)
    table = plain_table("Task", "score_cal", "Ours", "Decided", "Remark")
    for one in score.projects:
        table.add_row(str(one.number), *(Text(cell) for cell in _cells(one)))
    console.print(table)


def _numbers(score: PublishedScore) -> Iterator[str]:
    projects = len(score.projects)
    yield (
        f"Round {score.round}: score_cal {_share(score.published)}, the mean of {score.valid} of "
        f"{count_text(projects, 'project')}; ours {_range(score.low, score.high)}, over all of them and all criteria "
        "that were planned."
    )
    if score.published is None:
        yield "  A report holds a number that is none, or a huge one: so theirs is none, and cannot be explained."
    elif not score.differences:
        yield (
            "  They differ in nothing but what is undecided."
            if score.low < score.high
            else "  They are the same."
        )
    else:
        least = "the least of ours" if score.low < score.high else "ours"
        yield f"  What leads from {_share(score.published)} to {least}, {_share(score.low)}, one after the other:"
        yield from (f"  {one.effect:+.3f}  {one.message}" for one in score.differences if one.effect)


def _cells(one: ProjectScore) -> tuple[str, ...]:
    return (
        "left out" if one.published is None else _share(one.published),
        _range(one.low, one.high),
        f"{one.decided} of {one.planned}",
        one.why or "",
    )


def _share(value: float | None) -> str:
    return "none" if value is None else f"{value:.3f}"


def _range(low: float, high: float) -> str:
    return _share(low) if _share(low) == _share(high) else f"{_share(low)} to {_share(high)}"
