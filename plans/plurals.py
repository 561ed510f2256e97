"""Numbers with their nouns, for all that is told to people."""


def count_text(number: int, noun: str, plural: str | None = None) -> str:
    """`1 task`, `2 tasks`, `1,000 tasks`."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"
