"""What the catalog chose for a Python project, by which its query is held to what is there."""

from plans.catalog.asking import Chosen
from plans.catalog.reading.phrases import Hit, tokens
from plans.python_project.catalog.compose import selected_parts
from plans.python_project.catalog.library import Library
from plans.python_project.catalog.prd import requirement_ids
from plans.python_project.catalog.query import compose_query
from plans.python_project.catalog.selection import Selection
from plans.python_project.understanding.words import phrase_book, settled
from plans.records.project import Project


def chosen_for(library: Library, project: Project) -> Chosen:
    """What its parameters hold; KeyError, TypeError or ValueError where that is no selection of the catalog."""
    selection = Selection.of(project.parameters)
    parts = selected_parts(library, selection)

    def find(sentence: str) -> list[Hit]:
        return settled(phrase_book(library).find(sentence), sentence, tokens(sentence))

    query = compose_query(parts, requirement_ids(parts), selection.random_seed)
    return Chosen(query, {*selection.features, selection.domain}, find, library)
