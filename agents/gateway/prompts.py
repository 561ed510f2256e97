"""Prompts: the Jinja files beside the agent that speaks them, rendered strictly, with the words of others quoted."""

from collections.abc import Mapping
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from agents.gateway import quoting
from plans.digests import text_digest, value_digest
from plans.files import read_text

ENDING = ".md.jinja"


class Prompts:
    """The prompts in the folder `prompts` of a package, such as `agents.users`.

    What comes from an item, a user, a page or a model goes through one of the filters `line`, `message` and `document`
    (agents.gateway.quoting), so that nothing in it can speak in our name.
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
            "line": quoting.line,
            "message": quoting.message,
            "document": quoting.document,
        }
        return environment
