"""Prompts: Jinja files beside the agent that speaks them, rendered strictly, with quoted words of others."""

import json
import re
from collections.abc import Mapping
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from plans.digests import text_digest, value_digest
from plans.files import read_text
from plans.plain_text import plain, plain_line

LONGEST_LINE = 400
"""Characters of what stands in one line of ours."""
LONGEST_REASON = 1500
"""Characters of what an answer is sent back for."""


def line(text: str, longest: int = LONGEST_LINE) -> str:
    """In one line, whatever line ends there are in it; one of more characters than `longest` is cut."""
    words = plain_line(text)
    return words if len(words) <= longest else f"{words[: longest - 1]}…"


def reason(text: str) -> str:
    """A line that says what is to be put right: longer than others, since what is cut of it nobody can mend."""
    return line(text, LONGEST_REASON)


def message(text: str) -> str:
    """What somebody said: each of its lines begins with the mark of a quotation, so that none is ours."""
    return "\n".join(f"> {row}".rstrip() for row in plain(text).strip("\n").split("\n"))


def document(text: str) -> str:
    """What is handed over whole: between two fences that are longer than any row of tildes in it."""
    body = plain(text).strip("\n")
    longest = max((len(row) for row in re.findall("~+", body)), default=0)
    fence = "~" * max(longest + 1, 3)
    return f"{fence}markdown\n{body}\n{fence}"


def string(text: str, longest: int = LONGEST_LINE) -> str:
    """Within quotation marks, in one line: as in JSON, nothing in it can end them. A long one is cut, which is told."""
    words = plain_line(text)
    said = json.dumps(words[:longest], ensure_ascii=False)
    return said if len(words) <= longest else f"{said} (cut: {len(words)} characters)"


ENDING = ".md.jinja"


class Prompts:
    """The prompts in the folder `prompts` of a package, such as `agents.users`.

    What comes from an item, a user, a page or a model goes through one of the filters `line`, `message` and `document`
    (agents.gateway.prompts), so that nothing in it can speak in our name.
    """

    def __init__(self, package: str) -> None:
        self._package = package

    def rendered(self, name: str, **words: object) -> str:
        """The prompt `<name>.md.jinja`; a word that it needs and does not get is an error."""
        return self._environment.get_template(f"{name}{ENDING}").render(words)

    @cached_property
    def hashes(self) -> Mapping[str, str]:
        """Name of each file → its digest."""
        return {file.name: text_digest(read_text(file)) for file in sorted(self._folder.glob("*.jinja"))}

    def template_hash(self, *names: str) -> str:
        """Digest of these prompts; one that includes another is named with it."""
        return value_digest({name: self.hashes[f"{name}{ENDING}"] for name in sorted(names)})

    @cached_property
    def _folder(self) -> Path:
        spec = find_spec(self._package)
        if spec is None or spec.origin is None:
            raise ModuleNotFoundError(f"no package {self._package!r}", name=self._package)
        return Path(spec.origin).with_name("prompts")

    @cached_property
    def _environment(self) -> Environment:
        environment = Environment(
            loader=FileSystemLoader(self._folder),
            # Markdown for a program: words of others are quoted by the filters below, and never read as a template.
            autoescape=False,
            undefined=StrictUndefined,
            keep_trailing_newline=True,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        environment.filters |= {
            "line": line,
            "reason": reason,
            "message": message,
            "document": document,
        }
        return environment
