"""The part of the dataset card that says why an item is in the suite, drawn from the evidence beside the items."""

import re
from collections.abc import Collection

from agents.authoring.verification.standing import standing, told
from pipeline.templates import templates_of
from plans.files import read_text, write_text
from plans.items import read_evidence, read_project
from plans.paths import SuitePaths
from plans.records.suite import Suite

BLOCK = re.compile(r"<!-- evidence: begin.*?<!-- evidence: end -->", re.DOTALL)


def proof_text(paths: SuitePaths, suite: Suite, fresh: Collection[str]) -> str:
    """Which items are proved, and by which judge; `fresh` are those whose evidence the present judge made or confirmed.

    Raises InvalidFile for an item or evidence that cannot be read.
    """
    by_judge: dict[str, list[str]] = {}
    unproved: list[str] = []
    refused: list[str] = []
    for item in (listed.id for listed in suite.items):
        evidence = read_evidence(paths.item(item))
        if evidence is None or not evidence.cells:
            unproved.append(item)
        elif told(standing(paths, suite, read_project(paths.item(item)))):
            refused.append(item)
        else:
            by_judge.setdefault(evidence.digests.judge, []).append(item)
    present = next((judge for judge, proved in by_judge.items() if not fresh or set(fresh) & set(proved)), "")
    template = templates_of("pipeline.graph", escaped=False).get_template("proof.md.j2")
    groups = {"proved": list(by_judge.items()), "unproved": unproved, "refused": refused}
    return template.render(present=present, **groups).rstrip("\n")


def renew_proof(paths: SuitePaths, suite: Suite, fresh: Collection[str]) -> None:
    """Bring that part of the card up to date; a card that was rewritten by hand and has no such part is left alone."""
    if not paths.card.exists():
        return
    card = read_text(paths.card)
    renewed = BLOCK.sub(lambda _: proof_text(paths, suite, fresh), card)
    if renewed != card:
        write_text(paths.card, renewed)
