"""What a model claims, held against what was really seen: nothing passes by a model's word, or a page's.

A claim that an outcome holds counts only with proofs that a program finds in the looks that the judge took: the very
words, at an element that can be seen, in a look after the judge did something; and where something is to have come
about, not in the look before. A page that talks a model into a verdict has not yet shown what the verdict needs:

- words that repeat the outcome prove nothing of it, nor does what the judge itself has typed and not handed in;
- a control is proven by a control, and not by words about one;
- what must be brought about needs the acts that the criteria try it by, and a difference between two looks;
- where a number is to be read, one is quoted that can be it;
- what the judge made up must come back from the app where the criteria look for it;
- what holds where nothing works too counts only beside something that does not.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from agents.browser.grounding.roles import suits
from agents.gateway.quoting import string
from agents.judging.absence import CONTROLS
from agents.judging.telling import IT
from agents.judging.ui_model.moves import Claim, Do, Proof
from agents.judging.ui_model.sight import DIALOG, DOWNLOAD, PAGE, Sight, spaced
from plans.records.base import Record
from plans.records.criteria import EvaluationTask, ExpectedOutcome, Level
from plans.records.expectations import AllOf, AnyOf, Expectation, Reads, Visible
from plans.records.expressions import ExpressionError, evaluate, names_in
from plans.records.steps import Check, Click, Drag, Expect, Fill, Generate, Select, Step, Upload
from plans.records.targets import Role, Target
from plans.records.values import numbers_in
from plans.records.walk import found_in

_NAME = re.compile(r"\{(\w+)\}")
SERVES: tuple[tuple[type[Record], frozenset[Do], str], ...] = (
    (Fill, frozenset({"fill", "choose", "click", "press"}), "fill or set anything"),
    (Upload, frozenset({"upload"}), "give the app a file"),
    (Drag, frozenset({"drag", "click", "press", "choose"}), "move anything"),
    (Click, frozenset({"click", "press", "check", "uncheck", "choose", "fill", "drag"}), "press anything"),
    (Select, frozenset({"choose", "click", "fill", "press", "check", "uncheck"}), "choose anything"),
    (Check, frozenset({"check", "uncheck", "click", "choose", "press"}), "mark anything"),
)  # fmt: skip
"""Kind of step → moves by which the same is done on one page or another."""


class Demands(NamedTuple):
    """What is asked of the proofs of one outcome."""

    is_presence: bool
    """Something is merely to be there."""
    controls: frozenset[Role]
    """Kinds of controls of which one is to be visible; empty where none has to be."""
    numbers: tuple[str, ...]
    """Conditions of numbers that are to be read, as expressions of `it`; those that compare them with what was read
    before are reckoned."""
    is_echoed: bool
    """What the judge has made up is to be seen in the app."""
    tried_by: tuple[tuple[frozenset[Do], str], ...]
    """Moves of which one has to be made at least, and what is missing without one."""

    def lacking(self, acts: tuple[Do, ...]) -> str:
        """What was not done of it, in words; empty: nothing."""
        return next((said for moves, said in self.tried_by if moves.isdisjoint(acts)), "")


def demands_of(task: EvaluationTask, outcome: str) -> Demands:
    """What the steps of a task make of one of its outcomes."""
    expectations = [step.that for step in task.steps if isinstance(step, Expect) and step.outcome == outcome]
    is_presence = task.level is Level.PRESENCE and all(map(_merely_looks, expectations))
    made_up = {step.bind for step in task.steps if isinstance(step, Generate)}
    return Demands(
        is_presence=is_presence,
        controls=frozenset[Role]().union(*map(_controls, expectations)),
        numbers=tuple(condition for that in expectations for condition in _conditions(that)),
        is_echoed=any(made_up & set(_spoken_of(that)) for that in expectations),
        tried_by=() if is_presence else tuple(_tried_by(task, outcome)),
    )


def _tried_by(task: EvaluationTask, outcome: str) -> Iterator[tuple[frozenset[Do], str]]:
    last = max(
        (n for n, s in enumerate(task.steps) if isinstance(s, Expect) and s.outcome == outcome), default=0
    )
    for kind, moves, said in SERVES:
        if any(isinstance(step, kind) and not is_optional(step) for step in task.steps[:last]):
            yield moves, said


def is_optional(step: Step) -> bool:
    """Whether a step may have nothing to do."""
    return isinstance(step, Click) and step.unless is not None


def _controls(expectation: Expectation) -> frozenset[Role]:
    match expectation:
        case Visible():
            return CONTROLS & {expectation.target.role}
        case AllOf():
            return frozenset[Role]().union(*map(_controls, expectation.parts))
        case _:
            return frozenset()


def _merely_looks(expectation: Expectation) -> bool:
    """Whether it asks for nothing but that things can be seen."""
    match expectation:
        case Visible():
            return True
        case AllOf():
            return all(map(_merely_looks, expectation.parts))
        case AnyOf():
            return all(map(_merely_looks, expectation.options))
        case _:
            return False


def _conditions(expectation: Expectation) -> Iterator[str]:
    match expectation:
        case Reads(read="number") if names_in(expectation.that) <= {IT}:
            yield expectation.that
        case AllOf():
            yield from (condition for part in expectation.parts for condition in _conditions(part))
        case _:
            return


def _spoken_of(expectation: Expectation) -> Iterator[str]:
    """Names of what must be visible, or read off the page."""
    match expectation:
        case Visible(target=target):
            yield from _in_target(target)
        case Reads(target=Target() as target, read=kind) if kind not in ("count", "value"):
            yield from _in_target(target)
        case AllOf(parts=parts):
            yield from (name for part in parts for name in _spoken_of(part))
        case _:
            return


def _in_target(target: Target) -> Iterator[str]:
    for inner in found_in(target, Target):
        for text in (inner.name, inner.containing or "", inner.near or "", *inner.synonyms):
            yield from _NAME.findall(text)


LONGEST_QUOTE = 300
"""Letters of a quotation."""
_SUITS = 0.6
"""How well an element has to suit the kind of control that is asked for; beneath, it merely may stand for one."""
_SAME_SCREEN = 0.4
"""Share of a look's other lines that have to be there still where something is said to have gone from it."""


class Proven(NamedTuple):
    """What came of the proofs of one outcome."""

    faults: tuple[str, ...]
    """What is wrong with them, in words for the model; none: they show it."""
    saw: str
    """What was seen, in words for a person."""
    is_vacuous: bool
    """All of it could be seen where nothing works too."""


def proven(outcome: ExpectedOutcome, claim: Claim, sights: Sequence[Sight], demands: Demands) -> Proven:
    """Whether the proofs of a claim show that its outcome holds."""
    faults = list(dict.fromkeys(_faults(outcome, claim, sights, demands)))
    if faults:
        return Proven(tuple(faults), "", is_vacuous=True)
    told = "; ".join(_told(proof) for proof in claim.proofs)
    is_vacuous = not any(_is_telling(proof, sights, demands) for proof in claim.proofs)
    return Proven((), told, is_vacuous)


def _faults(
    outcome: ExpectedOutcome, claim: Claim, sights: Sequence[Sight], demands: Demands
) -> Iterator[str]:
    if not claim.proofs:
        yield "there is no proof"
        return
    for number, proof in enumerate(claim.proofs, 1):
        if fault := _fault(proof, sights, outcome):
            yield f"proof {number}: {fault}"
            return
    last = max(proof.look for proof in claim.proofs)
    lacking = demands.lacking(sights[last].done.acts)
    if lacking:
        yield f"before look {last} you did not {lacking}, which this outcome is tried by"
    if demands.controls and not any(_is_control(proof, sights, demands) for proof in claim.proofs):
        kinds = ", ".join(sorted(demands.controls))
        yield f"no proof stands at a control, and the outcome asks for one ({kinds}): point at the control itself"
    quoted = [found.value for proof in claim.proofs for found in numbers_in(_words(proof.quote))]
    for condition in demands.numbers:
        if not any(_may_hold(condition, number) for number in quoted):
            yield f"no proof quotes a number for which {condition} could be true, where `it` is what is to be read"
    if demands.is_echoed and not any(_echoes(proof, sights) for proof in claim.proofs):
        yield "no proof quotes what you typed, and the app is to show it outside of the field that you typed it into"


def _fault(proof: Proof, sights: Sequence[Sight], outcome: ExpectedOutcome) -> str:
    """What is wrong with a proof; empty: nothing."""
    quote = _words(proof.quote)
    if not quote or len(quote) > LONGEST_QUOTE:
        return f"a quotation has 1 to {LONGEST_QUOTE} letters"
    if not 0 <= proof.look < len(sights):
        return f"there is no look {proof.look}"
    sight = sights[proof.look]
    if spaced(outcome.statement).casefold() in quote.casefold():
        return "the quotation repeats the outcome's own words, which any page could say"
    if proof.shows == "stands":
        return _unseen(sight, proof.element, quote)
    if proof.before is None or not 0 <= proof.before < proof.look:
        return f"{proof.shows} needs an earlier look as `before`"
    before = sights[proof.before]
    if len(before.done.acts) == len(sight.done.acts):
        return f"you did nothing to the app between look {before.number} and look {sight.number}"
    if proof.shows == "gone":
        return _not_gone(before, sight, proof.element, quote)
    if fault := _unseen(sight, proof.element, quote):
        return fault
    is_before = _reads(_read_at(before, proof.element), quote)
    match proof.shows:
        case "appeared" if is_before:
            return f"the quotation was in look {before.number} already"
        case "same" if not is_before:
            return f"the quotation is not in look {before.number}"
        case "changed":
            was = _words(proof.was or "")
            if not was or not _reads(before.words, was):
                return f"`was` is not in look {before.number}"
            if was == quote or (is_before and _reads(sight.words, was)):
                return f"both stand in look {before.number} and in look {sight.number}: nothing has changed"
        case _:
            pass
    return ""


def _read_at(sight: Sight, sign: str) -> str:
    """All that was to be read on a page, or at what is no element of it."""
    return "\n".join(sight.said_at(sign) or ()) if sign in (PAGE, DIALOG, DOWNLOAD) else sight.words


def _unseen(sight: Sight, sign: str, quote: str) -> str:
    said = sight.said_at(sign)
    if said is None:
        return f"look {sight.number} shows no {string(sign, 20)}"
    if not any(_reads(words, quote) for words in said):
        return f"the quotation does not stand so at {string(sign, 20)} in look {sight.number}"
    if _is_own_typing(sight, sign, quote):
        return "you typed that yourself and have not handed it in: it shows nothing of the app"
    return ""


def _not_gone(before: Sight, sight: Sight, sign: str, quote: str) -> str:
    if fault := _unseen(before, sign, quote):
        return fault
    if _reads(sight.words, quote):
        return f"the quotation is in look {sight.number} still"
    if not is_same_screen(before, sight, quote):
        return f"look {sight.number} shows another screen: go back to where it stood, and look there"
    return ""


def is_same_screen(before: Sight, sight: Sight, gone: str = "") -> bool:
    """Whether a look still shows most of what an earlier one did, but for what is gone from it."""
    others = {line for line in before.lines if not (gone and _reads(line, gone))}
    return not others or len(others & sight.lines) >= _SAME_SCREEN * len(others)


def _is_telling(proof: Proof, sights: Sequence[Sight], demands: Demands) -> bool:
    """Whether it could not be seen where nothing works: of what is merely to be there, that it can be seen."""
    sight, quote = sights[proof.look], _words(proof.quote)
    if demands.is_presence and proof.element not in (PAGE,):
        return proof.shows != "same"
    if not sight.done.acts or proof.shows == "same":
        return False
    if proof.element in (DIALOG, DOWNLOAD) or proof.shows in ("gone", "changed", "appeared"):
        return True
    # What stands there is compared with the first look, which was taken before anything was done.
    return not _reads(sights[0].words, quote) and not _reads("\n".join(sights[0].facts), quote)


def _is_control(proof: Proof, sights: Sequence[Sight], demands: Demands) -> bool:
    sight = sights[proof.before if proof.shows == "gone" and proof.before is not None else proof.look]
    index = sight.index_of(proof.element)
    if index is None:
        return False
    return any(suits(role, sight.snapshot.elements[index]) >= _SUITS for role in demands.controls)


def _echoes(proof: Proof, sights: Sequence[Sight]) -> bool:
    typed = (spaced(text).casefold() for text in sights[proof.look].done.typed)
    quote = _words(proof.quote).casefold()
    return any(text and text in quote for text in typed)


def _may_hold(condition: str, number: float) -> bool:
    """Whether a number is such."""
    try:
        return bool(evaluate(condition, {IT: number}))
    except ExpressionError:
        return False


def _is_own_typing(sight: Sight, sign: str, quote: str) -> bool:
    index = sight.index_of(sign)
    if index is None or not sight.snapshot.elements[index].is_field:
        return False
    return any(quote.casefold() in spaced(text).casefold() for text in sight.done.unsent)


def _reads(words: str, quote: str) -> bool:
    """Whether the words are there, and not as a part of others: a 1 does not stand in 14."""
    begin = r"(?<!\w)" if quote[:1].isalnum() else ""
    end = r"(?!\w)" if quote[-1:].isalnum() else ""
    return quote in words and re.search(f"{begin}{re.escape(quote)}{end}", words) is not None


def _words(quote: str) -> str:
    """The words of a quotation, also where a model has copied the marks and escapes that they are shown in."""
    plain = quote.strip()
    if len(plain) > 1 and plain[0] == plain[-1] == '"':
        plain = plain[1:-1]
    return spaced(plain.replace('\\"', '"').replace("\\\\", "\\"))


def _told(proof: Proof) -> str:
    match proof.shows:
        case "stands":
            how = f"stands in look {proof.look}"
        case "gone":
            how = f"was in look {proof.before} and is gone from look {proof.look}"
        case "changed":
            how = (
                f"stands in look {proof.look} where {string(proof.was or '', 80)} was in look {proof.before}"
            )
        case "appeared":
            how = f"is in look {proof.look} and was not in look {proof.before}"
        case "same":
            how = f"is in look {proof.look} as in look {proof.before}"
    return f"{string(proof.quote, 160)} {how}"
