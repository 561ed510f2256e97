"""The whole job in one go: author, verify, run, report. What `benchwright demo` does, step by step."""

from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console

from agents.authoring.verification.checks import every_check
from agents.authoring.verification.conclusions import concluded
from agents.authoring.verification.digest import outdated
from pipeline.cli.author_summary import print_summary as print_authoring
from pipeline.cli.authoring_progress import authoring_progress
from pipeline.cli.demo_folder import Extent, demo_folder
from pipeline.cli.progress import run_progress
from pipeline.cli.running import RunOrder, start
from pipeline.cli.wiring.authors import authoring_context
from pipeline.cli.wiring.gates import open_gate
from pipeline.cli.wiring.reviewers import reviewer_for
from pipeline.graph.authoring import author_suite
from pipeline.graph.report import AuthoringReport
from pipeline.graph.spec import AuthoringSpec, suite_canary
from pipeline.report.page import write_report
from pipeline.report.summary import print_summary
from pipeline.report.words import METRICS
from pipeline.runner.reader import RunFolder
from pipeline.runner.scoring.result import write_summary
from plans.contracts.authoring import Check, Gate
from plans.errors import AuthorError, JudgeError
from plans.families import generator
from plans.files import read_record
from plans.items import read_evidence
from plans.paths import RunPaths, SuitePaths
from plans.plurals import count_text
from plans.records.evidence import Evidence
from plans.records.plan import Plan
from plans.records.project import Project
from plans.records.result import AgentScore, Rate, RunResult
from plans.records.run import RunTimes
from plans.records.seed import Assignment, SeedFile

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "generated" / "sample"
"""The shipped sample suite, whose evidence the demo checks by digest instead of making all of it again."""
SEEDS = ROOT / "plans" / "webapp" / "seeds.yaml"
DEMO_SEEDS = (
    "family-cookbook",
    "sprint-board",
    "plant-shop",
    "mountain-inn",
    "spanish-on-the-bus",
    "shop-figures",
)
"""One seed of each category; those of the two items that cost the gate least stand first, for which it runs live."""
AGENTS = ("oracle", "nop", "apprentice-novice", "apprentice-skilled", "apprentice-expert")


def sample_spec() -> AuthoringSpec:
    """What the sample suite is authored from, and the demo's suite too: the same digests come of it."""
    by_id = {seed.id: seed for seed in read_record(SEEDS, SeedFile).seeds}
    assignments = tuple(Assignment(seed=by_id[id]) for id in DEMO_SEEDS)
    return AuthoringSpec(
        name="sample",
        version="1.0.0",
        family="webapp",
        licence="CC-BY-4.0",
        canary=suite_canary("sample", "1.0.0", 0, assignments),
        random_seed=0,
        gate="live",
        assignments=assignments,
    )


async def show(out: Path, extent: Extent, console: Console) -> RunResult:
    """Author, verify, run and report in the folder `out`.

    Raises AuthorError for a folder that no demo made, Busy for one in which another demo is at work, JudgeError when
    oracle is ever below 1 or nop above 0.
    """
    started = datetime.now(UTC)
    paths = RunPaths(out)
    with demo_folder(paths, extent):
        result = await _played(paths, extent, console)
        write_summary(paths.summary, result, RunTimes(started=started, ended=datetime.now(UTC)))
        _heading("3 · Numbers", console)
        print_summary(result, console)
        write_report(RunFolder(paths), paths.report)
    require_yardsticks(result)
    return result


async def _played(paths: RunPaths, extent: Extent, console: Console) -> RunResult:
    """The result of all agents on the suite that is authored first."""
    suite = SuitePaths(paths.root / "suite")
    _heading(
        f"1 · Authoring {count_text(extent.seeds, 'seed')}; the release gate runs live on {extent.live}",
        console,
    )
    authored = await _author(extent, suite, console)
    print_authoring(console, authored)
    if not authored.is_all_released:
        raise AuthorError("Not every item may be released, so the demo stops here; the reasons stand above.")
    rounds = count_text(extent.rounds, "round")
    _heading(f"2 · {count_text(len(AGENTS), 'agent')}, {rounds} each, judged in a real browser", console)
    order = RunOrder(suite=suite.root, agents=AGENTS, out=paths.root, rounds=extent.rounds, jobs=3)
    with run_progress(console) as progress:
        return await start(order, progress)


def _heading(text: str, console: Console) -> None:
    console.print(f"\n{text}", style="bold", markup=False, highlight=False)


async def _author(extent: Extent, suite: SuitePaths, console: Console) -> AuthoringReport:
    whole = sample_spec()
    spec = whole.model_copy(update={"assignments": whole.assignments[: extent.seeds]})
    live = {assignment.id for assignment in spec.assignments[: extent.live]}
    with authoring_progress(console, len(spec.assignments)) as progress:
        async with open_gate(spec, suite, progress.gate) as gate:
            shipped = ShippedEvidence(
                gate, every_check(spec.family, spec.canary), SuitePaths(SAMPLE), live, console.print
            )
            context = authoring_context(spec, suite, generator(spec.family), shipped)
            return await author_suite(context, reviewer_for("auto", console), progress, jobs=2)


class ShippedEvidence:
    """A gate that takes a shipped suite's evidence for items that are the same to the digest."""

    def __init__(
        self,
        gate: Gate,
        checks: Sequence[Check],
        shipped: SuitePaths,
        live: Collection[str],
        tell: Callable[[str], None],
    ) -> None:
        """`checks`: those of `gate`. `live`: items whose shipped evidence is not asked. `tell` hears why it is not."""
        self._gate = gate
        self._checks = tuple(checks)
        self._shipped = shipped
        self._live = frozenset(live)
        self._tell = tell

    async def verify(self, project: Project, plan: Plan, known: Evidence | None) -> Evidence:
        """The shipped evidence where it proves this very item; the live gate's otherwise."""
        evidence = None if project.id in self._live else read_evidence(self._shipped.item(project.id))
        if evidence is None:
            return await self._gate.verify(project, plan, known)
        evidence = concluded(evidence, project)
        made = [f"it was made {made}" for made in outdated(evidence, project, plan, self._checks)]
        if against := [*evidence.reasons, *made]:
            self._tell(f"{project.id}: the gate runs live, because of the shipped evidence: {against[0]}.")
            return await self._gate.verify(project, plan, known)
        return evidence


def require_yardsticks(result: RunResult) -> None:
    """The harness proves itself, in every rate at every round: the reference is perfect, and nothing earns nothing.

    Raises JudgeError with each number that says otherwise.
    """
    scores = {score.agent.name: score for score in result.agents}
    wrong = [
        *(f"{place} {rate.low:.1%} and not 100%" for place, rate in _rates(scores["oracle"]) if rate.low < 1),
        *(f"{place} {rate.high:.1%} and not 0%" for place, rate in _rates(scores["nop"]) if rate.high > 0),
    ]
    if wrong:
        raise JudgeError(f"These numbers cannot be trusted: {'; '.join(wrong)}.")


def _rates(score: AgentScore) -> Iterator[tuple[str, Rate]]:
    """Every rate of a hand-in's state, with the words that it is told by."""
    for at in score.rounds:
        for metric in METRICS:
            yield f"{score.agent.name} reached in round {at.round} a {metric.title} of", metric.state(at)
