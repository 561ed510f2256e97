"""An external family at work, in a sandboxed process that is asked line by line."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import TypeVar, cast

from pydantic import JsonValue
from pydantic_core import from_json, to_json

from agents.families.folder import FamilyFolder, read_family
from agents.families.holding import (
    ContractMismatch,
    ProcessReport,
    broken,
    held_checked,
    held_drawn_in_letters,
    held_evaluated,
    held_texts,
    held_told,
    wanted_in_words,
)
from agents.judging.commands.own_python import own_python
from agents.sandbox.hosting import Showing
from plans.contracts.instances import Answered, Wanted
from plans.contracts.sandboxing import Sandbox, SandboxProvider
from plans.errors import AuthorError
from plans.files import write_bytes
from plans.plain_text import folded
from plans.records.instance import DrawnInstance, Evaluated, Instance
from plans.records.plan import Plan
from plans.records.sandboxing import (
    ExecResult,
    Mount,
    NetworkAccess,
    SandboxLimits,
    SandboxNeeds,
    SandboxService,
)
from plans.scratch import scratch

HOME = "/opt/family"
"""Where the process finds server.py and the package of the family."""
PORT = 4711
"""Where it finds the line."""
SERVER = Path(__file__).with_name("server.py")
LIMITS = SandboxLimits(
    memory_bytes=1_500_000_000,
    processes=64,
    cpu_seconds=24 * 3600,
    cpus=1.0,
    disk_bytes=32_000_000,
    disk_entries=1_000,
    file_bytes=16_000_000,
    open_files=256,
    output_bytes=4_000,
)
"""What a family's code may take; its time is bounded by each reply."""
START_SECONDS, REPLY_SECONDS = 60.0, 20.0
"""Until the family is imported, and from one reply to the next."""
REPLY_BYTES = 24_000_000
"""The longest reply."""
LIFE_SECONDS = 7 * 24 * 3600.0
AHEAD = 64
"""Requests that are sent before their replies are there."""
SAID = 400
"""Letters of a process's last words that are told."""


class Unanswered(Exception):
    """A request to which there is no reply that could be used; `place` of it among those asked together."""

    def __init__(self, place: int, said: str) -> None:
        super().__init__(said)
        self.place = place
        self.said = said


class ProcessLine:
    """One process, asked one thing after the other."""

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        running: "asyncio.Task[ExecResult]",
        patience: float,
    ) -> None:
        """`patience`: seconds from one reply to the next."""
        self._reader = reader
        self._writer = writer
        self._running = running
        self._number = 0
        self._broken = ""
        self._turn = asyncio.Lock()
        self._patience = patience

    async def asked(self, requests: Sequence[Mapping[str, object]]) -> list[JsonValue]:
        """What is said to each, in order; Unanswered for the first to which nothing usable is.

        A family that fails of a request can be asked others; after all else the line is broken, and stays so.
        """
        async with self._turn:
            found: list[JsonValue] = []
            for start in range(0, len(requests), AHEAD):
                part = requests[start : start + AHEAD]
                numbers = range(self._number + 1, self._number + 1 + len(part))
                self._number = numbers[-1]
                text = b"".join(
                    to_json({"id": number, **asked}) + b"\n"
                    for number, asked in zip(numbers, part, strict=True)
                )
                sending = asyncio.ensure_future(self._sent(text))
                try:
                    failed: Unanswered | None = None
                    for place, number in enumerate(numbers, start):
                        try:
                            found.append(await self._reply(number, place))
                        except Unanswered as error:
                            if self._broken:
                                raise
                            # The others of this part were sent as well: their replies have to be taken off the line.
                            failed = failed or error
                    if failed is not None:
                        raise failed
                finally:
                    sending.cancel()
            return found

    async def told(self) -> JsonValue:
        """What the process says of itself once it has imported the family."""
        async with self._turn:
            return await self._reply(0, 0)

    async def end(self) -> None:
        """Have the process end; Unanswered where it says more than it was asked for."""
        if self._broken:
            return
        await self.asked([{"verb": "end"}])
        async with self._turn:
            rest = asyncio.ensure_future(self._reader.read(1))
            done, _ = await asyncio.wait({rest}, timeout=self._patience)
            if not done:
                rest.cancel()
            elif not rest.exception() and rest.result():
                raise self._broken_by(0, "it said more than it was asked for")

    async def _sent(self, text: bytes) -> None:
        with suppress(ConnectionError):
            self._writer.write(text)
            await self._writer.drain()

    async def _reply(self, number: int, place: int) -> JsonValue:
        if self._broken:
            raise Unanswered(place, self._broken)
        text = await self._next_line(place)
        try:
            reply: object = from_json(text, allow_inf_nan=False)
        except ValueError as error:
            raise self._broken_by(place, f"its reply is no JSON ({error})") from None
        told = cast("dict[str, JsonValue]", reply) if isinstance(reply, dict) else {}
        if told.get("id") != number or told.keys() not in ({"id", "value"}, {"id", "error"}):
            said = "its reply is none to what it was asked: something else was written to the line"
            raise self._broken_by(place, said)
        if "error" in told:
            raise Unanswered(place, str(told["error"]))
        return told["value"]

    async def _next_line(self, place: int) -> bytes:
        reading = asyncio.ensure_future(self._reader.readline())
        try:
            done, _ = await asyncio.wait(
                {reading, self._running}, timeout=self._patience, return_when=asyncio.FIRST_COMPLETED
            )
            if reading not in done and self._running in done:
                # What it said before it ended may still be on its way.
                done, _ = await asyncio.wait({reading}, timeout=1)
            if reading not in done:
                self._running.cancel()
                raise self._broken_by(place, f"it said nothing for {self._patience:g} seconds")
            try:
                text = reading.result()
            except ValueError:
                raise self._broken_by(place, f"its reply is longer than {REPLY_BYTES:,} bytes") from None
            except ConnectionError:
                text = b""
            if not text.endswith(b"\n"):
                raise self._broken_by(place, await self._last_words())
            return text
        finally:
            reading.cancel()

    async def _last_words(self) -> str:
        """How the process ended."""
        done, _ = await asyncio.wait({self._running}, timeout=5)
        if not done or self._running.cancelled():
            return "it closed its line"
        result = self._running.result()
        words = folded(result.stderr)[-SAID:].strip()
        return f"its process ended with exit code {result.returncode}" + (f": {words}" if words else "")

    def _broken_by(self, place: int, said: str) -> Unanswered:
        self._broken = said
        self._running.cancel()
        return Unanswered(place, said)


@asynccontextmanager
async def open_line(
    folder: FamilyFolder, sandbox: SandboxProvider, patience: float = REPLY_SECONDS
) -> AsyncGenerator[ProcessLine]:
    """A family's code in a process of its own, for as long as it is asked; raises SandboxRefused, and AuthorError where
    the process does not begin.
    """
    async with AsyncExitStack() as opening:
        place = opening.enter_context(scratch("family"))
        _lay_out(folder, place / "inside")
        runtime = await asyncio.to_thread(opening.enter_context, own_python(folder.packages))
        connected: asyncio.Future[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = (
            asyncio.get_running_loop().create_future()
        )

        def connect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            # Whoever comes later is no server of ours.
            if connected.done():
                writer.transport.abort()
            else:
                connected.set_result((reader, writer))

        socket = place / "line"
        server = await asyncio.start_unix_server(connect, path=socket, limit=REPLY_BYTES)
        opening.callback(server.close)
        needs = SandboxNeeds(
            mounts=(Mount(source=place / "inside", target=HOME),),
            limits=LIMITS,
            network=NetworkAccess(gateways=(SandboxService(port=PORT, socket=socket),)),
        )
        box = await opening.enter_async_context(Showing(sandbox, runtime).open(needs))
        running = asyncio.ensure_future(_run(box, folder.name))
        opening.push_async_callback(_ended, running)
        await asyncio.wait({connected, running}, timeout=START_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        if not connected.done():
            connected.cancel()
            raise AuthorError(f"The family {folder.name!r} was not begun: {_why(running)}.")
        reader, writer = connected.result()
        opening.callback(writer.transport.abort)
        yield ProcessLine(reader, writer, running, patience)


async def _run(box: Sandbox, name: str) -> ExecResult:
    command = ("python", "-I", "-B", f"{HOME}/{SERVER.name}", name, str(PORT))
    return await box.exec(command, timeout=LIFE_SECONDS)


def _why(running: "asyncio.Task[ExecResult]") -> str:
    """Raises what the sandbox raised."""
    if not running.done():
        return f"nothing came of its process in {START_SECONDS:g} seconds"
    result = running.result()
    return f"its process ended with exit code {result.returncode}: {folded(result.stderr)[-SAID:]}"


async def _ended(running: "asyncio.Task[ExecResult]") -> None:
    running.cancel()
    await asyncio.wait({running})


def _lay_out(folder: FamilyFolder, root: Path) -> None:
    """The server and the family as any user may read them, as programs inside may be another's."""
    package = root / "plans" / folder.name
    write_bytes(root / SERVER.name, SERVER.read_bytes())
    for name, content in folder.files.items():
        write_bytes(package / name, content)
    for path in (root, *root.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)


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

    def __init__(self, folder: FamilyFolder, line: ProcessLine, told: ProcessReport) -> None:
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

    async def draw(self, wanted: Sequence[Wanted]) -> Sequence[DrawnInstance]:
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

    async def _drawn(self, wanted: Sequence[Wanted]) -> list[DrawnInstance]:
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
            except ContractMismatch as error:
                raise broken(self.name, verb, its, str(error)) from None
        return found


async def _told(folder: FamilyFolder, line: ProcessLine) -> ProcessReport:
    try:
        return held_told(await line.told())
    except (Unanswered, ContractMismatch) as error:
        raise broken(folder.name, "import", "its modules", str(error)) from None


def _unbroken(answer: str) -> str:
    """The answer as UTF-8 can hold it: half of a letter, which an endpoint may send, stands as a question mark."""
    return answer.encode(errors="replace").decode()
