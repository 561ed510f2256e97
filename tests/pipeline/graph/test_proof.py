"""The card says of each item which judge proved it, and is brought up to date when the suite is verified."""

from pathlib import Path

from pipeline.graph.publish import proof_text, renew_proof
from pipeline.refresh.verifying import verify_suite
from plans.files import write_record
from plans.items import read_evidence, read_suite
from plans.paths import SuitePaths
from plans.records.evidence import Evidence
from plans.records.plan import Plan
from plans.records.project import Project
from tests.pipeline.graph.studio import author
from tests.proofs import proof


class JudgingGate:
    """A gate that finds every item sound, with a judge of the given digest."""

    def __init__(self, judge: str) -> None:
        self._judge_digest = judge

    async def verify(self, project: Project, plan: Plan, known: Evidence | None) -> Evidence:
        return proof(project, self._judge_digest)


def card(folder: Path) -> str:
    return SuitePaths(folder).card.read_text()


async def test_items_that_no_browser_saw_are_named(tmp_path: Path) -> None:
    await author(tmp_path)
    assert "Not judged yet: shop, board, quiz" in card(tmp_path)


async def test_verifying_brings_the_card_up_to_date(tmp_path: Path) -> None:
    await author(tmp_path)
    await verify_suite(SuitePaths(tmp_path), JudgingGate("a" * 64))
    assert f"| the judge `{16 * 'a'}` | shop, board, quiz |" in card(tmp_path)
    assert "Not judged yet" not in card(tmp_path)

    await verify_suite(SuitePaths(tmp_path), JudgingGate("b" * 64), only=["board"])
    assert f"| an earlier judge `{16 * 'a'}` | shop, quiz |" in card(tmp_path)
    assert f"| the judge `{16 * 'b'}` | board |" in card(tmp_path)
    assert "`benchwright verify` on this folder makes such evidence anew" in card(tmp_path)


async def test_where_nothing_was_judged_no_judge_is_called_an_earlier_one(tmp_path: Path) -> None:
    """`grow --gate static` on a released suite called the present judge so."""
    await author(tmp_path)
    paths = SuitePaths(tmp_path)
    await verify_suite(paths, JudgingGate("a" * 64), only=["board", "shop"])
    assert f"| the judge `{16 * 'a'}` | shop, board |" in proof_text(paths, read_suite(paths), ["quiz"])
    await verify_suite(paths, JudgingGate("b" * 64), only=["board"])
    told = proof_text(paths, read_suite(paths), ["quiz"])
    assert f"| a judge `{16 * 'a'}` | shop |" in told
    assert f"| a judge `{16 * 'b'}` | board |" in told


async def test_an_item_that_fell_through_is_not_called_proved(tmp_path: Path) -> None:
    await author(tmp_path)
    place = SuitePaths(tmp_path).item("quiz")
    await verify_suite(SuitePaths(tmp_path), JudgingGate("a" * 64))
    evidence = read_evidence(place)
    assert evidence
    # What it says of itself is not believed: a row is missing.
    write_record(place.evidence, evidence.model_copy(update={"cells": evidence.cells[1:]}))
    assert evidence.released
    paths = SuitePaths(tmp_path)
    renew_proof(paths, read_suite(paths), ["shop"])
    assert f"| the judge `{16 * 'a'}` | shop, board |" in card(tmp_path)
    assert "they may not be released: quiz." in card(tmp_path)


async def test_a_card_in_the_authors_own_words_is_left_alone(tmp_path: Path) -> None:
    await author(tmp_path)
    SuitePaths(tmp_path).card.write_text("# Mine\n")
    await verify_suite(SuitePaths(tmp_path), JudgingGate("a" * 64))
    assert card(tmp_path) == "# Mine\n"


async def test_the_proof_of_the_card_is_the_one_of_the_evidence(tmp_path: Path) -> None:
    await author(tmp_path)
    paths = SuitePaths(tmp_path)
    assert proof_text(paths, read_suite(paths), ["shop"]) in card(tmp_path)
