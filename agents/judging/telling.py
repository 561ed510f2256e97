"""Steps, expectations, conditions and values in words, in the names of the criteria."""

import ast
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from agents.browser.grounding.ground import describe
from plans.records.expectations import (
    Absent,
    Accessible,
    AllOf,
    AnyOf,
    Asked,
    Changed,
    Downloaded,
    Expectation,
    FitsWidth,
    Holds,
    Keyboard,
    NoConsoleError,
    Notice,
    Reads,
    Unchanged,
    Visible,
)
from plans.records.expression_syntax import ExpressionError, read_expression
from plans.records.expressions import evaluate, names_in
from plans.records.steps import (
    Action,
    Back,
    Check,
    Click,
    Complete,
    Compute,
    Drag,
    Draw,
    Expect,
    Fill,
    Generate,
    Hover,
    Open,
    Press,
    Reload,
    Remember,
    Resize,
    Select,
    SetClock,
    Step,
    Upload,
)
from plans.records.targets import Target
from plans.records.values import Value

LONGEST = 160
"""Characters of a value that are shown."""
MOST = 5
"""Values that are listed."""
BRIEF = 40
"""Characters of a value that is listed among others."""
LIGHT = 0.5
"""Brightness from which on a page is called light."""


def shown(value: object) -> str:
    """The value as a person would write it: a count that was read as 2.0 is 2, and what is empty is nothing."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if value in ("", [], ()):
        return "nothing"
    text = repr(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def listed(values: Sequence[object]) -> str:
    """The first of several values, each in a few words, for a place where their number is told."""
    first = (" ".join(str(value).split()) for value in values[:MOST])
    told = [repr(text if len(text) <= BRIEF else f"{text[: BRIEF - 1]}…") for text in first]
    return ", ".join([*told, "…"] if len(values) > MOST else told)


def brightness(value: object) -> str:
    """How light a page was, in a word beside the number from 0 to 1."""
    if not isinstance(value, int | float):
        return shown(value)
    return f"{'light' if value > LIGHT else 'dark'} ({value:.2f})"


IT = "it"
"""The name of what was read."""

_COMPARED: Mapping[type[ast.cmpop], str] = {
    ast.Eq: "to be",
    ast.NotEq: "not to be",
    ast.Lt: "to be less than",
    ast.LtE: "to be at most",
    ast.Gt: "to be more than",
    ast.GtE: "to be at least",
    ast.In: "to be among",
    ast.NotIn: "not to be among",
}
_TURNED: Mapping[type[ast.cmpop], str] = {
    ast.Eq: "to be",
    ast.NotEq: "not to be",
    ast.Lt: "to be more than",
    ast.LtE: "to be at least",
    ast.Gt: "to be less than",
    ast.GtE: "to be at most",
    ast.In: "to hold",
    ast.NotIn: "not to hold",
}
"""The same, said of the right side."""
_OPPOSITE: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_PARTS: Mapping[str, tuple[str, str]] = {
    "len": ("how many there are", "the number of"),
    "max": ("the highest", "the highest of"),
    "min": ("the lowest", "the lowest of"),
    "sum": ("the sum", "the sum of"),
    "number": ("the number in it", "the number in"),
    "longest_word": ("its longest word", "the longest word of"),
}
"""Function → what it gives of what was read, and of something that was remembered."""
_PLACES: Mapping[int, str] = {0: "the first", 1: "the second", 2: "the third", -1: "the last"}
_ALONE: Mapping[str, str] = {
    "ascending": "to be in ascending order",
    "descending": "to be in descending order",
    "unique": "to hold nothing twice",
}
_BESIDE: Mapping[str, str] = {
    "close": "to be about",
    "same": "to read",
    "contains": "to contain",
    "any_contain": "to contain in one of its texts",
    "all_contain": "to contain in each of its texts",
    "any_close": "to hold, in numbers, about",
    "says_day": "to tell the date",
    "says_how_many": "to say how many there are, which is",
}
"""Function → what it says of its first argument, before the second."""


def condition(expression: str, names: Mapping[str, Value], lit: Collection[str] = ()) -> str:
    """`to be 10 (remembered as 'shown') and at least 6` of `it == shown and 6 <= it`, where `shown` is 10.

    `lit`: the names of brightnesses, `it` among them where one was read. What has no words here stays as it is written,
    with the values of the names in it.
    """
    return _Speaker(names, frozenset(lit)).said(read_expression(expression).body)


@dataclass(frozen=True)
class _Speaker:
    """Says conditions of one thing, which goes without a name since they follow it."""

    names: Mapping[str, Value]
    lit: Collection[str]
    it: str = IT
    """What the thing is called where it is written."""

    def said(self, node: ast.expr) -> str:
        match node:
            case ast.BoolOp() if not any(isinstance(part, ast.BoolOp) for part in node.values):
                between = " and " if isinstance(node.op, ast.And) else " or "
                return between.join(_without_repetition([self.said(part) for part in node.values]))
            case ast.UnaryOp(op=ast.Not()):
                return self._denial(node.operand) or self._as_written(node)
            case _:
                return self._claim(node) or self._as_written(node)

    def _denial(self, node: ast.expr) -> str:
        """The opposite of what `node` says; empty where there are no words for it."""
        match node:
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _OPPOSITE:
                return self._claim(ast.Compare(left, [_OPPOSITE[type(op)]()], [right]))
            case ast.UnaryOp(op=ast.Not(), operand=inner):
                return self._claim(inner)
            case ast.BoolOp(op=ast.Or()):
                claims = [self._claim(part) for part in node.values]
                is_of_it = all(claim.startswith("to ") for claim in claims)
                return f"neither {' nor '.join(claims)}" if is_of_it else ""
            case ast.BoolOp():
                denials = [self._denial(part) for part in node.values]
                return " or ".join(denials) if all(denials) else ""
            case _:
                claim = self._claim(node)
                return f"not {claim}" if claim.startswith("to ") else ""

    def _claim(self, node: ast.expr) -> str:
        """What a single comparison or function says; empty where there are no words for it."""
        match node:
            case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq() as op], comparators=[right]) if _is_truth(
                left
            ) and _is_truth(right):
                return self._agreement(left, right, is_same=isinstance(op, ast.Eq))
            case ast.Compare(
                left=ast.Call(func=ast.Name(id="len"), args=[ast.ListComp() as kept]), ops=[ast.Eq()]
            ):
                return self._of_each(kept, node.comparators[0]) or self._comparison(node)
            case ast.Compare():
                return self._comparison(node)
            case ast.Call(func=ast.Name(id=name), args=[subject]) if name in _ALONE:
                words = self._subject(subject)
                return "" if words is None else f"{words}{_ALONE[name]}"
            case ast.Call(func=ast.Name(id=name), args=[subject, other, *_]) if name in _BESIDE:
                return self._about(subject, _BESIDE[name], other)
            case _:
                return ""

    def _comparison(self, node: ast.Compare) -> str:
        """Said of the side that speaks of the thing, else of the one that is no mere value."""
        if len(node.ops) > 1:
            return ""
        op, left, right = type(node.ops[0]), node.left, node.comparators[0]
        is_turned = self._speaks_of_it(right) or (
            isinstance(left, ast.Constant) and not self._speaks_of_it(left)
        )
        subject, other, words = (right, left, _TURNED) if is_turned else (left, right, _COMPARED)
        if (light := self._light(subject, op, other, is_turned=is_turned)) is not None:
            return f"{self._subject(subject)}to be {light}"
        return self._about(subject, words.get(op, ""), other)

    def _light(
        self, subject: ast.expr, op: type[ast.cmpop], other: ast.expr, *, is_turned: bool
    ) -> str | None:
        """Light or dark, where that is what a comparison of a brightness asks; else None."""
        is_lit = isinstance(subject, ast.Name) and subject.id in self.lit
        if not is_lit or not isinstance(other, ast.Constant) or other.value != LIGHT:
            return None
        if op in (ast.Eq, ast.NotEq):
            return None
        return "light" if issubclass(op, ast.Gt | ast.GtE) != is_turned else "dark"

    def _agreement(self, left: ast.expr, right: ast.expr, *, is_same: bool) -> str:
        """What the one side has to say where it has to be as true as the other, or as false; empty without words."""
        side, known = (right, left) if self._speaks_of_it(right) else (left, right)
        try:
            truth = bool(evaluate(ast.unparse(known), self.names))
        except ExpressionError:
            return ""
        claim = (self.said(side) if truth == is_same else self._denial(side)).removeprefix("such that ")
        named = sorted(names_in(ast.unparse(known)))
        if not claim or len(named) != 1:
            return ""
        name = named[0]
        return f"{claim}, {'as' if is_same else 'otherwise than'} with {name!r}, which is {self._value(name)}"

    def _of_each(self, kept: ast.ListComp, count: ast.expr) -> str:
        """What none, exactly one or each of several has to be, by how many are kept of them; empty without words."""
        match kept:
            case ast.ListComp(
                elt=ast.Name(id=called),
                generators=[ast.comprehension(target=ast.Name(id=one), iter=several, ifs=[test])],
            ) if called == one:
                inner = replace(self, it=one)
            case _:
                return ""
        among = "them" if ast.unparse(several) == self.it else repr(ast.unparse(several))
        if ast.unparse(count) == f"len({ast.unparse(several)})":
            return _if_plain(f"each of {among} ", inner.said(test))
        match count:
            case ast.Constant(value=0):
                return _if_plain(f"each of {among} ", inner._denial(test))
            case ast.Constant(value=1):
                return _if_plain(f"exactly one of {among} ", inner.said(test))
            case _:
                return ""

    def _about(self, subject: ast.expr, says: str, other: ast.expr) -> str:
        words = self._subject(subject)
        return (
            ""
            if not says or words is None or self._speaks_of_it(other)
            else f"{words}{says} {self._term(other)}"
        )

    def _subject(self, node: ast.expr) -> str | None:
        """What something is called before what is said of it: nothing for the thing itself; None without words."""
        written = ast.unparse(node)
        if written == self.it:
            return ""
        if self._speaks_of_it(node):
            return f"{said} " if (said := self._part(node)) else None
        if isinstance(node, ast.Name):
            return f"{written!r}, which is {self._value(written)}, " if written in self.names else None
        try:
            value = evaluate(written, self.names)
        except ExpressionError:
            return None
        part = self._part(node)
        return f"{part}, which is {_shown(value)}, " if part else f"{self._term(node)} "

    def _part(self, node: ast.expr) -> str:
        """`the highest of 'amounts'`; empty for what is no part of the thing or of something remembered."""
        match node:
            case ast.Call(func=ast.Name(id=name), args=[whole]) if name in _PARTS:
                of_it, of_other = _PARTS[name]
            case ast.Subscript(value=whole, slice=place):
                index = ast.unparse(place)
                of_it = _PLACES.get(int(index), "") if index.lstrip("-").isdecimal() else ""
                of_other = f"{of_it} of" if of_it else ""
            case _:
                return ""
        written = ast.unparse(whole)
        if written == self.it or not of_it:
            return of_it
        if isinstance(whole, ast.Name) and written in self.names:
            return f"{of_other} {written!r}"
        inner = self._part(whole)
        return f"{'the length of' if of_it == _PARTS['len'][0] else of_other} {inner}" if inner else ""

    def _term(self, node: ast.expr) -> str:
        """A value with where it comes from: `10 (remembered as 'shown')`, `11 (before + 1, with before = 10)`."""
        written = ast.unparse(node)
        try:
            value = evaluate(written, self.names)
        except ExpressionError:
            return written
        if isinstance(node, ast.Name):
            return f"{self._value(written)} (remembered as {written!r})"
        if part := self._part(node):
            return f"{_shown(value)} ({part})"
        values = self._values(written)
        return f"{_shown(value)} ({written}, with {values})" if values else _shown(value)

    def _as_written(self, node: ast.expr) -> str:
        written = ast.unparse(node)
        values = self._values(written)
        return f"such that {written}" + (f" (with {values})" if values else "")

    def _values(self, expression: str) -> str:
        known = sorted(names_in(expression) & self.names.keys() - {self.it})
        return ", ".join(f"{name} = {self._value(name)}" for name in known)

    def _value(self, name: str) -> str:
        value = self.names[name]
        return brightness(value) if name in self.lit else _shown(value)

    def _speaks_of_it(self, node: ast.expr) -> bool:
        return any(isinstance(part, ast.Name) and part.id == self.it for part in ast.walk(node))


def _is_truth(node: ast.expr) -> bool:
    is_denied = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    return is_denied or isinstance(node, ast.Compare | ast.BoolOp)


def _if_plain(among: str, said: str) -> str:
    """What is said of each of several; empty where it is no more than what was written."""
    return f"{among}{said}" if said and "such that" not in said else ""


def _shown(value: Value) -> str:
    return listed(value) if isinstance(value, list) and value else shown(value)


def _without_repetition(claims: Sequence[str]) -> list[str]:
    """`to be at least 1`, `to be at most 5`: the second `to be`, and whom it is said of, go without saying."""
    return [_after(before, claim) for before, claim in zip(["", *claims], claims, strict=False)]


def _after(before: str, claim: str) -> str:
    whom, to_be, rest = claim.partition(", to be ")
    if to_be and before.startswith(whom + to_be):
        return rest
    return claim.removeprefix("to be ") if before.startswith("to be ") else claim


_MOST_LETTERS = 120
_ACCESSIBILITY = {
    "names": "every control, field and picture has a name",
    "structure": "roles, lists, tables, the page's title and its language are sound",
    "reaches": "the Tab key reaches every control",
    "shows": "the control in focus can be told",
    "leaves": "Tab leads out of the page again",
    "operates": "Enter or Space works on every control that gets the focus",
}
"""What is asked of accessibility, in words."""


def told(step: Step) -> str:
    """A step in words; names in braces stand for what earlier steps have bound."""
    match step:
        case Open():
            return "open the app"
        case Click():
            asked = f", and {step.then} if it asks" if step.then else ""
            unless = f", unless already: {expected(step.unless)}" if step.unless else ""
            return f"click {_target(step.target)}{asked}{unless}"
        case Fill():
            return f"fill {_target(step.target)} with {step.value!r}"
        case Select():
            what = repr(step.value) if step.value is not None else _option(step.position or 1)
            return f"in {_target(step.target)} choose {what}{_bound(step.bind)}"
        case Check():
            return f"{'tick' if step.on else 'untick'} {_target(step.target)}"
        case Press():
            return f"press the key {step.key}" + (f" in {_target(step.target)}" if step.target else "")
        case Drag():
            return f"drag {_target(step.target)} onto {_target(step.to)}"
        case Upload():
            return f"give {_target(step.target)} the file {step.filename!r} that holds {step.content!r}"
        case Hover():
            return f"point at {_target(step.target)}"
        case Reload():
            return "reload the page"
        case Back():
            return "go back"
        case SetClock():
            return f"let {step.advance:g} seconds pass"
        case Resize():
            return f"make the window {step.width} x {step.height} px"
        case Complete():
            where = f" in {_target(step.within)}" if step.within else ""
            return f"give every empty required field{where} a valid value"
        case Remember():
            what = f" of {_target(step.target)}" if step.target else " of the page"
            return f"read the {step.read}{what}{_bound(step.bind)}"
        case Generate():
            low = f", at least {step.minimum:g}" if step.minimum is not None else ""
            high = f", at most {step.maximum:g}" if step.maximum is not None else ""
            return f"make up a value ({step.kind.replace('_', ' ')}{low}{high}){_bound(step.bind)}"
        case Draw():
            where = f" for which holds: {expected(step.where)}" if step.where else ""
            return f"pick any one of {_target(step.among)}{where}{_bound(step.bind)}"
        case Compute():
            return f"work out {step.expression}{_bound(step.bind)}"
        case Expect():
            return f"outcome `{step.outcome}`: {expected(step.that)}"


def told_briefly(step: Action) -> str:
    """What an action does, in at most 120 letters: of each target its first name alone, and no conditions."""
    fields = {name: getattr(step, name) for name in type(step).model_fields}
    named = {name: _by_first_name(value) for name, value in fields.items() if isinstance(value, Target)}
    words = told(step.model_copy(update={**named, **({"unless": None} if isinstance(step, Click) else {})}))
    return words if len(words) <= _MOST_LETTERS else f"{words[: _MOST_LETTERS - 1]}…"


def expected(that: Expectation) -> str:
    """An expectation in words."""
    match that:
        case Visible():
            return f"{_target(that.target)} can be seen"
        case Absent():
            return f"no {_target(that.target)} can be seen"
        case Reads():
            what = _target(that.target) if that.target else "the page"
            return f"the {that.read} of {what}, called `it`, is such that {that.that}"
        case Holds():
            return f"it is so that {that.that}"
        case Changed():
            return f"{{{that.since}}} reads otherwise now"
        case Unchanged():
            return f"{{{that.since}}} reads the same now"
        case Notice():
            words = f" with words like {', '.join(map(repr, that.words))}" if that.words else ""
            return f"the last action made a message appear{words}"
        case Asked():
            return "the app has asked for confirmation"
        case Downloaded():
            return f"the last action gave a file, whose text is `it`, such that {that.that}"
        case NoConsoleError():
            return "there was no error in the console"
        case FitsWidth():
            return "the page does not scroll sideways"
        case Accessible() | Keyboard():
            return _ACCESSIBILITY[that.asks]
        case AnyOf():
            return f"one of these: {'; or '.join(map(expected, that.options))}"
        case AllOf():
            return f"all of these: {'; and '.join(map(expected, that.parts))}"


def _option(position: int) -> str:
    if position == -1:
        return "its last option"
    return f"its option number {abs(position)}{' from the end' if position < 0 else ''}"


def _target(target: Target) -> str:
    words = describe(target)
    drawn = [inner.drawn for inner in (target, target.within) if inner is not None and inner.drawn]
    return f"{words} (the one picked as {{{drawn[0]}}})" if drawn else words


def _by_first_name(target: Target) -> Target:
    within = _by_first_name(target.within) if target.within else None
    return target.model_copy(update={"synonyms": (), "within": within})


def _bound(name: str | None) -> str:
    return f", called {{{name}}}" if name else ""
