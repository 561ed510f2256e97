"""The figures of a benchmark run, each beside what it should be."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured value."""

    what: str
    value: float
    unit: str
    target: float | None = None
    """At most so much, on a quiet machine with two cores; None: shown for comparison alone."""

    @property
    def verdict(self) -> str:
        """Whether the target is met, in a word."""
        if self.target is None:
            return ""
        return "met" if self.value <= self.target else "MISSED"

    def line(self) -> str:
        """One line of the table."""
        target = "" if self.target is None else f"at most {self.target:g} {self.unit}"
        return f"{self.what:<62} {self.value:>8.2f} {self.unit:<4} {target:<18} {self.verdict}".rstrip()


@dataclass(slots=True)
class Figures:
    """All figures of a run, in the order in which they were measured."""

    noted: list[Figure] = field(default_factory=list[Figure])
    told: list[str] = field(default_factory=list[str])
    """Lines of tables that stand beneath the figures, and have no target."""

    def note(self, what: str, value: float, unit: str, target: float | None = None) -> float:
        """Keep a figure for the table; returns its value."""
        self.noted.append(Figure(what, value, unit, target))
        return value
