"""The judges that ask a model what a program cannot know about an app, and have the program prove it.

hybrid: the program decides what it can. The model binds targets that the program does not find by role and name, and
adapts tasks that do not pass, also those that failed: no failure stands before a model has looked. model: the same, but
the model binds all targets first.
"""

from functools import partial
from pathlib import Path
from typing import Literal

from agents.gateway.prompts import Prompts
from agents.judging.digest import judge_digest
from agents.judging.pool import SharedMap
from agents.judging.programmatic import Decider, ProgrammaticJudge
from agents.judging.settings import JudgeSettings
from agents.judging.ui_model.binder import Binder
from agents.judging.ui_model.walker import WalkBounds, Walker
from plans.code_digests import closure_digest
from plans.contracts.models import Model
from plans.contracts.sandboxing import SandboxProvider
from plans.digests import value_digest
from plans.records.judge_model import JudgeModel
from plans.records.judging import JudgeRequest
from plans.records.model_play import PlayedRole

Mode = Literal["model", "hybrid"]
_PROMPTS = Prompts("agents.judging.ui_model")


class ModelJudge(ProgrammaticJudge):
    """Implements plans.contracts.judging.Judge; raises the errors of a Model whose answers do not come, too."""

    def __init__(
        self,
        chromium: Path | None,
        model: Model,
        player: JudgeModel,
        *,
        mode: Mode = "hybrid",
        bounds: WalkBounds | None = None,
        workers: int = 2,
        settings: JudgeSettings | None = None,
        sandbox: SandboxProvider | None = None,
    ) -> None:
        """A judge; nothing is started or asked before it is used.

        Args:
            chromium: The browser's binary.
            model: Who is asked, in the role `ui_judge`.
            player: The same, as records name it.
            mode: Whether the program binds what it finds by role and name.
            bounds: How often the model is asked; left out, as usual.
            workers: Browsers at once.
            settings: Limits of the program.
            sandbox: Runs submissions that serve themselves.
        """
        super().__init__(chromium, workers=workers, settings=settings, sandbox=sandbox)
        self.name = mode
        self.model = player
        self._mode: Mode = mode
        self._asked = model
        self._bounds = bounds or WalkBounds()

    @property
    def digest(self) -> str:
        """Digest of code, prompts, settings, browser, model and mode."""
        assert self.model is not None
        return value_digest(
            {
                "program": judge_digest(self.chromium, self.settings),
                "code": closure_digest((__name__,)),
                "bounds": self._bounds.model_dump(mode="json"),
                "model": self.model.model_dump(mode="json"),
                "mode": self._mode,
            }
        )

    def decider(self, request: JudgeRequest) -> Decider:
        """What decides each task; inside `in_use`."""
        shared = SharedMap()
        explore = partial(self.explored, request, shared)
        binder = Binder(self._asked, request, explore, asks_of_all=self._mode == "model")
        walker = Walker(self._asked, request, binder, self._bounds, self.settings.browser.today)
        return Decider(self.program(request, shared, walker), lambda: binder.bound)


def judge_model(player: PlayedRole) -> JudgeModel:
    """The model that plays `ui_judge`, as records name it."""
    prompts = {f"judging/{name}": digest for name, digest in _PROMPTS.hashes.items()}
    return JudgeModel(endpoint=player.endpoint, model=player.model, sampling=player.sampling, prompts=prompts)
