"""Which model plays which role, on which endpoint; and which models would grade their own kind."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import NamedTuple

from agents.gateway.budget import AUTHORING, Account, Purse, refuse_unpriced_role
from agents.gateway.retry import Patience
from plans.errors import AuthorError
from plans.records.code_agent import AgentSpec
from plans.records.model_settings import ROLES, Allowance, Endpoint, ModelSettings, Price, Role, Sampling
from plans.records.usage import PlayedRole

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


class Part(NamedTuple):
    """A role with the model that plays it."""

    role: Role
    endpoint: Endpoint
    key: str
    model: str
    sampling: Sampling
    patience: Patience
    is_streamed: bool

    @property
    def price(self) -> Price | None:
        """What the model costs, where that is known."""
        return self.endpoint.prices.get(self.model)

    @property
    def played(self) -> PlayedRole:
        """As a record of the work names it."""
        return PlayedRole(
            role=self.role, endpoint=self.endpoint.name, model=self.model, sampling=self.sampling
        )

    @property
    def asked(self) -> str:
        """Model and endpoint, as errors name them."""
        return f"Model {self.model!r} of endpoint {self.endpoint.name!r}, which plays {self.role},"


def part_of(
    role: Role,
    settings: ModelSettings,
    key_of: Callable[[Endpoint], str],
    *,
    model: str | None = None,
    endpoint: str | None = None,
    is_priced: bool = False,
) -> Part:
    """Who plays a role: `model` at `endpoint`, else what is set. Raises AuthorError where no model or no endpoint is
    named for it, no key is there, or what it may use is bounded in US dollars (for all `is_priced`) and the model has
    no price.
    """
    said = settings.part(role)
    model = model or said.model or settings.model
    variable = f"BENCHWRIGHT_{role.upper()}_MODEL"
    if not model:
        refuse_unset(settings, (role,))
        raise AuthorError(
            f"Nobody said which model plays {role}, so there is none to ask. Name one in benchwright.toml under "
            f"[roles.{role}], or in {variable}; `model` at its top, or BENCHWRIGHT_MODEL, is for all roles."
        )
    place = _endpoint(role, endpoint or said.endpoint, settings.endpoints)
    if is_priced or said.budget.cost is not None:
        refuse_unpriced_role(role, place.name, model, place.prices.get(model))
    return Part(
        role,
        place,
        key_of(place),
        model,
        said.sampling(),
        Patience(said.deadline, said.patience),
        said.is_streamed,
    )


def refuse_unset(settings: ModelSettings, roles: Collection[Role]) -> None:
    """AuthorError where nothing at all is set by which a model could be asked: all of it is told at once."""
    if settings.model or settings.endpoints or any(settings.part(role).model for role in roles):
        return
    *others, last = roles
    who = f"{', '.join(others)} and {last}" if others else last
    raise AuthorError(
        f"No model is set up, and {who} would have to ask one, so nothing was begun. Missing are an endpoint that "
        "speaks chat completions and the name of a model there. Give both, and the key where one is asked for:\n"
        "  export BENCHWRIGHT_ENDPOINT=https://models.example/v1 BENCHWRIGHT_MODEL=some-model BENCHWRIGHT_KEY=…\n"
        "or write them into benchwright.toml ([endpoints.NAME], and `model` at its top or under [roles.ROLE]); then "
        "`benchwright models check` tries them."
    )


def purse_of(settings: ModelSettings, run: Account | None = None, set_by: str = AUTHORING) -> Purse:
    """What may be used by each role, and in all: of `run`, which others may charge too, else what authoring may."""
    budgets: dict[Role, Allowance] = {role: settings.part(role).budget for role in ROLES}
    return Purse(run or Account(settings.budget.author), budgets, set_by)


def prices_of(settings: ModelSettings) -> dict[Role, Price | None]:
    """What each role's model costs; None: not known, or nobody plays the role."""
    found: dict[Role, Price | None] = {}
    for role in ROLES:
        said = settings.part(role)
        endpoint = next(iter(_fitting(said.endpoint, settings.endpoints)), None)
        found[role] = endpoint.prices.get(said.model or settings.model or "") if endpoint else None
    return found


def _endpoint(role: Role, name: str | None, endpoints: Iterable[Endpoint]) -> Endpoint:
    there = list(endpoints)
    named = [one for one in there if name in (None, one.name)]
    if fitting := _fitting(name, there):
        return fitting[0]
    if not there:
        raise AuthorError(
            f"No endpoint is named, so {role} has no model to ask. Name one in benchwright.toml ([endpoints.NAME] with "
            'url, protocols = ["chat"] and key_variable), or in BENCHWRIGHT_ENDPOINT and BENCHWRIGHT_KEY.'
        )
    if not named:
        raise AuthorError(
            f"{role} is to ask the endpoint {name!r}, and no endpoint has that name. There are: "
            f"{', '.join(one.name for one in there)}. Name one of these (`endpoint` of [roles.{role}] and "
            f"BENCHWRIGHT_{role.upper()}_ENDPOINT take a name, no address), or add [endpoints.NAME] to the file."
        )
    raise AuthorError(
        f"{role} asks its model by chat completions, and no endpoint that it may ask speaks these: "
        f'{", ".join(one.name for one in named)}. Add "chat" to `protocols` if one does, or name another.'
    )


def _fitting(name: str | None, endpoints: Iterable[Endpoint]) -> list[Endpoint]:
    return [one for one in endpoints if name in (None, one.name) and "chat" in one.protocols]
