"""What a model proposes for tasks that no program can adapt: held to the task, tried, and else not gone by."""

from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from agents.judging.commands.adapting.exploring import Explored
from agents.judging.commands.adapting.proposing import (
    Proposal,
    ProposedCommand,
    ProposedTask,
    Proposer,
    flaws_of,
)
from agents.judging.commands.adapting.starting import StartCommand
from agents.judging.commands.judge import CommandJudge
from agents.judging.commands.running import CommandSettings
from agents.sandbox.roster import make_sandbox
from plans.contracts.models import Model
from plans.errors import AnswerRefused
from plans.items import write_files, write_grader
from plans.python_project.catalog.library import shipped_library
from plans.records.model_call import Filled, ModelCall
from plans.records.model_settings import SamplingSettings
from plans.records.project import Project
from plans.records.usage import PlayedRole
from plans.records.verdict import Judgement, JudgeRequest, Status
from tests.agents.judging.commands.adapting.submissions import by_argparse
from tests.agents.sandbox.providers import refusal
from tests.plans.python_project.composing import composed

pytestmark = pytest.mark.slow

needs_sandbox = pytest.mark.skipif(refusal("bubblewrap") is not None, reason=refusal("bubblewrap") or "")
SEEN = [Explored(StartCommand("python app.py", "app.py"), texts={"--help": "commands: keep, look, --file"})]
KEEP = ("python src/main.py add 'Areca Palm' 5; echo status=$?", "")


@pytest.mark.parametrize(
    "line",
    [
        "python app.py keep 'Areca Palm' 5; echo status=$?",
        "python app.py keep --file 5 'Areca Palm'; echo status=$?",
    ],
)
def test_the_same_values_for_its_own_program_are_gone_by(line: str) -> None:
    assert flaws_of([KEEP], [(line, "")], SEEN) == []


@pytest.mark.parametrize(
    ("line", "flaw"),
    [
        ("python app.py keep 5; echo status=$?", "given to the program no more"),
        ("python app.py keep 'Areca Palm' 5 --price 31.80; echo status=$?", "'--price' stands neither"),
        ("echo 'Added: 15'; echo status=$?", "something else than start a program"),
        ("python app.py keep 'Areca Palm' 5; echo 'Added: 15'; echo status=$?", "something else"),
        ("python app.py keep 'Areca Palm' 5 $(rm -rf .); echo status=$?", "something else"),
        ("python app.py keep 'Areca Palm' 5 > data/plants.json; echo status=$?", "something else"),
        ("python other.py keep 'Areca Palm' 5; echo status=$?", "something else"),
        ("python app.pyx keep 'Areca Palm' 5; echo status=$?", "something else"),
        ("python app.py keep 'Areca Palm' 5", "something else"),
    ],
)
def test_anything_else_is_not(line: str, flaw: str) -> None:
    [found, *_] = flaws_of([KEEP], [(line, "")], SEEN)
    assert flaw in found


def test_what_is_typed_keeps_its_values_too() -> None:
    before = ("python src/main.py", "3\nAreca Palm\n0\n")
    assert flaws_of([before], [("python app.py keep 'Areca Palm'", "")], SEEN) == []
    assert flaws_of([before], [("python app.py", "k\nAreca Palm\nx\n")], SEEN) == []
    assert "no more" in flaws_of([before], [("python app.py", "k\nx\n")], SEEN)[0]
    assert "2 commands for 1" in flaws_of([before], [before, before], SEEN)[0]


class Saying:
    """A model that proposes what it was told to, and counts how often it was asked."""

    def __init__(self, *tasks: ProposedTask, refuses: bool = False) -> None:
        self.calls: list[ModelCall] = []
        self._tasks = tasks
        self._refuses = refuses

    async def filled(self, call: ModelCall, shape: type[Proposal]) -> Filled[Proposal]:
        self.calls.append(call)
        if self._refuses:
            raise AnswerRefused("It declined to answer.")
        return Filled(value=shape(tasks=list(self._tasks)), replies=())


def proposed(task: str, *commands: tuple[str, str]) -> ProposedTask:
    made = [ProposedCommand(line=line, typed=typed) for line, typed in commands]
    return ProposedTask(task=task, is_there=bool(made), commands=made)


async def judged(folder: Path, model: Saying, *only: str) -> Judgement:
    """The judgement of the register by sub-commands, which has no menu and no search."""
    project: Project = composed(shipped_library(), "houseplants", ("records", "search"))
    write_files(folder / "submission", by_argparse(project))
    write_grader(folder / "grader", project.grader)
    player = PlayedRole(role="ui_judge", endpoint="mine", model="some-model", sampling=SamplingSettings())
    request = JudgeRequest(
        item="plants",
        submission=folder / "submission",
        criteria=project.criteria,
        grader=folder / "grader",
        only=frozenset(only),
        interface="free",
        prd=project.prd,
    )
    proposer = Proposer(cast("Model", model), player)
    settings = CommandSettings(repeats=0)
    async with CommandJudge(make_sandbox("bubblewrap"), settings, proposer=proposer) as judge:
        assert judge.model == proposer.player
        return await judge.judge(request)


SHOWN = proposed("menu-show", ("python plants.py view 5", ""))


@needs_sandbox
async def test_what_a_model_points_out_is_tried_and_recorded(tmp_path: Path) -> None:
    """The values are told of by a command, and not by the entry of a menu that it does not have."""
    model = Saying(SHOWN)
    judgement = await judged(tmp_path, model, "menu-show", "menu-list")
    assert judgement.of("menu-list").status is Status.PASSED
    verdict = judgement.of("menu-show")
    assert (verdict.status, verdict.outcomes[0].decided_by) == (Status.PASSED, "program")
    assert [(one.given, one.by) for one in verdict.adaptations][0] == ("python plants.py view 5", "model")
    start = judgement.of("menu-start")
    assert start.status is Status.UNRESOLVED
    assert start.reason.endswith("; a model names nothing that it could be")
    [call] = model.calls
    said = call.messages[-1].text
    assert "show one plant" in said, "what the program says of itself is shown"
    assert "## menu-show" in said
    assert "## menu-list" not in said, "what a program is sure of is not asked"


@needs_sandbox
@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (lambda: Saying(proposed("search-note", ("python plants.py view grafted", ""))), "nobody would type"),
        (
            lambda: Saying(proposed("search-note", ("echo Moon Cactus grafted", ""))),
            "something else than start",
        ),
        (lambda: Saying(proposed("search-note")), "names nothing that it could be"),
        (lambda: Saying(refuses=True), "declined to answer"),
    ],
)
async def test_what_is_no_counterpart_stays_open(
    answer: Callable[[], Saying], why: str, tmp_path: Path
) -> None:
    judgement = await judged(tmp_path, answer(), "search-note")
    verdict = judgement.of("search-note")
    assert verdict.status is Status.UNRESOLVED
    assert why in verdict.reason
    assert verdict.adaptations == ()
