"""`benchwright verify`."""

from collections.abc import Collection, Iterator, Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, NamedTuple

import click
from rich.text import Text

from agents.authoring.verification.gate import digests_of, kept_readings
from agents.authoring.verification.matrix import of_alternative
from agents.authoring.verification.release_status import is_refused
from agents.coding.roster import asks_by_gateway, is_program
from agents.gateway.budget import AUTHORING
from pipeline.cli.cost_estimate import amounts, foresee
from pipeline.cli.folders import FolderOf
from pipeline.cli.judgeable_items import runnable_ids
from pipeline.cli.options import (
    JUDGE_OPTIONS,
    MODEL_OPTIONS,
    JudgedOrder,
    asked_items,
    judge_options,
    model_options,
    models_table,
    parse_agent,
    repeats_option,
)
from pipeline.cli.output import (
    SectionedVerb,
    echo_error,
    echo_json,
    json_option,
    open_console,
    plain_table,
    warn,
)
from pipeline.cli.progress import gate_progress
from pipeline.cli.stopping import run_until_stopped
from pipeline.cli.wiring.gates import (
    Judging,
    implementer,
    persons_implementation,
    reader_by,
    release_gate,
    with_parents,
)
from pipeline.cli.wiring.judging import asked_judge, judge_for, refuse_unfit
from pipeline.cli.wiring.models import implementing_models, open_models
from pipeline.cli.wiring.playing import as_tried, sandbox_named, with_runtime
from pipeline.graph.spec import ignored_by_git
from pipeline.refresh.verifying import Verified, variants_of, verify_suite
from plans.contracts.authoring import Reader
from plans.errors import AuthorError
from plans.files import read_record, read_text
from plans.items import read_evidence, read_project, read_suite
from plans.paths import SuitePaths
from plans.records.code_agent import AgentSpec
from plans.records.evidence import REFERENCE_RUNS, CheckResult, Evidence, IndependentEvidence
from plans.records.model_settings import ModelRole
from plans.records.plan import Plan
from plans.records.project import FaultOwner, IndependentImplementation
from plans.records.usage import Foreseen
from plans.records.verdict import Status
from plans.settings import read_settings


class VerifyOrder(JudgedOrder):
    """The options of `benchwright verify`, by name."""

    suite: Path
    items: tuple[str, ...] = ()
    """Verified alone; none: all."""
    anew: bool = False
    """Whether evidence that still holds is made again."""
    repeats: int = REFERENCE_RUNS
    """Runs of each reference."""
    parents: Path | None = None
    """The suite that variants were made from."""
    with_model: bool = False
    """Whether a model reads the items for what no program can tell."""
    independent_by: str | None = None
    """The code agent that implements items which have no independent implementation."""
    independent: Path | None = None
    """Folder of an implementation that a person wrote for the only one of `items`."""
    author: str = ""
    """Who wrote it."""
    account: str = ""
    """How it came about, in the author's words."""
    as_json: bool = False

    @property
    def implementer(self) -> AgentSpec | None:
        """The same, understood; raises AuthorError."""
        return None if self.independent_by is None else parse_agent(self.independent_by)

    def refuse_unfit_work(self) -> None:
        """AuthorError where an implementation by a person is not said whole."""
        if self.independent is None and (self.author or self.account):
            raise AuthorError(
                "--author and --account speak of an implementation: name its folder with --independent."
            )
        if self.independent is None:
            return
        if len(self.items) != 1 or not self.author.strip():
            raise AuthorError(
                "--independent puts in an implementation of one item: name the item with --item, once, and who wrote "
                "it with --author."
            )
        if self.independent_by is not None:
            raise AuthorError(
                "Give --independent (a person's work) or --independent-by (a code agent), not both."
            )

    @property
    def roles(self) -> tuple[ModelRole, ...]:
        """Roles of ours that models play in it; a code agent without a model of ours works without a ruling."""
        agent = self.implementer
        has_own_coder = agent is not None and asks_by_gateway(agent)
        reads = self.with_model or has_own_coder
        coders: tuple[ModelRole, ...] = ("coder",) if has_own_coder else ()
        return (*coders, *(("verifier",) if reads else ()), *self.judging_roles)


def _read_account(ctx: click.Context, option: click.Parameter, said: str) -> str:
    """The callback of the option: the text, or what the file behind an @ holds; raises InvalidFile."""
    return read_text(Path(said.removeprefix("@"))) if said.startswith("@") else said


@click.command(
    cls=SectionedVerb,
    sections={
        "Beyond the gate": ("parents", "with_model"),
        "Independent implementations": ("independent_by", "independent", "author", "account"),
        "Judge": JUDGE_OPTIONS,
        "Models": MODEL_OPTIONS,
    },
)
@click.argument("suite", type=FolderOf("suite"))
@click.option("--item", "items", multiple=True, help="Only this item; may be given several times.")
@click.option("--anew", is_flag=True, help="Judge again what has evidence that still holds.")
@repeats_option("Runs of each reference.", REFERENCE_RUNS)
@click.option(
    "--parents",
    type=FolderOf("suite"),
    help="The suite that SUITE was refreshed from.",
)
@click.option(
    "--with-model",
    is_flag=True,
    help="Have a model (role `verifier`) read each item for what no program can tell, such as clarity and leakage; "
    "what it finds keeps an item from release.",
)
@click.option(
    "--independent-by",
    metavar="AGENT",
    help="Have this code agent implement, from the request alone, each item that nobody has implemented so: minimal "
    "(role `coder`), or any agent that `run` takes.",
)
@click.option(
    "--independent",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Put this folder, which a person wrote from the request alone, into the item as an independent "
    "implementation. Needs --item and --author.",
)
@click.option(
    "--author", metavar="NAME", default="", help="Who wrote it; given again, it replaces that person's work."
)
@click.option(
    "--account",
    metavar="TEXT|@FILE",
    default="",
    callback=_read_account,
    help="How it came about, in the author's words; kept beside it.",
)
@judge_options
@model_options
@json_option("the results as JSON")
@click.pass_context
def verify(ctx: click.Context, **given: object) -> None:
    """Run the release gate of SUITE again, after an edit or on a suite from somebody else.

    Every reference, alternative, independent implementation, mutant and attack is judged, for web apps in a real
    browser. Evidence that was made for exactly these files, packages and this judge is kept, unless --anew is given.
    Variants of a refreshed suite also need their parents' references to fail, so give --parents. An imported suite has
    no references: what is gained without work is printed, and nothing is released. Exit code 1 when an item may not be
    released.

    Evidence holds only for the judge, and the --manner, that made it. With --judge hybrid or model an item costs as
    many calls of the model as some 40 judgements.

    --independent takes over what a person wrote from what `benchwright prompts show coder independent --item ITEM`
    prints, and says by name which tasks pass, fail and are unresolved on it.

    Guides in .github: models.md (--with-model, --independent-by, --independent, --judge), verdicts.md (what evidence
    shows).

    \b
    Examples:
      benchwright verify generated/sample --item plant-shop
      benchwright verify generated/sample --item plant-shop --with-model --max-tokens 300000
      benchwright verify generated/sample --independent-by minimal --max-tokens 1000000
      benchwright verify generated/sample --item plant-shop --independent ./annas-shop --author Anna
      benchwright verify generated/sample --item plant-shop --judge hybrid --max-tokens 5000000
      benchwright verify generated/programs --manner ordered
    """
    order = VerifyOrder.model_validate(given)
    order.refuse_unfit_work()
    supplied = _supplied(order)
    verified = run_until_stopped(_verify(order, supplied))
    if order.as_json:
        echo_json({id: _summary(e) for id, e in verified.evidence.items()})
    else:
        print_verified(verified, {id: one.about.name for id, one in supplied.items()})
    ctx.exit(0 if all(evidence.released for evidence in verified.evidence.values()) else 1)


def _supplied(order: VerifyOrder) -> dict[str, IndependentImplementation]:
    """Item → the person's implementation that is to be put into it, if there is one; what it leaves out is told."""
    if order.independent is None:
        return {}
    paths = SuitePaths(order.suite)
    suite = read_suite(paths)
    (id,) = asked_items(suite, order.items)
    project = read_project(paths.item(id))
    if project.imported is not None:
        raise AuthorError(
            f"{id} was imported and is not proved, so an independent implementation shows nothing of it."
        )
    author, account = order.author.strip(), order.account.strip()
    taken = persons_implementation(suite, project, order.independent, author, account)
    if taken.passed_over:
        warn([f"Left out, as an item keeps text files of a project alone: {', '.join(taken.passed_over)}."])
    return {id: taken.implementation}


async def _verify(order: VerifyOrder, supplied: Mapping[str, IndependentImplementation]) -> Verified:
    paths = SuitePaths(order.suite)
    suite = read_suite(paths)
    refuse_unfit(suite.family, order)
    variants = variants_of(suite, None if order.parents is None else SuitePaths(order.parents))
    tried = runnable_ids(paths, asked_items(suite, order.items), echo_error)
    sandbox = await with_runtime(sandbox_named(None), paths.runtime)
    agent = order.implementer
    models = None if agent is None else implementing_models(paths, order)
    relayed = models if agent is not None and is_program(agent) else None
    if order.roles or relayed is not None:
        ignored_by_git(paths)
    async with (
        AsyncExitStack() as opened,
        open_models(order.roles, order, paths.journal, relayed, AUTHORING) as model,
        judge_for(suite.family, read_settings(), sandbox, asked_judge(order, model)) as judge,
    ):
        console = open_console(stderr=True)
        reader = reader_by(model if order.with_model else None, suite.family)
        looked_at = Verifying(paths, order.items, order.anew, order.repeats)
        if model is not None:
            uses = of_verifying(looked_at, reader, is_judged_by_model=order.judged_by == "model")
            foresee(model, uses, echo_error)
        with gate_progress(console, len(tried or suite.items)) as progress:
            gate = release_gate(
                judge,
                suite.family,
                suite.canary,
                repeats=order.repeats,
                progress=progress,
                runtime=sandbox.runtime,
                reader=reader,
            )
            gate = progress.through(with_parents(gate, judge, variants))
            implement = None
            if agent is not None and models is not None:
                workspaces = await opened.enter_async_context(as_tried(sandbox, suite.family))
                judging = Judging(judge, sandbox)
                implement = implementer(agent, suite.family, suite.canary, judging, workspaces, model, models)
            verified = await verify_suite(
                paths, gate, only=tried, anew=order.anew, implement=implement, supplied=supplied
            )
        if model is not None:
            console.print(models_table(model.usage()))
        return verified


def _summary(evidence: Evidence) -> dict[str, Any]:
    return {
        "released": evidence.released,
        "reasons": list(evidence.reasons),
        "mutants": len(evidence.mutants),
        "killed": sum(mutant.killed for mutant in evidence.mutants),
        "edges": len(evidence.edges),
        "confirmed": sum(edge.confirmed for edge in evidence.edges),
        "edges_on_empty": [f"{edge.parent} → {edge.child}" for edge in evidence.edges if edge.rests_on_empty],
        "untested": None
        if evidence.untested is None
        else [f"{one.requirement} “{one.words}”" for one in evidence.untested],
        "alternative": evidence.alternative,
        "alternatives": list(_alternatives(evidence)),
        "independents": {one.name: _passed(one) for one in evidence.independents},
        "independents_not_passed": {one.name: one.not_passed for one in evidence.independents},
        "never_shown_fair": list(evidence.never_shown_fair),
        "gained": {one.submission: one.score for one in evidence.gained},
        "vacuous": list(evidence.vacuous),
        "read": {check.check: _reading(check) for check in evidence.checks if check.decided_by == "model"},
    }


def _passed(independent: IndependentEvidence) -> str:
    return f"{len(independent.passed)} of {len(independent.passed) + len(independent.not_passed)} tasks pass"


def _not_passed(independent: IndependentEvidence) -> Iterator[str]:
    """The tasks that do not pass on it, by what became of them, and whose fault that is where somebody ruled."""
    for status in Status:
        tasks = [
            f"{task} ({_FAULT[fault]})" if (fault := independent.faults.get(task)) else task
            for task, became in independent.not_passed.items()
            if became is status
        ]
        if tasks:
            yield f"{status.value}: {', '.join(tasks)}"


_FAULT: dict[FaultOwner, str] = {
    "app": "its own fault",
    "criterion": "the criterion's fault",
    "undecided": "ruled undecided",
}


def _reading(check: CheckResult) -> str:
    """What came out of a check that a model decides: by how many of how many readings it holds."""
    held = sum(sample.verdict == "holds" for sample in check.samples)
    return f"{held} of {len(check.samples)} find that it holds"


def _alternatives(evidence: Evidence) -> Iterator[str]:
    """The names of the alternatives that passed every task."""
    before = of_alternative("")
    for cell in evidence.cells:
        if cell.submission.startswith(before) and set(cell.task_status.values()) == {Status.PASSED}:
            yield cell.submission.removeprefix(before)


def print_verified(verified: Verified, supplied: Mapping[str, str] | None = None) -> None:
    """Print a line for each item, why those are not released that are not, and what was edited.

    `supplied`: item → the independent implementation that was put in just now, of which also what passes is named.
    """
    console = open_console()
    table = plain_table("Item", "Released", "Mutants killed", "Edges confirmed", "Alternatives", "Evidence")
    for id, evidence in verified.evidence.items():
        summary = _summary(evidence)
        table.add_row(
            Text(id),
            "[green]yes[/]" if evidence.released else "[red]no[/]",
            f"{summary['killed']} of {summary['mutants']}",
            f"{summary['confirmed']} of {summary['edges']}",
            ", ".join(_alternatives(evidence)) or "none",
            "still holds" if id in verified.kept else "made anew",
        )
    console.print(table)
    for id, evidence in verified.evidence.items():
        for name, told in _summary(evidence)["read"].items():
            console.print(f"{id}: {name}: {told}", markup=False, highlight=False)
        given = (supplied or {}).get(id)
        for one in evidence.independents:
            told = "; ".join((_passed(one), *_not_passed(one)))
            if one.name == given:
                told += f"; passed: {', '.join(one.passed) or 'none'}"
            console.print(
                f"{id}: independent implementation {one.name}: {told}", markup=False, highlight=False
            )
        if given and given not in [one.name for one in evidence.independents]:
            console.print(
                f"{id}: independent implementation {given} was put in and not judged; the reasons below say why. Once "
                "they are mended, `benchwright verify` judges it.",
                style="yellow",
                markup=False,
            )
        for reason in evidence.reasons:
            console.print(f"{id}: {reason}", style="red", markup=False)
        for one in evidence.gained:
            undecided = f", {len(one.unresolved)} undecided" if one.unresolved else ""
            told = f"{id}: {one.submission} gained {one.score:.3f}{undecided}"
            console.print(told, markup=False, highlight=False)
        if evidence.vacuous:
            console.print(f"{id}: vacuous: {', '.join(evidence.vacuous)}", style="red", markup=False)
    if refused := [id for id, evidence in verified.evidence.items() if is_refused(evidence)]:
        console.print(
            f"Refused: {', '.join(refused)}. The reasons name files of items/ID (criteria.yaml, reference, "
            "mutants): correct them and run this again. If nobody edited the item by hand, author it again from its "
            "seed instead, with another --random-seed and --out, which draws other data and features. Until then, runs "
            "mark their numbers.",
            markup=False,
        )
    if verified.edited.told:
        console.print(
            f"Edited since suite.yaml was written: {verified.edited.told}. Before you publish numbers, "
            f"raise `version:` in suite.yaml (it says {verified.suite.version}), unless you did so with the edit: two "
            "suites would have one name.",
            markup=False,
        )


class Verifying(NamedTuple):
    """What the release gate is going to look at once more."""

    paths: SuitePaths
    items: Collection[str]
    """Those that were asked for; none: all."""
    anew: bool
    """Whether evidence that still holds is made again."""
    repeats: int
    """Runs of each reference."""


def of_verifying(verifying: Verifying, reader: Reader | None, *, is_judged_by_model: bool) -> list[Foreseen]:
    """What it asks at least: readings that no evidence holds, and where a model judges, the tasks of references that
    are judged anew, none of which is blocked. Raises InvalidFile and AuthorError.
    """
    paths = verifying.paths
    plan = read_record(paths.plan, Plan)
    unread = tasks = 0
    for id in asked_items(read_suite(paths), verifying.items):
        project = read_project(paths.item(id))
        known = None if verifying.anew else read_evidence(paths.item(id))
        digests = digests_of(project, plan, "", ())
        unread += reader is not None and not reader.stands(kept_readings(known, digests))
        tasks += len(project.criteria.tasks) * verifying.repeats if known is None else 0
    found = [amounts().read_item.times("verifier", unread)]
    return [*found, amounts().judged_task.times("ui_judge", tasks)] if is_judged_by_model else found
