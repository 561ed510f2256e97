"""Which constraints contradict each other, by the table in vocabulary/conflicts.yaml."""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

from plans.text.constraint import Constraint
from plans.text.document import finder
from plans.text.vocabulary_files import conflict_table, wording


def conflict(one: Constraint, other: Constraint) -> bool:
    """Whether the table says that no text keeps to both; that it says nothing proves nothing."""
    return any(
        RULES[rule](a, b)
        for a, b in ((one, other), (other, one))
        for rule in _rules().get((a.called(), b.called()), ())
    )


def conflicts(constraints: Iterable[Constraint]) -> list[tuple[Constraint, Constraint]]:
    """All pairs that conflict."""
    known = list(constraints)
    return [(a, b) for place, a in enumerate(known) for b in known[place + 1 :] if conflict(a, b)]


@cache
def _rules() -> Mapping[tuple[str, str], list[str]]:
    """Two kinds → the rules by which the first conflicts with the second."""
    found: dict[tuple[str, str], list[str]] = {}
    for row in conflict_table().rows:
        for one in row.one:
            for other in row.other:
                found.setdefault((one, other), []).append(row.rule)
    return found


def _asked(one: Any) -> list[tuple[str, ...]]:
    """What every text that keeps to it has: of each tuple one text at least."""
    asks = one.asks()
    asks |= asks["claim"].asks() if "claim" in asks else {}
    match one.called():
        case "written":
            return [(wording().patterns[asks["pattern"]].example,)]
        case "times_rising":
            return [("09:00",)]
        case "questions" | "closing_question":
            return [("?",)]
        case _:
            pass
    if "claim" in asks and asks["claim"].called() == "omits":
        return []
    found = [(asks[name],) for name in ("text", "first", "second") if name in asks]
    found += [(text,) for text in asks.get("texts", ())]
    found += [asks["forms"]] if "forms" in asks else []
    if "claim" in asks and asks["claim"].called() == "has_number":
        found.append(("3",))
    return found + ([(wording().marks[asks["mark"]].characters,)] if "mark" in asks else [])


def _barred(other: Any) -> re.Pattern[str] | None:
    """Finds what the other leaves no room for."""
    match other.called():
        case "no_digits":
            return re.compile(r"\d")
        case "no_mark":
            return re.compile(f"[{re.escape(wording().marks[other.mark].characters)}]")
        case "no_first_person":
            return finder(wording().first_person)
        case "none_of":
            return finder(other.options)
        case "no_term" | "only_in":
            return finder(other.forms)
        case _:
            return finder(other.claim.forms) if other.claim.called() == "omits" else None


def _is_barred(one: Any, other: Any) -> bool:
    found = _barred(other)
    if found is None:
        return False
    if one.called() == "some_of":
        return sum(1 for option in one.options if not found.search(option)) < one.count
    return any(all(found.search(text) for text in texts) for texts in _asked(one))


def _number(one: Any) -> int:
    asks = one.asks()
    return asks["count"] if "count" in asks else asks["place"] if "place" in asks else len(asks["texts"])


def _has_other_order(one: Any, other: Any) -> bool:
    order = other.texts if other.called() == "terms_in_order" else (other.earlier, other.later)
    shared = [one.texts.index(text) for text in order if text in one.texts]
    return shared != sorted(shared)


def _is_other_start(one: Any, other: Any) -> bool:
    first, second = one.text.casefold(), other.text.casefold()
    prefix = one.called() == "paragraph_begins" and (first.startswith(second) or second.startswith(first))
    return one.place == other.place and first != second and not prefix


def _are_opposite(one: Any, other: Any) -> bool:
    match one.claim.called(), other.claim.called():
        case "mentions", "omits":
            return _is_barred(one, other)
        case ("least_words", "most_words"):
            return one.claim.count > other.claim.count
        case ("ends", "ends"):
            return one.claim.mark != other.claim.mark
        case _:
            return False


RULES: Mapping[str, Callable[[Any, Any], bool]] = {
    "always": lambda one, other: True,
    "more": lambda one, other: _number(one) > other.count,
    "unequal": lambda one, other: one != other,
    "same place": _is_other_start,
    "no question": lambda one, other: not one.text.endswith("?"),
    "opposite claims": _are_opposite,
    "barred": _is_barred,
    "barred elsewhere": lambda one, other: 0 < one.place != other.place > 0 and _is_barred(one, other),
    "other order": _has_other_order,
}
"""How a rule of the table is told of two constraints, of which the first is of one of the first kinds."""
