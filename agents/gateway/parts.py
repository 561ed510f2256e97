"""Which model plays which part, and where: what the settings come to for each role."""

from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple

from agents.gateway.budget import AUTHORING, Purse, refuse_unpriced_role
from agents.gateway.spending import Account
from agents.gateway.trying import Patience
from plans.errors import AuthorError
from plans.records.endpoint import Allowance, Endpoint, Price
from plans.records.model_play import PlayedRole
from plans.records.model_role import ROLES, Role, Sampling
from plans.records.model_settings import ModelSettings


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
            f"{role} is to ask the endpoint {name!r}, which there is not. "
            f"There are: {', '.join(one.name for one in there)}."
        )
    raise AuthorError(
        f"{role} asks its model by chat completions, and no endpoint that it may ask speaks these: "
        f'{", ".join(one.name for one in named)}. Add "chat" to `protocols` if one does, or name another.'
    )


def _fitting(name: str | None, endpoints: Iterable[Endpoint]) -> list[Endpoint]:
    return [one for one in endpoints if name in (None, one.name) and "chat" in one.protocols]
