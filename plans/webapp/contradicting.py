"""Does the project ask for one thing and its opposite."""

from collections.abc import Iterator, Sequence

from plans.catalog.asking import sentences_of
from plans.records.plan import Plan
from plans.records.problem import Problem
from plans.records.project import Project
from plans.webapp.catalog.library import Library, shipped_library
from plans.webapp.catalog.opposites import denied_in


class ContradictsNothing:
    """No sentence of the query, and no requirement, asks for the opposite of a feature that the project has.

    What is opposite, the catalog's features declare: "all on one page" and pages cannot both be had.
    """

    name = "contradictions"

    def check(self, project: Project, plan: Plan) -> Sequence[Problem]:
        # Of what a model specified the catalog's features say nothing.
        return [] if project.is_specified_by_model else list(contradictions(shipped_library(), project))


def contradictions(library: Library, project: Project) -> Iterator[Problem]:
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
