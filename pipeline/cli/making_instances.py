"""Making instances, for every verb that does."""

from rich.console import Console

from pipeline.cli.instances import making_progress
from pipeline.cli.modelling import ModelOrder, models_table
from pipeline.cli.wiring.instances import asker_by
from pipeline.cli.wiring.models import open_models
from pipeline.instances.making import Made, make_suite
from pipeline.instances.spec import InstancesSpec
from plans.contracts.instances import InstanceFamily
from plans.files import write_text
from plans.paths import SuitePaths
from plans.records.model_role import Role
from plans.records.plan import Plan

MODEL_OPTIONS = ("max_cost", "max_tokens", "replay")
"""Options that a ModelOrder takes."""


class InstancesOrder(ModelOrder):
    """What every verb that makes instances is told."""

    with_model: bool
    jobs: int
    as_json: bool

    @property
    def roles(self) -> tuple[Role, ...]:
        """Roles of ours that models play in it."""
        return ("verifier",) if self.with_model else ()


async def made_suite(
    paths: SuitePaths,
    spec: InstancesSpec,
    plan: Plan,
    family: InstanceFamily,
    order: InstancesOrder,
    console: Console,
) -> Made:
    """The suite that `spec` asks for, with a bar on `console` and a table of what models were used for."""
    if order.roles:
        # The journal comes before all else, and git passes over it.
        write_text(paths.authoring / ".gitignore", "*\n")
    async with open_models(order.roles, order, paths.journal) as model:
        with making_progress(console) as advance:
            made = await make_suite(paths, spec, plan, family, advance=advance, asker=asker_by(model))
        if model is not None:
            console.print(models_table(model.usage()))
        return made
