"""Where everything lies on disk: one property per path, and every id checked before it becomes a folder name.

A suite:

    <suite>/
    ├── suite.yaml              name, version, canary, per item: id and digests
    ├── plan.yaml
    ├── provenance.yaml         of which replies of models the plan was made, where a model made it
    ├── CHANGELOG.md
    ├── README.md               dataset card
    ├── .gitattributes          has git keep all line endings, since digests are of bytes
    ├── seeds.yaml              the seeds that it was authored from
    ├── runtime/                there where submissions need packages: runtime.yaml and the locks that it names
    ├── review.jsonl            what developers decided about the plan
    ├── .authoring/             not part of the suite: checkpoints, drafts, locks (git-ignored)
    │   ├── checkpoints.sqlite
    │   ├── journal.sqlite      what models answered, by what they were asked: never paid for twice
    │   ├── models.json         what they were used for: a journal that tells of fewer calls has lost some
    │   ├── spending.jsonl      what agents that implement items used by way of our relay, call by call
    │   ├── lock
    │   ├── authoring.json      what is being authored: the seeds and every setting that decides the outcome
    │   ├── fruitless           there when all of that has ended and nothing was released
    │   ├── plan.yaml           the plan before its release, with its provenance.yaml
    │   ├── edits/<digest>.txt  texts that reviewers edited, by digest
    │   ├── drafts/<id>/        an item before its release, laid out like items/<id>/; where its tasks are tried by
    │   │                       commands, `reference/` is the scaffold, and inspection.json what came of each on it;
    │   │                       scheme/ has the grader's files as they were written with the criteria, where they were
    │   ├── refused/<id>/       evidence-<n>.json of each try that the gate refused, since its draft is made anew
    │   └── ended/<n>/          drafts, refused and review.jsonl of earlier work that has ended: its decisions are
    │                           counted, and not taken for answers about new work
    └── items/<id>/
        ├── seed.yaml           the seed and how it was understood
        ├── parameters.yaml     what the plan sampled
        ├── prd.yaml, prd.md    the PRD and its rendering
        ├── query.yaml          three levels of underspecification
        ├── criteria.yaml       the criteria DAG
        ├── imported.yaml       where it was published and what is wrong with it; such an item has no reference
        ├── reference/          known-good project
        ├── grader/             tests, inputs and expected files, where tasks name any: for the judge alone
        ├── alternatives/<name>/   alternative.yaml and files/ that lie over the reference; of an item by a model
        │                       variations.yaml beside them, which says why one is lacking
        ├── independents/<name>/   independent.yaml and files/: an implementation by a hand that saw the request alone
        ├── mutants/<id>/       mutant.yaml and mutant.patch
        ├── evaluation.yaml     weights, what each query withholds, feedback policy
        ├── evidence.json       why it may be released
        ├── provenance.yaml     of which replies of models each part was made or weighed, where models had a part in it
        └── review.jsonl        what developers decided

A suite of instances has, in place of items/:

    <suite>/
    ├── instances/<split>.jsonl   one instance a line
    ├── media/<digest>.png        pictures that go with prompts
    ├── coverage.json             how the plan's parameters are covered, and pass rates per check before filtering
    ├── coverage.html             the same as pictures
    ├── asked.jsonl               there where a model was asked of instances what no program can tell: what it said
    └── .authoring/               plan.yaml (the plan while it waits) and order.json (what is to be made of it then),
                                  sampling.json (what is being made) and batches/<number>.json (what there is of it)

A family of instances that models write:

    <family>/
    ├── plan.yaml, generator.py, checks.py, metrics.py     there once it is released; see plans/families.py
    ├── design/generator.md …     of each module, in words, what it does: the plan that was reviewed before its code
    ├── review.jsonl              what developers decided about plan, plans in words and code
    ├── provenance.yaml           of which replies of models each was made
    └── .authoring/               family.json (what is asked for), checkpoints, journal, lock, edits/ as of a suite, and
                                  family/<name>/: the family before its release

A run of solvers on such a suite:

    <run>/
    ├── run.yaml, times.json, lock, journal.sqlite, models.json
    ├── RESULT.json, summary.json, report.html
    ├── instances.jsonl         prompt and buckets of each instance, so that the run can be read alone
    ├── media/<digest>.png      pictures that went with prompts
    ├── responses/<solver>/<repeat>.jsonl   what each said, a line an instance
    └── scores/<solver>/<repeat>.jsonl      what that scores, by the metrics that run.yaml names

A run:

    <run>/
    ├── run.yaml, times.json, lock
    ├── journal.sqlite          what models of ours answered, by what they were asked: never paid for twice
    ├── models.json             what they were used for, by role, stage, project and round: a journal that tells of
    │                           fewer calls has lost some
    ├── spending.jsonl          what agents used of models by way of our relay, call by call; only ever added to
    ├── RESULT.json, summary.json, report.html
    ├── projects/<id>.json      title, query, PRD and criteria of each item, so that the run can be read alone
    ├── graders/<id>/           what an item's judge lays beside submissions, where it has any: to judge again
    ├── RESULT-<judge digest>.json   numbers by another judge, after judging again
    ├── archive/<digest>/       submissions by content, and what agents keep beside them: submission.json and files/
    └── trials/<project>/<agent>/<repeat>/
        └── round-<n>/
            ├── message.md      what the agent was told
            ├── round.json      submission digest, how the agent ended
            ├── transcript.txt  what the agent printed
            ├── trajectory.json what it did, step by step, in the format of Harbor (ATIF); of installed agents
            ├── uses.json       the replies of its model by which `minimal` worked, each with its key in the journal
            ├── packages.json   what it had from the package mirror, with `--mirror`
            ├── feedback.json
            └── judgements/<judge digest>/judgement.json, times.json, evidence/
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from plans.errors import PathEscape
from plans.records.base import RULE, is_folder_name


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


class Rooted(Protocol):
    """What lies in one folder."""

    @property
    def root(self) -> Path: ...


class At:
    """A path below the root of whatever it stands in, such as `paths.suite`."""

    def __init__(self, relative: str) -> None:
        self._relative = relative

    def __get__(self, paths: "Rooted", owner: type) -> Path:
        return paths.root / self._relative


@dataclass(frozen=True)
class ItemPaths:
    """The folder of one item."""

    root: Path

    seed = At("seed.yaml")
    parameters = At("parameters.yaml")
    prd = At("prd.yaml")
    prd_text = At("prd.md")
    query = At("query.yaml")
    criteria = At("criteria.yaml")
    imported = At("imported.yaml")
    reference = At("reference")
    grader = At("grader")
    alternatives = At("alternatives")
    independents = At("independents")
    mutants = At("mutants")
    scheme = At("scheme")
    inspection = At("inspection.json")
    evaluation = At("evaluation.yaml")
    evidence = At("evidence.json")
    provenance = At("provenance.yaml")
    review = At("review.jsonl")

    def mutant(self, id: str) -> Path:
        return self.mutants / _id(id)

    def alternative(self, name: str) -> Path:
        return self.alternatives / _id(name)

    def independent(self, name: str) -> Path:
        return self.independents / _id(name)


@dataclass(frozen=True)
class SuitePaths:
    """The folder of a suite."""

    root: Path

    suite = At("suite.yaml")
    plan = At("plan.yaml")
    changelog = At("CHANGELOG.md")
    git_attributes = At(".gitattributes")
    card = At("README.md")
    seeds = At("seeds.yaml")
    runtime = At("runtime")
    items = At("items")
    authoring = At(".authoring")
    checkpoints = At(".authoring/checkpoints.sqlite")
    journal = At(".authoring/journal.sqlite")
    lock = At(".authoring/lock")
    review = At("review.jsonl")
    authoring_spec = At(".authoring/authoring.json")
    fruitless = At(".authoring/fruitless")
    plan_draft = At(".authoring/plan.yaml")
    provenance = At("provenance.yaml")
    provenance_draft = At(".authoring/provenance.yaml")
    drafts = At(".authoring/drafts")
    refused = At(".authoring/refused")
    ended = At(".authoring/ended")
    order = At(".authoring/order.json")
    sampling = At(".authoring/sampling.json")
    coverage_before = At(".authoring/coverage-before.json")
    batches = At(".authoring/batches")

    instances = At("instances")
    media = At("media")
    coverage = At("coverage.json")
    coverage_page = At("coverage.html")
    asked = At("asked.jsonl")

    def split(self, name: str) -> Path:
        return self.instances / f"{_id(name)}.jsonl"

    def picture(self, digest: str) -> Path:
        return self.media / f"{_id(digest)}.png"

    def batch(self, number: int) -> Path:
        return self.batches / f"{number:08d}.json"

    def edit(self, digest: str) -> Path:
        return self.authoring / "edits" / f"{_id(digest)}.txt"

    def item(self, id: str) -> ItemPaths:
        return ItemPaths(self.items / _id(id))

    def draft(self, id: str) -> ItemPaths:
        return ItemPaths(self.drafts / _id(id))

    def refused_evidence(self, id: str, attempt: int) -> Path:
        return self.refused / _id(id) / f"evidence-{attempt}.json"


@dataclass(frozen=True)
class FamilyPaths(SuitePaths):
    """The folder of a family of instances, outside of this program or in `plans/`; `root` is called as the family."""

    design = At("design")
    family_spec = At(".authoring/family.json")

    @property
    def family_draft(self) -> Path:
        """Called as the family too, so that it is one in itself."""
        return self.authoring / "family" / self.root.resolve().name


MAP = "map.json"
"""The map of the judged app, in the evidence folder of a judgement."""


@dataclass(frozen=True)
class JudgementPaths:
    """The folder of one judgement of one round."""

    root: Path

    record = At("judgement.json")
    times = At("times.json")
    evidence = At("evidence")

    def failed(self, number: int) -> Path:
        """A judgement that was set aside and made again, as the judge or this machine left verdicts undecided."""
        return self.root / f"failed-{number}.json"


@dataclass(frozen=True)
class RoundPaths:
    """The folder of one round."""

    root: Path

    message = At("message.md")
    record = At("round.json")
    transcript = At("transcript.txt")
    trajectory = At("trajectory.json")
    uses = At("uses.json")
    packages = At("packages.json")
    feedback = At("feedback.json")

    def judgement(self, judge_digest: str) -> Path:
        return self.root / "judgements" / _id(judge_digest[:16])


@dataclass(frozen=True)
class TrialPaths:
    """The folder of one trial."""

    root: Path

    def round(self, number: int) -> RoundPaths:
        return RoundPaths(self.root / f"round-{number}")


@dataclass(frozen=True)
class SubmissionPaths:
    """The folder of one archived submission."""

    root: Path

    record = At("submission.json")
    files = At("files")


@dataclass(frozen=True)
class RunPaths:
    """The folder of a run."""

    root: Path

    spec = At("run.yaml")
    times = At("times.json")
    lock = At("lock")
    journal = At("journal.sqlite")
    models = At("models.json")
    spending = At("spending.jsonl")
    result = At("RESULT.json")
    summary = At("summary.json")
    report = At("report.html")
    projects = At("projects")
    graders = At("graders")
    archive = At("archive")
    trials = At("trials")
    instances = At("instances.jsonl")
    media = At("media")
    responses = At("responses")
    scores = At("scores")

    def picture(self, digest: str) -> Path:
        return self.media / f"{_id(digest)}.png"

    def responses_of(self, solver: str, repeat: int) -> Path:
        return self.responses / _id(solver) / f"{repeat}.jsonl"

    def scores_of(self, solver: str, repeat: int) -> Path:
        return self.scores / _id(solver) / f"{repeat}.jsonl"

    def result_by(self, judge_digest: str) -> Path:
        return self.root / f"RESULT-{_id(judge_digest[:16])}.json"

    def archived(self, digest: str) -> SubmissionPaths:
        return SubmissionPaths(self.archive / _id(digest[:32]))

    def grader(self, id: str) -> Path:
        return self.graders / _id(id)

    def project(self, id: str) -> Path:
        return self.projects / f"{_id(id)}.json"

    def trial(self, project: str, agent: str, repeat: int) -> TrialPaths:
        return TrialPaths(self.trials / _id(project) / _id(agent) / str(repeat))
