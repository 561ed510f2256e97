"""Projects of the catalog, for tests."""

from plans.records.project import Project
from plans.records.seed import Recipe
from plans.webapp.catalog.compose import WebComposition
from plans.webapp.catalog.library import WebCatalog
from plans.webapp.catalog.sampling import WebSelection


def compose(library: WebCatalog, recipe: Recipe, canary: str) -> Project:
    """The whole project of a recipe; raises InvalidFile."""
    return WebComposition(library, WebSelection.of(recipe.parameters)).project(recipe, canary)
