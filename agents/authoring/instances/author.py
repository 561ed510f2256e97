"""The four agents that write a family: each first says in words what its code is going to do."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from agents.authoring.instances.plans import read_plan
from agents.authoring.instances.shapes import WrittenDesign, WrittenFamilyPlan, WrittenModule
from agents.authoring.instances.trials import TRIED, FamilyTrials
from agents.authoring.writing import MENDS, Order, Read, Writer
from agents.families.folder import PACKAGES, PARTS, design_problems, module_problems
from agents.families.sandboxed import REPLY_SECONDS
from plans.contracts.models import Model
from plans.records.decision import Stage
from plans.records.plan import Plan, TaskSpecification
from plans.records.project import Made

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

    async def plan(self, notes: Sequence[str] = (), before: str = "") -> Made[Plan]:
        """The Planning Agent's plan; `before`: the one that reviewers' notes are about. Raises GivenUp."""

        async def read(written: WrittenFamilyPlan) -> Read[Plan]:
            return read_plan(written, self._family)

        order = self._order("The plan", "plan", "plan", notes=notes, before=before)
        return await self._writer("plan").written(order, WrittenFamilyPlan, read, self._mends)

    async def design(
        self, stage: Stage, there: Mapping[str, str], notes: Sequence[str] = (), before: str = ""
    ) -> Made[str]:
        """What the code of a stage is going to do, in words; `there`: file → text of all that comes before it."""

        async def read(written: WrittenDesign) -> Read[str]:
            return Read(f"{written.text.strip()}\n", design_problems(written.text))

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
    ) -> Made[str]:
        """The code of a stage, once it holds in the sandbox what it is tried for; raises GivenUp with the reasons."""

        async def read(written: WrittenModule) -> Read[str]:
            text = f"{written.code.strip()}\n"
            return Read(text, await self.code_problems(stage, there, text))

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

    def _order(self, what: str, template: str, stage: Stage, **words: object) -> Order:
        given: dict[str, object] = {
            "family": self._family,
            "specification": self._specification,
            "packages": ", ".join(PACKAGES),
            "seconds": f"{REPLY_SECONDS:g}",
            **words,
        }
        return Order(
            what=f"{what} of the family {self._family!r}",
            template=template,
            words=given,
            stage=stage,
            project=self._family,
            included=_INCLUDED,
        )
