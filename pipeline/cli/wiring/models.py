"""Models by role, with budget and journal."""

from collections.abc import AsyncGenerator, Collection, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from agents.coding.model_access import Models
from agents.coding.roster import SET_BY_FILE
from agents.gateway.budget import PLAYING, Account, purse_of, refuse_unset, self_grading_models
from agents.gateway.gateway import Gateway, RoleCheck, check_roles, checked_soon, open_gateway
from agents.gateway.journal import open_journal
from agents.gateway.retry import RetryNotices
from pipeline.cli.options import ModelOrder, replayed_journal
from pipeline.cli.output import warn
from pipeline.runner.run_folder import spent_in
from plans.contracts.models import Model
from plans.paths import RunPaths, SuitePaths
from plans.records.model_settings import ModelRole
from plans.records.usage import ModelPlay
from plans.settings import key_of, read_models, read_settings
from plans.spend_log import SpendLog, booked, mend_torn

OWN_MODELS: frozenset[ModelRole] = frozenset({"coder", "solver"})
"""Roles whose players may each have a model of their own, which `--agent` or `--model` names."""

SPENDING = "spending.jsonl"
"""In the folder in which a suite is authored: what agents used that implement its items, call by call."""


def models_at_hand(run: RunPaths, order: ModelOrder) -> Models:
    """What agents and roles of a run may ask, by `benchwright.toml`, the environment and the command line; raises
    AuthorError.

    What the run has used before it was taken up again is charged to its budget, but for what the journal charges.
    """
    settings = order.bounded(read_models(kinds=SET_BY_FILE), "run")
    account = Account(settings.budget.run)
    account.charge(spent_in(run))
    programs = read_settings().programs
    return Models(settings, programs, key_of, account, SpendLog(run.spending), RetryNotices(_say))


def implementing_models(suite: SuitePaths, order: ModelOrder) -> Models:
    """What a code agent may ask that implements a suite's items: of what authoring may use, which it shares with the
    roles. Raises as models_at_hand, and StorageFailed.

    What such agents have used before, of the same suite, is charged to it.
    """
    settings = order.bounded(read_models(kinds=SET_BY_FILE), "author")
    account, place = Account(settings.budget.author), suite.authoring / SPENDING
    if place.exists():
        mend_torn(place)
        account.charge(booked(place))
    programs = read_settings().programs
    return Models(settings, programs, key_of, account, SpendLog(place), RetryNotices(_say))


@asynccontextmanager
async def open_models(
    roles: Collection[ModelRole],
    order: ModelOrder,
    journal: Path,
    models: Models | None = None,
    set_by: str = PLAYING,
) -> AsyncGenerator[Gateway | None]:
    """Who plays these roles, as long as it is used; None where there are none.

    Replies are kept in `journal`, or come from the one alone that the order replays. `models`: of agents that ask by
    our relay, whose budget roles share, and `set_by` where that is set; left out: what authoring may use holds. Raises
    AuthorError and InvalidFile where something is missing that a role needs, Busy, NotInJournal and StorageFailed.
    """
    order.refuse_idle(roles, is_relayed=models is not None)
    if not roles:
        yield None
        return
    settings = models.settings if models else order.bounded(read_models(kinds=SET_BY_FILE), "author")
    # Who plays such a role may be named with a model of its own.
    if not set(roles) <= OWN_MODELS:
        refuse_unset(settings, roles)
    purse = purse_of(settings, models.spent, set_by) if models else purse_of(settings)
    notices = models.notices if models else RetryNotices(_say)
    place = journal if order.replay is None else replayed_journal(order.replay)
    with open_journal(place, replay=order.replay is not None) as opened:
        async with open_gateway(settings, key_of, opened, purse=purse, notices=notices) as gateway:
            # A code agent, or a solver, may name a model of its own, and makes that ready by itself.
            ready: list[ModelRole] = [role for role in roles if role not in OWN_MODELS]
            gateway.prepare(*ready)
            yield gateway


def models_of(model: Model) -> dict[ModelRole, str]:
    """Role → the model that plays it, of those that were made ready."""
    return {played.role: played.model for played in model.played()}


def models_played(model: Model | None, order: ModelOrder) -> ModelPlay:
    """Who plays which role, as a run records it."""
    if model is None:
        return ModelPlay()
    return ModelPlay(roles=model.played(), is_replay=order.replay is not None)


async def check_models(roles: Sequence[ModelRole]) -> tuple[list[RoleCheck], list[str]]:
    """What one tiny call for each role came to, and what is to be said of them together; raises InvalidFile and
    AuthorError where `benchwright.toml` or the environment makes no sense, or names no model. Nothing of it is kept.

    Whoever tries out an endpoint sits before it, and is told of the first call that is tried again.
    """
    settings = read_models(kinds=SET_BY_FILE)
    refuse_unset(settings, roles)
    notices = RetryNotices(_say, quiet=0)
    async with open_gateway(checked_soon(settings), key_of, notices=notices) as gateway:
        found = await check_roles(gateway, roles)
        models = models_of(gateway)
        answered: dict[ModelRole, str] = {one.role: models[one.role] for one in found if not one.fault}
        return found, self_grading_models(answered)


def _say(notice: str) -> None:
    warn([notice])
