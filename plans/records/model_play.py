"""Which models played roles of ours in a run."""

from plans.records.base import Record
from plans.records.model_role import Role, Sampling


class PlayedRole(Record):
    """A role, and the model that played it."""

    role: Role
    endpoint: str
    """Its name; where it is stands among the run's endpoints."""
    model: str
    sampling: Sampling


class ModelPlay(Record):
    """All of them."""

    roles: tuple[PlayedRole, ...] = ()
    """A code agent's model is among its own options."""
    is_replay: bool = False
    """Whether a journal alone answered, and nobody was asked."""
