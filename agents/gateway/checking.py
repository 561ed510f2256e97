"""Whether the models of the roles answer, and what their endpoints take: one tiny call for each."""

import asyncio
import time
from collections.abc import Sequence

from agents.gateway.gateway import Gateway
from agents.gateway.prompts import Prompts
from plans.errors import BenchwrightError, Cause
from plans.records.base import Record
from plans.records.model_call import Message, ModelCall, Rung, Shape
from plans.records.model_settings import ROLES, ModelSettings, Role

_PROMPTS = Prompts("agents.gateway")
DEADLINE = 30.0
"""Seconds of a role's call, with every wait: whoever tries out an endpoint sits before it."""


class Ready(Shape):
    """The answer to a test of the connection."""

    word: str
    """The word that was asked for."""


class RoleCheck(Record):
    """What a role's call came to."""

    role: Role
    endpoint: str = ""
    model: str = ""
    answered_by: str = ""
    """The model as the endpoint calls it; empty where it does not say."""
    json_by: Rung | None = None
    """How the endpoint is asked for JSON: by the surest way that it takes."""
    repairs: int = 0
    """How often the model had to be shown its errors."""
    left_out: tuple[str, ...] = ()
    """Parameters that are set for the role and that the endpoint does not take."""
    tells_usage: bool = False
    tokens: int = 0
    cost: float | None = None
    """US dollars; None: not known."""
    seconds: float = 0.0
    fault: str = ""
    """Why there is no answer, and what to do; empty where there is one."""
    cause: Cause | None = None
    """Whose fault that is."""


def check_call(role: Role) -> ModelCall:
    """The tiny call, to be answered in the shape of Ready."""
    return ModelCall(
        role=role,
        messages=(Message(role="user", text=_PROMPTS.rendered("check")),),
        template_hash=_PROMPTS.template_hash("check"),
        stage="check",
    )


def checked_soon(settings: ModelSettings) -> ModelSettings:
    """The settings with no longer deadline for a role than a check has."""
    parts = {role: settings.part(role) for role in ROLES}
    bounded = {
        role: part.model_copy(update={"deadline": min(part.deadline, DEADLINE)})
        for role, part in parts.items()
    }
    return settings.model_copy(update={"roles": bounded})


async def check_roles(gateway: Gateway, roles: Sequence[Role]) -> list[RoleCheck]:
    """Ask the model of each role once, all at the same time; those that are set alike are asked together."""
    return list(await asyncio.gather(*(_checked(gateway, role) for role in roles)))


async def _checked(gateway: Gateway, role: Role) -> RoleCheck:
    began = time.monotonic()
    found = RoleCheck(role=role)
    try:
        gateway.prepare(role)
        part = gateway.parts()[role]
        found = found.model_copy(update={"endpoint": part.endpoint.name, "model": part.model})
        filled = await gateway.filled(check_call(role), Ready)
    except BenchwrightError as error:
        told = {"fault": str(error), "cause": error.cause, "seconds": time.monotonic() - began}
        return found.model_copy(update=told)
    last = filled.replies[-1]
    tokens = [reply.answer.tokens for reply in filled.replies]
    costs = [reply.cost for reply in filled.replies]
    return found.model_copy(
        update={
            "answered_by": last.answer.model,
            "json_by": last.answer.rung,
            "repairs": len(filled.replies) - 1,
            "left_out": last.answer.left_out,
            "tells_usage": None not in tokens,
            "tokens": sum(one.total for one in tokens if one),
            "cost": None if None in costs else sum(cost for cost in costs if cost),
            "seconds": time.monotonic() - began,
        }
    )
