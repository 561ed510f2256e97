"""Does every datum that a step names come from somewhere the agent could know it from.

Apps bring their own data. A step may name what the query says, what a requirement states as data, what an earlier
step of the same task bound; interface words may be named anywhere. Everything else would grade luck.

So would a text of a requirement that a level of the query does not withhold and says nowhere: the task counts as told
there. Whether a rule or a number can be known, which may be said in many words ("a week"), no program can tell; the
model-decided check `knowable` asks that.
"""

import ast
import re
from collections.abc import Iterator, Sequence, Set
from typing import Literal

from plans.patches import reference_of
from plans.records.base import Problem, ProblemCode, walked
from plans.records.criteria import Criteria, EvaluationTask
from plans.records.expressions import PLACEHOLDER, ExpressionError, names_in, placeholders, read_expression
from plans.records.plan import Plan
from plans.records.project import Project
from plans.records.specification import PRD, Query
from plans.records.steps import Compute, Draw, Generate, Remember, Select, Step, Upload

STATE_WORDS = frozenset(
    ["checked", "disabled", "expanded", "pressed", "selected", "focused", "invalid", "readonly", "current"]
)
PLAIN_NUMBERS = frozenset([0, 1, 2, 3, 5, 10, 60, 100, 0.5, 0.01, 0.02])
"""Numbers that speak of structure (first, twice, percent, seconds) and not of an app's data."""
FREE_OPTIONS = frozenset(["all"])
"""Options that may be chosen by name though no requirement names them: what stands for all of them."""

_PLAIN = frozenset(f"{number:g}" for number in PLAIN_NUMBERS)
_TOKENS = re.compile(r"\d+(?:\.\d+)?|[^\W_]+")
_QUOTED = re.compile(r"\"([^\"\n]+)\"")
_WORDS = re.compile(r"[^\W_]+")
_OF_GRAMMAR = FREE_OPTIONS.union(
    _WORDS.findall(
        "a an and any are at by each every for from in is it no none not of on or the this to with"
    )
)
"""Words that mean nothing of a product by themselves, so that nobody has to be told them."""
_DATA_FIELDS = frozenset(["value", "containing", "near"])
_INTERFACE_FIELDS = frozenset(["name", "synonyms", "words"])
_EXPRESSION_FIELDS = frozenset(["that", "expression"])
_ENDINGS = ("ings", "ies", "ing", "es", "ed", "s", "d")
"""Of regular forms of English words; the longest that fits is taken off."""
_NAME_FIELDS = frozenset(["since", "drawn", "apart"])
"""Fields that hold a bound name and nothing else."""


class DataBinding:
    """No step of a task that is tried in a browser names a datum that the query, a requirement or an earlier step of
    the task did not introduce, and at each level of the query the task counts as withheld or its data can be known.
    """

    name = "data binding"

    def check(self, project: Project, plan: Plan) -> Sequence[Problem]:
        file, sample = f"{project.id}/criteria.yaml", sample_texts(project)
        return [
            *unbound(project.prd, project.query, project.criteria, file, sample),
            *unknowable(
                project.prd, project.query, project.criteria, file, severity=knowable_severity(project)
            ),
        ]


def unbound(
    prd: PRD, query: Query, criteria: Criteria, file: str, sample: Set[str] = frozenset()
) -> Iterator[Problem]:
    """What the tasks' steps name that nothing introduced, in all of them."""
    requirements = {leaf.id: leaf for leaf in prd.leaves()}
    asked = said_at_every_level(query)
    for task in criteria.tasks:
        stated = [asked]
        for id in task.requirements:
            if id in requirements:
                stated += [requirements[id].title, *requirements[id].data, requirements[id].text]
        yield from binding_problems(task, " ".join(stated), file, sample)


Severity = Literal["error", "warning"]


def knowable_severity(project: Project) -> Severity:
    """How grave it is that something cannot be known: a model that wrote the item can be sent back, and what a catalog
    composes is told of.
    """
    return "error" if project.is_specified_by_model else "warning"


def unknowable(
    prd: PRD, query: Query, criteria: Criteria, file: str, *, severity: Severity = "error"
) -> Iterator[Problem]:
    """Texts that steps look for and a level of the query neither says nor withholds, so that the task counts as told.

    The accessibility clause is told beside every query, and no query withholds it.
    """
    requirements = {leaf.id: f"{leaf.text} {' '.join(leaf.data)}" for leaf in prd.leaves()}
    for task in criteria.without_clause().tasks:
        named = {id: _tokens(requirements[id]) for id in task.requirements if id in requirements}
        stated = frozenset[str]().union(*named.values())
        for literal, words in _texts_used(task).items():
            levels: list[str] = []
            for level, written in query.levels.items():
                missing = words - _tokens(written.text)
                withheld = frozenset[str]().union(
                    *(words for id, words in named.items() if id in written.withholds)
                )
                # What no requirement of the task states comes from nowhere at all, and is told as that.
                if missing and missing <= stated and not missing <= withheld:
                    levels.append(level.value)
            if levels:
                by = [id for id, words_of_it in named.items() if words & words_of_it]
                yield Problem(
                    where=f"{file}: task {task.id}",
                    message=f"Looks for {literal!r}, which {', '.join(by)} states and the query at {', '.join(levels)} "
                    "neither says nor withholds, so that nobody could know it there.",
                    mend="Say it in that text, let the level withhold the requirement, or bind what the app shows.",
                    severity=severity,
                    code=ProblemCode.NOT_KNOWABLE,
                )


def said_at_every_level(query: Query) -> str:
    """The words and numbers of the query that an agent is told whichever level of underspecification it gets."""
    levels = [_TOKENS.findall(level.text.casefold()) for level in query.levels.values()]
    return (
        " ".join(token for token in levels[0] if all(token in tokens for tokens in levels)) if levels else ""
    )


def sample_texts(project: Project) -> frozenset[str]:
    """Texts of the reference's own sample data, in lower case: those that it loses when other data is laid over it.

    A single word that stands in the reference's other files too is left out: there it is a word of the interface.
    """
    found: set[str] = set()
    interface: set[str] = set()
    for laid_over in project.alternatives:
        if laid_over.alternative.kind == "other-data":
            for name, text in reference_of(project, "it has no sample data").items():
                if name in laid_over.files:
                    found |= _texts(text) - _texts(laid_over.files[name])
                else:
                    interface |= _words(text)
    return frozenset(found - interface)


def binding_problems(
    task: EvaluationTask, stated: str, file: str, sample: Set[str] = frozenset()
) -> Iterator[Problem]:
    """Unbound names and unintroduced data of one task; `stated` is all text that introduces data.

    Interface words may be named freely, but not texts of the reference's own `sample` data, in lower case.
    """
    known = _words(stated)
    options = frozenset(map(_plain_form, known))
    foreign = _foreign(sample, known)
    numbers = {float(number) for number in re.findall(r"\d+(?:\.\d+)?", stated)}
    bound: set[str] = set()
    for number, step in enumerate(task.steps, 1):
        where = f"{file}: task {task.id}, step {number} ({step.do})"
        own = {step.bind} if isinstance(step, Draw) else set[str]()
        for field, text in _strings(step):
            is_expression = field in _EXPRESSION_FIELDS
            names = _expression_names(text) if is_expression else set(placeholders(text))
            if names is None:
                yield Problem(where=where, message=f"{text!r} is no expression.", mend="Correct it.")
                continue
            if field in _NAME_FIELDS:
                names = {text}
            for name in sorted(names - bound - own - ({"it", "filename"} if is_expression else set())):
                yield Problem(
                    where=where, message=f"{name!r} is bound by no earlier step.", mend="Bind it first."
                )
            literals = _expression_literals(text) if is_expression else [PLACEHOLDER.sub(" ", text)]
            if isinstance(step, Select) and field == "value":
                # An option is matched by its words in any form, and the requirement says them in some form.
                said = {word for word in _words(str(literals[0])) if _plain_form(word) in options}
                yield from _literal_problems(str(literals[0]), known | said | FREE_OPTIONS, numbers, where)
            elif field in _DATA_FIELDS or is_expression:
                for literal in literals:
                    yield from _literal_problems(literal, known, numbers, where)
            elif field in _INTERFACE_FIELDS:
                yield from _sample_problems(text, foreign, where)
        if isinstance(step, (Remember, Generate, Draw, Compute, Select)) and (name := step.bind):
            bound.add(name)


def _literal_problems(
    literal: str | float, known: Set[str], numbers: set[float], where: str
) -> Iterator[Problem]:
    if isinstance(literal, (int, float)):
        if literal not in PLAIN_NUMBERS and literal not in numbers and abs(literal) not in numbers:
            yield _unintroduced(where, str(literal))
        return
    unknown = _words(literal) - known - STATE_WORDS
    if unknown and {word for word in unknown if not word.isdigit() or float(word) not in PLAIN_NUMBERS}:
        yield _unintroduced(where, literal.strip())


def _texts_used(task: EvaluationTask) -> dict[str, Set[str]]:
    """The texts that steps name as data → their words, without those that are free."""
    found: dict[str, Set[str]] = {}
    for step in task.steps:
        for field, text in _strings(step):
            if field in _EXPRESSION_FIELDS:
                is_readable = _expression_names(text) is not None
                literals = _expression_literals(text) if is_readable else []
            else:
                literals = [PLACEHOLDER.sub(" ", text)] if field in _DATA_FIELDS else []
            for literal in literals:
                if isinstance(literal, str) and (
                    words := _tokens(literal) - STATE_WORDS - _PLAIN - _OF_GRAMMAR
                ):
                    found[literal.strip()] = words
    return found


def _unintroduced(where: str, datum: str) -> Problem:
    return Problem(
        where=where,
        message=f"{datum!r} comes from nowhere: an app that brings its own data cannot know it.",
        mend="Bind what the app shows, generate the value, or let a requirement state it as data.",
    )


def _foreign(sample: Set[str], known: set[str]) -> list[tuple[str, str]]:
    """Sample texts that are not made of known words, each with its words between spaces."""
    split = [(text, _WORDS.findall(text)) for text in sorted(sample)]
    return [(text, f" {' '.join(words)} ") for text, words in split if not known.issuperset(words)]


def _sample_problems(name: str, foreign: Sequence[tuple[str, str]], where: str) -> Iterator[Problem]:
    plain = f" {' '.join(_WORDS.findall(name.casefold()))} "
    for text, words in foreign:
        if words in plain:
            yield Problem(
                where=where,
                message=f"{name!r} names {text!r} of the reference's own sample data, which no other app has.",
                mend="Bind what the app shows and name that.",
            )


def _texts(file: str) -> set[str]:
    return {text.casefold() for text in _QUOTED.findall(file)}


def _strings(step: Step) -> Iterator[tuple[str, str]]:
    """Every string in a step with the name of its field, depth first; an upload's file is our own."""
    own = {"content", "filename"} if isinstance(step, Upload) else set[str]()
    return ((field, part) for field, part in walked(step) if isinstance(part, str) and field not in own)


def _expression_names(text: str) -> set[str] | None:
    try:
        return set(names_in(text))
    except ExpressionError:
        return None


def _expression_literals(text: str) -> list[str | float]:
    """Its texts and numbers, without those that say which part or how many days: `someday[0:4]`, `day(7)`."""
    tree, counted = read_expression(text), set[int]()
    for node in ast.walk(tree):
        match node:
            case ast.Subscript(slice=part):
                indices = (n for n in ast.walk(part) if isinstance(n, ast.Constant))
                counted |= {id(n) for n in indices if isinstance(n.value, int)}
            case (
                ast.Call(func=ast.Name(id="day"), args=[days])
                | ast.Call(func=ast.Name(id="later"), args=[_, days])
            ):
                counted |= {id(part) for part in ast.walk(days)}
            case _:
                continue
    nodes = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in counted)
    constants = [node.value for node in nodes]
    return [c for c in constants if isinstance(c, (str, int, float)) and not isinstance(c, bool)]


def _plain_form(word: str) -> str:
    """The same for "price", "prices" and "priced", as far as English is regular."""
    ending = next((one for one in _ENDINGS if word.endswith(one) and len(word) - len(one) > 2), "")
    plain = word.removesuffix(ending) + ("y" if ending == "ies" else "")
    return plain.removesuffix("e")


def _tokens(text: str) -> Set[str]:
    """The words of a text, and its numbers however they are written: `58.00` is `58`."""
    return frozenset(
        f"{float(token):g}" if token[0].isdigit() and token.isascii() else token
        for token in _TOKENS.findall(text.casefold())
    )


def _words(text: str) -> set[str]:
    return {word.casefold() for word in _WORDS.findall(text)}
