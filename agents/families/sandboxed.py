"""A family from elsewhere at work: nothing of its code ever runs in this process."""

from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

from pydantic import JsonValue

from agents.families.folder import FamilyFolder, read_family
from agents.families.holding import (
    Misshapen,
    Told,
    broken,
    held_checked,
    held_drawn_in_letters,
    held_evaluated,
    held_texts,
    held_told,
    wanted_in_words,
)
from agents.families.line import REPLY_SECONDS, Line, Unanswered, open_line
from plans.contracts.instances import Answered, Wanted
from plans.contracts.sandboxing import SandboxProvider
from plans.errors import AuthorError
from plans.records.instance import Drawn, Evaluated, Instance
from plans.records.plan import Plan

T = TypeVar("T")


@asynccontextmanager
async def open_elsewhere(
    place: Path, sandbox: SandboxProvider, patience: float = REPLY_SECONDS
) -> AsyncGenerator["SandboxedFamily"]:
    """The family in this folder, in one process of a sandbox, which ends with it; `patience`: seconds that it has for
    one thing that it is asked.

    Raises InvalidFile and AuthorError where its files or its code cannot be used, and SandboxRefused: nothing weaker is
    ever taken.
    """
    folder = read_family(place)
    async with open_line(folder, sandbox, patience) as line:
        family = SandboxedFamily(folder, line, await _told(folder, line))
        yield family
        try:
            await line.end()
        except Unanswered as error:
            raise broken(folder.name, "end", "its process", error.said) from None


class SandboxedFamily:
    """Implements plans.contracts.instances.InstanceFamily."""

    def __init__(self, folder: FamilyFolder, line: Line, told: Told) -> None:
        self.name: str = folder.name
        self.plan: Plan = folder.plan
        self.checks: tuple[str, ...] = told.checks
        self._folder = folder
        self._line = line
        self._told = told

    @property
    def place(self) -> Path:
        """Its folder."""
        return self._folder.place

    @property
    def digest(self) -> str:
        """Digest of its files."""
        return self._folder.digest

    async def draw(self, wanted: Sequence[Wanted]) -> Sequence[Drawn]:
        drawn = await self._drawn(wanted)
        # When it is verified an instance is drawn from what it says of itself.
        changed = [
            (Wanted(told, one.random_seed), given)
            for one, given in zip(wanted, drawn, strict=True)
            if (told := {name: given.parameters.get(name) for name in one.parameters}) != dict(one.parameters)
        ]
        again = await self._drawn([one for one, _ in changed])
        for (one, given), second in zip(changed, again, strict=True):
            if second != given:
                said = "its parameters are others than those asked for, and give another instance"
                raise broken(self.name, "draw", wanted_in_words(one), said)
        return drawn

    async def check(self, instances: Sequence[Instance]) -> Sequence[Mapping[str, str]]:
        return await self._of("check", instances, lambda said: held_checked(said, self.checks))

    async def questions(self, instances: Sequence[Instance]) -> Sequence[Mapping[str, str]]:
        if not self._told.asks:
            return [{} for _ in instances]
        return await self._of("questions", instances, held_texts)

    async def evaluate(self, answered: Sequence[Answered], variant: str = "") -> Sequence[Evaluated]:
        if variant and variant not in self._told.variants:
            raise AuthorError(
                f"The family {self.name!r} has no metrics {variant!r}, so nothing could be scored by them. "
                f"Use one of: {', '.join(self._told.variants) or 'none, but leave them out'}."
            )
        requests = [
            {
                "verb": "evaluate",
                "instance": one.instance.model_dump(mode="json"),
                "answer": _unbroken(one.answer),
                "variant": variant,
            }
            for one in answered
        ]
        about = [f"instance {one.instance.id}" for one in answered]
        return await self._asked("evaluate", requests, about, held_evaluated)

    async def labels(self, instances: Sequence[Instance]) -> Sequence[Mapping[str, str]]:
        return await self._of("labels", instances, held_texts)

    async def _drawn(self, wanted: Sequence[Wanted]) -> list[Drawn]:
        requests = [
            {"verb": "draw", "parameters": dict(one.parameters), "random_seed": one.random_seed}
            for one in wanted
        ]
        return await self._asked(
            "draw", requests, [wanted_in_words(one) for one in wanted], held_drawn_in_letters
        )

    async def _of(
        self, verb: str, instances: Sequence[Instance], held: Callable[[JsonValue], T]
    ) -> Sequence[T]:
        requests = [{"verb": verb, "instance": one.model_dump(mode="json")} for one in instances]
        return await self._asked(verb, requests, [f"instance {one.id}" for one in instances], held)

    async def _asked(
        self,
        verb: str,
        requests: Sequence[Mapping[str, object]],
        about: Sequence[str],
        held: Callable[[JsonValue], T],
    ) -> list[T]:
        """What is said to each request, as the contract has it; AuthorError for the first of which that is not so."""
        try:
            said = await self._line.asked(requests)
        except Unanswered as error:
            raise broken(self.name, verb, about[error.place], error.said) from None
        found: list[T] = []
        for one, its in zip(said, about, strict=True):
            try:
                found.append(held(one))
            except Misshapen as error:
                raise broken(self.name, verb, its, str(error)) from None
        return found


async def _told(folder: FamilyFolder, line: Line) -> Told:
    try:
        return held_told(await line.told())
    except (Unanswered, Misshapen) as error:
        raise broken(folder.name, "import", "its modules", str(error)) from None


def _unbroken(answer: str) -> str:
    """The answer as UTF-8 can hold it: half of a letter, which an endpoint may send, stands as a question mark."""
    return answer.encode(errors="replace").decode()
