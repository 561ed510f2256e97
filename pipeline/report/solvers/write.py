"""The report of a run of solvers as one HTML file that opens from disk and fetches nothing."""

import base64
import hashlib
from functools import cache

from jinja2 import ChoiceLoader, Environment, PackageLoader
from markupsafe import Markup, escape

from pipeline.report import words as shared
from pipeline.report.solvers import agreed, figures, words
from pipeline.report.solvers.page import SolverPage
from pipeline.templates import coded, source_of, templates_of
from plans.plurals import count_text


def render_solvers(page: SolverPage) -> str:
    """The page as HTML; whatever models, solvers and prompts say is escaped."""
    environment = _environment()
    script = source_of(environment, "report.js")
    return environment.get_template("solvers.html.jinja").render(
        page=page,
        run=page.result.run,
        words=words,
        shared=shared,
        figures=figures,
        agreed=agreed,
        count_text=count_text,
        style=source_of(environment, "report.css") + source_of(environment, "solvers.css"),
        script=script,
        script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
    )


@cache
def _environment() -> Environment:
    """The templates of this report, and the parts, style and script that it shares with that of code agents."""
    environment = templates_of("pipeline.report", escaped=True)
    environment.loader = ChoiceLoader(
        [PackageLoader("pipeline.report.solvers"), PackageLoader("pipeline.report")]
    )
    environment.filters["coded"] = coded
    environment.filters["breakable"] = _breakable
    environment.filters["seconds"] = shared.seconds_text
    return environment


def _breakable(text: str) -> Markup:
    """The text, escaped, that may go on in the next line after an underscore."""
    return Markup(str(escape(text)).replace("_", "_<wbr>"))
