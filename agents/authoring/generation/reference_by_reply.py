"""A reference that a model dictates: whole files in one reply, and edits of them in the next ones."""

from collections.abc import Generator, Sequence
from contextlib import contextmanager

from agents.authoring.generation.craft import Craft, Repaired
from agents.authoring.generation.files import edited, laid, shown
from agents.authoring.generation.ordering import Orders
from agents.authoring.generation.patches import FilesPatch, patched_project
from agents.authoring.generation.references import Complaints, Job, ReferenceWriter, Standing
from agents.authoring.generation.shapes import WrittenProject
from agents.authoring.writing import Patching, Read, Writer
from plans.prd_text import requirements_text
from plans.records.project import Made


class ByReply:
    """Opens writers who ask the model of a role."""

    def __init__(self, writer: Writer, craft: Craft, orders: Orders, complaints: Complaints) -> None:
        self._writer = writer
        self._craft = craft
        self._orders = orders
        self._complaints = complaints

    @contextmanager
    def __call__(self, job: Job) -> Generator[ReferenceWriter]:
        yield _Replies(self._writer, self._craft, self._orders, self._complaints, job)


class _Replies:
    """Implements ReferenceWriter."""

    def __init__(
        self, writer: Writer, craft: Craft, orders: Orders, complaints: Complaints, job: Job
    ) -> None:
        self._writer = writer
        self._craft = craft
        self._orders = orders
        self._complaints = complaints
        self._specified = job.specified
        self._canary = job.canary

    async def first(self) -> Made[Standing]:
        specified = self._specified

        async def read(written: WrittenProject) -> Read[Standing]:
            problems: list[str] = []
            files = laid(written.files, self._canary, problems, rules=self._craft.rules)
            problems += self._complaints.of(specified, files)
            return Read(Standing(files, specified.scheme), problems)

        order = self._orders.order(
            "reference",
            specified.recipe,
            prd=requirements_text(specified.prd),
            **self._craft.shown(specified.scheme),
        )
        return await self._writer.written(
            order, WrittenProject, read, patching=Patching(FilesPatch, patched_project)
        )

    def resume(self, standing: Standing) -> None:
        """A reply is asked for with all that there is."""

    async def mended(self, standing: Standing, wrong: Sequence[str], number: int) -> Made[Standing]:
        specified = self._specified

        def read(repaired: Repaired) -> Read[Standing]:
            problems: list[str] = []
            before = edited(standing.files, repaired.edits, problems)
            files = laid(repaired.files, self._canary, problems, before, self._craft.rules)
            found = repaired.correction(standing.scheme)
            problems += [*found.problems, *self._complaints.of(specified, files)]
            changed = Standing(files, found.value)
            if changed == standing:
                problems.append("Nothing is changed by it, so the same tasks would fail.")
            return Read(changed, problems)

        order = self._orders.order(
            "repair",
            specified.recipe,
            salt=str(number - 1),
            prd=requirements_text(specified.prd),
            **self._craft.shown(standing.scheme),
            files=shown(standing.files),
            failures=wrong,
        )
        return await self._craft.repaired(self._writer, order, specified, read)
