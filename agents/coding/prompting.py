"""The exact words by which a code agent is asked, from the files in `prompts`.

A request or a whole specification opens a trial, with an interface that is fixed or free; feedback in a user's words,
or a report of the checks to be debugged, opens a later round. Words of others are quoted (agents.gateway.prompts).

With a fixed interface an agent is told by what ways its work is reached: of a program what is run, typed, laid beside
it and imported, and with the specification also what each check expects and by which rubric (PRDBench's development).
Unlike there, no line of a test is told, and nothing of what an expected file holds.
"""

import platform
from collections.abc import Mapping, Sequence
from pathlib import Path

from agents.gateway.prompts import Prompts
from plans.errors import AuthorError
from plans.records.code_agent import FailedCheck, PromptTerms

PROMPTS = Path(__file__).with_name("prompts")
_WORDS = Prompts("agents.coding")
_PYTHON = ".".join(platform.python_version_tuple()[:2])
"""The Python that submissions find: ours, as suites lock packages and no Python of their own."""


class JinjaPrompter:
    """Implements plans.contracts.coding.Prompter from the files in `prompts`, rendered strictly."""

    def __init__(self, packages: Sequence[str] = (), mirrored: Sequence[str] = ()) -> None:
        """`packages` are those that submissions find where they are looked at; `mirrored` are the kinds
        (python, node) of those that agents may have while they work.
        """
        self._found = {"packages": tuple(packages), "mirrored": tuple(mirrored), "python": _PYTHON}

    @property
    def prompt_hashes(self) -> Mapping[str, str]:
        """The digest of every file, whether or not a run needs it."""
        return {f"coding/{name}": digest for name, digest in _WORDS.hashes.items()}

    def request(self, terms: PromptTerms, query: str) -> str:
        """What opens a trial with a request in somebody's words, which leaves much unsaid."""
        return _opening("request", terms, query=query, **self._found)

    def development(self, terms: PromptTerms, prd: str) -> str:
        """What opens a trial with the whole specification."""
        return _opening("development", terms, prd=prd, **self._found)

    def feedback(self, terms: PromptTerms, feedback: str) -> str:
        """What opens a later round after a user has spoken."""
        return _rendered("feedback", terms, feedback=feedback)

    def debug(
        self,
        terms: PromptTerms,
        failed: Sequence[FailedCheck],
        *,
        tried: int,
        blocked: int = 0,
        undecided: int = 0,
    ) -> str:
        """What opens a later round after checks have been tried."""
        return _rendered("debug", terms, failed=failed, tried=tried, blocked=blocked, undecided=undecided)


def _opening(name: str, terms: PromptTerms, **words: object) -> str:
    """AuthorError for a fixed interface that nobody names: what is not told cannot be kept."""
    has_own_words = (PROMPTS / f"fixed_{terms.family}.md.jinja").exists()
    if terms.interface == "fixed" and not terms.ways and not has_own_words:
        raise AuthorError(
            "Development with a fixed interface was asked for, and no way to the project is named, so that nobody "
            "could build it so. Name its commands or entry points, or ask for a free interface."
        )
    return _rendered(name, terms, **words)


def _rendered(name: str, terms: PromptTerms, **words: object) -> str:
    return _WORDS.rendered(name, terms=terms, **words)
