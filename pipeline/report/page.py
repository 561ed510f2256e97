"""The HTML report of a run: the frame that every kind of run fills with its panels, written as one file."""

import base64
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import ClassVar, NamedTuple

from jinja2 import Environment
from markupsafe import Markup, escape

from pipeline.report import words
from pipeline.report.marks import Remark
from pipeline.report.words import KindWords
from pipeline.runner.scoring.intervals import Measured
from pipeline.templates import coded, source_of, templates_of
from plans.files import write_text
from plans.plain_text import count_text
from plans.records.base import Record
from plans.records.result import Rate, RunResult
from plans.records.run import RunTimes
from plans.records.scored_run import ScoredResult
from review.agreement import PointAgreement

LONGEST_TITLE = 160
"""Letters of a title of others that are shown: with ten thousand, nothing else of a page would be found."""


class Panel(NamedTuple):
    """A part of the page."""

    template: str
    links: tuple[tuple[str, str], ...] = ()
    """Anchor and title of each thing in it that the navigation names."""


AGREED = Panel("agreed.jinja", (("agreed", "Agreement with people"),))
"""Where labels of people were given."""


class AgreedRow(NamedTuple):
    """A line of the table of agreement."""

    title: str
    cells: tuple[tuple[str, str], ...]
    """Of each column the number and its interval, which is empty where there is none."""
    gloss: str = ""


@dataclass(frozen=True)
class Agreed:
    """How far a judge, or checks, agree with people, as page and terminal show it."""

    table: Record
    """The numbers."""
    of: str
    """What is held against people."""
    what: str
    """Of what it was measured, in a sentence or two."""
    caution: str
    intervals: str
    corner: str
    columns: tuple[tuple[str, str], ...]
    """Title, and what it means where that is not said elsewhere."""
    groups: tuple[tuple[str, tuple[AgreedRow, ...]], ...]
    """Rows by what they are about, each with its title, which is empty where there is a single group."""
    points: PointAgreement | None = None
    """Where tasks earn points, those of the judge against those of people."""


def agreed_cell(name: str, measured: Measured) -> tuple[str, str]:
    """A measure and its interval; the interval is empty where there is none, and has a dagger where it says nothing."""
    if measured.value is None:
        return words.UNKNOWN, ""
    if measured.low is None or measured.high is None:
        return _measure_text(name, measured.value), ""
    low, high = _measure_text(name, measured.low).removesuffix("%"), _measure_text(name, measured.high)
    dagger = "†" if measured.low == measured.high else ""
    return _measure_text(name, measured.value), f"[{low}, {high}]{dagger}"


def _measure_text(name: str, value: float) -> str:
    """Kappas reach from -1 to 1; all other measures are shares."""
    return f"{value:.2f}".replace("-", "−") if name.endswith("kappa") else words.percent(value)


def agreed_intervals(kind: KindWords) -> str:
    """What stands in brackets."""
    return f"In brackets: {kind.interval}; † of {kind.unit}s that are alike in it, so that it says nothing."


def elsewhere_text(elsewhere: Sequence[str], why: str) -> str:
    """What was labelled and is not of the run, in a sentence after others; empty where there is nothing."""
    named = ", ".join(elsewhere[:5]) + (" and others" if len(elsewhere) > 5 else "")
    return f" Labelled, and {why}: {named}." if elsewhere else ""


@dataclass(frozen=True, kw_only=True)
class ReportPage:
    """What the pages of all kinds of runs have; a kind adds what its own panels show."""

    result: RunResult | ScoredResult
    times: RunTimes
    remarks: tuple[Remark, ...]
    panels: tuple[Panel, ...]
    """In the order of the page."""
    headline: tuple[Rate, ...]
    agreed: Agreed | None = None
    """How far the judge agrees with people; None where no labels were given."""

    template: ClassVar[str]
    """The frame, with what the kind says in it of itself."""
    kind: ClassVar[KindWords]
    names: ClassVar[Mapping[str, object]] = {}
    """What templates of the kind know besides."""

    @property
    def has_ranges(self) -> bool:
        """Whether a headline rate is a range."""
        return any(rate.low != rate.high for rate in self.headline)

    @property
    def has_degenerate(self) -> bool:
        """Whether a headline interval says nothing."""
        return any(rate.degenerate for rate in self.headline)


def write_report(page: ReportPage, out: Path) -> Path:
    """Write the page to `out` and return it; raises StorageFailed."""
    write_text(out, render(page))
    return out


def render(page: ReportPage) -> str:
    """The page as HTML; whatever agents, models, pages, prompts and authors wrote is escaped."""
    environment = _environment()
    script = source_of(environment, "report.js")
    return environment.get_template(page.template).render(
        page=page,
        run=page.result.run,
        suite=page.result.run.suite,
        kind=page.kind,
        words=words,
        count_text=count_text,
        style=source_of(environment, "report.css"),
        script=script,
        script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        **page.names,
    )


@cache
def _environment() -> Environment:
    environment = templates_of("pipeline.report", escaped=True)
    environment.filters["percent"] = words.percent
    environment.filters["coded"] = coded
    environment.filters["titled"] = _titled
    environment.filters["breakable"] = _breakable
    environment.filters["seconds"] = words.seconds_text
    return environment


def _titled(text: str) -> str:
    """A title that others wrote, in one line and no longer than is read."""
    return words.one_line(text, LONGEST_TITLE)


def _breakable(text: str) -> Markup:
    """The text, escaped, that may go on in the next line after an underscore."""
    return Markup(str(escape(text)).replace("_", "_<wbr>"))
