"""Reads the folder of a run, finished or not: progress, judges, and what models were used for."""

from collections.abc import Sequence
from functools import cached_property
from itertools import product
from typing import NamedTuple

from pipeline.runner.run_folder import RunReading, own_versions, read_usage
from pipeline.runner.run_records import OF_A_TURN, nothing_left, read_judgement, read_project, read_round
from pipeline.runner.scoring.agent import PlayedTrial
from pipeline.runner.scoring.result import score_run
from plans.errors import AuthorError
from plans.files import read_own_record, read_record
from plans.paths import JudgementPaths, RoundPaths, RunPaths
from plans.records.feedback import Feedback
from plans.records.marks import Mark, MarkCode
from plans.records.result import RunResult
from plans.records.run import JudgedRound, JudgeRef, RoundRecord, RunProject, RunSpec
from plans.records.sandboxing import is_weaker
from plans.records.verdict import Judgement

SHOWN = 16
"""Characters of a digest that tell judges apart, in messages and in the names of folders."""


class KnownJudge(NamedTuple):
    """A judge that has looked at submissions of a run."""

    digest: str
    name: str


def known_judges(paths: RunPaths) -> Sequence[KnownJudge]:
    """The judge that the run was made with, then all others that its submissions were judged by again."""
    spec = read_record(paths.spec, RunSpec)
    own = KnownJudge(spec.judge.digest, spec.judge.name)
    found: dict[str, KnownJudge] = {}
    for folder in sorted(paths.trials.glob("*/*/*/round-*/judgements/*")):
        record = JudgementPaths(folder).record
        if folder.name not in found and record.exists():
            judgement = read_own_record(record, Judgement)
            found[folder.name] = KnownJudge(judgement.judge_digest, judgement.judge)
    others = [found[name] for name in sorted(found) if found[name].digest != own.digest]
    return [own, *others]


def judge_called(paths: RunPaths, start: str) -> str:
    """The digest of the run's only judge whose digest begins with `start`.

    Raises AuthorError naming the judges that there are, and InvalidFile when the folder holds no run.
    """
    judges = known_judges(paths)
    fitting = [judge for judge in judges if start and judge.digest.startswith(start)]
    if len(fitting) == 1:
        return fitting[0].digest
    there = ", ".join(f"{judge.digest[:SHOWN]} ({judge.name})" for judge in judges)
    many = "several judges'" if fitting else "no judge's"
    raise AuthorError(
        f"{start!r} begins {many} digest in {paths.root}, so there is nothing to report by. The run was judged by: "
        f"{there}."
    )


class RunFolder(RunReading[RunSpec, RunResult]):
    """Implements plans.contracts.runs.RunReader on a run's folder."""

    def __init__(self, paths: RunPaths, judge_digest: str | None = None) -> None:
        """`judge_digest` names the judge whose judgements are read; left out, the one that the run was made with."""
        super().__init__(paths, RunSpec)
        self._judge_digest = judge_digest or self._spec.judge.digest

    def spec(self) -> RunSpec:
        """What was asked for, with the judge that is read and the sandbox that it needed."""
        if self._judge_digest == self._spec.judge.digest:
            return self._spec
        return self._as_judged([self._played(*trial) for trial in self.trials()])

    def _as_judged(self, trials: Sequence[PlayedTrial]) -> RunSpec:
        judgements = [played.judgement for trial in trials for played in trial.rounds if played.judgement]
        spec = _with_weakest_sandbox(self._spec, judgements)
        if self._judge_digest == spec.judge.digest:
            return spec
        judge = next((_judge_of(one) for one in judgements), spec.judge)
        # What another judge judged with is not recorded, and the run's own browser would be said in its stead.
        own = {tool: version for tool, version in spec.tools.versions.items() if tool in own_versions()}
        tools = spec.tools.model_copy(update={"versions": own})
        judge = judge.model_copy(update={"digest": self._judge_digest})
        return spec.model_copy(update={"judge": judge, "tools": tools})

    def projects(self) -> Sequence[RunProject]:
        """The projects in the run's order."""
        return list(self._projects.values())

    @cached_property
    def _projects(self) -> dict[str, RunProject]:
        return {id: read_project(self.paths, id) for id in self._spec.suite.items}

    def result(self) -> RunResult:
        """The numbers over what has been judged so far; what was planned and not reached counts as unresolved."""
        trials = [self._played(*trial) for trial in self.trials()]
        result = score_run(self._as_judged(trials), self.projects(), trials)
        is_due = bool(self._spec.models.roles) and any(trial.rounds for trial in trials)
        usage = read_usage(self.paths, is_due=is_due)
        if usage is None:
            return result.model_copy(update={"marks": (*result.marks, Mark(code=MarkCode.USAGE_LOST))})
        return result.model_copy(update={"models": usage})

    def trials(self) -> Sequence[tuple[str, str, int]]:
        """Project, agent and repeat of every planned trial."""
        agents = [agent.name for agent in self._spec.play.agents]
        return list(product(self._spec.suite.items, agents, range(1, self._spec.play.repeats + 1)))

    def rounds(self, project: str, agent: str, repeat: int) -> Sequence[JudgedRound]:
        """The trial's rounds in order, carried ones included; empty when it has not begun."""
        found: list[JudgedRound] = []
        for number in range(1, self._spec.play.rounds + 1):
            paths = self.paths.trial(project, agent, repeat).round(number)
            if not paths.record.exists():
                break
            found.append(self._round((project, agent, repeat), number, paths))
        if found and self._ended_early(project, agent, repeat, found[-1]):
            later = range(len(found) + 1, self._spec.play.rounds + 1)
            found += [found[-1].model_copy(update={"number": n, "carried": True}) for n in later]
        return found

    def _round(self, trial: tuple[str, str, int], number: int, paths: RoundPaths) -> JudgedRound:
        record = read_round(self.paths, trial, number)
        gone = [name for name in OF_A_TURN if name in record.kept and not (paths.root / name).is_file()]
        marks = (*record.marks, *(Mark(code=MarkCode.FILE_GONE, detail=name) for name in gone))
        return JudgedRound(
            number=number,
            record=record.model_copy(update={"marks": marks}),
            judgement=self._judgement(paths, record, self._judge_digest),
            feedback=read_own_record(paths.feedback, Feedback) if paths.feedback.exists() else None,
            evidence=JudgementPaths(paths.judgement(self._judge_digest)).evidence,
        )

    def _judgement(self, paths: RoundPaths, record: RoundRecord, judge_digest: str) -> Judgement | None:
        place = JudgementPaths(paths.judgement(judge_digest))
        if not place.record.exists():
            return None
        asked = {
            "item": record.project,
            "graded_digest": self._spec.suite.items[record.project],
            "submission_digest": record.submission_digest,
            "judge_digest": judge_digest,
        }
        return read_judgement(place.record, asked, self._projects[record.project].criteria)

    def _ended_early(self, project: str, agent: str, repeat: int, last: JudgedRound) -> bool:
        """Whether nothing was left to do, in the eyes of the judge that the run was made with."""
        paths = self.paths.trial(project, agent, repeat).round(last.number)
        original = self._judgement(paths, last.record, self._spec.judge.digest)
        return original is not None and nothing_left(original, last.feedback)

    def _played(self, project: str, agent: str, repeat: int) -> PlayedTrial:
        rounds = self.rounds(project, agent, repeat)
        return PlayedTrial(project, agent, repeat, tuple(rounds))


def _with_weakest_sandbox(spec: RunSpec, judgements: Sequence[Judgement]) -> RunSpec:
    """A judge that judges again may execute submissions where the run executed nothing."""
    for one in judgements:
        if is_weaker(one.sandbox_strength, spec.place.strength):
            update = {"sandbox": one.sandbox, "strength": one.sandbox_strength}
            spec = spec.model_copy(update={"place": spec.place.model_copy(update=update)})
    return spec


def _judge_of(judgement: Judgement) -> JudgeRef:
    return JudgeRef(
        name=judgement.judge,
        digest=judgement.judge_digest,
        model=judgement.model,
        manner=judgement.manner,
        world=judgement.world,
    )
