"""The four agents that write an instance family: plans in words, then code."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from pydantic import JsonValue, ValidationError

from agents.authoring.instances.trials import TRIED, FamilyTrials
from agents.authoring.writing import MENDS, ReadAnswer, UnreadableAnswer, Writer, WritingOrder
from agents.families.folder import NAME, PACKAGES, PARTS, design_problems, module_problems
from agents.families.sandboxed import REPLY_SECONDS
from plans.contracts.models import Model
from plans.records.model_call import Shape
from plans.records.plan import (
    Constraint,
    Disaggregation,
    MetricPlan,
    Parameter,
    Plan,
    ProvidedBy,
    QualityCheck,
    TaskSpecification,
)
from plans.records.project import MadeArtifact
from plans.records.review import Stage


class WrittenParameter(Shape):
    """One thing that varies from instance to instance: a choice, or a range of numbers."""

    name: str
    """Small letters and underscores."""
    description: str
    """What it means for an instance, with its unit."""
    values: list[str]
    """The values of a choice, at least two, numbers in digits; empty for a range."""
    minimum: float | None
    """Smallest value of a range; null for a choice."""
    maximum: float | None
    """Largest value of a range; null for a choice."""
    integer: bool
    """Whether a range holds whole numbers only; false for a choice."""


class WrittenRule(Shape):
    """Something that holds or is measured, in plain words."""

    name: str
    """One to four words in small letters."""
    description: str
    """In a sentence."""


class WrittenCheck(Shape):
    """What every instance is checked for before it is released."""

    name: str
    """One or two words in small letters, such as completeness."""
    description: str
    """What is checked, in a sentence."""
    is_for_a_model: bool
    """Whether no program can tell, so that a model is asked; false wherever a program can."""


class WrittenSplit(Shape):
    """A split of the numbers."""

    name: str
    by: str
    """The parameter, or the property of an instance, that splits."""


class WrittenFamilyPlan(Shape):
    """The plan of a family of instances."""

    task: str
    """What is measured, in plain words, a paragraph."""
    parameters: list[WrittenParameter]
    constraints: list[WrittenRule]
    """What an answer has to keep to, or what holds between parameters."""
    quality_checks: list[WrittenCheck]
    metrics: list[WrittenRule]
    disaggregations: list[WrittenSplit]


class WrittenDesign(Shape):
    """A plan in words of what the code is going to do."""

    text: str
    """Markdown, at most a page."""


class WrittenModule(Shape):
    """A module of Python."""

    code: str
    """The whole file."""


FARTHEST = 1_000_000_000
"""From zero: the end of a range."""
MOST_VALUES, MOST_PARAMETERS = 100, 20
BY = ProvidedBy.MODEL


def read_plan(written: WrittenFamilyPlan, family: str) -> ReadAnswer[Plan]:
    """The plan that a model wrote; raises UnreadableAnswer with everything that is wrong with it."""
    if problems := list(_problems(written)):
        raise UnreadableAnswer(problems)
    try:
        plan = Plan(
            family=family,
            task=written.task.strip(),
            parameters=tuple(map(_parameter, written.parameters)),
            constraints=tuple(
                Constraint(name=one.name, description=one.description, provided_by=BY)
                for one in written.constraints
            ),
            quality_checks=tuple(
                QualityCheck(
                    name=one.name,
                    description=one.description,
                    decided_by="model" if one.is_for_a_model else "program",
                    provided_by=BY,
                )
                for one in written.quality_checks
            ),
            metrics=tuple(
                MetricPlan(name=one.name, description=one.description, provided_by=BY)
                for one in written.metrics
            ),
            disaggregations=tuple(
                Disaggregation(name=one.name, by=one.by, provided_by=BY) for one in written.disaggregations
            ),
        )
    except ValidationError as error:
        raise UnreadableAnswer([one["msg"] for one in error.errors()]) from None
    return ReadAnswer(plan)


def _problems(written: WrittenFamilyPlan) -> Iterator[str]:
    if not written.task.strip():
        yield "`task` is empty."
    if not 1 <= len(written.parameters) <= MOST_PARAMETERS:
        yield f"There are {len(written.parameters)} parameters; write 1 to {MOST_PARAMETERS}."
    for one in written.parameters:
        yield from _parameter_problems(one)
    if not any(not one.is_for_a_model for one in written.quality_checks):
        yield "No quality check is decided by a program; at least one has to be."
    for title, names in (
        ("parameters", [one.name for one in written.parameters]),
        ("quality_checks", [one.name for one in written.quality_checks]),
        ("disaggregations", [one.name for one in written.disaggregations]),
    ):
        yield from (f"`{title}` names {name!r} twice." for name in sorted({*names}) if names.count(name) > 1)
        yield from (f"`{title}` has one without a name." for name in names if not name.strip())


def _parameter_problems(one: WrittenParameter) -> Iterator[str]:
    if not NAME.fullmatch(one.name):
        yield f"The parameter {one.name!r}: use small letters, digits and underscores, a letter first."
    is_range = one.minimum is not None and one.maximum is not None
    if one.values and (one.minimum is not None or one.maximum is not None):
        yield f"The parameter {one.name!r} has values and a range: write one of them."
    elif not one.values and not is_range:
        yield f"The parameter {one.name!r} has neither values nor both ends of a range."
    elif one.values and not 2 <= len(set(one.values)) <= MOST_VALUES:
        yield f"The parameter {one.name!r} takes 2 to {MOST_VALUES} values, each once."
    for end in (one.minimum, one.maximum):
        if end is not None and not abs(end) <= FARTHEST:
            yield f"The parameter {one.name!r}: {end} is farther from zero than {FARTHEST:,}."
        elif end is not None and one.integer and end != int(end):
            yield f"The parameter {one.name!r} holds whole numbers, and {end} is none."


def _parameter(one: WrittenParameter) -> Parameter:
    return Parameter(
        name=one.name,
        description=one.description,
        values=_values(one.values) if one.values else None,
        minimum=one.minimum,
        maximum=one.maximum,
        integer=one.integer,
        provided_by=BY,
    )


def _values(said: list[str]) -> tuple[JsonValue, ...]:
    """Numbers, and true and false, where all are such; else the texts."""
    told: list[JsonValue] = []
    for text in dict.fromkeys(said):
        try:
            value: object = json.loads(text)
        except ValueError:
            return tuple(dict.fromkeys(said))
        if not isinstance(value, bool | int | float):
            return tuple(dict.fromkeys(said))
        told.append(value)
    return tuple(told)


PACKAGE = "agents.authoring.instances"
_INCLUDED = ("asked", "contract", "notes", "there")
_AGENTS: Mapping[Stage, str] = {
    "generation": "Generation",
    "verification": "Verification",
    "evaluation": "Evaluation",
}
_ABOUT: Mapping[Stage, str] = {
    "generation": "how an instance is drawn from each parameter, how it is known to have a solution, how the prompt is "
    "worded and which form of answer it asks for, what stands in constraints and metadata.",
    "verification": "for each quality check of the plan, what is read of the prompt, against what it is held, and when "
    "the check fails; for those that a model decides, the question.",
    "evaluation": "how an answer is read out of what a model says, which checks it is put to and when each passes, "
    "fails or does not apply, and how each disaggregation finds its bucket.",
}


class FamilyAuthor:
    """Writes the parts of one family by the models of the four roles; each part once it holds what is asked of it."""

    def __init__(
        self,
        model: Model,
        family: str,
        specification: TaskSpecification,
        trials: FamilyTrials,
        mends: int = MENDS,
    ) -> None:
        """`mends`: how often a model is shown what is wrong with what it wrote."""
        self._model = model
        self._family = family
        self._specification = specification
        self._trials = trials
        self._mends = mends

    async def plan(self, notes: Sequence[str] = (), before: str = "") -> MadeArtifact[Plan]:
        """The Planning Agent's plan; `before`: the one that reviewers' notes are about. Raises GivenUp."""

        async def read(written: WrittenFamilyPlan) -> ReadAnswer[Plan]:
            return read_plan(written, self._family)

        order = self._order("The plan", "plan", "plan", notes=notes, before=before)
        return await self._writer("plan").written(order, WrittenFamilyPlan, read, self._mends)

    async def design(
        self, stage: Stage, there: Mapping[str, str], notes: Sequence[str] = (), before: str = ""
    ) -> MadeArtifact[str]:
        """What the code of a stage is going to do, in words; `there`: file → text of all that comes before it."""

        async def read(written: WrittenDesign) -> ReadAnswer[str]:
            return ReadAnswer(f"{written.text.strip()}\n", design_problems(written.text))

        order = self._order(
            f"The plan of {PARTS[stage].module}",
            "design",
            stage,
            **self._about(stage),
            about=_ABOUT[stage],
            there=list(there.items()),
            notes=notes,
            before=before,
        )
        return await self._writer(stage).written(order, WrittenDesign, read, self._mends)

    async def code(
        self, stage: Stage, there: Mapping[str, str], notes: Sequence[str] = (), before: str = ""
    ) -> MadeArtifact[str]:
        """The code of a stage, once it holds in the sandbox what it is tried for; raises GivenUp with the reasons."""

        async def read(written: WrittenModule) -> ReadAnswer[str]:
            text = f"{written.code.strip()}\n"
            return ReadAnswer(text, await self.code_problems(stage, there, text))

        order = self._order(
            PARTS[stage].module,
            "code",
            stage,
            **self._about(stage),
            design=PARTS[stage].design,
            tried=TRIED[stage],
            there=list(there.items()),
            notes=notes,
            before=before,
        )
        return await self._writer(stage).written(order, WrittenModule, read, self._mends)

    async def code_problems(self, stage: Stage, there: Mapping[str, str], text: str) -> list[str]:
        """What is wrong with the code of a stage, looked at and then tried."""
        module = PARTS[stage].module
        if problems := module_problems(module, text, self._family):
            return problems
        files = {name: told for name, told in there.items() if Path(name).suffix in (".py", ".yaml")}
        return await self._trials.problems({**files, module: text}, stage)

    def _about(self, stage: Stage) -> dict[str, object]:
        return {"agent": _AGENTS[stage], "module": PARTS[stage].module}

    def _writer(self, stage: Stage) -> Writer:
        return Writer(self._model, "planner" if stage == "plan" else PARTS[stage].role, PACKAGE)

    def _order(self, what: str, template: str, stage: Stage, **words: object) -> WritingOrder:
        given: dict[str, object] = {
            "family": self._family,
            "specification": self._specification,
            "packages": ", ".join(PACKAGES),
            "seconds": f"{REPLY_SECONDS:g}",
            **words,
        }
        return WritingOrder(
            what=f"{what} of the family {self._family!r}",
            template=template,
            words=given,
            stage=stage,
            project=self._family,
            included=_INCLUDED,
        )
