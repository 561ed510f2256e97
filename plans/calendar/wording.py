"""The words of an instance, by the templates in prompts/."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateNotFound
from jinja2.environment import Template

from plans.calendar.clock import block, clock
from plans.calendar.problem import Availability, Meeting
from plans.errors import AuthorError

PROMPTS = Path(__file__).parent / "prompts"


def prompt_of(template: str, meeting: Meeting, availability: Availability, days: Sequence[str]) -> str:
    """What a model is asked; AuthorError for a template that is not there."""
    return (
        _template(template)
        .render(
            participants=len(availability),
            duration=meeting.duration,
            buffer=meeting.buffer,
            no_weekends=meeting.no_weekends,
            before=None if meeting.before is None else clock(meeting.before),
            after=None if meeting.after is None else clock(meeting.after),
            during=None if meeting.during is None else block(*meeting.during),
            priority=meeting.priority,
            availability_days=days,
            availability=availability,
        )
        .strip()
    )


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(PROMPTS),
        undefined=StrictUndefined,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@cache
def _template(name: str) -> Template:
    try:
        return _environment().get_template(f"{name}.jinja")
    except TemplateNotFound:
        there = ", ".join(sorted(path.stem for path in PROMPTS.glob("*.jinja")))
        raise AuthorError(f"There is no template {name!r} of prompts. Use one of: {there}.") from None
