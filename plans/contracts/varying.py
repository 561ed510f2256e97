"""Making what else has to pass of an item beside its reference."""

from typing import Protocol

from plans.records.project import Built, Made, Specified, Varied


class Varier(Protocol):
    """Makes the alternatives of items whose maker makes none."""

    async def varied(self, specified: Specified, built: Built, canary: str) -> Made[Varied]:
        """The same app with other data and in other markup, each where it can be made, else why it cannot.

        The same arguments give the same, by a model because its replies are in the journal. Raises what a Judge does,
        and what a Model raises but for budgets that have no room for it.
        """
        ...
