"""Believable runs without a browser: projects with criteria, agents of some skill, verdicts, feedback, screenshots.

They live in memory; `SyntheticRun.save` writes one as the runner would have.
"""

import random
import shutil
import struct
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import product
from pathlib import Path

from pipeline.runner.scoring.agent import PlayedTrial
from pipeline.runner.scoring.calibration import SHIPPED
from pipeline.runner.scoring.result import score_run
from plans.digests import graded_digest, text_digest
from plans.files import write_bytes, write_record
from plans.paths import JudgementPaths, RoundPaths, RunPaths
from plans.records.code_agent import AgentReport, AgentSpec
from plans.records.criteria import DEFAULT_WEIGHT, Criteria, EvaluationTask, ExpectedOutcome, Level
from plans.records.feedback import LeakPolicy
from plans.records.model_settings import Allowance, Endpoint, ModelBudget
from plans.records.result import RunResult
from plans.records.run import (
    CodeAgentPlay,
    ExecutionPlace,
    JudgedRound,
    JudgeRef,
    Proof,
    RoundRecord,
    RunProject,
    RunSpec,
    RunTimes,
    SuiteRef,
    Tools,
)
from plans.records.specification import PRD, Requirement, Underspecification
from plans.records.steps import Open
from plans.records.task_kinds import BrowserSteps
from plans.records.usage import Tokens, Usage
from tests.pipeline.report.synthetic_verdicts import feedback_on, judge

PRODUCTS = {
    "shopping": "a plant nursery",
    "productivity": "a reading group's to-do board",
    "data": "a bakery's daily takings",
    "booking": "a boat rental",
    "community": "a street's tool library",
    "learning": "a bird song quiz",
}
TRIALS_OF = {
    Level.PRESENCE: (
        "The list shows its entries",
        "A form for new entries can be reached",
        "Totals are shown",
    ),
    Level.FUNCTIONALITY: (
        "Searching narrows the list to entries that match",
        "Sorting by price puts the cheapest first",
        "A new entry appears in the list after saving",
        "Editing changes what the detail page says",
        "A booking takes one place off what is free",
        "The filter and the search work together",
    ),
    Level.ROBUSTNESS: (
        "An empty title is refused with a message beside the field",
        "The cart never holds more than is in stock",
        "Entries are still there after the page is loaded again",
        "Deleting asks first, and declining keeps the entry",
    ),
}


@dataclass
class SyntheticRun:
    """A RunReader in memory; only the screenshots lie on disk."""

    of: RunSpec
    items: list[RunProject]
    trials: dict[tuple[str, str, int], list[JudgedRound]] = field(
        default_factory=dict[tuple[str, str, int], list[JudgedRound]]
    )

    calibrations: Path = SHIPPED
    """Folder in which the judge's calibration is looked for."""

    def spec(self) -> RunSpec:
        return self.of

    def times(self) -> RunTimes:
        started = datetime(2026, 10, 3, 9, 30, tzinfo=UTC)
        return RunTimes(started=started, ended=started + timedelta(minutes=42))

    def result(self) -> RunResult:
        agents = [agent.name for agent in self.of.play.agents]
        keys = product([item.id for item in self.items], agents, range(1, self.of.play.repeats + 1))
        trials = [PlayedTrial(*key, tuple(self.rounds(*key))) for key in keys]
        return score_run(self.of, self.items, trials, self.calibrations)

    def projects(self) -> Sequence[RunProject]:
        return self.items

    def rounds(self, project: str, agent: str, repeat: int) -> Sequence[JudgedRound]:
        return self.trials.get((project, agent, repeat), [])

    def save(self, paths: RunPaths) -> None:
        """Write the run's folder."""
        write_record(paths.spec, self.of)
        write_record(paths.times, self.times())
        for item in self.items:
            write_record(paths.project(item.id), item)
        for key, trial in self.trials.items():
            for one in trial:
                self._save_round(paths.trial(*key).round(one.number), one)

    def _save_round(self, paths: RoundPaths, one: JudgedRound) -> None:
        write_record(paths.record, one.record)
        if one.feedback:
            write_record(paths.feedback, one.feedback)
        if one.judgement:
            place = JudgementPaths(paths.judgement(one.judgement.judge_digest))
            write_record(place.record, one.judgement)
            shutil.copytree(one.evidence, place.evidence, ignore=shutil.ignore_patterns("*.html"))


def make_run(
    folder: Path,
    skills: Mapping[str, float],
    *,
    projects: int = 6,
    tasks: int = 16,
    rounds: int = 3,
    repeats: int = 1,
    random_seed: int = 1,
    begun: bool = True,
) -> SyntheticRun:
    """A run of agents given as name → skill (0: nothing works, 1: all does), the same for the same arguments."""
    chance = random.Random(random_seed)
    items = [make_project(number, tasks, chance) for number in range(projects)]
    run = SyntheticRun(make_spec(items, tuple(skills), rounds, repeats), items)
    shots = [_write_shot(folder / f"shot-{number}.png", number) for number in range(4)]
    for project in items if begun else ():
        for agent, skill in skills.items():
            for repeat in range(1, repeats + 1):
                trial = _trial(project, agent, repeat, skill, rounds, chance, folder, shots)
                run.trials[project.id, agent, repeat] = trial
    return run


def tell_usage(run: SyntheticRun, agent: str, *, silent: int | None = None) -> None:
    """Have each turn of an agent counted by a relay; in the round `silent` its endpoint says nothing of tokens."""
    for (project, name, repeat), trial in run.trials.items():
        if name == agent:
            run.trials[project, name, repeat] = [_counted(one, one.number == silent) for one in trial]


def _counted(one: JudgedRound, is_silent: bool) -> JudgedRound:
    tokens = Tokens(input=84_000 + 900 * one.number, cached_input=61_000, output=5_200, reasoning=900)
    told = Usage(calls=12, tokens=tokens, cost=0.0834)
    usage = Usage(calls=12, unreported=12, cost=None) if is_silent else told
    report = one.record.report.model_copy(update={"usage": usage})
    return one.model_copy(update={"record": one.record.model_copy(update={"report": report})})


def make_spec(items: Sequence[RunProject], agents: Sequence[str], rounds: int, repeats: int) -> RunSpec:
    kinds = {"oracle": "oracle", "nop": "nop"}
    return RunSpec(
        name="autumn-run",
        suite=SuiteRef(
            name="garden-apps",
            family="webapp",
            version="1.2.0",
            digest=text_digest("garden-apps"),
            canary="benchwright-canary-7f1c2b1e",
            items={item.id: graded_digest(item.criteria, {}) for item in items},
        ),
        proof=Proof(judges={item.id: text_digest("judge") for item in items}),
        play=CodeAgentPlay(
            kind="code-agents",
            agents=tuple(
                AgentSpec(name=name, kind=kinds.get(name, "command"), version="1.0", options={"skill": "?"})
                for name in agents
            ),
            rounds=rounds,
            repeats=repeats,
            underspecification=Underspecification.MEDIUM,
            leak_policy=LeakPolicy.SYMPTOM,
            simulator="template 1",
            persona="plain",
            random_seed=11,
            time_limit=600,
        ),
        judge=JudgeRef(name="programmatic", digest=text_digest("judge")),
        place=ExecutionPlace(
            sandbox="none",
            strength="none needed",
            endpoints=(Endpoint(name="mine", url="https://models.example/v1", protocols=("chat",)),),
            budget=ModelBudget(run=Allowance(cost=40)),
        ),
        tools=Tools(
            versions={"benchwright": "0.1.0", "python": "3.11.2", "browser": "Chromium 140"},
            prompts={"message.md.jinja": text_digest("message")},
        ),
    )


def make_project(number: int, tasks: int, chance: random.Random) -> RunProject:
    category, product = list(PRODUCTS.items())[number % len(PRODUCTS)]
    levels = [Level.PRESENCE] * 3 + [Level.FUNCTIONALITY] * (tasks - 7) + [Level.ROBUSTNESS] * 4
    made: list[EvaluationTask] = []
    for index, level in enumerate(levels):
        earlier = [task for task in made if task.level != Level.ROBUSTNESS]
        count = 0 if level is Level.PRESENCE else chance.choice((1, 1, 1, 2))
        parents = chance.sample(earlier, min(count, len(earlier)))
        made.append(_task(index, level, tuple(sorted(parent.id for parent in parents)), chance))
    leaves = tuple(
        Requirement(id=f"R1.{index}", title=task.title, text=f"{task.title}, always.")
        for index, task in enumerate(made, 1)
    )
    return RunProject(
        id=f"{category}-{number + 1}",
        title=f"{product.split(' ', 1)[1].capitalize()} {number // len(PRODUCTS) + 1}",
        category=category,
        query=f"hi, could you make me a little web app for {product}? people should be able to look things up",
        withholds=tuple(leaf.id for leaf in chance.sample(leaves, len(leaves) // 3)),
        prd=PRD(
            title=product,
            overview=f"An app for {product}.",
            requirements=(Requirement(id="R1", title="All", text="Everything.", children=leaves),),
        ),
        criteria=Criteria(tasks=tuple(made)),
    )


def _task(index: int, level: Level, parents: tuple[str, ...], chance: random.Random) -> EvaluationTask:
    outcomes = tuple(
        ExpectedOutcome(id=f"o{number}", statement=f"{chance.choice(TRIALS_OF[level])} (part {number}).")
        for number in range(1, chance.choice((2, 3, 4)) + 1)
    )
    return EvaluationTask(
        id=f"t{index + 1}",
        title=chance.choice(TRIALS_OF[level]),
        level=level,
        weight=DEFAULT_WEIGHT[level],
        depends_on=parents,
        requirements=(f"R1.{index + 1}",),
        outcomes=outcomes,
        how=BrowserSteps(kind="browser", steps=(Open(do="open"),)),
    )


def _trial(
    project: RunProject,
    agent: str,
    repeat: int,
    skill: float,
    rounds: int,
    chance: random.Random,
    folder: Path,
    shots: Sequence[str],
) -> list[JudgedRound]:
    works = {task.id: chance.random() < skill for task in project.criteria.tasks}
    trial: list[JudgedRound] = []
    for number in range(1, rounds + 1):
        if number > 1 and 0 < skill < 1:
            works = {
                id: works[id] != (chance.random() < (0.05 if works[id] else skill * 0.7)) for id in works
            }
        submission = text_digest(f"{project.id} {agent} {number}")
        judgement = judge(project, works, chance, shots).model_copy(update={"submission_digest": submission})
        trial.append(
            JudgedRound(
                number=number,
                record=RoundRecord(
                    project=project.id,
                    agent=agent,
                    repeat=repeat,
                    round=number,
                    report=AgentReport(ended="done", seconds=60 + 100 * chance.random()),
                    submission_digest=submission,
                    judgement=judgement.judge_digest,
                ),
                judgement=judgement,
                feedback=feedback_on(judgement) if number < rounds else None,
                evidence=folder,
            )
        )
    return trial


def _write_shot(path: Path, number: int) -> str:
    write_bytes(path, _shot(number))
    return path.name


@cache
def _shot(number: int) -> bytes:
    """A small real PNG: grey page, a dark bar on top, cards beneath."""
    width, height = 160, 100
    rows = bytearray()
    for y in range(height):
        rows.append(0)
        for x in range(width):
            card = y % 30 > 20 and x % (35 + number * 5) > 10 and y > 20
            rows += bytes((40, 60, 90) if y < 12 else (250, 250, 255) if card else (226, 230, 236))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(bytes(rows))), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in chunks
    )
