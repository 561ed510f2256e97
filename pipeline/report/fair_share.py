"""How much may go into the page, shared fairly, so that a huge run still opens."""

from dataclasses import dataclass, field


@dataclass
class FairShare:
    """Bytes to spend on a number of parts; what one part leaves over the following ones may use."""

    total: int
    parts: int
    spent: int = 0
    refused: int = 0
    """Things that did not fit."""
    _begun: int = field(default=0, init=False)

    def begin_part(self) -> None:
        """From here on the next part spends."""
        self._begun += 1

    def take(self, size: int) -> bool:
        """Whether `size` bytes still fit into what is due to the parts begun so far; if so they are spent."""
        due = self.total * self._begun // max(self.parts, 1)
        if self.spent + size > due:
            self.refused += 1
            return False
        self.spent += size
        return True
