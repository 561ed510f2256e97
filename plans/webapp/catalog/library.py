"""Features of web apps, and everything in the folders of their catalog, read and checked."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import ClassVar

from pydantic import Field, JsonValue

from plans.catalog.contents import CatalogView, Feature, ItemNoun, TaskTemplate
from plans.catalog.reading import read_folder, records_in, sound, texts_in
from plans.records.base import Problem
from plans.webapp.catalog.domain import CATEGORIES, INVENTED, Inventing, WebDomain, invented_domain

HERE = Path(__file__).parent
_WORDS = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_NOT = frozenset(
    ["no", "not", "never", "without", "don't", "don’t", "doesn't", "doesn’t", "isn't", "isn’t", "rather"]
)
"""Words that turn a phrase round: "don't show everything at once"."""
REACH = 4
"""Words before a phrase in which one of them is looked for."""


class WebTask(TaskTemplate):
    """An evaluation task; its steps may be written short (plans/shorthand.py)."""

    outcomes: dict[str, str] = Field(min_length=1)
    """Outcome id → statement; an outcome whose statement is empty in a project is left out of it."""
    steps: tuple[JsonValue, ...] = Field(min_length=2)

    @property
    def outcome_count(self) -> int:
        return len(self.outcomes)


class WebFeature(Feature):
    """`features/<id>/feature.yaml`; its needs are facets (stock, stages, rating, quiz) or a kind of amount (money)."""

    SCHEMA: ClassVar[str] = "webapp-feature"

    # Records are frozen, which pydantic tells at run time alone.
    tasks: tuple[WebTask, ...] = Field(min_length=1)  # pyright: ignore[reportIncompatibleVariableOverride]
    categories: dict[str, float] = {}
    """Category → how natural it is there; 0 is never, left out is 1."""
    minimum_items: int = Field(default=8, ge=1, le=24)
    """Sample items that it needs."""
    wording: dict[str, str] = {}
    """Label → what the restyled kit says instead."""
    targets: dict[str, JsonValue] = {}
    """Name → target, for its steps; those of the base feature serve all."""
    denies: tuple[str, ...] = ()
    """Phrases that ask for its opposite: beside it, no other feature's wish or requirement may say them."""

    @property
    def needs_script(self) -> bool:
        """Whether code of its own makes it; one whose defects are all planted elsewhere may have none."""
        return any(mutant.file is None for mutant in self.mutants)

    def natural(self, category: str) -> float:
        """Weight of the feature in a category."""
        return self.categories.get(category, 1.0)


@dataclass(frozen=True, eq=False)
class WebCatalog(CatalogView[WebDomain, WebFeature]):
    """The catalog of web apps, with the text of every file that a reference is made from."""

    categories: ClassVar[tuple[str, ...]] = CATEGORIES
    inventing: Inventing
    scripts: Mapping[str, str]
    """Feature id → its script."""
    styles: Mapping[str, str]
    """Feature id → its style sheet, where it has one."""

    def domain(self, id: str, item: ItemNoun, refused: Collection[str] = ()) -> WebDomain:
        """The domain called `id`, without the refused facts; one that is invented is made for `item`."""
        if id.startswith(INVENTED):
            return invented_domain(self.inventing, id.removeprefix(INVENTED), item).lacking(refused)
        return self.domains[id].lacking(refused)


@cache
def shipped_library() -> WebCatalog:
    """The catalog that comes with the program; read once."""
    return read_library(HERE)


def read_library(folder: Path) -> WebCatalog:
    """The catalog in a folder; raises InvalidFile with the problems of all its files."""
    return sound(survey(folder))


def survey(folder: Path = HERE) -> tuple[WebCatalog, list[Problem]]:
    """What can be read of a catalog, without the features that have problems, and the problems."""
    scripts = texts_in(folder / "features", "feature.js")

    def faults(feature: WebFeature, features: Mapping[str, WebFeature]) -> Iterator[tuple[str, str]]:
        if feature.needs_script and feature.id not in scripts:
            yield "has no feature.js beside it.", "Write it."

    found = read_folder(folder, WebDomain, WebFeature, lambda domain, features: (), faults)
    inventings = records_in([folder / "inventing.yaml"], Inventing, found.problems)
    library = WebCatalog(
        found.domains,
        found.features,
        found.lexicon,
        found.shell,
        inventing=inventings[0]
        if inventings
        else Inventing(ways={}, qualities=(), people=(), descriptions=()),
        scripts=scripts,
        styles=texts_in(folder / "features", "feature.css"),
    )
    return library, found.problems


def denied_in(sentence: str, feature: WebFeature) -> str | None:
    """The phrase of the sentence that asks for the feature's opposite; None when there is none."""
    words = [word.casefold() for word in _WORDS.findall(sentence)]
    for phrase in feature.denies:
        wanted = [word.casefold() for word in _WORDS.findall(phrase)]
        for start in range(len(words) - len(wanted) + 1):
            before = words[max(0, start - REACH) : start]
            if words[start : start + len(wanted)] == wanted and not _NOT.intersection(before):
                return phrase
    return None
