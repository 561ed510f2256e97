"""`benchwright demo`: the whole job in one go, and the shipped sample made anew."""

import shutil
import time
from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from fnmatch import fnmatch
from functools import partial
from pathlib import Path

import click
from rich.console import Console

from agents.authoring.verification.checks import every_check
from agents.authoring.verification.conclusions import concluded
from agents.authoring.verification.gate import outdated
from pipeline.cli.author_summary import print_summary as print_authoring
from pipeline.cli.author_summary import tell
from pipeline.cli.author_with_gate import AuthoringWork, author_gated
from pipeline.cli.authoring_progress import authoring_progress
from pipeline.cli.folders import NewFolder
from pipeline.cli.output import open_console
from pipeline.cli.progress import run_progress
from pipeline.cli.run_setup import RunOrder, start
from pipeline.cli.stopping import run_until_stopped
from pipeline.cli.wiring.authors import authoring_context
from pipeline.cli.wiring.gates import open_gate
from pipeline.graph.authoring import author_suite
from pipeline.graph.report import AuthoringReport
from pipeline.graph.spec import AuthoringSpec
from pipeline.report.page import write_report
from pipeline.report.projects import project_page
from pipeline.report.summary import print_summary
from pipeline.report.words import PROJECTS
from pipeline.runner.reader import RunFolder
from pipeline.runner.run_folder import worked_seconds, write_summary
from pipeline.runner.scoring.result import summary_of
from plans.contracts.authoring import Check, Gate
from plans.digests import text_digest
from plans.errors import AuthorError, GivenUp, JudgeError
from plans.families import generator
from plans.files import held, read_record, storage_errors, write_text
from plans.items import held_suite, read_evidence, read_project
from plans.paths import RunPaths, SuitePaths
from plans.plain_text import count_text
from plans.records.base import Record
from plans.records.evidence import Evidence
from plans.records.plan import Plan
from plans.records.project import IndependentImplementation, MadeArtifact, Project
from plans.records.result import AgentScore, Rate, RunResult
from plans.records.run import RunTimes
from plans.records.seed import Assignment, SeedFile
from plans.records.specification import Underspecification
from plans.shell import command_line
from review.terminal import reviewer_for

MARKER = ".demo"
LOCK = ".demo-lock"
_SAID = "Made by `benchwright demo`: the next demo empties this folder.\n"


class Extent(Record):
    """How much of the whole job a demo shows."""

    seeds: int = 2
    live: int = 1
    """Items whose gate is run there; the others' evidence is the sample suite's where their digests agree."""
    agents: tuple[str, ...] = ("oracle", "nop", "apprentice-skilled")
    rounds: int = 2


@contextmanager
def demo_folder(paths: RunPaths, extent: Extent) -> Generator[None]:
    """Make the folder, or empty that of an earlier demo, and hold it for as long as this one lasts.

    Raises AuthorError, and all stays, where anything lies there that no demo made; Busy, and all stays, while another
    process works on the demo, its run or its suite.
    """
    _refuse_foreign(paths)
    marker = paths.root / MARKER
    if not marker.exists():
        write_text(marker, _SAID)
    with held(paths.root / LOCK):
        _empty(paths)
        write_text(marker, _SAID + extent.model_dump_json() + "\n")
        yield


def _refuse_foreign(paths: RunPaths) -> None:
    with storage_errors(paths.root):
        there = sorted(paths.root.iterdir()) if paths.root.exists() else []
    if there and not (paths.root / MARKER).is_file():
        raise AuthorError(
            f"{paths.root} is not empty and was not written by the demo (it holds no {MARKER}). Choose another folder "
            f"with --out, or remove it if an earlier version wrote it: {command_line('rm', '-r', paths.root)}"
        )
    if foreign := [entry.name for entry in there if not _is_of_a_demo(entry, paths)]:
        raise AuthorError(
            f"{paths.root} holds {foreign[0]!r}, which the demo did not write and would delete. Move it, or choose "
            "another folder with --out."
        )


def _empty(paths: RunPaths) -> None:
    """Remove what an earlier demo wrote; the marker stays, so that emptying which was killed is done again.

    Locks are held meanwhile, and their files stay: who opened one that is then removed would hold it beside the next.
    """
    suite = SuitePaths(paths.root / "suite")
    has_suite = suite.root.is_dir() and not suite.root.is_symlink()
    locks = [paths.lock, *([suite.lock] if has_suite else [])]
    with ExitStack() as stack:
        stack.enter_context(held(paths.lock))
        if has_suite:
            stack.enter_context(held_suite(suite))
        with storage_errors(paths.root):
            _clear(paths.root, {paths.root / MARKER, paths.root / LOCK, *locks})


def _clear(folder: Path, kept: Collection[Path]) -> None:
    """Remove all that is in a folder but the files `kept`, and the folders that they lie in."""
    for entry in folder.iterdir():
        if entry in kept:
            continue
        if not entry.is_dir() or entry.is_symlink():
            entry.unlink()
        elif any(file.is_relative_to(entry) for file in kept):
            _clear(entry, kept)
        else:
            shutil.rmtree(entry)


def _is_of_a_demo(entry: Path, paths: RunPaths) -> bool:
    files = (
        paths.spec,
        paths.times,
        paths.lock,
        paths.result,
        paths.summary,
        paths.report,
        paths.root / MARKER,
        paths.root / LOCK,
    )
    # One that was killed while it wrote has left a file beside the one that it meant.
    is_half_written = any(entry.name.startswith(f".{file.name}.") for file in files)
    is_by_another_judge = fnmatch(entry.name, "RESULT-*.json")
    folders = (paths.root / "suite", paths.projects, paths.archive, paths.trials)
    return entry in (*files, *folders) or is_half_written or is_by_another_judge


ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "generated" / "sample"
"""The shipped sample suite, whose evidence the demo checks by digest instead of making all of it again."""
SAMPLE_CANARY = "benchwright-canary-74d3f080-39ab-5acd-b9c4-59e630f71dae"
"""Its canary, which stays while it does: by that of its seeds every file would change with a seed's fields."""
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
FULL = Extent(seeds=len(DEMO_SEEDS), live=2, agents=AGENTS, rounds=3)


def sample_spec() -> AuthoringSpec:
    """What the sample suite is authored from, and the demo's suite too: the same digests come of it."""
    by_id = {seed.id: seed for seed in read_record(SEEDS, SeedFile).seeds}
    assignments = tuple(Assignment(seed=by_id[id]) for id in DEMO_SEEDS)
    return AuthoringSpec(
        name="sample",
        version="1.0.0",
        family="webapp",
        licence="CC-BY-4.0",
        canary=SAMPLE_CANARY,
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
        times = RunTimes(started=started, ended=datetime.now(UTC))
        write_summary(paths, summary_of(result, worked_seconds(times)))
        _heading("3 · Numbers", console)
        print_summary(result, console)
        write_report(project_page(RunFolder(paths)), paths.report)
    require_baselines(result)
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
    _heading(
        f"2 · {count_text(len(extent.agents), 'agent')}, {rounds} each, judged in a real browser", console
    )
    order = RunOrder(suite=suite.root, agents=extent.agents, out=paths.root, rounds=extent.rounds, jobs=3)
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


def require_baselines(result: RunResult) -> None:
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
    """Every rate of a submission's state, with the words that it is told by."""
    for at in score.rounds:
        for metric in PROJECTS.metrics:
            yield f"{score.agent.name} reached in round {at.round} a {metric.title} of", metric.state(at)


def make_sample(spec: AuthoringSpec, sample: Path, work: Path, console: Console) -> AuthoringReport:
    """Author `spec` anew in `work` and put it in the place of `sample` when every item may be released.

    Evidence of the sample that is there is taken over where the item and the judge are the same to the digest, and
    what was taken over is said. An item that the gate refuses is not tried in another form: the sample shows what the
    catalog makes at once. Raises StorageFailed; `sample` is whole before and after, and where a kill fell between,
    the next call begins by putting back the one that was there.
    """
    with storage_errors(work):
        if not sample.exists() and _aside(work).exists():
            _aside(work).rename(sample)
        shutil.rmtree(work, ignore_errors=True)
    report = author_gated(
        AuthoringWork(spec.model_copy(update={"refinements": 0}), SuitePaths(work), jobs=2),
        console,
        "auto",
        through=lambda gate: EarlierEvidence(gate, SuitePaths(sample), console.print),
        implement=partial(_earlier_independent, SuitePaths(sample)),
    )
    if report.is_all_written:
        _put_in_place(work, sample)
    return report


class EarlierEvidence:
    """A gate that knows the evidence of an earlier suite, and says where that still holds."""

    def __init__(self, gate: Gate, earlier: SuitePaths, tell: Callable[[str], None]) -> None:
        self._gate = gate
        self._earlier = earlier
        self._tell = tell

    async def verify(self, project: Project, plan: Plan, known: Evidence | None) -> Evidence:
        """The gate's evidence; the gate itself takes what it knows only for the same item and the same judge."""
        earlier = known or read_evidence(self._earlier.item(project.id))
        evidence = await self._gate.verify(project, plan, earlier)
        if earlier is None:
            self._tell(f"{project.id}: judged for the first time.")
        elif evidence == earlier:
            self._tell(f"{project.id}: the earlier evidence holds, to the digest of item and judge.")
        else:
            self._tell(f"{project.id}: judged anew, because of another {_what_differs(earlier, evidence)}.")
        return evidence


async def _earlier_independent(
    earlier: SuitePaths, project: Project
) -> MadeArtifact[IndependentImplementation]:
    """The independent implementation that lies there; GivenUp where there is none for the same request."""
    place = earlier.item(project.id)
    found = read_project(place).independents if place.root.exists() else ()
    seen = text_digest(project.query.at(Underspecification.LOW).text)
    for one in found:
        if one.about.seen_digest == seen:
            return MadeArtifact(one)
    reason = f"{project.id}: " + ("it is of another request" if found else "nobody has written one")
    raise GivenUp("There is no independent implementation", [reason])


def _what_differs(earlier: Evidence, evidence: Evidence) -> str:
    before, now = earlier.digests.model_dump(), evidence.digests.model_dump()
    return ", ".join(name for name in now if before[name] != now[name]) or "result"


def _put_in_place(work: Path, sample: Path) -> None:
    """Swap by renaming, so that at no time half a suite lies there."""
    aside = _aside(work)
    with storage_errors(sample):
        shutil.rmtree(SuitePaths(work).authoring)
        shutil.rmtree(aside, ignore_errors=True)
        sample.parent.mkdir(parents=True, exist_ok=True)
        if sample.exists():
            sample.rename(aside)
        work.rename(sample)
        shutil.rmtree(aside, ignore_errors=True)


def _aside(work: Path) -> Path:
    """Where the old sample lies while the new one takes its place."""
    return work.with_name(f"{work.name}-before")


@click.command()
@click.option(
    "--out",
    type=NewFolder("run", is_replaced=True),
    default=Path("runs/demo"),
    show_default=True,
    help="Folder, new or empty; an earlier demo in it is replaced, and nothing else ever.",
)
@click.option(
    "--full",
    is_flag=True,
    help="Six seeds, two of them through the live gate; five agents, three rounds: some ten minutes.",
)
@click.option("--live-gate", is_flag=True, help="Run the live gate on every item.")
@click.option(
    "--write-sample",
    is_flag=True,
    help="Instead, make the shipped sample suite anew, all of it through the live gate: for whoever edits the catalog.",
)
@click.pass_context
def demo(ctx: click.Context, out: Path, full: bool, live_gate: bool, write_sample: bool) -> None:
    """Run the whole job without a model: author two seeds, verify, run three agents in two rounds, report.

    The release gate judges one of the items; for the other the evidence of the shipped sample suite is taken, where it
    was made for exactly this item. The demo fails unless oracle has 100% and nop 0% in every round.

    --write-sample makes generated/sample again (`make sample`), and keeps the evidence of items that have not changed.
    The sample stays as it is when an item may not be released.

    \b
    Example:
      benchwright demo --full
    """
    if write_sample:
        ctx.exit(_write_sample(open_console()))
    began = time.monotonic()
    extent = FULL if full else Extent()
    if live_gate:
        extent = extent.model_copy(update={"live": extent.seeds})
    console = open_console()
    run_until_stopped(show(out, extent, console))
    paths = RunPaths(out)
    console.print(f"\nDone in {time.monotonic() - began:.0f} s.")
    console.print(f"The report:  {paths.report}", highlight=False)
    console.print(f"The numbers: {paths.summary}", highlight=False)


def _write_sample(console: Console) -> int:
    report = make_sample(sample_spec(), SAMPLE, ROOT / "runs" / "sample", console)
    code = tell(report, console, as_json=False)
    kept = "" if report.is_all_written else " It stays as it was."
    console.print(f"The sample suite: {SAMPLE}.{kept}", highlight=False, soft_wrap=True)
    return code
