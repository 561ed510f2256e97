"""The report of a run as one HTML file that opens from disk and fetches nothing."""

import base64
import hashlib
from functools import cache
from pathlib import Path

from jinja2 import Environment

from pipeline.report import agreed, points, words
from pipeline.report.figures import curves, dag, errors
from pipeline.report.page import Page, gather
from pipeline.templates import coded, source_of, templates_of
from plans.contracts.runs import RunReader
from plans.files import write_text
from plans.plurals import count_text

LONGEST_TITLE = 160
"""Letters of a title of others that are shown: with ten thousand, nothing else of a page would be found."""
LONG_REQUEST = 2_000
"""Letters of a request from which on it is folded away, as a whole PRD has."""


def write_report(reader: RunReader, out: Path) -> Path:
    """Write the report to `out` and return it; raises StorageFailed, and InvalidFile for a broken run."""
    write_text(out, render(gather(reader)))
    return out


def render(page: Page) -> str:
    """The page as HTML; whatever agents, pages and authors wrote is escaped."""
    environment = _environment()
    script = source_of(environment, "report.js")
    return environment.get_template("report.html.jinja").render(
        page=page,
        run=page.result.run,
        words=words,
        points=points,
        errors=errors,
        agreed=agreed,
        count_text=count_text,
        curves=curves,
        dag=dag,
        LONG_REQUEST=LONG_REQUEST,
        style=source_of(environment, "report.css"),
        script=script,
        script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
    )


@cache
def _environment() -> Environment:
    environment = templates_of("pipeline.report", escaped=True)
    environment.filters["percent"] = words.percent
    environment.filters["coded"] = coded
    environment.filters["titled"] = _titled
    environment.filters["seconds"] = words.seconds_text
    return environment


def _titled(text: str) -> str:
    """A title that others wrote, in one line and no longer than is read."""
    return words.one_line(text, LONGEST_TITLE)
