"""How well an element's role suits the role that is looked for: 1 is exactly it, 0 is never it."""

from agents.browser.frames import FRAME
from agents.browser.snapshot import Box, Element
from plans.records.targets import Role

_ACTING = {"button": 1.0, "link": 0.95, "menuitem": 0.93, "tab": 0.92, "switch": 0.88, "checkbox": 0.8, "option": 0.8,
           "radio": 0.78, "image": 0.7, "combobox": 0.45}  # fmt: skip

_SUITS: dict[Role, dict[str, float]] = {
    "button": _ACTING,
    "link": {**_ACTING, "link": 1.0, "button": 0.93},
    "textbox": {"textbox": 1.0, "spinbutton": 0.9, "combobox": 0.7},
    "spinbutton": {"spinbutton": 1.0, "textbox": 0.92, "combobox": 0.75, "slider": 0.7},
    "combobox": {"combobox": 1.0, "listbox": 0.95, "radiogroup": 0.8, "group": 0.72, "tablist": 0.72, "textbox": 0.5},
    "checkbox": {"checkbox": 1.0, "switch": 0.97, "button": 0.82, "radio": 0.6, "menuitem": 0.7, "link": 0.6},
    "radio": {"radio": 1.0, "option": 0.9, "button": 0.85, "tab": 0.8, "checkbox": 0.75, "link": 0.7},
    "switch": {"switch": 1.0, "checkbox": 0.97, "button": 0.88, "radio": 0.6, "menuitem": 0.7, "combobox": 0.5},
    "slider": {"slider": 1.0, "spinbutton": 0.85, "textbox": 0.7},
    "tab": {"tab": 1.0, "link": 0.93, "button": 0.93, "radio": 0.85, "menuitem": 0.85, "option": 0.8,
            "switch": 0.86, "checkbox": 0.8},
    "menuitem": {"menuitem": 1.0, "button": 0.92, "link": 0.92, "option": 0.9, "tab": 0.85},
    "option": {"option": 1.0, "radio": 0.93, "menuitem": 0.9, "button": 0.88, "listitem": 0.85, "tab": 0.85,
               "checkbox": 0.8, "link": 0.8},
    "file": {"file": 1.0},
    "heading": {"heading": 1.0, "rowheader": 0.95, "legend": 0.85, "columnheader": 0.7, "banner": 0.6, "caption": 0.8},
    "image": {"image": 1.0, "figure": 0.9, "canvas": 0.8},
    "list": {"list": 1.0, "table": 0.92, "listbox": 0.8, "rowgroup": 0.8, "feed": 0.9, "region": 0.7,
             "heading": 0.8, "main": 0.55},
    "table": {"table": 1.0, "list": 0.85, "heading": 0.75, "region": 0.6},
    "cell": {"cell": 1.0, "rowheader": 1.0, "columnheader": 0.85},
    "form": {"form": 1.0, "heading": 0.8, "legend": 0.8, "dialog": 0.85, "group": 0.7, "region": 0.68},
    "dialog": {"dialog": 1.0, "heading": 0.62, "form": 0.6, "region": 0.55},
    "alert": {"alert": 1.0, "status": 0.97, "log": 0.8, "dialog": 0.6},
    "region": {"region": 1.0, "main": 0.85, "group": 0.85, "article": 0.85, "form": 0.85, "dialog": 0.85, "list": 0.8,
               "table": 0.8, "heading": 0.9, "legend": 0.85, "banner": 0.75, "contentinfo": 0.75, "navigation": 0.8,
               "figure": 0.85},
    "navigation": {"navigation": 1.0, "tablist": 0.85, "menu": 0.85, "menubar": 0.85, "banner": 0.7},
    "progressbar": {"progressbar": 1.0, "meter": 0.95, "slider": 0.5},
    "chart": {"canvas": 0.95, "heading": 0.7, "image": 0.9, "figure": 0.95},
}  # fmt: skip

_CLICKABLE_GENERIC: dict[Role, float] = {
    "button": 0.88, "link": 0.88, "checkbox": 0.7, "radio": 0.78, "switch": 0.75, "tab": 0.86, "menuitem": 0.85,
    "option": 0.86, "combobox": 0.62,
}  # fmt: skip

_PLAIN: dict[Role, float] = {
    "heading": 0.62, "text": 1.0, "any": 1.0, "cell": 0.8, "alert": 0.72, "image": 0.5, "chart": 0.72,
    "progressbar": 0.66, "region": 0.72, "form": 0.6, "dialog": 0.6, "list": 0.66, "navigation": 0.6, "table": 0.55,
}  # fmt: skip
"""What a plain container or run of text may stand for, when its words, label or classes say so."""

_MAY_BE_BUTTONS = frozenset(
    {"", "listitem", "article", "image", "cell", "columnheader", "rowheader", "row", "group", "figure"}
)

_PRESSED = 0.85
"""What is pressed says what it does or where it leads rather than what it stands over."""

CONTAINERS: frozenset[Role] = frozenset({"form", "dialog", "region", "list", "table", "navigation", "chart"})
"""Roles of things that are known by their heading or class rather than by all that they say."""


def may_be_among(wanted: Role, left_out: frozenset[str]) -> bool:
    """Whether what is looked for could be among things of which only the kinds are known (Snapshot.left_out)."""
    if wanted in ("any", "text", "item", "row") or not left_out.isdisjoint(("any", FRAME)):
        return bool(left_out)
    return any(suits(wanted, _of_kind(kind)) > 0 for kind in left_out)


def _of_kind(kind: str) -> Element:
    role = "" if kind in ("clickable", "text") else kind
    return Element(0, -1, 1, "", role, Box(0, 0, 1, 1), clickable=kind == "clickable")


def suits(wanted: Role, element: Element) -> float:
    """How well an element's kind suits the role that is looked for."""
    if wanted in ("any", "text"):
        return 1.0
    if element.role == "label":
        # Pressing a label works its field, which is a candidate of its own.
        return 0.6 if wanted in ("checkbox", "radio", "switch") else _PLAIN.get(wanted, 0.0)
    known = _SUITS.get(wanted, {}).get(element.role, 0.0)
    if wanted == "combobox" and element.role == "button" and element.has_popup:
        return 0.9
    if element.clickable and element.role in _MAY_BE_BUTTONS:
        known = max(known, _CLICKABLE_GENERIC.get(wanted, 0.0))
    if not element.role or element.role in ("region", "status", "group", "article", "listitem", "banner"):
        pressed = element.clickable and wanted in CONTAINERS
        known = max(known, _PLAIN.get(wanted, 0.0) * (_PRESSED if pressed else 1.0))
    return known
