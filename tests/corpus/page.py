"""The measured figures as one HTML file that opens from disk and fetches nothing."""

from collections.abc import Sequence
from pathlib import Path

from pipeline.report.words import percent
from pipeline.templates import templates_of
from plans.files import write_text
from plans.plain_text import count_text
from tests.corpus.bounds import Floor, standings
from tests.corpus.figures import MEASURES, HalfFigures, Measured


def write_page(
    out: Path, judge: str, halves: Sequence[HalfFigures], floor: Floor, said: Sequence[str]
) -> None:
    """Write the page to `out`; `said` are the sentences on what is not reached. Raises StorageFailed."""
    template = templates_of("tests.corpus", escaped=True).get_template("report.html.jinja")
    views = [(one, standings(one, floor)) for one in halves]
    write_text(
        out,
        template.render(
            judge=judge, views=views, said=said, measures=MEASURES, cell=cell, count_text=count_text
        ),
    )


def cell(name: str, measured: Measured) -> str:
    """A measure with its interval, as `78.2% [66.7%, 89.1%]`."""
    if measured.value is None:
        return "-"
    shown = _number if name == "kappa" else percent
    said = shown(measured.value)
    if measured.interval is None:
        return said
    return f"{said} [{shown(measured.interval[0])}, {shown(measured.interval[1])}]"


def _number(value: float) -> str:
    return f"{value:.2f}"
