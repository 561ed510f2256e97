"""What a relay connects."""

from dataclasses import dataclass, field

from plans.records.endpoint import Endpoint, Price


@dataclass(frozen=True)
class ModelRoute:
    """What a relay connects: one model of an endpoint, and the key for it."""

    endpoint: Endpoint
    model: str
    key: str = field(default="", repr=False)

    @property
    def price(self) -> Price | None:
        """What the model costs, where that is known."""
        return self.endpoint.prices.get(self.model)
