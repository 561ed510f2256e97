"""The exact words that a code agent gets, from templates beside this file."""

from functools import cache
from pathlib import Path

from jinja2 import Environment

from pipeline.runner.archive import LEFT_OUT_FOLDERS
from pipeline.templates import templates_of
from plans.digests import text_digest
from plans.files import read_text
from plans.prd_text import NOTICE, prd_text
from plans.records.feedback import Feedback
from plans.records.project import Project
from plans.records.run_spec import RunSpec

TEMPLATES = Path(__file__).with_name("templates")


def first_message(project: Project, spec: RunSpec) -> str:
    """What opens a trial: the query at the run's level, or the whole PRD; with how the hand-in will be looked at."""
    if spec.mode == "full-prd":
        return _rendered("full-prd.md.jinja", prd=prd_text(project.prd, spec.canary), canary=spec.canary)
    query = project.query.at(spec.underspecification).text
    return _rendered("query.md.jinja", query=query, canary=spec.canary)


def next_message(feedback: Feedback, spec: RunSpec) -> str:
    """What opens a later round: the simulated user's feedback."""
    return _rendered("feedback.md.jinja", feedback=feedback.text, canary=spec.canary)


def message_hashes() -> dict[str, str]:
    """Template → digest, for the run's record."""
    return {f"messages/{file.name}": text_digest(read_text(file)) for file in sorted(TEMPLATES.iterdir())}


def _rendered(template: str, **words: str) -> str:
    left_out = ", ".join(f"`{name}`" for name in sorted(LEFT_OUT_FOLDERS))
    return _templates().get_template(template).render(notice=NOTICE, left_out=left_out, **words)


@cache
def _templates() -> Environment:
    return templates_of("pipeline.runner", escaped=False)
