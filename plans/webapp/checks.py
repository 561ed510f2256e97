"""The family's own checks: a static reference, and of a catalog's items no wish that lacks or contradicts a feature."""

from collections.abc import Iterator, Sequence

from plans.catalog.checks import AsksForWhatIsThere, sentences_of
from plans.contracts.authoring import CatalogCheck, Check
from plans.records.base import Problem
from plans.records.plan import Plan
from plans.records.project import Project
from plans.webapp.catalog.library import WebCatalog, denied_in, shipped_library
from plans.webapp.generator import WebAppAuthor
from plans.webapp.static_app import StaticApp


class AsksForFeatures(AsksForWhatIsThere):
    """By the catalog of web apps."""

    author = WebAppAuthor


class ContradictsNothing(CatalogCheck):
    """No sentence of the query, and no requirement, asks for the opposite of a feature that the project has.

    What is opposite, the catalog's features declare: "all on one page" and pages cannot both be had.
    """

    name = "contradictions"

    def check(self, project: Project, plan: Plan) -> Sequence[Problem]:
        return list(contradictions(shipped_library(), project))


def contradictions(library: WebCatalog, project: Project) -> Iterator[Problem]:
    """Sentences of query and PRD that ask for the opposite of what another part of the project is for."""
    listed = project.parameters.values.get("features")
    if not isinstance(listed, list):
        yield Problem(
            where=f"{project.id}/parameters.yaml",
            message=f"`features` is {listed!r} and no list, so nothing says whose opposite may not be asked for.",
            mend="Restore it as it was authored.",
        )
        return
    features = [library.features[id] for id in map(str, listed) if id in library.features]
    texts = [(f"query.yaml: {level}", sentence) for level, sentence in sorted(sentences_of(project.query))]
    texts += [(f"prd.yaml: {leaf.id}", leaf.text) for leaf in project.prd.leaves()]
    for where, text in texts:
        for feature in features:
            if phrase := denied_in(text, feature):
                yield Problem(
                    where=f"{project.id}/{where}",
                    message=f"{text!r} asks by {phrase!r} for the opposite of “{feature.title}”, which is in.",
                    mend="Reword the sentence, or author the item without that feature.",
                )


CHECKS: tuple[Check, ...] = (
    StaticApp(),
    AsksForFeatures(),
    ContradictsNothing(),
)
"""The family's own checks, beside those that every family with criteria shares."""
