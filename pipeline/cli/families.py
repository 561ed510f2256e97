"""Which family is authored: the option, and what is said where nobody names one."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import click

from pipeline.cli.elsewhere import FamilyName
from plans.catalog.reading.phrases import Meaning, PhraseBook, tokens
from plans.catalog.reading.refusing import negated
from plans.families import FAMILIES, USUAL
from plans.files import read_record
from plans.instance_families import instance_families
from plans.plurals import count_text
from plans.records.base import FileRecord
from plans.records.seed import Seed

Verb = TypeVar("Verb", bound=Callable[..., Any])
MOST_QUOTED = 3
"""Seeds whose words are quoted in one remark."""


class FamilyWords(FileRecord):
    """`families.yaml`."""

    SCHEMA: ClassVar[str] = "family-words"

    phrases: dict[str, tuple[str, ...]]
    """Family → what a seed says that means it."""
    otherwise: tuple[str, ...]
    """Longer phrases with the same words that mean none."""


def family_option(verb: Verb) -> Verb:
    """Adds --family, eagerly, so that whatever else is asked for knows it; None where nobody names one."""
    return click.option(
        "--family",
        type=FamilyName(sorted({*FAMILIES, *instance_families()})),
        is_eager=True,
        help=f"What is made: {', '.join(f'{name} ({one.hand_in}s)' for name, one in sorted(FAMILIES.items()))}; of "
        f"{', '.join(instance_families())} prompts, drawn without seeds. Left out: {USUAL}, which is said.",
    )(verb)


def taken_unnamed(seeds: Sequence[Seed]) -> tuple[str, list[str]]:
    """Where no family was named: a line that says which is taken, and remarks on seeds whose words mean another."""
    made = f"{FAMILIES[USUAL].hand_in}s"
    others = ", ".join(
        f"--family {name} makes {one.hand_in}s" for name, one in FAMILIES.items() if name != USUAL
    )
    return f"No --family is named, so {made} are made (--family {USUAL}); {others}.", [*_remarks(seeds, made)]


def _remarks(seeds: Sequence[Seed], made: str) -> Iterator[str]:
    for family, one in FAMILIES.items():
        # A seed that names a domain of the family that is taken is meant as it is read.
        said = {seed.id: word for seed in seeds if not seed.domain and (word := _said(seed.query, family))}
        if family == USUAL or not said:
            continue
        quoted = ", ".join(f"{id} says “{word}”" for id, word in list(said.items())[:MOST_QUOTED])
        yield (
            f"{len(said):,} of {count_text(len(seeds), 'seed')} may mean a {one.hand_in}, and {made} are made of all: "
            f"{quoted}{', …' if len(said) > MOST_QUOTED else ''}. If that is not what is meant, stop, and give the "
            f"command again with --family {family} and another --out."
        )


def _said(text: str, family: str) -> str | None:
    """The first words of a seed by which the family is meant."""
    read = tokens(text)
    hits = _phrase_book().find(text)
    return next((hit.text for hit in hits if hit.meaning.id == family and not negated(hit, read, text)), None)


@cache
def _phrase_book() -> PhraseBook:
    words = read_record(Path(__file__).with_name("families.yaml"), FamilyWords)
    named = (
        (phrase, Meaning("interface", id)) for id, phrases in words.phrases.items() for phrase in phrases
    )
    # Of one kind, so that the longer phrase keeps its words from being found.
    return PhraseBook((*named, *((phrase, Meaning("interface", "")) for phrase in words.otherwise)))
