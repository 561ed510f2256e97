"""Projects of the catalog, for tests."""

from plans.python_project.catalog.compose import ProgramComposition
from plans.python_project.catalog.library import ProgramCatalog
from plans.python_project.catalog.sampling import ProgramSelection, selection_for
from plans.records.plan import ItemParameters
from plans.records.project import Project
from plans.records.seed import ItemSeed, Recipe, Seed, SeedCoverage

CANARY = "benchwright-test-canary-7c21"


def composed(
    library: ProgramCatalog, domain: str, features: tuple[str, ...], random_seed: int = 1
) -> Project:
    """The project of a domain with the base and these features."""
    return compose(library, recipe(library, domain, features, random_seed))


def compose(library: ProgramCatalog, made: Recipe) -> Project:
    """The whole project of a recipe; raises InvalidFile."""
    selection = ProgramSelection.of(made.parameters)
    return ProgramComposition(library, selection).project(made, CANARY)


def recipe(library: ProgramCatalog, domain: str, features: tuple[str, ...], random_seed: int = 1) -> Recipe:
    """What such a project is made from."""
    selection = selection_for(library, library.domains[domain], features, random_seed)
    category = library.domains[domain].category
    coverage = SeedCoverage(scores={}, category=category, domain=domain)
    return Recipe(
        id="trial",
        seed=ItemSeed(seed=Seed(id="trial", query="a trial"), coverage=coverage),
        parameters=ItemParameters(
            family="python_project",
            random_seed=random_seed,
            values=selection.values(category),
            complexity=1,
        ),
    )
