"""The language as a whole: kinds by name, sentences that say a constraint, and constraints that a sentence says."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from random import Random
from typing import Any, NamedTuple

from pydantic import JsonValue, ValidationError

from plans.errors import AuthorError
from plans.text.claims import CLAIMS
from plans.text.constraint import Constraint
from plans.text.kinds import FACTS, KINDS
from plans.text.slots import Named, Slot
from plans.text.vocabulary_files import wording

_GAP = re.compile(r"\{(\w+)\}")


def constraint_of(kind: str, asks: Mapping[str, JsonValue]) -> Constraint:
    """The constraint of a kind with these fields; AuthorError says what is wrong with them."""
    if kind not in KINDS:
        raise AuthorError(f"There is no kind of constraint {kind!r}. Use one of: {', '.join(KINDS)}.")
    try:
        return KINDS[kind].model_validate({"kind": kind, **asks})
    except ValidationError as error:
        found = "; ".join(
            f"{'.'.join(map(str, one['loc'])) or 'fields'}: {one['msg']}" for one in error.errors()
        )
        raise AuthorError(f"A constraint of kind {kind!r} cannot have {dict(asks)!r}: {found}.") from None


def asks_of(constraint: Constraint) -> dict[str, JsonValue]:
    """The fields of a constraint, as `constraint_of` takes them."""
    return constraint.model_dump(mode="json", exclude={"kind"})


def said(constraint: Constraint, chance: Random) -> str:
    """A sentence that asks for it, one of several."""
    return _said(constraint, wording().kinds[constraint.called()], chance)


def all_said(constraint: Constraint) -> list[str]:
    """Every sentence of its kind; what is within it is said in one way."""
    return [_said(constraint, (template,), Random(0)) for template in wording().kinds[constraint.called()]]


def read_back(sentence: str) -> Constraint | None:
    """The constraint that a sentence asks for; None where it asks for none."""
    return _read(sentence, _readers("kinds"))


def question_of(constraint: Constraint) -> str:
    """What a judge is asked about a constraint that is left to one; KeyError for one that a program decides."""
    return _said(constraint, (wording().questions[constraint.called()],), Random(0))


class _Voice(NamedTuple):
    """Records of a union by name, and how each is said."""

    records: Mapping[str, type[Named]]
    templates: Callable[[], Mapping[str, tuple[str, ...]]]


class _Reader(NamedTuple):
    record: type[Named]
    prefix: str
    sentence: re.Pattern[str]
    gaps: tuple[str, ...]


_VOICES: Mapping[str, _Voice] = {
    "kinds": _Voice(KINDS, lambda: wording().kinds),
    "claim": _Voice(CLAIMS, lambda: wording().claims),
    "condition": _Voice(FACTS, lambda: wording().states),
    "consequence": _Voice(FACTS, lambda: wording().orders),
    "otherwise": _Voice(FACTS, lambda: wording().orders),
}
"""Voice → what is said in it; a field with the name of a voice holds a record that is said in it."""


def _said(record: Named, templates: tuple[str, ...], chance: Random) -> str:
    template = templates[chance.randrange(len(templates))]

    def gap(found: re.Match[str]) -> str:
        name = found.group(1)
        value = getattr(record, name)
        if (slot := _slot(type(record), name)) is not None:
            return slot.say(value)
        voice = _VOICES[name]
        return _said(value, voice.templates()[value.called()], chance)

    return _GAP.sub(gap, template)


def _slot(record: type[Named], field: str) -> Slot | None:
    return _slots(record).get(field)


@cache
def _slots(record: type[Named]) -> dict[str, Slot]:
    return {
        name: part
        for name, field in record.model_fields.items()
        for part in field.metadata
        if isinstance(part, Slot)
    }


@cache
def _readers(voice: str) -> tuple[_Reader, ...]:
    told = _VOICES[voice]
    return tuple(
        _Reader(
            told.records[name],
            template.partition("{")[0],
            re.compile(_pattern(told.records[name], template, named=True)),
            tuple(_GAP.findall(template)),
        )
        for name, templates in told.templates().items()
        for template in templates
    )


def _pattern(record: type[Named], template: str, named: bool) -> str:
    """A regular expression for all that a template can say."""
    parts = _GAP.split(template)
    for place in range(1, len(parts), 2):
        name = parts[place]
        slot = _slot(record, name)
        inner = slot.pattern() if slot is not None else _any_of(name)
        parts[place] = f"(?P<{name}>{inner})" if named else f"(?:{inner})"
    parts[::2] = map(re.escape, parts[::2])
    return "".join(parts)


@cache
def _any_of(voice: str) -> str:
    told = _VOICES[voice]
    options = [
        _pattern(told.records[name], template, named=False)
        for name, templates in told.templates().items()
        for template in templates
    ]
    return "|".join(options)


def _read(sentence: str, readers: tuple[_Reader, ...]) -> Any:
    for reader in readers:
        if not sentence.startswith(reader.prefix):
            continue
        found = reader.sentence.fullmatch(sentence)
        if found is None:
            continue
        values = {name: _value(reader.record, name, found[name]) for name in reader.gaps}
        if all(value is not None for value in values.values()):
            return reader.record.model_validate(values)
    return None


def _value(record: type[Named], name: str, text: str) -> Any:
    slot = _slot(record, name)
    return slot.read(text) if slot is not None else _read(text, _readers(name))
