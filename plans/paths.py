"""Where everything lies on disk: one property per path, and every id checked before it becomes a folder name.

A suite:

    <suite>/
    ├── suite.yaml              name, version, canary, per item: id and digests
    ├── plan.yaml
    ├── CHANGELOG.md
    ├── README.md               dataset card
    ├── seeds.yaml              the seeds that it was authored from
    ├── review.jsonl            what developers decided about the plan
    ├── .authoring/             not part of the suite: checkpoints, drafts, locks (git-ignored)
    │   ├── checkpoints.sqlite
    │   ├── lock
    │   ├── authoring.json      what is being authored: the seeds and every setting that decides the outcome
    │   ├── fruitless           there when all of that has ended and nothing was released
    │   ├── plan.yaml           the plan before its release
    │   ├── edits/<digest>.txt  texts that reviewers edited, by digest
    │   └── drafts/<id>/        an item before its release, laid out like items/<id>/
    └── items/<id>/
        ├── seed.yaml           the seed and how it was understood
        ├── parameters.yaml     what the plan sampled
        ├── prd.yaml, prd.md    the PRD and its rendering
        ├── query.yaml          three levels of underspecification
        ├── criteria.yaml       the criteria DAG
        ├── reference/          known-good project
        ├── alternatives/<name>/   alternative.yaml and files/ that lie over the reference
        ├── mutants/<id>/       mutant.yaml and mutant.patch
        ├── evaluation.yaml     weights, what each query withholds, feedback policy
        ├── evidence.json       why it may be released
        └── review.jsonl        what developers decided

A run:

    <run>/
    ├── run.yaml, times.json, lock
    ├── RESULT.json, summary.json, report.html
    ├── projects/<id>.json      title, query, PRD and criteria of each item, so that the run can be read alone
    ├── RESULT-<judge digest>.json   numbers by another judge, after judging again
    ├── archive/<digest>/       hand-ins by content: hand-in.json and files/
    └── trials/<project>/<agent>/<repeat>/
        ├── workspace/          the agent's; later rounds go on in it
        └── round-<n>/
            ├── message.md      what the agent was told
            ├── round.json      hand-in digest, how the agent ended
            ├── transcript.txt  what the agent printed
            ├── feedback.json
            └── judgements/<judge digest>/judgement.json, times.json, evidence/
"""

from dataclasses import dataclass
from pathlib import Path

from plans.errors import PathEscape
from plans.records.names import RULE, is_folder_name


def inside(folder: Path, relative: str) -> Path:
    """`folder / relative`, refused with PathEscape when it would leave the folder, by `..`, root or link."""
    path = folder / relative
    if Path(relative).is_absolute() or not path.resolve().is_relative_to(folder.resolve()):
        raise PathEscape(
            f"{relative!r} leaves {folder}; a benchmark may only name files of its own. Use a path inside the folder."
        )
    return path


def _id(name: str) -> str:
    if not is_folder_name(name):
        raise PathEscape(f"{name!r} cannot be a folder's name: {RULE}.")
    return name


@dataclass(frozen=True)
class ItemPaths:
    """The folder of one item."""

    root: Path

    @property
    def seed(self) -> Path:
        return self.root / "seed.yaml"

    @property
    def parameters(self) -> Path:
        return self.root / "parameters.yaml"

    @property
    def prd(self) -> Path:
        return self.root / "prd.yaml"

    @property
    def prd_text(self) -> Path:
        return self.root / "prd.md"

    @property
    def query(self) -> Path:
        return self.root / "query.yaml"

    @property
    def criteria(self) -> Path:
        return self.root / "criteria.yaml"

    @property
    def reference(self) -> Path:
        return self.root / "reference"

    @property
    def alternatives(self) -> Path:
        return self.root / "alternatives"

    @property
    def mutants(self) -> Path:
        return self.root / "mutants"

    @property
    def evaluation(self) -> Path:
        return self.root / "evaluation.yaml"

    @property
    def evidence(self) -> Path:
        return self.root / "evidence.json"

    @property
    def review(self) -> Path:
        return self.root / "review.jsonl"

    def mutant(self, id: str) -> Path:
        return self.mutants / _id(id)

    def alternative(self, name: str) -> Path:
        return self.alternatives / _id(name)


@dataclass(frozen=True)
class SuitePaths:
    """The folder of a suite."""

    root: Path

    @property
    def suite(self) -> Path:
        return self.root / "suite.yaml"

    @property
    def plan(self) -> Path:
        return self.root / "plan.yaml"

    @property
    def changelog(self) -> Path:
        return self.root / "CHANGELOG.md"

    @property
    def card(self) -> Path:
        return self.root / "README.md"

    @property
    def seeds(self) -> Path:
        return self.root / "seeds.yaml"

    @property
    def items(self) -> Path:
        return self.root / "items"

    @property
    def authoring(self) -> Path:
        return self.root / ".authoring"

    @property
    def checkpoints(self) -> Path:
        return self.authoring / "checkpoints.sqlite"

    @property
    def lock(self) -> Path:
        return self.authoring / "lock"

    @property
    def review(self) -> Path:
        return self.root / "review.jsonl"

    @property
    def authoring_spec(self) -> Path:
        return self.authoring / "authoring.json"

    @property
    def fruitless(self) -> Path:
        return self.authoring / "fruitless"

    @property
    def plan_draft(self) -> Path:
        return self.authoring / "plan.yaml"

    def edit(self, digest: str) -> Path:
        return self.authoring / "edits" / f"{_id(digest)}.txt"

    def item(self, id: str) -> ItemPaths:
        return ItemPaths(self.items / _id(id))

    def draft(self, id: str) -> ItemPaths:
        return ItemPaths(self.authoring / "drafts" / _id(id))


@dataclass(frozen=True)
class JudgementPaths:
    """The folder of one judgement of one round."""

    root: Path

    @property
    def record(self) -> Path:
        return self.root / "judgement.json"

    def failed(self, number: int) -> Path:
        """A judgement that said nothing, because the judge failed, and that was made again."""
        return self.root / f"failed-{number}.json"

    @property
    def times(self) -> Path:
        return self.root / "times.json"

    @property
    def evidence(self) -> Path:
        return self.root / "evidence"


@dataclass(frozen=True)
class RoundPaths:
    """The folder of one round."""

    root: Path

    @property
    def message(self) -> Path:
        return self.root / "message.md"

    @property
    def record(self) -> Path:
        return self.root / "round.json"

    @property
    def transcript(self) -> Path:
        return self.root / "transcript.txt"

    @property
    def feedback(self) -> Path:
        return self.root / "feedback.json"

    def judgement(self, judge_digest: str) -> Path:
        return self.root / "judgements" / _id(judge_digest[:16])


@dataclass(frozen=True)
class TrialPaths:
    """The folder of one trial."""

    root: Path

    @property
    def workspace(self) -> Path:
        return self.root / "workspace"

    def round(self, number: int) -> RoundPaths:
        return RoundPaths(self.root / f"round-{number}")


@dataclass(frozen=True)
class HandInPaths:
    """The folder of one archived hand-in."""

    root: Path

    @property
    def record(self) -> Path:
        return self.root / "hand-in.json"

    @property
    def files(self) -> Path:
        return self.root / "files"


@dataclass(frozen=True)
class RunPaths:
    """The folder of a run."""

    root: Path

    @property
    def spec(self) -> Path:
        return self.root / "run.yaml"

    @property
    def times(self) -> Path:
        return self.root / "times.json"

    @property
    def lock(self) -> Path:
        return self.root / "lock"

    @property
    def result(self) -> Path:
        return self.root / "RESULT.json"

    def result_by(self, judge_digest: str) -> Path:
        return self.root / f"RESULT-{_id(judge_digest[:16])}.json"

    @property
    def summary(self) -> Path:
        return self.root / "summary.json"

    @property
    def report(self) -> Path:
        return self.root / "report.html"

    @property
    def archive(self) -> Path:
        return self.root / "archive"

    def archived(self, digest: str) -> HandInPaths:
        return HandInPaths(self.archive / _id(digest[:32]))

    @property
    def trials(self) -> Path:
        return self.root / "trials"

    def project(self, id: str) -> Path:
        return self.root / "projects" / f"{_id(id)}.json"

    def trial(self, project: str, agent: str, repeat: int) -> TrialPaths:
        return TrialPaths(self.trials / _id(project) / _id(agent) / str(repeat))
