"""One published task, read as it is: its criteria with what is wrong with each, what each hangs on and needs."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pipeline.exchange.prdbench.defects import defects_of
from pipeline.exchange.prdbench.dependencies import edges_of, same_runs
from pipeline.exchange.prdbench.drafting import Draft, drafted
from pipeline.exchange.prdbench.folder import PublishedFolder
from pipeline.exchange.prdbench.needs import needs_of
from pipeline.exchange.prdbench.outputs import Outputs, outputs_of, stale_products
from pipeline.exchange.prdbench.plan import ReadPlan
from pipeline.exchange.prdbench.remarks import remarks_of
from pipeline.exchange.prdbench.rubrics import joined, read_rubric
from pipeline.exchange.prdbench.scripts import Library, Scripts, scripts_of
from pipeline.exchange.prdbench.uses import used_by
from plans.errors import InvalidFile
from plans.records.problem import Problem
from plans.records.published import PublishedCriterion, PublishedStep, PublishedTask, Rubric

PRD = "src/PRD.md"
AUX = "aux_data.json"
_FOLDERS = frozenset({"src", "evaluation"})


class _Parts(NamedTuple):
    """What is known of one criterion without the others."""

    draft: Draft
    outputs: Outputs
    scripts: Scripts
    rubric: Rubric | None


def task_of(number: int, folder: PublishedFolder, plan: ReadPlan, survivors: Sequence[str]) -> PublishedTask:
    """The task with its criteria.

    Args:
        number: Its number.
        folder: Its files.
        plan: Its plan, read from there.
        survivors: Data that its code agent is given, as aux_data.json names them.
    """
    rubric = read_rubric(folder)
    prd, problems = _prd(folder)
    drafts = [drafted(entry, folder) for entry in plan.entries]
    rubrics = joined({draft.entry.ordinal: draft.entry.metric for draft in drafts}, rubric.rows)
    stale = stale_products(drafts, folder)
    library = Library(folder)
    parts = [
        _Parts(
            draft,
            outputs_of(draft, folder, stale),
            scripts_of(draft, library),
            rubrics.get(draft.entry.ordinal),
        )
        for draft in drafts
    ]
    kept, lost = _kept(survivors, folder)
    return PublishedTask(
        number=number,
        prd=prd,
        criteria=tuple(_criteria(number, parts, folder)),
        planned=plan.planned,
        must_survive=kept,
        shipped_beside=tuple(
            name for name in folder.files if name.partition("/")[0] not in _FOLDERS and name not in stale
        ),
        stale_products=tuple(sorted(stale)),
        needs=needs_of(prd, used_by(drafts, [part.scripts for part in parts], library, kept)),
        problems=(*folder.problems, *problems, *plan.problems, *rubric.problems, *lost),
    )


def _criteria(number: int, parts: Sequence[_Parts], folder: PublishedFolder) -> Iterator[PublishedCriterion]:
    drafts = [part.draft for part in parts]
    edges = edges_of(drafts, folder, {part.draft.entry.ordinal: part.outputs for part in parts})
    shared = same_runs(drafts)
    for draft, outputs, scripts, rubric in parts:
        entry = draft.entry
        yield PublishedCriterion(
            task=number,
            ordinal=entry.ordinal,
            id=draft.id,
            title=draft.title,
            metric=entry.metric,
            kind=entry.kind,
            description=entry.description,
            expected_output=entry.expected_output,
            steps=tuple(
                PublishedStep(
                    command=one.case.command, run=one.run, asked_input=one.case.input, input=one.found.input
                )
                for one in draft.commands
            ),
            run_files=scripts.files,
            input_files=entry.input_files,
            expected_files=entry.expected_files,
            reference_files=outputs.references,
            missing_references=outputs.missing,
            products=outputs.products,
            supposed_products=outputs.supposed,
            rubric=rubric,
            remarks=remarks_of(draft, outputs, scripts),
            defects=defects_of(draft, folder, outputs, scripts, rubric),
            depends_on=edges[entry.ordinal],
            same_run_as=shared.get(entry.ordinal),
        )


def _prd(folder: PublishedFolder) -> tuple[str | None, list[Problem]]:
    try:
        text = folder.text(PRD)
    except InvalidFile as error:
        return None, list(error.problems)
    if not text.lost:
        return text.text, []
    message = f"is not wholly {text.encoding.upper()}; what could not be read is marked in it."
    return text.text, [folder.problem(PRD, message, "Restore it from the published data.", is_warning=True)]


def _kept(survivors: Sequence[str], folder: PublishedFolder) -> tuple[tuple[str, ...], list[Problem]]:
    """The data that are given to the code agent, those that lie there and those that do not told apart."""
    kept: list[str] = []
    lost: list[Problem] = []
    for name in survivors:
        place = folder.place(name)
        if place is None:
            message = f"names {name!r}, which lies outside of the task, and is not looked for."
            lost.append(folder.problem(AUX, message, "Name a file of the task."))
            continue
        if place.partition("/")[0] != "src":
            message = f"names {name!r}, which does not lie under src/, and is not given to code agents."
            lost.append(folder.problem(AUX, message, "Name files under src/.", is_warning=True))
            continue
        kept.append(place)
        if place not in folder.files:
            message = "is to be given to code agents, and is not there."
            lost.append(
                folder.problem(place, message, "Restore it from the published data.", is_warning=True)
            )
    return tuple(kept), lost
