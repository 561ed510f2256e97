"""The part of the dataset card that says why an item is in the suite, drawn from the evidence beside the items."""

import re
from collections.abc import Collection, Mapping

from agents.authoring.verification.edges import widest_prerequisites
from agents.authoring.verification.kills import unfailed_outcomes
from agents.authoring.verification.matrix import of_alternative
from agents.authoring.verification.standing import standing, told
from pipeline.templates import render_plain
from plans.files import read_text, write_text
from plans.items import read_evidence, read_project
from plans.paths import ItemPaths, SuitePaths
from plans.records.evidence import Evidence
from plans.records.project import Project
from plans.records.suite import Suite
from plans.records.verdict import Status
from plans.variations import lacks

BLOCK = re.compile(r"<!-- evidence: begin.*?<!-- evidence: end -->", re.DOTALL)


def proof_text(paths: SuitePaths, suite: Suite, fresh: Collection[str]) -> str:
    """Which items are proved, and by which judge; `fresh` are those whose evidence the present judge made or confirmed.

    Raises InvalidFile for an item or evidence that cannot be read.
    """
    by_judge: dict[str, list[str]] = {}
    unproved: list[str] = []
    refused: list[str] = []
    tried, unfailed = 0, dict[str, list[str]]()
    facts: list[dict[str, object]] = []
    independents: list[tuple[str, Project, Evidence]] = []
    varied: list[tuple[str, dict[str, str]]] = []
    for item in (listed.id for listed in suite.items):
        evidence = read_evidence(paths.item(item))
        if evidence is None or not evidence.cells:
            unproved.append(item)
            continue
        project = read_project(paths.item(item))
        proof = standing(paths, suite, project)
        if proof is None or told(proof):
            refused.append(item)
        else:
            by_judge.setdefault(evidence.digests.judge, []).append(item)
            if project.is_specified_by_model:
                varied.append((item, _varied(paths.item(item), project, evidence)))
            if evidence.independents:
                independents.append((item, project, evidence))
            tried += sum(len(task.outcomes) for task in project.criteria.tasks)
            facts.append(_facts(item, project, proof))
            if found := unfailed_outcomes(project, evidence.cells):
                unfailed[item] = list(found)
    groups = {
        "proved": list(by_judge.items()),
        "unproved": unproved,
        "refused": refused,
        "tried": tried,
        "unfailed": unfailed,
        "independents": independents,
        "facts": facts,
        "varied": varied,
    }
    return render_plain("pipeline.graph", "proof.md.j2", names=_names(by_judge, fresh), **groups).rstrip("\n")


def _facts(item: str, project: Project, evidence: Evidence) -> dict[str, object]:
    """What is to be known of a proved item's edges, prerequisites and clauses."""
    widest = next(iter(widest_prerequisites(project.criteria, evidence)), None)
    return {
        "item": item,
        "edges": len(evidence.edges),
        "on_empty": sum(edge.rests_on_empty for edge in evidence.edges),
        "widest": str(widest) if widest else "none blocks half of the others",
        "untested": None
        if evidence.untested is None
        else [f"{one.requirement} “{one.words}”" for one in evidence.untested],
    }


def _varied(place: ItemPaths, project: Project, evidence: Evidence) -> dict[str, str]:
    """What stands for each kind of alternative of an item by a model: that it passes, or why there is none."""
    passed = {cell.hand_in for cell in evidence.cells if set(cell.task_status.values()) == {Status.PASSED}}
    told = {
        one.alternative.kind: f"passes: {one.alternative.description}"
        if of_alternative(one.alternative.name) in passed
        else "does not pass"
        for one in project.alternatives
    }
    return {**{lack.kind: f"none ({lack.code}: {lack.detail})" for lack in lacks(place, project)}, **told}


def _names(by_judge: Mapping[str, Collection[str]], fresh: Collection[str]) -> dict[str, str]:
    """What each judge is called; which is the present one shows in what it judged just now, if it judged anything."""
    present = next((judge for judge, proved in by_judge.items() if set(fresh) & set(proved)), None)
    if present is None:
        return dict.fromkeys(by_judge, "the judge" if len(by_judge) == 1 else "a judge")
    return {judge: "the judge" if judge == present else "an earlier judge" for judge in by_judge}


def renew_proof(paths: SuitePaths, suite: Suite, fresh: Collection[str]) -> None:
    """Bring that part of the card up to date; a card that was rewritten by hand and has no such part is left alone."""
    if not paths.card.exists():
        return
    card = read_text(paths.card)
    renewed = BLOCK.sub(lambda _: proof_text(paths, suite, fresh), card)
    if renewed != card:
        write_text(paths.card, renewed)
