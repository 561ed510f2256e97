"""What the catalog chose for a web app, by which its query is held to what is there."""

from plans.catalog.asking import Chosen
from plans.records.project import Project
from plans.webapp.catalog.compose import parts_of
from plans.webapp.catalog.library import Library
from plans.webapp.catalog.prd import requirement_ids
from plans.webapp.catalog.query import compose_query
from plans.webapp.catalog.selection import Selection
from plans.webapp.understanding.words import phrase_book


def chosen_for(library: Library, project: Project) -> Chosen:
    """What its parameters hold; KeyError, TypeError or ValueError where that is no selection of the catalog."""
    selection = Selection.of(project.parameters)
    parts = parts_of(library, selection)
    category = library.domain(selection.domain, selection.item).category
    return Chosen(
        compose_query(parts, requirement_ids(parts), selection),
        {*selection.features, selection.domain, category},
        phrase_book(library).find,
        library,
    )
