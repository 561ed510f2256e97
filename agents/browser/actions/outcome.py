"""How an action on a page ended."""

from plans.records.targets import Role, Target


class NotThere(Exception):
    """What was to be operated is not on the page."""

    def __init__(self, looked_for: str, saw: str, role: Role = "any", within: Target | None = None) -> None:
        self.looked_for = looked_for
        self.saw = saw
        self.role: Role = role
        self.within = within
        """What it was looked for in."""
        super().__init__(f"looked for {looked_for}; {saw}")


class NotOperable(Exception):
    """What was to be operated is there, but could not be operated, or it is not clear which of several is meant."""

    def __init__(self, looked_for: str, saw: str) -> None:
        self.looked_for = looked_for
        self.saw = saw
        super().__init__(f"looked for {looked_for}; {saw}")


class NotOffered(NotOperable):
    """What was to be chosen from is there, and nothing in it is understood as the choice that is asked for."""


class Disabled(NotOperable):
    """What was to be operated is there and clear, and is disabled."""
