"""An evaluation.yaml that was edited by hand is held against the criteria, which decide."""

from pathlib import Path

from agents.authoring.evaluation.agent import settled
from pipeline.refresh.checking import evaluation_problems
from plans.files import write_record, write_text
from plans.paths import ItemPaths
from plans.records.base import Problem
from plans.records.feedback import LeakPolicy
from tests.pipeline.runner.stand_ins import shop

SHOP = shop(features=("cart", "search"))
SETTLED = settled(SHOP.criteria, SHOP.query, LeakPolicy.SYMPTOM, 3)


def problems(item: ItemPaths) -> list[Problem]:
    return list(evaluation_problems(item, SHOP.criteria))


def test_what_the_evaluation_agent_wrote_is_right(tmp_path: Path) -> None:
    write_record(ItemPaths(tmp_path).evaluation, SETTLED)
    assert problems(ItemPaths(tmp_path)) == []


def test_a_weight_that_was_moved_by_hand_is_named(tmp_path: Path) -> None:
    moved = {**SETTLED.weights}
    moved["cart-presence"] += 0.05
    moved["search-presence"] -= 0.05
    write_record(ItemPaths(tmp_path).evaluation, SETTLED.model_copy(update={"weights": moved}))
    found = problems(ItemPaths(tmp_path))
    assert [problem.where.rpartition(": ")[2] for problem in found] == ["cart-presence", "search-presence"]
    assert "says 0.1333; by criteria.yaml, which decides the numbers, it is 0.0833" in found[0].message


def test_a_broken_or_missing_file_is_a_problem_and_no_crash(tmp_path: Path) -> None:
    item = ItemPaths(tmp_path)
    assert [problem.severity for problem in problems(item)] == ["warning"]
    write_text(item.evaluation, "weights: {cart: 2}\n")
    assert problems(item)
