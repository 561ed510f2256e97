"""What was asked for of a suite whose plan waits, kept beside the plan, so that whoever decides it need not say it."""

from typing import ClassVar

from pydantic import Field

from pipeline.instances.sampling import checked_settings
from pipeline.instances.spec import InstancesSpec
from plans.contracts.instances import InstanceFamily
from plans.digests import record_digest
from plans.errors import AuthorError
from plans.files import read_own_record, write_record
from plans.paths import SuitePaths
from plans.records.base import FileRecord
from plans.records.names import VERSION, FolderName
from plans.records.plan import Plan


class SuiteOrder(FileRecord):
    """`.authoring/order.json`: all that `author` was told of a suite of instances, but for how its plan is reviewed."""

    SCHEMA: ClassVar[str] = "instances-order"

    name: FolderName
    """Name of the suite."""
    version: str = Field(pattern=VERSION)
    family: str
    licence: str
    random_seed: int
    settings: dict[str, str] = {}
    """Parameter that is not sampled → its value in words, as it is looked up in the plan that is decided on."""
    n: int = Field(ge=1)
    with_model: bool = False
    """Whether a model is asked what no program can tell."""
    max_cost: float | None = Field(default=None, gt=0)
    """US dollars that models may cost in all; None: as benchwright.toml says."""
    max_tokens: int | None = Field(default=None, ge=1)
    replay: str = ""
    """The journal that alone may answer, or its folder, absolute; empty: models are asked."""

    def spec(self, family: InstanceFamily, plan: Plan) -> InstancesSpec:
        """What is to be made of this plan; AuthorError for settings that it has not."""
        return InstancesSpec(
            name=self.name,
            version=self.version,
            family=family.name,
            family_digest=family.digest,
            plan_digest=record_digest(plan),
            licence=self.licence,
            random_seed=self.random_seed,
            settings=checked_settings(plan, self.settings),
            n=self.n,
            with_model=self.with_model,
        )


def keep_order(paths: SuitePaths, order: SuiteOrder) -> None:
    """Keep what was asked for last; call it under the suite's lock."""
    write_record(paths.order, order)


def kept_order(paths: SuitePaths) -> SuiteOrder | None:
    """What was asked for in this folder and has not become a suite of instances.

    Raises InvalidFile for one that makes no sense, and AuthorError where a plan waits beside none.
    """
    if paths.suite.exists() or paths.authoring_spec.exists():
        return None
    if paths.order.exists():
        return read_own_record(paths.order, SuiteOrder)
    if paths.plan_draft.exists():
        raise AuthorError(
            f"{paths.order} is missing, so nobody knows what is to be made of the plan in {paths.plan_draft}. Give "
            "the `benchwright author` command again that parked it."
        )
    return None
