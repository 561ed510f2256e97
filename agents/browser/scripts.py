"""The scripts that run in pages, as package data, composed with their arguments."""

import json
from functools import cache
from importlib.resources import files

from pydantic import JsonValue

from agents.browser.grounding.lexicon import lexicon
from agents.browser.settings import BrowserSettings


def world_script(busy_event: str, settings: BrowserSettings, name: str) -> str:
    """Source of our own world: observing, looking and operating; loading it twice does nothing.

    Args:
        busy_event: Name of the event by which the page's world is asked whether work is under way.
        settings: Limits.
        name: What stack traces call the script, by which its errors are told from the page's: one that no page knows.
    """
    limits: JsonValue = {
        "elements": settings.element_limit,
        "letters": settings.letter_limit,
        "text": settings.text_limit,
        "milliseconds": settings.look_limit * 1000,
    }
    longest = settings.short_timer * 1000
    source = ";".join(
        (
            _call("plain"),
            _call("trees", longest),
            _call("names"),
            _call("reach"),
            _call("seeing"),
            _call("observe", {"busyEvent": busy_event, "longest": longest}),
            _call("late", {"lateEvent": _late(busy_event), **_said_while_at_work()}),
            _call("left_out", limits),
            _call("icons"),
            _call("snapshot", {"limits": limits, "states": _states()}),
            _call("operate", {"floats": list(lexicon().messages.floats)}),
            _call("brightness"),
        )
    )
    return f"{source}\n//# sourceURL={name}"


def page_script(busy_event: str, settings: BrowserSettings, *, seed: int, started: float, clock: bool) -> str:
    """Source for the page's own world, run before any script of the page.

    Args:
        busy_event: Name of the event by which our world asks whether work is under way.
        settings: Limits and the fixed date.
        seed: Of Math.random.
        started: Real time in seconds since the epoch at which the task began.
        clock: Whether Playwright's clock is installed; then the date is left to it.
            Timers are counted above its own, so it has to be installed first.
    """
    parts = [
        _call("console_cap", settings.console_calls),
        _call("dialog_cap", settings.dialogs),
        _call("random", seed),
        _call("visitor"),
        _call("no_peers"),
        _call("unlisted"),
        _call(
            "busy",
            {
                "busy": busy_event,
                "late": _late(busy_event),
                "short": settings.short_timer * 1000,
                "long": settings.late_wait * 1000,
            },
        ),
    ]
    if not clock:
        date: JsonValue = {"epoch": settings.today.timestamp() * 1000, "started": started * 1000}
        parts.append(_call("date", date))
    return ";".join(parts)


def _said_while_at_work() -> dict[str, JsonValue]:
    messages = lexicon().messages
    return {"late": list(messages.late), "working": list(messages.working)}


def _states() -> dict[str, JsonValue]:
    states = lexicon().states
    return {"chosen": list(states.chosen), "here": list(states.here), "done": list(states.done)}


def _late(busy_event: str) -> str:
    return f"{busy_event}-late"


def _call(name: str, argument: JsonValue = None) -> str:
    return f"({_source(name)})({json.dumps(argument)})"


@cache
def _source(name: str) -> str:
    return files("agents.browser").joinpath(f"javascript/{name}.js").read_text(encoding="utf-8").strip()
