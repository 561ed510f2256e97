"""Rows as the published data set has them, written short."""

from typing import Any

NOTHING_ELSE: dict[str, Any] = {
    "buffer_time_before_and_after_meeting": None,
    "no_meetings_on_weekends": False,
    "no_meetings_before": None,
    "no_meetings_after": None,
    "no_meetings_during_specific_times": None,
    "high_priority_meeting": False,
}
"""Constraints that do not apply."""
SHORT = {
    "buffer": "buffer_time_before_and_after_meeting",
    "weekends_off": "no_meetings_on_weekends",
    "before": "no_meetings_before",
    "after": "no_meetings_after",
    "during": "no_meetings_during_specific_times",
    "priority": "high_priority_meeting",
}


def row(
    availability: dict[str, dict[str, list[str]]] | str, minutes: Any = 60, **rules: Any
) -> dict[str, Any]:
    """A row of those days that somebody has, as they come; rules by the names of SHORT."""
    if isinstance(availability, str):
        days = ["Monday"]
    else:
        days = list(dict.fromkeys(day for schedule in availability.values() for day in schedule))
    return {
        "task_prompt": "Find a time for a meeting.",
        "params": {"days_of_week": days, "granularity": 15},
        "constraints": {
            "meeting_duration": minutes,
            **NOTHING_ELSE,
            **{SHORT[name]: value for name, value in rules.items()},
        },
        "metadata": {"availability": str(availability)},
    }


def all_free(*blocks: str, **days: list[str]) -> dict[str, dict[str, list[str]]]:
    """Two participants who are free at the same times: of Monday, or of the days that are named."""
    schedule = {"Monday": list(blocks)} if blocks else days
    return {"p1": schedule, "p2": schedule}
