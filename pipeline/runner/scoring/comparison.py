"""The paired comparison of two agents: what differs, how surely, and what else could be the cause.

Pairing by project takes the projects' difficulty out. A permutation test tells the two apart (intervals.py); the
interval beside it is there to be looked at.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import starmap
from pathlib import Path
from typing import NamedTuple, get_args

from pipeline.runner.scoring.calibration import SHIPPED, JudgeCalibration, as_calibrated
from pipeline.runner.scoring.intervals import (
    FEWEST_PAIRS,
    ShareBounds,
    detectable_difference,
    mean_bounds,
    paired_difference,
)
from plans.contracts.runs import RunReader
from plans.errors import AuthorError, JudgesDiffer
from plans.families import family_named, metrics
from plans.plain_text import count_text
from plans.records.code_agent import AgentSpec, Ended
from plans.records.marks import Mark, MarkCode
from plans.records.model_settings import ModelRole
from plans.records.result import Comparison, Difference, Metric, ProjectDifference, Side
from plans.records.run import JudgeRef, ProjectScore, RunProject, RunSpec, Share

METRICS: Mapping[Metric, Callable[[ProjectScore], Share]] = {
    "project_completion_rate": lambda score: score.completed,
    "task_pass_rate": lambda score: score.task_pass_rate,
    "criteria_pass_rate": lambda score: score.criteria_pass_rate,
}

CIRCUMSTANCES: Mapping[str, Callable[[RunSpec], str]] = {
    "judge": lambda spec: f"{spec.judge.name} {spec.judge.digest[:12]}",
    "manner of judging": lambda spec: spec.judge.manner or "none",
    "world": lambda spec: spec.judge.world or "none",
    "mode": lambda spec: spec.play.mode,
    "interface": lambda spec: spec.play.interface,
    "opening of later rounds": lambda spec: spec.play.later,
    "level of underspecification": lambda spec: spec.play.underspecification.value,
    "number of rounds": lambda spec: str(spec.play.rounds),
    "leak policy": lambda spec: spec.play.leak_policy.value,
    "simulated user": lambda spec: f"{spec.play.simulator}, {spec.play.persona}",
    "model of the simulated user": lambda spec: _played(spec, "user"),
    "time limit": lambda spec: f"{spec.play.time_limit:g} s",
    "sandbox": lambda spec: f"{spec.place.sandbox} ({spec.place.strength})",
    "runtime environment": lambda spec: (spec.place.runtime or "none")[:12],
    "package mirror": lambda spec: spec.place.mirror.told if spec.place.mirror else "none",
    "image of the sandbox": lambda spec: spec.tools.versions.get("image", "none named"),
}
"""What must be the same for a difference to be the agents'."""


FAULTY: frozenset[Ended] = frozenset(get_args(Ended)) - {"done"}
"""Ends of a turn without which a rate cannot be understood."""


def _played(spec: RunSpec, role: ModelRole) -> str:
    """The model that played a role in a run, with the parameters that it was asked with."""
    for one in spec.models.roles:
        if one.role == role:
            asked = one.sampling.model_dump(exclude_defaults=True)
            told = "".join(f", {name} {value}" for name, value in asked.items())
            return f"{one.model} of {one.endpoint}{told}"
    return "none"


class Scored(NamedTuple):
    """One submission of the last round asked for."""

    score: ProjectScore
    calibrated: Share
    """Task Pass Rate with what the judge left open as not passed: what a calibration corrects."""


def compare(
    first: RunReader,
    first_agent: str,
    second: RunReader,
    second_agent: str,
    *,
    across_judges: bool = False,
    calibrations: Path = SHIPPED,
) -> Comparison:
    """Compare the last rounds of two agents.

    `across_judges` allows runs with different judges, and marks the comparison; `calibrations` is the folder in which
    the judges' are looked for. Raises AuthorError for unknown agents and runs without a shared item, and JudgesDiffer.
    """
    one, other = first.spec(), second.spec()
    _known(one, first_agent)
    _known(other, second_agent)
    _refuse_mixing(one, other)
    judges = (one.judge, other.judge)
    is_across = _verdicts_by(judges[0]) != _verdicts_by(judges[1])
    if is_across and not across_judges:
        raise JudgesDiffer(
            f"Runs {one.name!r} and {other.name!r} were judged by {_judge_told(judges[0])} and by "
            f"{_judge_told(judges[1])}, so a difference may be that of the judges and not of the agents. Judge one of "
            "them again with `benchwright run --rejudge` and name that judge with --judge, or compare them all the "
            "same with --across-judges."
        )
    projects = _shared(first, one, other)
    firsts = [_scores(first, one, first_agent, project) for project in projects]
    seconds = [_scores(second, other, second_agent, project) for project in projects]
    scores = [
        ([scored.score for scored in a], [scored.score for scored in b])
        for a, b in zip(firsts, seconds, strict=True)
    ]
    rates = _bounds(scores, "task_pass_rate")
    return Comparison(
        first=_side(one, first_agent, projects, firsts, calibrations),
        second=_side(other, second_agent, projects, seconds, calibrations),
        metrics=tuple(
            paired_difference(_bounds(scores, name), partial(Difference, metric=name)) for name in METRICS
        ),
        projects=tuple(
            sorted(starmap(_on_project, zip(projects, rates, strict=True)), key=_distance, reverse=True)
        ),
        smallest_detectable_difference=detectable_difference([a.low - b.low for a, b in rates]),
        marks=_across_judges(*judges) if is_across else (),
        caveats=(
            *too_few(len(projects)),
            *_caveats(one, other),
            *_wordings(one, other, second, projects),
            *_agents(one, first_agent, other, second_agent),
            *_ends_of_turns((first, one, first_agent), (second, other, second_agent), projects=projects),
        ),
    )


def too_few(projects: int) -> tuple[str, ...]:
    """Why nothing can be concluded from so few shared projects; nothing where they may be enough."""
    if projects >= FEWEST_PAIRS:
        return ()
    return (
        f"With {count_text(projects, 'shared project')} nothing can be concluded at the 5% level:"
        f" it takes {FEWEST_PAIRS} or more.",
    )


def _known(spec: RunSpec, agent: str) -> None:
    names = [known.name for known in spec.play.agents]
    if agent not in names:
        raise AuthorError(
            f"Run {spec.name!r} has no agent {agent!r}, so there is nothing to compare. Name one of {', '.join(names)}."
        )


def _refuse_mixing(first: RunSpec, second: RunSpec) -> None:
    """AuthorError where one run asked for accessible apps and the other did not: they were scored on other tasks."""
    interfaces = {
        spec.play.interface for spec in (first, second) if family_named(spec.suite.family).has_clause
    }
    if len(interfaces) > 1:
        raise AuthorError(
            f"Run {first.name!r} was played with --interface {first.play.interface} and {second.name!r} with "
            f"--interface {second.play.interface}: only one of them asked for apps that work with keyboard and screen "
            "reader, and scored it, so their rates are of different tasks. Run both agents with the same --interface."
        )


def _shared(first: RunReader, one: RunSpec, other: RunSpec) -> Sequence[RunProject]:
    shared = [p for p in first.projects() if other.suite.items.get(p.id) == one.suite.items[p.id]]
    if not shared:
        raise AuthorError(
            f"Runs {one.name!r} and {other.name!r} share no item with the same criteria, and numbers"
            " on different criteria cannot be compared. Run both agents on the same version of the suite."
        )
    return shared


def _side(
    spec: RunSpec,
    agent: str,
    projects: Sequence[RunProject],
    scores: Sequence[Sequence[Scored]],
    calibrations: Path,
) -> Side:
    calibration = JudgeCalibration(spec, calibrations)
    shares = {
        project.id: [one.calibrated for one in of_project]
        for project, of_project in zip(projects, scores, strict=True)
    }
    return Side(
        run=spec.name,
        agent=agent,
        round=spec.play.rounds,
        corrected_task_pass_rate=calibration.corrected(shares),
        calibration=calibration.accuracy,
        uncorrected=calibration.uncorrected,
    )


def _verdicts_by(judge: JudgeRef) -> tuple[object, ...]:
    """What must be the same of two judges for their verdicts to be compared."""
    return judge.name, judge.digest, judge.world


def _judge_told(judge: JudgeRef) -> str:
    return f"{judge.name} {judge.digest[:12]}" + (f" in the {judge.world} world" if judge.world else "")


def _across_judges(first: JudgeRef, second: JudgeRef) -> tuple[Mark, ...]:
    detail = f"{_judge_told(first)} against {_judge_told(second)}"
    return (Mark(code=MarkCode.ACROSS_JUDGES, detail=detail),)


def _scores(reader: RunReader, spec: RunSpec, agent: str, project: RunProject) -> list[Scored]:
    """One score per repeat, of the last round asked for; not reached is unresolved."""
    formulas = metrics(spec.suite.family)
    scores: list[Scored] = []
    for repeat in range(1, spec.play.repeats + 1):
        rounds = reader.rounds(project.id, agent, repeat)
        judgement = rounds[-1].judgement if len(rounds) == spec.play.rounds else None
        stands = formulas.standing(project.criteria, judgement)
        calibrated = formulas.project_score(project.criteria, as_calibrated(stands, judgement))
        scores.append(Scored(formulas.project_score(project.criteria, stands), calibrated.task_pass_rate))
    return scores


def _bounds(
    scores: Sequence[tuple[list[ProjectScore], list[ProjectScore]]], name: Metric
) -> list[tuple[ShareBounds, ShareBounds]]:
    measure = METRICS[name]
    return [(mean_bounds(map(measure, a)), mean_bounds(map(measure, b))) for a, b in scores]


def _on_project(project: RunProject, rates: tuple[ShareBounds, ShareBounds]) -> ProjectDifference:
    first, second = rates
    return ProjectDifference(
        project=project.id,
        title=project.title,
        first_low=first.low,
        first_high=first.high,
        second_low=second.low,
        second_high=second.high,
    )


def _distance(one: ProjectDifference) -> float:
    return abs(one.first_low - one.second_low)


def _wordings(one: RunSpec, other: RunSpec, second: RunReader, shared: Sequence[RunProject]) -> Iterator[str]:
    """Where the agents were told other things, which no digest of what decides holds."""
    if (one.play.mode, one.play.underspecification) == (other.play.mode, other.play.underspecification):
        requests = {project.id: (project.query, project.withholds) for project in second.projects()}
        reworded = [p.id for p in shared if requests[p.id] != (p.query, p.withholds)]
        if reworded:
            yield f"The request differs in words or in what it withholds: {', '.join(reworded)}."
    prompts = {**one.tools.prompts, **other.tools.prompts}
    edited = sorted(n for n in prompts if one.tools.prompts.get(n) != other.tools.prompts.get(n))
    if edited:
        yield f"The prompts differ: {', '.join(edited)}."


def _agents(first: RunSpec, first_agent: str, second: RunSpec, second_agent: str) -> Iterator[str]:
    """Where agents of one name are not the same agent."""
    one, other = _agent(first, first_agent), _agent(second, second_agent)
    if one.name == other.name and one != other:
        yield f"The two agents named {one.name!r} differ: {_told(one)} against {_told(other)}."


def _agent(spec: RunSpec, name: str) -> AgentSpec:
    return next(agent for agent in spec.play.agents if agent.name == name)


def _told(agent: AgentSpec) -> str:
    options = ", ".join(f"{name} {value!r}" for name, value in sorted(agent.options.items()))
    return f"{agent.kind} {agent.version}" + (f" ({options})" if options else "")


def _ends_of_turns(*sides: tuple[RunReader, RunSpec, str], projects: Sequence[RunProject]) -> Iterator[str]:
    """Of which agent rounds ended otherwise than done, all that it left being judged: 0% then says little of it."""
    for reader, spec, agent in sides:
        played = [
            one.record.report.ended
            for project in projects
            for repeat in range(1, spec.play.repeats + 1)
            for one in reader.rounds(project.id, agent, repeat)
            if not one.carried
        ]
        for ended, count in sorted(Counter(played).items()):
            if ended in FAULTY:
                yield f"{ended}: {count:,} of {count_text(len(played), 'round')} of {agent} in {spec.name}."


def _caveats(first: RunSpec, second: RunSpec) -> Iterator[str]:
    missing = sorted(
        id
        for id in {**first.suite.items, **second.suite.items}
        if first.suite.items.get(id) != second.suite.items.get(id)
    )
    if missing:
        yield f"Left out, because only one run has them or their criteria differ: {', '.join(missing)}."
    for name, value in CIRCUMSTANCES.items():
        if value(first) != value(second):
            yield f"The {name} differs: {value(first)} against {value(second)}."
