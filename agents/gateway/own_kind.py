"""Models that would grade what their own kind made, as models are known to like it better than it is."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from plans.records.code_agent import AgentSpec
from plans.records.model_role import Role

MAKERS: tuple[Role, ...] = ("generator", "coder")
"""Who writes what an item is made of; the coder where a code agent writes its reference."""
GRADERS: tuple[Role, ...] = ("verifier", "evaluator", "ui_judge")
"""Of what those write."""
MET_IN_A_RUN: dict[Role, str] = {"ui_judge": "judge", "user": "advise"}
"""Roles that have to do with what a code agent makes → what they do to it."""


class OwnKind(NamedTuple):
    """A model that works, and grades what it made."""

    model: str
    makers: tuple[str, ...]
    """Code agents that ask it."""
    roles: tuple[Role, ...]
    """Those of MET_IN_A_RUN that it plays beside."""

    @property
    def told(self) -> str:
        """In words, before it has happened."""
        deeds, roles = " and ".join(MET_IN_A_RUN[role] for role in self.roles), ", ".join(self.roles)
        return (
            f"Model {self.model!r} works as {', '.join(self.makers)} and plays {roles}: it would {deeds} its own kind "
            f"alone. Name another model for {roles}."
        )


def own_kind_in_authoring(models: Mapping[Role, str]) -> list[str]:
    """In words, which of the models (role → model) would grade what they wrote themselves."""
    found: list[str] = []
    for author in dict.fromkeys(filter(None, map(models.get, MAKERS))):
        made = [role for role in MAKERS if models.get(role) == author]
        graded = [role for role in GRADERS if models.get(role) == author]
        if graded:
            found.append(
                f"Model {author!r} writes as {' and '.join(made)} and grades as {', '.join(graded)}: it would judge "
                "its own kind alone. Name another model for those roles."
            )
    return found


def own_kind_in_run(agents: Iterable[AgentSpec], models: Mapping[Role, str]) -> list[OwnKind]:
    """Which models that code agents ask would judge or advise these too; `models`: role → model."""
    makers: dict[str, list[str]] = {}
    for agent in agents:
        if model := agent.options.get("model"):
            makers.setdefault(model, []).append(agent.name)
    found = [
        OwnKind(model, tuple(names), tuple(role for role in MET_IN_A_RUN if models.get(role) == model))
        for model, names in makers.items()
    ]
    return [one for one in found if one.roles]
