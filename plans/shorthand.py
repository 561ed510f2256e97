"""Steps as feature files and models write them, made into the judge's step language (plans/records/steps.py).

| written | means |
|---|---|
| `open`, `reload`, `back`, `complete` | `{do: open}` … |
| `click: save button` | `{do: click, target: …}` with the target called "save button" |
| `click: {target: save button, then: confirm}` | the same with more to it |
| `click: {target: start button, unless: {visible: question}}` | left out where that can be seen already |
| `press: Enter` | `{do: press, key: Enter}` |
| `expect: {listed: {visible: items}}` | outcome `listed`, expectation `visible` |
| `holds: a == b`, `changed: total`, `notice: [words]`, `any_of: […]` | the same, with the one field named |
| `[{visible: items}, {visible: total}]` in place of an expectation | `{all_of: […]}`: both hold |
| `{visible: items, phrase: the list}` | expectation `visible` with the words of the statement that it stands for |
| `{like: items, nth: 2}` | the target called "items", with `nth` 2 |
"""

import re
from collections.abc import Mapping

from pydantic import JsonValue

from plans.errors import InvalidFile
from plans.records.base import Problem
from plans.records.criteria import HOLD_TARGETS
from plans.records.steps import Target

Fields = dict[str, JsonValue]
"""A mapping as YAML holds it; checked when a record is made of it."""

_TARGET_FIELDS = frozenset(Target.model_fields) | {"like"}
_EXPECTATIONS = {"expect": ("that",), "draw": ("where",), "click": ("unless",)}
"""Verb → fields of the step that hold an expectation."""
_ONLY_FIELD = {
    "press": "key", "set_clock": "advance",
    "holds": "that", "changed": "since", "unchanged": "since", "notice": "words", "downloaded": "that",
    "any_of": "options", "all_of": "parts", "accessible": "asks", "keyboard": "asks",
}  # fmt: skip
"""Verb or kind → the field that a bare value fills; `target` for the others."""


_PLACE = frozenset(["within", "near", "containing", "nth", "drawn"])
"""Fields of a target that may differ from use to use."""
_NO_ID = re.compile(r"[^a-z0-9]+")


def _is_a_place(written: JsonValue) -> bool:
    """Whether it is another target at some place, so that it goes by the other's id."""
    return isinstance(written, dict) and "like" in written and set(written) - {"like"} <= _PLACE


class StepReader:
    """Reads the steps of one feature; knows the targets that its steps may call by name."""

    def __init__(
        self, targets: Mapping[str, JsonValue], where: str, prefixes: Mapping[str, str] | None = None
    ) -> None:
        """`prefixes` has the word with which the id of a target begins, by the target's name, and by the empty text
        that of targets which stand in a step itself: features may call different targets by one name.
        """
        self._targets = targets
        self._where = where
        self._prefixes = prefixes or {}

    def step(self, written: JsonValue) -> Fields:
        """One step in full."""
        if isinstance(written, dict) and "do" in written:
            full = dict(written)
        else:
            verb, rest = self._single(written, "step")
            full: Fields = {
                "do": verb,
                **(self._expect(rest) if verb == "expect" else self._fields(verb, rest)),
            }
        for field in _EXPECTATIONS.get(str(full["do"]), ()):
            if full.get(field) is not None:
                full[field] = self.expectation(full[field])
        return self._with_targets(full)

    def expectation(self, written: JsonValue) -> Fields:
        """One expectation in full."""
        if isinstance(written, list):
            written = {"all_of": written}
        if isinstance(written, dict) and "kind" in written:
            full = dict(written)
        else:
            words: Fields = {}
            if isinstance(written, dict) and "phrase" in written:
                words = {"phrase": written["phrase"]}
                written = {key: value for key, value in written.items() if key != "phrase"}
            kind, rest = self._single(written, "expectation")
            full: Fields = {"kind": kind, **self._fields(kind, rest), **words}
        for parts in ("options", "parts"):
            several = full.get(parts)
            if isinstance(several, list):
                full[parts] = [self.expectation(part) for part in several]
        return self._with_targets(full)

    def target(self, written: JsonValue) -> Fields:
        """One target in full, by its name or with `like` replaced by what it is like."""
        if isinstance(written, str):
            if written not in self._targets:
                raise self._problem(f"no target is called {written!r}", "Add it to `targets`, or correct it.")
            full = self.target(self._targets[written])
            is_a_place = _is_a_place(self._targets[written])
            return full if is_a_place else {**full, "id": self._id(written, written)}
        if not isinstance(written, dict):
            raise self._problem(f"{written!r} is no target", "Write a name or a mapping with `role`.")
        own = {key: value for key, value in written.items() if key != "like"}
        if own.get("within") is not None:
            own["within"] = self.target(own["within"])
        full = {**self.target(written["like"]), **own} if "like" in written else own
        if "id" in own or _is_a_place(written):
            return full
        return {**full, "id": self._id("", f"{full.get('name', '')} {full.get('role', 'any')}")}

    def _id(self, name: str, words: str) -> str:
        prefix = self._prefixes.get(name, "")
        full = words if not prefix or words.startswith(f"{prefix} ") else f"{prefix} {words}"
        return _NO_ID.sub("-", full.lower()).strip("-") or "target"

    def _expect(self, written: JsonValue) -> Fields:
        if isinstance(written, dict) and "outcome" in written:
            return dict(written)
        outcome, that = self._single(written, "expectation with its outcome")
        return {"outcome": outcome, "that": that}

    def _fields(self, verb: str, rest: JsonValue) -> Fields:
        if rest is None:
            return {}
        only = _ONLY_FIELD.get(verb, "target")
        if isinstance(rest, dict):
            is_target = bool(rest) and only == "target" and set(rest) <= _TARGET_FIELDS
            return {"target": rest} if is_target else dict(rest)
        return {only: rest}

    def _with_targets(self, full: Fields) -> Fields:
        return {
            key: self.target(value) if key in HOLD_TARGETS and value is not None else value
            for key, value in full.items()
        }

    def _single(self, written: JsonValue, what: str) -> tuple[str, JsonValue]:
        if isinstance(written, str):
            return written, None
        if isinstance(written, dict) and len(written) == 1:
            return next(iter(written.items()))
        raise self._problem(
            f"{written!r} is no {what}", "Write one verb with its fields, such as `click: save button`."
        )

    def _problem(self, message: str, mend: str) -> InvalidFile:
        return InvalidFile([Problem(where=self._where, message=f"{message}.", mend=mend)])


def short_step(full: Mapping[str, JsonValue]) -> JsonValue:
    """A step as a file of criteria holds it, in the form that a StepReader reads as the same."""
    verb = str(full["do"])
    fields = {key: value for key, value in full.items() if key != "do"}
    for field in _EXPECTATIONS.get(verb, ()):
        if fields.get(field) is not None:
            fields[field] = _short_expectation(fields[field])
    if verb == "expect" and fields.keys() == {"outcome", "that"} and fields["outcome"] != "outcome":
        return {verb: {str(fields["outcome"]): fields["that"]}}
    return _short(verb, fields, {})


def _short_expectation(full: JsonValue) -> JsonValue:
    if isinstance(full, list):
        return [_short_expectation(part) for part in full]
    if not isinstance(full, dict):
        return full
    fields = {key: value for key, value in full.items() if key not in ("kind", "phrase")}
    for parts in ("options", "parts"):
        if isinstance(fields.get(parts), list):
            fields[parts] = _short_expectation(fields[parts])
    return _short(str(full["kind"]), fields, {"phrase": full["phrase"]} if "phrase" in full else {})


def _short(verb: str, fields: Fields, beside: Fields) -> JsonValue:
    """A verb with its fields, of which the usual one stands alone where there is no other."""
    only = _ONLY_FIELD.get(verb, "target")
    if not fields:
        return {verb: None, **beside} if beside else verb
    value = fields.get(only)
    is_plain = not isinstance(value, dict) or (only == "target" and value.keys() <= _TARGET_FIELDS)
    return {verb: value if fields.keys() == {only} and is_plain else fields, **beside}
