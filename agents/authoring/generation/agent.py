"""The Generation Agent."""

from plans.contracts.authoring import Generator
from plans.errors import AuthorError
from plans.records.project import Project
from plans.records.recipe import Recipe


class GenerationAgent:
    """Makes the whole project of a recipe: PRD, query, criteria, reference, mutants."""

    def __init__(self, generator: Generator, canary: str) -> None:
        self._generator = generator
        self._canary = canary

    def generate(self, recipe: Recipe) -> Project:
        """The project; the same recipe gives the same project."""
        project = self._generator.project(recipe, self._canary)
        if project.id != recipe.id:
            raise AuthorError(
                f"The author of family {self._generator.family!r} returned project {project.id!r} for the recipe of "
                f"{recipe.id!r}, so evidence and reviews would be filed under the wrong item. Mend its `project`."
            )
        return project
