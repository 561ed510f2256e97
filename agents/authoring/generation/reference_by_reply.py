"""A reference that a model dictates: whole files in one reply, and edits of them in the next ones."""

from collections.abc import Generator, Sequence
from contextlib import contextmanager

from agents.authoring.generation.files import edited, laid, shown
from agents.authoring.generation.ordering import Orders, shown_tasks
from agents.authoring.generation.references import Complaints, Job, ReferenceWriter, Standing
from agents.authoring.generation.shapes import Repair, WrittenProject
from agents.authoring.generation.specified_criteria import corrected
from agents.authoring.writing import Read, Writer
from plans.prd_text import requirements_text
from plans.records.provenance import Made


class ByReply:
    """Opens writers who ask the model of a role."""

    def __init__(self, writer: Writer, orders: Orders, complaints: Complaints) -> None:
        self._writer = writer
        self._orders = orders
        self._complaints = complaints

    @contextmanager
    def __call__(self, job: Job) -> Generator[ReferenceWriter]:
        yield _Replies(self._writer, self._orders, self._complaints, job)


class _Replies:
    """Implements ReferenceWriter."""

    def __init__(self, writer: Writer, orders: Orders, complaints: Complaints, job: Job) -> None:
        self._writer = writer
        self._orders = orders
        self._complaints = complaints
        self._specified = job.specified
        self._canary = job.canary

    async def first(self) -> Made[Standing]:
        specified = self._specified

        async def read(written: WrittenProject) -> Read[Standing]:
            problems: list[str] = []
            files = laid(written.files, self._canary, problems)
            problems += self._complaints.of(specified, files)
            return Read(Standing(files, specified.criteria), problems)

        order = self._orders.order(
            "reference",
            specified.recipe,
            prd=requirements_text(specified.prd),
            tasks=shown_tasks(specified.criteria),
        )
        return await self._writer.written(order, WrittenProject, read)

    async def mended(self, standing: Standing, wrong: Sequence[str], number: int) -> Made[Standing]:
        specified = self._specified

        async def read(written: Repair) -> Read[Standing]:
            problems: list[str] = []
            before = edited(standing.files, written.edits, problems)
            files = laid(written.files, self._canary, problems, before)
            found = corrected(
                standing.criteria, written.tasks, specified.prd, specified.query, specified.recipe.id
            )
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
            tasks=shown_tasks(standing.criteria),
            files=shown(standing.files),
            failures=wrong,
        )
        return await self._writer.written(order, Repair, read)
