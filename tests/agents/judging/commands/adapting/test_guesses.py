"""What nothing of a submission tells is tried all the same: that it passes counts, that it fails shows nothing."""

from collections.abc import Generator
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from agents.judging.commands.adapting import exploring
from agents.judging.commands.adapting.exploring import Explored, Flag, MenuEntry, OwnCommand
from agents.judging.commands.adapting.meaning import PresumedInterface, Signature, asked_of
from agents.judging.commands.adapting.plan import planned_freely
from agents.judging.commands.adapting.starting import StartCommand, starts_of
from agents.judging.commands.adapting.tasks import Adapted, ProgramInterface, adapted
from agents.judging.commands.judge import GUESSED, tried
from agents.judging.commands.own_python import own_python
from agents.judging.commands.running import Bench, CommandSettings
from agents.judging.commands.working_copies import how_of
from agents.sandbox.hosting import Showing
from agents.sandbox.roster import make_sandbox
from plans.contracts.sandboxing import Sandbox, SandboxProvider
from plans.errors import SandboxRefused
from plans.records.criteria import Criteria
from plans.records.sandboxing import SandboxNeeds, Strength
from plans.records.specification import PRD, Requirement
from plans.records.verdict import Status
from tests.agents.judging.commands.programs import shell, task, write
from tests.agents.sandbox.providers import refusal

needs_sandbox = pytest.mark.skipif(refusal("bubblewrap") is not None, reason=refusal("bubblewrap") or "")
ADD = Signature("add", ("name", "price"))
ASKED = PresumedInterface(("src/main.py",), (ADD, Signature("list")))
START = StartCommand("python app.py", "app.py")


def guess_of(own: OwnCommand, line: str) -> str:
    """What is guessed where a program has this command."""
    interface = ProgramInterface(ASKED, Explored(START, (own, OwnCommand("list"))))
    found = adapted(task("only", shell(None, "added", line=line)), interface, interface, {})
    assert isinstance(found, Adapted), found
    return found.guess


@pytest.mark.parametrize(
    ("own", "line", "guessed"),
    [
        (OwnCommand("add"), "python src/main.py add Fern 3", ""),
        (OwnCommand("new"), "python src/main.py add Fern 3", "in which order 'new'"),
        (OwnCommand("new", values=("label", "cost")), "python src/main.py add Fern 3", "in which order"),
        (OwnCommand("new", values=("price", "name")), "python src/main.py add Fern 3", ""),
        (OwnCommand("new", values=("name", "price")), "python src/main.py add Fern 3", ""),
        (OwnCommand("new"), "python src/main.py add Fern", ""),
        (OwnCommand("new"), "python src/main.py add --quick", "'--quick'"),
        (
            OwnCommand("new", flags=(Flag("--quick", takes_value=False),)),
            "python src/main.py add --quick",
            "",
        ),
    ],
)
def test_an_order_that_is_not_told_is_a_guess(own: OwnCommand, line: str, guessed: str) -> None:
    found = guess_of(own, line)
    assert guessed in found
    assert bool(found) == bool(guessed)


@pytest.mark.parametrize(
    ("stated", "menu"),
    [
        ("1. **Import**: texts are read. 2. **Export**: texts are written.", {}),
        ("The main menu is 1. Import; 2. Export", {"1": "Import", "2": "Export"}),
    ],
)
def test_a_numbered_list_is_no_menu_unless_it_is_called_one(stated: str, menu: dict[str, str]) -> None:
    """Functions of published tasks are numbered lists, and nothing of a program could be tried for want of them."""
    functions = Requirement(id="R1", title="Functions", text=stated)
    prd = PRD(title="Texts", overview="Of texts.", requirements=(functions,))
    assert asked_of([task("only", shell(None, "x"))], prd).menu == menu


def test_what_is_typed_where_no_menu_is_stated_is_a_guess() -> None:
    interface = ProgramInterface(
        PresumedInterface(("src/main.py",)),
        Explored(START, menu=(MenuEntry("1", "Open"), MenuEntry("2", "Go"))),
    )
    asked = task("only", shell("2\n", "x"))
    found = adapted(asked, interface, interface, {})
    assert isinstance(found, Adapted), found
    assert "states no menu" in found.guess
    assert how_of(found.task).act[0].input == "2\n"


@pytest.fixture(scope="module")
def provider() -> Generator[SandboxProvider]:
    with own_python() as runtime:
        yield Showing(make_sandbox("bubblewrap"), runtime)


def bench(
    provider: SandboxProvider, folder: Path, files: dict[str, str], guesses: dict[str, str] | None = None
) -> Bench:
    submission = write(folder / "submission", files)
    return Bench(provider, CommandSettings(repeats=0), submission, None, "shelf", guesses or {})


@needs_sandbox
@pytest.mark.parametrize(
    ("program", "status"), [("print('added')\n", Status.PASSED), ("print('no')\n", Status.UNRESOLVED)]
)
async def test_what_fails_on_a_guess_stays_open(
    program: str, status: Status, tmp_path: Path, provider: SandboxProvider
) -> None:
    asked = task("only", shell(None, "that it was added", "added"))
    seen = bench(provider, tmp_path, {"src/main.py": program}, {"only": "nobody told"})
    found = await tried(seen, asked)
    assert found.status is status
    assert GUESSED in found.marks
    assert ("nobody told" in found.reason) == (status is Status.UNRESOLVED)


@pytest.mark.slow
@needs_sandbox
async def test_a_program_that_starts_slowly_is_not_mute(
    tmp_path: Path, provider: SandboxProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It needed longer than it was given, said the same to everything so far, and failed for sure."""
    asked = task("only", shell(None, "that it was added", "added", line="python src/main.py list"))

    async def guesses(program: str) -> dict[str, str]:
        seen = bench(provider, tmp_path / str(len(program)), {"src/main.py": program})
        return dict((await planned_freely(seen, (asked,), Criteria(tasks=(asked,)), None)).guesses)

    assert await guesses("print('soon')\n") == {}, "it ended, and had nothing to say"
    monkeypatch.setattr(exploring, "_SECONDS", 0.3)
    slow = await guesses("import time\ntime.sleep(60)\nprint('added')\n")
    assert "so long to start" in slow["only"]


@pytest.mark.parametrize(
    ("settings", "folder"),
    [
        ("", "src"),
        ('[tool.setuptools.packages.find]\nwhere = ["lib"]\n', "lib"),
        ('[tool.setuptools.package-dir]\n"" = "lib"\n', "lib"),
        ('[[tool.poetry.packages]]\ninclude = "shelf"\nfrom = "lib"\n', "lib"),
        ('[tool.setuptools.packages.find]\nwhere = ["../out", 3]\n', "src"),
    ],
)
def test_a_package_is_found_where_the_project_says(settings: str, folder: str, tmp_path: Path) -> None:
    """It was started by its bare name, which only finds what lies in the root."""
    root = write(tmp_path, {"pyproject.toml": settings, f"{folder}/shelf/__main__.py": ""})
    [start] = starts_of(root, ("-m shelf",))
    assert start.line == f"PYTHONPATH={folder} python -m shelf"
    interface = ProgramInterface(PresumedInterface(("-m shelf",)), Explored(start, (OwnCommand("list"),)))
    found = adapted(
        task("only", shell(None, "x", line="python -m shelf list | head -2")), interface, interface, {}
    )
    assert isinstance(found, Adapted), found
    assert [one.given for one in found.adaptations] == [f"PYTHONPATH={folder} python -m shelf list | head -2"]


class Refusing:
    """A sandbox that refuses some of the times that it is opened."""

    def __init__(self, provider: SandboxProvider, *refused: int) -> None:
        self.name, self.runtime = provider.name, provider.runtime
        self.strength: Strength = provider.strength
        self._provider = provider
        self._refused = refused
        self._opened = 0

    def preflight(self) -> None:
        self._provider.preflight()

    def open(self, needs: SandboxNeeds) -> AbstractAsyncContextManager[Sandbox]:
        self._opened += 1
        if self._opened in self._refused:
            raise SandboxRefused("It is full.")
        return self._provider.open(needs)


@pytest.mark.slow
@needs_sandbox
async def test_a_sandbox_that_refuses_once_costs_that_trial_alone(
    tmp_path: Path, provider: SandboxProvider
) -> None:
    """One refusal while programs were looked at left the whole judgement open."""
    asked = task("only", shell(None, "that it was added", "added"))
    files = {"src/main.py": "print('added')\n", "app.py": "print('soon')\n"}

    async def guesses(*refused: int) -> dict[str, str]:
        seen = bench(Refusing(provider, *refused), tmp_path / str(refused), files)
        return dict((await planned_freely(seen, (asked,), Criteria(tasks=(asked,)), None)).guesses)

    assert await guesses(1) == {}, "it is asked once more"
    assert "It is full" in (await guesses(1, 2))["only"], "nobody knows what the other one is"
    with pytest.raises(SandboxRefused):
        await guesses(1, 2, 3, 4)
