"""The check of web apps that asks nothing of a catalog: a static reference that needs no network or build."""

import re
from collections.abc import Iterator, Sequence

from plans.patches import oversized, reference_of
from plans.records.base import Problem
from plans.records.plan import Plan
from plans.records.project import Files, Project

OUTSIDE = re.compile(
    r"""(?:src|href|action)\s*=\s*["']?(?:https?:)?//|url\(\s*["']?(?:https?:)?//|\bfetch\(|\bimport\("""
)
"""Anything that would load from elsewhere."""


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
