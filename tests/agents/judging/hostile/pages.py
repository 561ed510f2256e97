"""Hostile pages, made from a seed: a market stall that works, is dead or is bare, and what strikes it."""

import random
from dataclasses import dataclass
from pathlib import Path

from plans.records.criteria import Criteria
from tests.agents.judging.conftest import clicks, criteria, expects, sees, task
from tests.agents.judging.hostile.hazards import ALL, HAZARDS, PRESSES, Hazard, Place

_HANDLERS = """
  bell.onclick = () => { PRESS; said.textContent = 'The bell rings'; };
  add.onclick = () => {
    PRESS;
    const item = document.createElement('li');
    item.textContent = product.value;
    list.appendChild(item);
    count.textContent = list.children.length;
  };
"""
_STALL = """<label>Product <input id=product></label> <button id=add>Add product</button>
<p>Products: <b id=count>0</b></p><ul id=list></ul>
<button id=bell>Ring the bell</button><p id=said role=status></p>"""
_NEVER: dict[str, frozenset[str]] = {"works": frozenset(), "dead": PRESSES, "bare": ALL}
"""Kind of stall → the tasks that nobody could pass there, hazard or not."""


def stall_criteria() -> Criteria:
    """Something to be seen, something to be done, and something that changes: the last two need the first."""
    number = {"role": "text", "name": "Products"}
    return criteria(
        task(
            "shown",
            sees("title", "heading", "Market stall"),
            sees("bell", "button", "Ring the bell"),
            sees("field", "textbox", "Product"),
        ),
        task(
            "rings",
            clicks("Ring the bell"),
            expects("heard", kind="notice", words=["bell rings"]),
            needs=("shown",),
        ),
        task(
            "adds",
            {"do": "generate", "bind": "name", "kind": "title"},
            {"do": "remember", "bind": "before", "read": "number", "target": number},
            {"do": "fill", "target": {"role": "textbox", "name": "Product"}, "value": "{name}"},
            clicks("Add product"),
            sees("listed", "text", "{name}"),
            expects("counted", kind="reads", read="number", target=number, that="it == before + 1"),
            needs=("shown",),
        ),
    )


@dataclass(frozen=True, slots=True)
class Struck:
    """A hazard at its place."""

    hazard: Hazard
    place: Place


@dataclass(frozen=True, slots=True)
class HostilePage:
    """A stall and what strikes it."""

    stall: str
    """works, dead or bare."""
    struck: tuple[Struck, ...]

    @property
    def name(self) -> str:
        """What it is and does, in words."""
        return f"{self.stall}: " + " + ".join(f"{s.hazard.name} ({s.place})" for s in self.struck)

    @property
    def impossible(self) -> frozenset[str]:
        """The tasks that cannot be passed."""
        return _NEVER[self.stall].union(*(s.hazard.stops for s in self.struck))

    def html(self) -> bytes:
        """The page; bytes that are no letters stand in it as they are."""

        def at(place: Place) -> str:
            return "".join(s.hazard.code for s in self.struck if s.place == place)

        def script(source: str) -> str:
            return f"<script>{{ {source} }}</script>" if source else ""

        later = at("later")
        body = _STALL if self.stall != "bare" else ""
        handlers = script(_HANDLERS.replace("PRESS", at("press"))) if self.stall == "works" else ""
        parts = (
            "<!doctype html><meta charset=utf-8><title>Market stall</title>",
            at("head"),
            script(at("early")),
            at("above"),
            f"<h1>Market stall</h1>{body}{handlers}",
            at("below"),
            script(at("late")),
            script(f"setTimeout(() => {{ {later} }}, 120);" if later else ""),
        )
        return "".join(parts).encode("utf-8", "surrogateescape")

    def write(self, folder: Path) -> Path:
        """The page as a submission in a new folder."""
        folder.mkdir()
        (folder / "index.html").write_bytes(self.html())
        return folder


def hostile_pages(seed: int, count: int) -> list[HostilePage]:
    """So many pages in any order: each hazard alone, then one or two of them on stalls of all kinds.

    Hazards that cost whole limits strike once each, since one of them takes as long as ten others.
    """
    pick = random.Random(seed)
    pages = [HostilePage("works", (_strike(hazard, pick),)) for hazard in HAZARDS]
    quick = [hazard for hazard in HAZARDS if not hazard.slow]
    while len(pages) < count:
        chosen = pick.sample(quick, pick.choice((1, 2, 2)))
        stall = pick.choice(("works", "works", "dead", "bare"))
        pages.append(HostilePage(stall, tuple(_strike(hazard, pick) for hazard in chosen)))
    pick.shuffle(pages)
    return pages[:count]


def _strike(hazard: Hazard, pick: random.Random) -> Struck:
    return Struck(hazard, pick.choice(hazard.places))
