"""What programs that people use are given to work with."""

from dataclasses import dataclass, field
from pathlib import Path

from agents.gateway.budget import Account
from agents.gateway.retry import RetryNotices
from agents.gateway.transport import ModelRoute
from plans.booking import Book
from plans.records.endpoint import Allowance, WireProtocol


@dataclass(frozen=True)
class Means:
    """What programs are given to work with."""

    model_route: ModelRoute
    protocol: WireProtocol
    turn: Allowance
    """What may be used in one turn."""
    run: Account
    """What all agents of the run have used."""
    cache: Path
    """Where programs are installed."""
    book: Book = Book()
    """Where what they spend is written down."""
    notices: RetryNotices = field(default_factory=RetryNotices)
    """By which a person is told that the endpoint fails."""
