"""What a task has chosen, and how the controls for it looked before."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from plans.records.targets import Target

Face = tuple[str, str, str]
"""Tag, role and what programs call it."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """What is known of controls because the task has worked them."""

    first: Mapping[Target, str] = field(default_factory=dict[Target, str])
    """Control → what was chosen in it before the task chose anything there."""
    faces: Mapping[Target, Face] = field(default_factory=dict[Target, Face])
    """Control that shows what is chosen in it and is called nothing else → how it is built."""

    def with_first(self, control: Target, choice: str) -> "Chosen":
        """With what a control shows, where the task has not chosen anything in it yet."""
        return (
            self
            if control in self.first
            else replace(self, first=dict([*self.first.items(), (control, choice)]))
        )

    def with_face(self, control: Target, face: Face) -> "Chosen":
        """With how a control is built that is about to be chosen from."""
        return replace(self, faces=dict([*self.faces.items(), (control, face)]))
