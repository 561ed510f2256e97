"""The built-in solver of the family `text`."""

from agents.solving.built_in import ConstructiveText
from plans.contracts.instances import Solver
from plans.records.instance import Evaluated, Instance
from plans.text.metrics import evaluate
from tests.plans.text.drawn import instance


async def test_it_passes_what_programs_decide_and_says_the_same_again() -> None:
    solver: Solver = ConstructiveText()
    passed = 0
    for number in range(30):
        drawn = instance(number)
        first = await solver.solve(Instance.model_validate(drawn), {}, 0)
        assert first == await solver.solve(Instance.model_validate(drawn), {}, 1)
        score = Evaluated.model_validate(evaluate(drawn, first.text))
        passed += score.fraction_passed[1] == 1.0
    assert passed >= 27
