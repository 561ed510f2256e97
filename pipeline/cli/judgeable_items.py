"""Items that can be judged: sound criteria, valid evidence, runnable where they were imported."""

from collections.abc import Callable, Collection, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from agents.authoring.verification.checks import every_check
from agents.authoring.verification.checks.structure import dag_problems
from agents.authoring.verification.gate import outdated
from agents.authoring.verification.release_status import is_refused, standing, standing_of, told
from plans.errors import AuthorError, InvalidFile
from plans.files import read_record
from plans.items import read_project, read_suite, require_line_endings, write_files
from plans.patches import apply_patch, reference_of
from plans.paths import ItemPaths, SuitePaths
from plans.records.criteria import Criteria
from plans.records.plan import Plan
from plans.records.project import Files, Project
from plans.records.published import Imported
from plans.records.run import Proof
from plans.records.suite import Suite
from plans.runtimes import declared_digest
from plans.scratch import scratch


def browser_criteria(item: ItemPaths) -> Criteria:
    """The same of a web app; AuthorError for an item whose tasks are tried in another way, which has no targets."""
    criteria = judgeable_criteria(item)
    if not any(task.steps for task in criteria.tasks):
        raise AuthorError(
            f"{item.root} is tried by commands and not in a browser, so there are no targets to be found or bound. "
            "Name an item of a web app."
        )
    return criteria


def suite_of(item: Path) -> SuitePaths | None:
    """The suite in whose folder an item lies, listed there or a draft; None where it lies by itself."""
    above = map(SuitePaths, item.resolve().parents)
    return next((suite for suite in above if suite.suite.is_file()), None)


def judgeable_criteria(item: ItemPaths) -> Criteria:
    """The item's criteria; InvalidFile with every problem when they cannot be read or are no DAG."""
    require_line_endings(item)
    criteria = read_record(item.criteria, Criteria)
    if problems := list(dag_problems(criteria, str(item.criteria))):
        raise InvalidFile(problems)
    return criteria


def proofs_of(paths: SuitePaths, suite: Suite, items: Iterable[Project]) -> Proof:
    """How the items stand now; raises InvalidFile when the plan or an item's evidence cannot be read."""
    plan = read_record(paths.plan, Plan) if paths.plan.exists() else None
    checks = every_check(suite.family, suite.canary)
    judges: dict[str, str] = {}
    unproved: dict[str, str] = {}
    refused: list[str] = []
    older: dict[str, str] = {}
    shown: dict[str, float] = {}
    never: dict[str, tuple[str, ...]] = {}
    for item in items:
        evidence = standing(paths, suite, item)
        if lack := told(evidence):
            unproved[item.id] = lack
            refused += [item.id] if is_refused(evidence) else []
            continue
        assert evidence is not None
        judges[item.id] = evidence.digests.judge
        if evidence.independents:
            shown[item.id] = 1 - len(evidence.never_shown_fair) / len(item.criteria.tasks)
        if evidence.never_shown_fair:
            never[item.id] = evidence.never_shown_fair
        if plan and (made := outdated(evidence, item, plan, checks)):
            older[item.id] = f"{' and '.join(made)} (gate {evidence.digests.gate[:16] or 'not recorded'})"
    return Proof(
        judges=judges,
        unproved=unproved,
        refused=tuple(refused),
        outdated=older,
        shown_fair=shown,
        never_shown_fair=never,
    )


def lack_of_proof(item: ItemPaths, paths: SuitePaths | None) -> str:
    """Why nothing proves the item in this folder, of this suite or by itself, in a line; empty where it is proved."""
    try:
        project = read_project(item)
        suite = read_suite(paths) if paths is not None else None
        if paths is None or suite is None or all(one.id != project.id for one in suite.items):
            runtime = declared_digest(paths.runtime) if paths is not None else None
            return told(standing_of(item, project, runtime=runtime or ""))
        return told(standing(paths, suite, project))
    except InvalidFile as error:
        return f"what would prove it cannot be read: {error.problems[0]}"


Reasons = Mapping[str, Sequence[str]]
"""Item → why it cannot be tried; of those that can, nothing."""


def runnable(paths: SuitePaths, items: Sequence[Project], say: Callable[[str], None]) -> list[Project]:
    """Those of a suite's items that can be tried with what it locks now; each other one is said with its reason.

    Raises AuthorError where none is left.
    """
    left = _left(_reasons(paths, {item.id: item.imported for item in items}), say)
    return [item for item in items if item.id in left]


def runnable_ids(paths: SuitePaths, ids: Sequence[str], say: Callable[[str], None]) -> list[str]:
    """The same of items that are not read yet; raises InvalidFile, and AuthorError where none is left."""
    left = _left(_reasons(paths, {id: _imported(paths.item(id)) for id in ids}), say)
    return [id for id in ids if id in left]


def require_runnable(suite: SuitePaths | None, item: ItemPaths) -> None:
    """AuthorError where submissions of the item cannot be tried; `suite`: the one that it lies in, if any."""
    imported = _imported(item)
    if imported is None:
        return
    id = item.root.resolve().name
    if reasons := _reasons(suite or SuitePaths(item.root), {id: imported})[id]:
        raise AuthorError(
            f"{id} needs {'; '.join(reasons)}, so that a verdict would be about that and not about the submission. "
            "Lock what it needs in its suite's runtime/."
        )


def _imported(item: ItemPaths) -> Imported | None:
    return read_record(item.imported, Imported) if item.imported.exists() else None


def _reasons(paths: SuitePaths, items: Mapping[str, Imported | None]) -> Reasons:
    imported = {id: one.published for id, one in items.items() if one is not None}
    found: dict[str, Sequence[str]] = dict.fromkeys(items, ())
    if imported:
        from pipeline.exchange.prdbench.reading import locked_packages, why_not

        packages = locked_packages(paths)
        found |= {id: why_not(published, packages) for id, published in imported.items()}
    return found


def _left(reasons: Reasons, say: Callable[[str], None]) -> frozenset[str]:
    left = frozenset(id for id, why in reasons.items() if not why)
    for id, why in reasons.items():
        if why:
            say(f"{id} is left out: it needs {'; '.join(why)}.")
    if not left and reasons:
        raise AuthorError(
            f"None of the items can be tried here: {', '.join(reasons)}. Lock what they need in the suite's runtime/, "
            "or name other items."
        )
    return left


@contextmanager
def what_to_show(item: Path, *, mutant: str | None, alternative: str | None) -> Generator[Path]:
    """A temporary folder with the files to serve; AuthorError names what there is when a name is unknown."""
    project = read_project(ItemPaths(item.resolve()))
    with scratch("show") as folder:
        write_files(folder, _files(project, mutant, alternative))
        yield folder


def _files(project: Project, mutant: str | None, alternative: str | None) -> Files:
    reference = reference_of(project, "there is nothing to show of it but prd.md and query.yaml beside it")
    if mutant is not None:
        patches = {planted.mutant.id: planted.patch for planted in project.mutants}
        if mutant not in patches:
            raise _unknown(project, "mutant", mutant, patches)
        return apply_patch(reference, patches[mutant])
    if alternative is not None:
        overlays = {laid_over.alternative.name: laid_over.files for laid_over in project.alternatives}
        if alternative not in overlays:
            raise _unknown(project, "alternative", alternative, overlays)
        return {**reference, **overlays[alternative]}
    return reference


def _unknown(project: Project, kind: str, name: str, known: Collection[str]) -> AuthorError:
    there = f"Name one of {', '.join(known)}" if known else f"It has none at all: leave out --{kind}"
    return AuthorError(f"{project.id} has no {kind} {name!r}, so there is nothing to show. {there}.")
