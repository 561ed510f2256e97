"""The exact words by which a code agent is asked, for families that have no words of their own.

Development with a fixed interface or a free one opens a trial; feedback in a user's words, or a report of the checks to
be debugged, opens a later round.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

from plans.digests import text_digest
from plans.errors import AuthorError
from plans.files import read_text
from plans.records.base import Record

PROMPTS = Path(__file__).with_name("prompts")


class FailedCheck(Record):
    """A check that did not pass, as the agent may know it."""

    title: str
    expected: str
    seen: str = ""
    """Empty: nothing came of it."""


def development_prompt(prd: str, interface: Sequence[str], *, is_empty: bool = True) -> str:
    """What opens a trial in which it is fixed how the project is reached: commands, entry points, files.

    AuthorError without any: an interface that is not told cannot be kept.
    """
    if not interface:
        raise AuthorError(
            "Development with a fixed interface was asked for, and no way to the project is named, so that nobody "
            "could build it so. Name its commands or entry points, or ask for free development."
        )
    return _rendered("development", prd=prd, interface=interface, is_empty=is_empty)


def free_development_prompt(prd: str, *, is_empty: bool = True) -> str:
    """What opens a trial in which the agent decides how the project is reached, and says so in its README."""
    return _rendered("free_development", prd=prd, is_empty=is_empty)


def feedback_prompt(feedback: str) -> str:
    """What opens a later round after a user has spoken."""
    return _rendered("feedback", feedback=feedback)


def debug_prompt(failed: Sequence[FailedCheck], tried: int) -> str:
    """What opens a later round after checks have failed; `tried` is how many there were."""
    return _rendered("debug", failed=failed, tried=tried)


def prompt_hashes() -> dict[str, str]:
    """Prompt → digest, for the run's record."""
    return {f"coding/{file.name}": text_digest(read_text(file)) for file in sorted(PROMPTS.glob("*.jinja"))}


def _rendered(name: str, **words: object) -> str:
    return _prompts().get_template(f"{name}.md.jinja").render(**words)


@cache
def _prompts() -> Environment:
    return Environment(
        loader=PackageLoader("agents.coding", "prompts"),
        # Markdown for a program, in which nothing is to be escaped.
        autoescape=False,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
