"""Checks that are web apps' own: a static reference that needs no network or build, and no contradicting wishes."""

import re
from collections.abc import Iterator, Sequence

from plans.catalog.checks import AsksForWhatIsThere, oversized, sentences_of
from plans.contracts.authoring import Check
from plans.patches import reference_of
from plans.records.base import Problem
from plans.records.plan import Plan
from plans.records.project import Files, Project
from plans.webapp.catalog.library import WebCatalog, denied_in, shipped_library
from plans.webapp.generator import WebAppAuthor

OUTSIDE = re.compile(
    r"""(?:src|href|action)\s*=\s*["']?(?:https?:)?//|url\(\s*["']?(?:https?:)?//|\bfetch\(|\bimport\("""
)
"""Anything that would load from elsewhere."""


class ContradictsNothing:
    """No sentence of the query, and no requirement, asks for the opposite of a feature that the project has.

    What is opposite, the catalog's features declare: "all on one page" and pages cannot both be had.
    """

    name = "contradictions"

    def check(self, project: Project, plan: Plan) -> Sequence[Problem]:
        # Of what a model specified the catalog's features say nothing.
        return [] if project.is_specified_by_model else list(contradictions(shipped_library(), project))


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


class StaticApp:
    """There is an index.html, every file it names is there, and nothing comes from the network."""

    name = "static app"

    def check(self, project: Project, plan: Plan) -> Sequence[Problem]:
        reference = reference_of(project, "it cannot be checked")
        return list(_problems(reference, f"{project.id}/reference"))


def _problems(files: Files, folder: str) -> Iterator[Problem]:
    index = files.get("index.html")
    if index is None:
        yield Problem(where=folder, message="has no index.html.", mend="Add the start page.")
        return
    for name in re.findall(r"""(?:src|href)=["']([^"'#:]+)["']""", index):
        if name not in files:
            yield Problem(
                where=f"{folder}/index.html", message=f"names {name!r}, which is missing.", mend="Add it."
            )
    for name, content in files.items():
        if match := OUTSIDE.search(content):
            yield Problem(
                where=f"{folder}/{name}:{content.count(chr(10), 0, match.start()) + 1}",
                message=f"loads from elsewhere: {match.group()!r}.",
                mend="Bring it along as a file; judging has no network.",
            )
    yield from oversized(files, folder)


CHECKS: tuple[Check, ...] = (
    StaticApp(),
    AsksForWhatIsThere(WebAppAuthor),
    ContradictsNothing(),
)
"""The family's own checks, beside those that every family with criteria shares."""
