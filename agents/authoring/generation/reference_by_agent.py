"""A reference that a code agent writes in a workspace, round by round, as agents under test write their hand-ins."""

from collections.abc import Generator, Sequence
from contextlib import contextmanager

from pydantic import ValidationError

from agents.authoring.events import Hear, SentBack, unheard
from agents.authoring.generation.agent_rounds import Desk, told_end
from agents.authoring.generation.craft import Correction, Craft
from agents.authoring.generation.files import LONGEST_FILE, MOST_FILES, laid
from agents.authoring.generation.ordering import Orders
from agents.authoring.generation.references import Complaints, Job, ReferenceWriter, Standing
from agents.authoring.generation.workspace import CORRECTIONS, found_files, found_text
from agents.authoring.writing import MENDS, SHOWN, Read, Unreadable
from agents.gateway.prompts import Prompts
from agents.gateway.structure import complaints
from plans.contracts.coding import CodeAgent
from plans.errors import FileRefused, GivenUp
from plans.items import write_files
from plans.prd_text import requirements_text
from plans.records.code_agent import AgentReport
from plans.records.model_call import ModelUse
from plans.records.project import Made, Scheme
from plans.scratch import scratch


class ByAgent:
    """Opens workspaces in which a code agent of ours works; they are gone when the reference is done."""

    def __init__(
        self, agent: CodeAgent, craft: Craft, orders: Orders, complaints: Complaints, hear: Hear = unheard
    ) -> None:
        self._hear = hear
        self._agent = agent
        self._craft = craft
        self._orders = orders
        self._complaints = complaints

    @contextmanager
    def __call__(self, job: Job) -> Generator[ReferenceWriter]:
        with scratch("reference") as folder:
            recipe = job.specified.recipe
            desk = Desk(self._agent, folder / "desk", recipe.id, recipe.parameters.random_seed)
            desk.lay()
            yield _Workspace(self._craft, self._orders, self._complaints, job, desk, self._hear)


class _Workspace:
    """Implements ReferenceWriter."""

    def __init__(
        self,
        craft: Craft,
        orders: Orders,
        complaints: Complaints,
        job: Job,
        desk: Desk,
        hear: Hear,
    ) -> None:
        self._hear = hear
        self._craft = craft
        self._orders = orders
        self._complaints = complaints
        self._specified = job.specified
        self._canary = job.canary
        self._desk = desk
        self._prompts = Prompts("agents.authoring.generation")
        self._rounds = 0
        self._is_resumed = False
        self._uses: list[ModelUse] = []

    async def first(self) -> Made[Standing]:
        specified = self._specified
        message = self._prompts.rendered(
            "workspace",
            way=self._craft.way,
            **self._orders.words(specified.recipe),
            prd=requirements_text(specified.prd),
            **self._craft.shown(specified.scheme),
            rules=self._craft.rules,
            most=MOST_FILES,
            longest=LONGEST_FILE,
        )
        return await self._accepted(message, None, specified.scheme)

    def resume(self, standing: Standing) -> None:
        """Lays it into the workspace; what its agent remembers of how it came about is gone."""
        write_files(self._desk.app, standing.files)
        self._is_resumed = True

    async def mended(self, standing: Standing, wrong: Sequence[str], number: int) -> Made[Standing]:
        return await self._accepted(self._again(wrong, standing.scheme), standing, standing.scheme)

    async def _accepted(self, message: str, before: Standing | None, scheme: Scheme) -> Made[Standing]:
        """What lies in the workspace once nothing is wrong with it that can be told before it is judged."""
        self._uses = []
        problems: list[str] = []
        report = AgentReport(ended="done")
        for number in range(MENDS + 1):
            if problems:
                item = self._specified.recipe.id
                self._hear(SentBack(item, "reference", number, MENDS, tuple(problems), key=""))
            self._rounds += 1
            said = self._again(problems, scheme) if problems else message
            report, uses = await self._desk.worked(said, self._rounds)
            self._uses += uses
            standing, problems = self._read(scheme)
            if standing == before:
                problems.append("Nothing was changed, so the same tasks would fail.")
            if not problems:
                return Made(standing, tuple(self._uses))
        what = f"The reference of {self._specified.recipe.id!r} could not be taken from its workspace"
        told = f"{what}, also after its code agent was shown {MENDS} times what is wrong"
        raise GivenUp(told, [*problems, told_end(report)])

    def _read(self, scheme: Scheme) -> tuple[Standing, list[str]]:
        """The files and the scheme as the workspace has them, and what is wrong with them."""
        problems: list[str] = []
        app, specified = self._desk.app, self._specified
        rules = self._craft.rules
        files = laid(found_files(app, problems, rules), self._canary, problems, rules=rules)
        problems += self._complaints.of(specified, files)
        correction = self._correction(problems)
        try:
            found = correction(scheme)
        except Unreadable as error:
            return Standing(files, scheme), [*problems, *error.problems]
        return Standing(files, found.value), [*problems, *found.problems]

    def _again(self, wrong: Sequence[str], scheme: Scheme) -> str:
        return self._prompts.rendered(
            "workspace_again",
            way=self._craft.way,
            failures=wrong[:SHOWN],
            more=max(0, len(wrong) - SHOWN),
            prd=requirements_text(self._specified.prd) if self._is_resumed else "",
            **self._craft.shown(scheme),
            corrections=CORRECTIONS,
        )

    def _correction(self, problems: list[str]) -> Correction:
        """What the agent wrote anew of how tasks are tried; what is wrong with that is added to `problems`."""
        try:
            text = found_text(self._desk.app, CORRECTIONS)
            if text is not None:
                return self._craft.correction(text, self._specified)
        except ValidationError as error:
            problems += [f"{CORRECTIONS}: {complaint}" for complaint in complaints(error)]
        except (FileRefused, UnicodeDecodeError) as error:
            problems.append(f"{CORRECTIONS} cannot be read: {error}")
        return Read
