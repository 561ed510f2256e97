"""The files of an app: the shell with one of the two kits, its features' scripts, its data."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence

from pydantic import JsonValue

from plans.catalog.making import Templates, marked
from plans.records.project import Files
from plans.webapp.catalog.domain import SampleItem, WebDomain
from plans.webapp.catalog.library import WebCatalog
from plans.webapp.catalog.sampling import WebSelection

STRICT = '"use strict";\n'
"""The first line of every script."""

KERNEL = ("dom", "icons", "store", "live", "router", "format", "items", "app")
KIT = ("elements", "forms", "overlays", "collections")
"""Parts of the two shared scripts, in order. Scripts of a kind are one file: every further request costs each opening
of the app 10 ms of CPU, and a gate opens it some 300 times."""

FEATURES = "js/features.js"
"""The scripts of all features, one after the other."""


def reference_files(
    library: WebCatalog,
    domain: WebDomain,
    selection: WebSelection,
    items: Sequence[SampleItem],
    templates: Templates,
    canary: str,
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
    page = templates.render(library.shell["index.html.j2"], words, "shell/index.html.j2")
    return marked({"index.html": page, **styles, **scripts}, canary)


def restyled_files(library: WebCatalog, domain: WebDomain, wording: Mapping[str, str], canary: str) -> Files:
    """Files that give the same app other markup, other looks and other words; what facets are called is stated data."""
    labels = {
        facet: facet
        for facet in domain.facets.labels
        if any(facet == label or facet.startswith(f"{label} ") for label in wording)
    }
    table = f"/** Label → what this kit says instead. */\nApp.wording = {_literal({**wording, **labels})};\n"
    kit = _shared(library, "kit-restyled", KIT).replace(STRICT, f"{STRICT}\n{table}", 1)
    return marked({"css/kit.css": library.shell["kit-restyled/kit.css"], "js/kit.js": kit}, canary)


def data_script(domain: WebDomain, selection: WebSelection, items: Sequence[SampleItem]) -> str:
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
    return STRICT + "".join(script_body(script) for script in scripts)


def script_body(script: str) -> str:
    """What a script brings into a joined one."""
    return script.removeprefix(STRICT)


def _shared(library: WebCatalog, folder: str, parts: Sequence[str]) -> str:
    return joined([library.shell[f"{folder}/{part}.js"] for part in parts])


def _item(item: SampleItem) -> dict[str, JsonValue]:
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
