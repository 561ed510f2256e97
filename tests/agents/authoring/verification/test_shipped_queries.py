"""What the catalog has people say: in no pair of features does one give away what the other withholds."""

import random
from itertools import combinations

import pytest

from agents.authoring.verification.checks.leakage import leakage_problems, retelling_problems
from plans.webapp.catalog.compose import WebComposition
from plans.webapp.catalog.library import shipped_library
from plans.webapp.catalog.sampling import selection_for


@pytest.mark.slow
def test_no_feature_gives_away_what_another_one_withholds() -> None:
    """A page size told as the bare datum "5" was found in every booking at 15:00."""
    library = shipped_library()
    optional = [feature.id for feature in library.features.values() if not feature.base]
    rng = random.Random("pairs")
    told: list[str] = []
    for pair in combinations(optional, 2):
        for domain in rng.sample(list(library.domains.values()), 4):
            selection = selection_for(library, domain, pair, rng.randrange(10**6))
            composition = WebComposition(library, selection)
            prd, query = composition.prd(), composition.query()
            told += [
                f"{pair} in {domain.id}: {problem.message}"
                for problem in (
                    *leakage_problems(query, prd.leaves(), "x"),
                    *retelling_problems(query, prd.typical_use, "x"),
                )
            ]
    assert told == []
