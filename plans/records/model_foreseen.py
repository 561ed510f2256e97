"""What a work is going to ask of models, as far as that can be reckoned before it begins."""

from pydantic import Field

from plans.records.base import Record
from plans.records.model_role import Role
from plans.records.usage import Tokens


class Foreseen(Record):
    """Of one role."""

    role: Role
    model: str | None = None
    """In place of the one that plays the role; None: that one."""
    calls: int = Field(ge=0)
    tokens: Tokens
    """Of all these calls."""
