"""What a simulated user's persona gets wrong on purpose."""

from pydantic import Field

from plans.records.base import Record


class PersonaFaults(Record):
    """In which ways feedback is made worse than the truth, for studies of robustness; drawn by the run's random seed.

    A persona without any says every complaint, truly. The heaviest complaint is always said.
    """

    unsaid: float = Field(default=0.0, ge=0, lt=1)
    """Chance of each complaint but the heaviest that it is kept back."""
    wrong_cause: float = Field(default=0.0, ge=0, le=1)
    """Chance of each complaint that is said to come from something that has nothing to do with it. Where it is above 0
    and no complaint is drawn, the heaviest is."""
    said_to_work: float = Field(default=0.0, ge=0, lt=1)
    """Chance of each other complaint but the heaviest that it is told as the opposite: it works well now."""
    asides: int = Field(default=0, ge=0, le=5)
    """Remarks in each message that are about something else, and that ask for nothing."""

    @property
    def told(self) -> str:
        """In words; empty where there is none."""
        parts = (
            f"{self.unsaid:.0%} of complaints are kept back" if self.unsaid else "",
            f"{self.wrong_cause:.0%} are given a wrong cause" if self.wrong_cause else "",
            f"{self.said_to_work:.0%} are told as if they worked" if self.said_to_work else "",
            f"remarks about something else: {self.asides} a message" if self.asides else "",
        )
        return ", ".join(part for part in parts if part)
