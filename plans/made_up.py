"""Made-up values: valid ones, for fields of which it does not matter what they hold."""

import math
import random
from datetime import datetime, timedelta

from plans.records.steps import GeneratedKind

_SYLLABLES = (
    "ba", "ko", "li", "mer", "no", "pa", "ri", "sol", "ta", "ven", "zu", "del", "fi", "gra", "hum", "jo",
)  # fmt: skip
_FIRST = (
    "Ada", "Bruno", "Clara", "Dario", "Elin", "Farid", "Greta", "Hugo", "Ines", "Jonas", "Kaja", "Leo",
    "Mira", "Nils",
)  # fmt: skip
_LAST = (
    "Albrecht", "Berg", "Costa", "Dahl", "Engel", "Fuchs", "Grant", "Holm", "Ivers", "Jansen", "Keller",
    "Lund",
)  # fmt: skip
_ADJECTIVES = (
    "Quiet", "Amber", "Northern", "Velvet", "Hidden", "Crimson", "Gentle", "Silver", "Rustic", "Bright",
)  # fmt: skip
_THINGS = (
    "Lantern", "Harbor", "Meadow", "Compass", "Orchard", "Thimble", "Beacon", "Willow", "Saffron", "Pebble",
)  # fmt: skip
_HOSTS = ("example.com", "example.org", "example.net", "mail.example.com", "post.example.org")
"""Reserved hosts (RFC 2606); several, so that no page knows our users by theirs."""
_MONTHS = 12
_ENDINGS = ("mu", "vo", "tek", "wan", "ys", "ouk")


class MadeUp:
    """A source of made-up values, the same for the same seed; `draw` is the seed of which entries are drawn."""

    def __init__(self, seed: int, today: datetime, *, draw: int = 0) -> None:
        self._random = random.Random(seed)
        self._today = today
        self._draw = draw

    def order(self, name: str, count: int) -> list[int]:
        """The places 1 to `count`, shuffled by `draw` and a name alone."""
        places = list(range(1, count + 1))
        random.Random(f"{self._draw}/{name}").shuffle(places)
        return places

    def value(
        self, kind: GeneratedKind, minimum: float | None = None, maximum: float | None = None
    ) -> str | int | float:
        """A value of a kind; bounds are of the number, or days from today for dates."""
        pick = self._random
        match kind:
            case "word":
                return self._word(2)
            case "title":
                return f"{pick.choice(_ADJECTIVES)} {pick.choice(_THINGS)} {self._word(2).capitalize()}"
            case "sentence":
                return f"The {self._word(2)} {self._word(3)} was better than {self._word(2)} had hoped."
            case "person":
                return f"{pick.choice(_FIRST)} {pick.choice(_LAST)}"
            case "email":
                account = f"{self._word(3)}{pick.randint(10, 99)}"
                return f"{account}@{_drawn(_HOSTS, account)}"
            case "integer":
                low = 1 if minimum is None else int(minimum)
                return pick.randint(low, max(low, low + 8 if maximum is None else int(maximum)))
            case "price":
                low = 5.0 if minimum is None else minimum
                return self._cents(low, max(low, low + 40 if maximum is None else maximum)) / 100
            case "future_date":
                return self._date(7, 60, minimum, maximum, 1)
            case "past_date":
                return self._date(7, 300, minimum, maximum, -1)
            case "time":
                return f"{pick.randint(9, 16):02d}:{pick.choice((0, 15, 30, 45)):02d}"
            case "nonsense":
                # It looks like a word: an app that expects a test knows "zzz" and "xyz123".
                word = self._word(4)
                return f"{word}{_drawn(_ENDINGS, word)}"
            case "blank":
                return "   "
            case "invalid_email":
                return f"{self._word(2)}.example"
            case "negative":
                return -pick.randint(1, 9)
            case "long_text":
                return " ".join(self._word(2) for _ in range(600))[:3000]

    def _word(self, syllables: int) -> str:
        return "".join(self._random.choice(_SYLLABLES) for _ in range(syllables))

    def _cents(self, low: float, high: float) -> int:
        """Whole cents, so that what is typed has two decimals at most and keeps to its bounds."""
        first = math.ceil(round(low * 100, 6))
        return self._random.randint(first, max(first, math.floor(round(high * 100, 6))))

    def _date(self, low: int, high: int, minimum: float | None, maximum: float | None, sign: int) -> str:
        first = low if minimum is None else int(minimum)
        last = max(first, high if maximum is None else int(maximum))
        days = [(self._today + sign * timedelta(days=far)).date() for far in range(first, last + 1)]
        # A day beyond the 12th is read aright in any order of day and month.
        return self._random.choice([day for day in days if day.day > _MONTHS] or days).isoformat()


def _drawn(choices: tuple[str, ...], word: str) -> str:
    """One of several, chosen by a word, so that no other random choice changes with it."""
    return random.Random(word).choice(choices)
