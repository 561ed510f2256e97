"""How far what others wrote is kept apart from this machine, and how that is told."""

from typing import Literal, get_args

Strength = Literal["none needed", "strong", "weak", "unsafe"]
"""Of a sandbox, the strongest first; `none needed` where nothing was executed."""
NONE_NEEDED: Strength = "none needed"


def strength_of(text: str) -> Strength:
    """What a sandbox says of itself; anything that is not known protects nothing."""
    return next((known for known in get_args(Strength) if known == text), "unsafe")


def is_weaker(strength: Strength, than: Strength) -> bool:
    """Whether one sandbox protects less than another."""
    order = get_args(Strength)
    return order.index(strength) > order.index(than)


def sandbox_marks(strength: Strength) -> tuple[str, ...]:
    """The mark of what was made in such a sandbox; none where a number made so is as good as any."""
    return (f"{strength} sandbox",) if strength in ("weak", "unsafe") else ()
