"""The code of a part is looked at before it is ever run."""

import pytest

from agents.families.folder import MODULES, design_problems, module_problems
from tests.agents.families.by_length import CHECKS, FILES, GENERATOR, METRICS


@pytest.mark.parametrize("module", MODULES)
def test_a_good_module_has_nothing_wrong_with_it(module: str) -> None:
    assert module_problems(module, FILES[module], "by_length") == []


@pytest.mark.parametrize(
    ("module", "text", "said"),
    [
        ("generator.py", "def draw(:", "It is no Python"),
        ("generator.py", "x" * 10 + "\0", "It is no Python"),
        ("generator.py", "(" * 5_000, "It is no Python"),
        ("generator.py", GENERATOR.replace("def draw", "def make"), "no function `draw`"),
        ("generator.py", GENERATOR.replace("(parameters, random_seed)", "(parameters)"), "take 2 arguments"),
        ("generator.py", GENERATOR.replace("random_seed)", "random_seed, size)", 1), "take 2 arguments"),
        ("generator.py", GENERATOR.replace("import random", "import random, requests"), "imports requests"),
        ("generator.py", "from plans.calendar import clock\n" + GENERATOR, "imports plans.calendar"),
        ("checks.py", CHECKS.replace("CHECKS =", "NAMES ="), "no CHECKS"),
        ("metrics.py", METRICS.replace("def labels", "async def labels"), "no function `labels`"),
    ],
)
def test_what_is_wrong_with_a_module_is_told(module: str, text: str, said: str) -> None:
    problems = module_problems(module, text, "by_length")
    assert any(said in one for one in problems), problems


def test_a_module_may_import_its_own_family_and_what_is_lent() -> None:
    text = f"import numpy\nfrom plans.by_length.words import LETTERS\nfrom .words import more\n{GENERATOR}"
    assert module_problems("generator.py", text, "by_length") == []
    assert module_problems("generator.py", text, "by_size") != []


def test_a_plan_in_words_says_something_and_fits_on_a_page() -> None:
    assert design_problems("- Words are drawn.") == []
    assert design_problems(" \n") != []
    assert design_problems("word " * 10_000) != []
