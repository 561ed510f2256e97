"""How an action on a page ended."""


class NotThere(Exception):
    """What was to be operated is not on the page."""

    def __init__(self, looked_for: str, saw: str) -> None:
        self.looked_for = looked_for
        self.saw = saw
        super().__init__(f"looked for {looked_for}; {saw}")


class NotOperable(Exception):
    """What was to be operated is there, but could not be operated, or it is not clear which of several is meant."""

    def __init__(self, looked_for: str, saw: str) -> None:
        self.looked_for = looked_for
        self.saw = saw
        super().__init__(f"looked for {looked_for}; {saw}")
