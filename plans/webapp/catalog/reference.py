"""The files of an app: the shell with one of the two kits, its features' scripts, its data."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence

from pydantic import JsonValue

from plans.catalog.making import task_id
from plans.errors import InvalidFile
from plans.patches import made_patch
from plans.records.problem import Problem
from plans.records.project import Files, Mutant, PlantedMutant
from plans.webapp.catalog.criteria import ProjectFeatureWords
from plans.webapp.catalog.domain import Domain, Item
from plans.webapp.catalog.feature import MutantTemplate
from plans.webapp.catalog.library import Library
from plans.webapp.catalog.vocabulary import Selection, applies, render

NOTICE = "Benchmark material: do not train on it. Canary: {canary}"
"""Stands as a comment in every file that an agent sees."""

STRICT = '"use strict";\n'
"""The first line of every script."""

KERNEL = ("dom", "icons", "store", "live", "router", "format", "items", "app")
KIT = ("elements", "forms", "overlays", "collections")
"""Parts of the two shared scripts, in order. Scripts of a kind are one file: every further request costs each opening
of the app 10 ms of CPU, and a gate opens it some 300 times."""

FEATURES = "js/features.js"
"""The scripts of all features, one after the other."""


def reference_files(
    library: Library, domain: Domain, selection: Selection, items: Sequence[Item], canary: str
) -> Files:
    """The app as it is submitted by the oracle."""
    scripts = {
        "js/kernel.js": _shared(library, "kernel", KERNEL),
        "js/kit.js": _shared(library, "kit", KIT),
        "js/data.js": data_script(domain, selection, items),
        FEATURES: joined([library.scripts[id] for id in selection.features if id in library.scripts]),
    }
    styles = {"css/kit.css": library.shell["kit/kit.css"]}
    if own := [library.styles[id] for id in selection.features if id in library.styles]:
        styles["css/features.css"] = "\n".join(own)
    words = {"brand": selection.brand, "styles": list(styles), "scripts": list(scripts)}
    page = render(library.shell["index.html.j2"], words, "shell/index.html.j2")
    return marked({"index.html": page, **styles, **scripts}, canary)


def restyled_files(
    library: Library, domain: Domain, parts: Sequence[ProjectFeatureWords], canary: str
) -> Files:
    """Files that give the same app other markup, other looks and other words; what facets are called is stated data."""
    wording: dict[str, JsonValue] = {
        render(label, part.words, part.where): render(other, part.words, part.where)
        for part in parts
        for label, other in part.feature.wording.items()
    }
    wording.update(
        (facet, facet)
        for facet in domain.facets.labels
        if any(facet == label or facet.startswith(f"{label} ") for label in wording)
    )
    table = f"/** Label → what this kit says instead. */\nApp.wording = {_literal(wording)};\n"
    kit = _shared(library, "kit-restyled", KIT).replace(STRICT, f"{STRICT}\n{table}", 1)
    return marked({"css/kit.css": library.shell["kit-restyled/kit.css"], "js/kit.js": kit}, canary)


def other_data_files(domain: Domain, selection: Selection, items: Sequence[Item], canary: str) -> Files:
    """The file that gives the same app other sample data."""
    return marked({"js/data.js": data_script(domain, selection, items)}, canary)


def data_script(domain: Domain, selection: Selection, items: Sequence[Item]) -> str:
    """`js/data.js`: brand, words, facets, parameters of the features, items."""
    facets: dict[str, JsonValue] = domain.facets.model_dump(mode="json", exclude_none=True)
    data: dict[str, JsonValue] = {
        "brand": {
            "name": selection.brand,
            "tagline": domain.tagline,
            "accent": selection.accent,
        },
        "words": {"item": selection.item.singular, "items": selection.item.plural},
        "facets": facets,
        "config": {id: dict(chosen) for id, chosen in selection.parameters.items()},
        "items": [_item(item) for item in items],
    }
    comment = f"/** Everything that makes this app speak of {selection.item.plural}. */"
    return f'"use strict";\n\n{comment}\nApp.data = {_literal(data)};\n'


def joined(scripts: Iterable[str]) -> str:
    """Scripts as one: a script is strict by its first statement, so that one stays alone."""
    return STRICT + "".join(body(script) for script in scripts)


def body(script: str) -> str:
    """What a script brings into a joined one."""
    return script.removeprefix(STRICT)


def marked(files: Mapping[str, str], canary: str) -> Files:
    """The files, each with the canary and the do-not-train notice as a comment in its own language."""
    notice = NOTICE.format(canary=canary)
    return {path: _with_comment(path, text, notice) for path, text in files.items()}


def _with_comment(path: str, text: str, notice: str) -> str:
    if path.endswith(".html"):
        return text.replace("<!doctype html>\n", f"<!doctype html>\n<!-- {notice} -->\n", 1)
    return f"/* {notice} */\n{text}"


def _shared(library: Library, folder: str, parts: Sequence[str]) -> str:
    return joined([library.shell[f"{folder}/{part}.js"] for part in parts])


def _item(item: Item) -> dict[str, JsonValue]:
    slug = re.sub(r"[^a-z0-9]+", "-", item.title.lower()).strip("-")
    return {"id": slug, **item.model_dump(mode="json", exclude_none=True)}


def _literal(value: JsonValue) -> str:
    """A JavaScript literal with one line per entry where entries are many."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        rows = "".join(f"    {json.dumps(row, ensure_ascii=False)},\n" for row in value)
        return f"[\n{rows}  ]"
    if isinstance(value, dict):
        rows = "".join(f"  {json.dumps(key)}: {_nested(part)},\n" for key, part in value.items())
        return f"{{\n{rows}}}"
    return json.dumps(value, ensure_ascii=False)


def _nested(value: JsonValue) -> str:
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return _literal(value)
    return json.dumps(value, ensure_ascii=False)


def compose_mutants(
    library: Library, parts: Sequence[ProjectFeatureWords], reference: Files
) -> tuple[PlantedMutant, ...]:
    """One patch per mutant; raises InvalidFile for each whose text does not stand exactly once where it has to."""
    problems: list[Problem] = []
    planted: list[PlantedMutant] = []
    for part in parts:
        present = {task.id for task in part.tasks()}
        for template in part.feature.mutants:
            if template.task not in present or not applies(template.when, part.words, part.where):
                continue
            file = template.file or FEATURES
            find = render(template.find, part.words, part.where)
            # A feature's text may stand in another feature too: only its own part of the file is searched.
            room = reference.get(file, "") if template.file else body(library.scripts[part.feature.id])
            found = room.count(find)
            if found != 1:
                where = template.file or f"{part.feature.id}/feature.js"
                problems.append(_misplaced(part, template, where, found))
                continue
            mutated = room.replace(find, render(template.replace, part.words, part.where))
            changed = reference[file].replace(room, mutated)
            planted.append(
                PlantedMutant(
                    mutant=_mutant(part, template), patch=made_patch(file, reference[file], changed)
                )
            )
    if problems:
        raise InvalidFile(problems)
    return tuple(planted)


def _mutant(part: ProjectFeatureWords, template: MutantTemplate) -> Mutant:
    return Mutant(
        id=f"{part.feature.id}-{template.id}",
        description=render(template.description, part.words, part.where),
        kills=(task_id(f"{part.feature.id}.{template.task}"),),
        operator=template.operator,
    )


def _misplaced(part: ProjectFeatureWords, template: MutantTemplate, file: str, found: int) -> Problem:
    return Problem(
        where=f"{part.where}: mutants.{template.id}",
        message=f"{template.find!r} stands {found} times in {file}.",
        mend="Choose a text that stands there exactly once.",
    )
