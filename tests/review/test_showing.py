"""What a reviewer is shown before release of what models made of an item."""

import io
from pathlib import Path

from rich.console import Console

from agents.authoring.evaluation.agent import settled
from plans.digests import text_digest
from plans.files import write_record
from plans.records.feedback import EvaluationPlan, LeakPolicy
from review.checkpoints import Checkpoint
from review.terminal import show
from tests.pipeline.runner.stand_ins import shop

SHOP = shop(features=("cart",))
PLAN = settled(SHOP.criteria, SHOP.query, LeakPolicy.SYMPTOM, 3)


def shown(folder: Path, plan: EvaluationPlan) -> str:
    """The plan as it stands on the screen."""
    path = folder / "evaluation.yaml"
    write_record(path, plan)
    artifacts = {path.name: text_digest(path.read_text())}
    checkpoint = Checkpoint(item="shop", stage="release", showing=1, artifacts=artifacts)
    screen = io.StringIO()
    Console(file=screen, width=200).print(show(checkpoint, folder))
    return screen.getvalue()


def test_what_a_model_rates_doubts_and_advises_is_for_the_reviewer(tmp_path: Path) -> None:
    weighed = PLAN.model_copy(
        update={
            "difficulty": {"cart-presence": 1, "cart-robustness": 4},
            "doubts": {"cart-presence/seen": "“can be seen”: It counts hidden ones too."},
            "by_model": ("cart-robustness/right",),
            "advice": "requirement: Symptoms say little here.",
        }
    )
    screen = shown(tmp_path, weighed)
    assert "Rated hardest, of 5: cart-robustness 4, cart-presence 1" in screen
    assert "Doubted check: cart-presence/seen: “can be seen”: It counts hidden ones too." in screen
    assert "Decided by a model, as no program can: cart-robustness/right" in screen
    assert "A model advises the policy requirement: Symptoms say little here." in screen


def test_that_a_model_could_not_weigh_is_said_and_else_nothing_of_models(tmp_path: Path) -> None:
    assert "Not weighed by a model: No JSON." in shown(
        tmp_path, PLAN.model_copy(update={"unweighed": ("No JSON.",)})
    )
    assert "a model" not in shown(tmp_path, PLAN)
