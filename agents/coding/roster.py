"""Code agents by name; the code of an adapter is imported when it is asked for."""

import re
from collections.abc import Mapping
from importlib import import_module
from typing import Any, cast

from agents.coding.baselines import SKILLS
from agents.coding.model_access import Models, completed, means_of, named_for
from agents.coding.program import Program
from agents.gateway.budget import Account, refuse_unpriced
from plans.contracts.coding import BaselineAgent, CodeAgent, Player
from plans.contracts.models import Model
from plans.contracts.sandboxing import SandboxProvider
from plans.errors import AuthorError, BenchwrightError
from plans.model_settings import OWN_CODER
from plans.plug_ins import load_class, raised
from plans.records.base import RULE, Record, is_folder_name
from plans.records.code_agent import AgentSpec
from plans.records.model_call import ModelReply
from plans.records.model_settings import AgentSettings, Allowance
from plans.records.sandboxing import Mirror
from plans.records.usage import Usage

STEPS = 100
TOKENS = 4_000_000


class TurnLimits(Record):
    """Of one turn."""

    steps: int = STEPS
    """Answers of the model."""
    tokens: int = TOKENS
    """In and out, of all of them; what the endpoint reads from a cache counts as well."""
    budget: Allowance = Allowance()
    """`[budget.turn]`, as for every agent."""

    def described(self) -> dict[str, str]:
        """As options of the agent that a run records."""
        bounds = self.budget.model_dump(exclude_none=True)
        budget = ", ".join(f"{what} {bound:.15g}" for what, bound in bounds.items())
        return {
            "steps": str(self.steps),
            "tokens": str(self.tokens),
            **({"budget": budget} if budget else {}),
        }


def limits_of(settings: AgentSettings, budget: Allowance) -> TurnLimits:
    """What `[agents.minimal]` and `[budget.turn]` say."""
    return TurnLimits(steps=settings.steps or STEPS, tokens=settings.tokens or TOKENS, budget=budget)


class Spent:
    """What a turn has used so far."""

    def __init__(self, limits: TurnLimits) -> None:
        self._limits = limits
        self._account = Account(limits.budget)
        self.usage = Usage()
        self.steps = 0

    def add(self, reply: ModelReply) -> None:
        """Note a reply, also one that cannot be used. One from the journal counts as when it was paid for, and
        one whose endpoint does not tell what it used as the gateway estimates it.
        """
        self.steps += 1
        self.usage += reply.usage
        self._account.charge(reply.usage)

    def budget_used(self) -> str:
        """What of the turn's budget is used up, in words; empty while there is some."""
        return self._account.used_up()

    def limit_met(self) -> str:
        """Which limit of its own it has met, in words; empty while there is none."""
        if self.steps >= self._limits.steps:
            return f"{self.steps} of {self._limits.steps} steps"
        tokens = self.usage.tokens.total + self.usage.estimated
        if tokens >= self._limits.tokens:
            return f"{tokens:,} of {self._limits.tokens:,} tokens"
        return ""


PROGRAMS = {
    "claude-code": "agents.coding.programs.claude_code:ClaudeCode",
    "codex": "agents.coding.programs.codex:Codex",
    "qwen-code": "agents.coding.programs.qwen_code:QwenCode",
    "opencode": "agents.coding.programs.opencode:OpenCode",
    "mini-swe-agent": "agents.coding.programs.mini_swe_agent:MiniSweAgent",
    "gemini-cli": "agents.coding.programs.gemini_cli:GeminiCli",
    "aider": "agents.coding.programs.aider:Aider",
    "openhands": "agents.coding.programs.openhands:OpenHands",
}
"""Name → class, which takes no arguments."""


def make_program(name: str) -> Program:
    """The adapter of a name that is in PROGRAMS."""
    module, _, kind = PROGRAMS[name].partition(":")
    return cast("Program", getattr(import_module(module), kind)())


ADAPTERS = {
    "nop": "agents.coding.baselines:NopAgent",
    "command": "agents.coding.command:CommandAgent",
    OWN_CODER: "agents.coding.minimal.agent:MinimalAgent",
}
"""Kind → class."""

BASELINE_AGENTS = {
    "oracle": "agents.coding.baselines:OracleAgent",
    "apprentice": "agents.coding.baselines:ApprenticeAgent",
}
"""Kind → class of those that see the sealed item."""

INSTALLED = "agents.coding.installed:InstalledAgent"
"""The class of all programs that are installed."""

SET_BY_FILE = (*PROGRAMS, OWN_CODER)
"""Kinds that benchwright.toml may speak of, under [agents.KIND]."""

VERSION = "1"
"""Of our own agents; raised when one of them behaves differently."""

BUILT_IN = ("nop", "oracle", *(f"apprentice-{skill}" for skill in SKILLS))
"""Names of the agents that need no description."""

_DESCRIBED = re.compile(r"(?P<name>[^=@:]+)(@(?P<version>[^=]+))?=(?P<kind>[\w.]+):(?P<rest>.*)", re.DOTALL)


_PROGRAM = re.compile(
    r"((?P<name>[^=@:]+)=)?(?P<kind>[^=@:]+)(@(?P<version>[^:=]+))?(:(?P<model>.+))?", re.DOTALL
)
_OWN = re.compile(rf"((?P<name>[^=@:]+)=)?{OWN_CODER}(:(?P<model>.+))?", re.DOTALL)


def agent_spec(text: str) -> AgentSpec:
    """What `--agent TEXT` means; AuthorError shows the forms that are understood."""
    program = _PROGRAM.fullmatch(text)
    if program and program["kind"] in PROGRAMS:
        return _program_spec(*program.group("name", "kind", "version", "model"))
    if own := _OWN.fullmatch(text):
        return _named_by_model(own["name"], OWN_CODER, VERSION, own["model"])
    if text in ("nop", "oracle"):
        return AgentSpec(name=text, kind=text, version=VERSION)
    if text in BUILT_IN:
        return AgentSpec(
            name=text, kind="apprentice", version=VERSION, options={"skill": text.removeprefix("apprentice-")}
        )
    described = _DESCRIBED.fullmatch(text)
    if described is None or (described["kind"] != "command" and not described["rest"]):
        raise AuthorError(
            f"There is no agent {text!r}. Use one of {', '.join(BUILT_IN)}; or {OWN_CODER}, or {OWN_CODER}:MODEL; or a "
            f"program with its model, such as codex:MODEL ({', '.join(PROGRAMS)}); or describe your own: "
            "NAME=command:COMMAND LINE or NAME=MODULE:CLASS."
        )
    name, version, kind, rest = described.group("name", "version", "kind", "rest")
    _refuse_name(name)
    if kind == "command":
        return AgentSpec(name=name, kind=kind, version=version or "unstated", options={"command": rest})
    return AgentSpec(name=name, kind=f"{kind}:{rest}", version=version or "unstated")


def make_agent(
    spec: AgentSpec,
    sandbox: SandboxProvider | None,
    environment: Mapping[str, str] | None = None,
    models: Models | None = None,
    mirror: Mirror | None = None,
    model: Model | None = None,
) -> Player:
    """The agent; raises AuthorError when it cannot be made, also when it needs a sandbox and none was chosen.

    `environment` is what a program under test gets of ours, such as a model's key; it is not recorded. `models` is what
    programs that are installed ask, and with what budget; `mirror` is where programs may have packages; `model` is
    whom our own code agent asks.
    """
    if spec.kind in PROGRAMS:
        program = make_program(spec.kind)
        whole, protocol = completed(spec, program, models or Models())
        place = _required(spec, sandbox)
        means = means_of(whole, protocol, models or Models())
        return load_class(INSTALLED)(named_for(whole, mirror), program, place, means, mirror)
    if spec.kind == OWN_CODER:
        return _own(named_for(spec, mirror), _required(spec, sandbox), models or Models(), mirror, model)
    if spec.kind == "command":
        named = named_for(spec, mirror)
        return load_class(ADAPTERS[spec.kind])(named, _required(spec, sandbox), environment, mirror)
    if spec.kind in BASELINE_AGENTS:
        return BaselineAgent(load_class(BASELINE_AGENTS[spec.kind])(spec))
    if spec.kind in ADAPTERS:
        return load_class(ADAPTERS[spec.kind])(spec)
    return _plug_in(spec)


def own_coder(sandbox: SandboxProvider, models: Models, model: Model) -> CodeAgent:
    """Our own code agent, whose model the gateway asks in the role `coder`."""
    return _own(agent_spec(OWN_CODER), sandbox, models, None, model)


def runs_programs(spec: AgentSpec) -> bool:
    """Whether programs of others run for it, so that a sandbox is needed: itself, or what its model writes."""
    return spec.kind in ("command", OWN_CODER) or is_program(spec)


def is_program(spec: AgentSpec) -> bool:
    """Whether the agent is a program that people use, which asks a model by way of our relay."""
    return spec.kind in PROGRAMS


def asks_by_gateway(spec: AgentSpec) -> bool:
    """Whether the agent's model is asked by our gateway, which counts what it uses."""
    return spec.kind == OWN_CODER


def _own(
    spec: AgentSpec, sandbox: SandboxProvider, models: Models, mirror: Mirror | None, model: Model | None
) -> CodeAgent:
    if model is None:
        raise AssertionError("our own code agent plays, and no gateway is open")
    settings = models.settings.of(spec.kind)
    session = spec.model_copy(update={"options": {**spec.options, "session": settings.session}})
    limits = limits_of(settings, models.settings.budget.turn)
    agent: CodeAgent = load_class(ADAPTERS[spec.kind])(session, sandbox, model, limits, mirror)
    if limits.budget.cost is not None:
        # The gateway knows of the run's budget alone.
        name, played = agent.spec.options["endpoint"], agent.spec.options["model"]
        endpoint = next(one for one in models.settings.endpoints if one.name == name)
        refuse_unpriced(endpoint, played, "coder")
    return agent


def _required(spec: AgentSpec, sandbox: SandboxProvider | None) -> SandboxProvider:
    if sandbox is None:
        raise AuthorError(
            f"Agent {spec.name!r} executes a program, and no sandbox was chosen. "
            "Choose --sandbox bubblewrap, or local-unsafe if you trust it: nothing is protected then, and results "
            "are marked."
        )
    return sandbox


def _program_spec(name: str | None, kind: str, version: str | None, model: str | None) -> AgentSpec:
    return _named_by_model(name, kind, version or make_program(kind).version, model)


def _named_by_model(name: str | None, kind: str, version: str, model: str | None) -> AgentSpec:
    """Without a name it is called after its kind and model, as folders can be."""
    called = name or re.sub(r"[^a-z0-9]+", "-", f"{kind}-{model or ''}".lower()).strip("-")[:64].rstrip("-")
    _refuse_name(called)
    options = {"model": model} if model else {}
    return AgentSpec(name=called, kind=kind, version=version, options=options)


def _refuse_name(name: str) -> None:
    if not is_folder_name(name):
        raise AuthorError(f"{name!r} cannot name an agent, as folders are named after it: {RULE}.")


def _plug_in(spec: AgentSpec) -> CodeAgent:
    kind = load_class(spec.kind)
    if hasattr(kind, "work_sealed") or not callable(getattr(kind, "work", None)):
        raise AuthorError(
            f"{spec.kind!r} does not implement CodeAgent: it needs `work`, and may not have `work_sealed`, "
            "because only our own baselines see the sealed item."
        )
    agent = _made(kind, spec)
    if isinstance(agent, BaselineAgent) or hasattr(agent, "work_sealed"):
        raise AuthorError(
            f"{spec.kind!r} makes a baseline of itself, and only our own see the sealed item. Let it have `work` "
            "alone."
        )
    if not isinstance(getattr(agent, "spec", None), AgentSpec):
        raise AuthorError(
            f"{spec.kind!r} has no `spec`, by which its numbers are named: keep the AgentSpec that it is made with as "
            "`self.spec`."
        )
    return agent


def _made(kind: Any, spec: AgentSpec) -> Any:
    try:
        return kind(spec)
    except BenchwrightError:
        raise
    # Whatever a plug-in's own code raises when it is made is for its author to mend.
    except Exception as error:
        raise AuthorError(
            f"Agent {spec.name!r} could not be made of {spec.kind!r}, which is given its AgentSpec: {raised(error)}. "
            "Correct its `__init__`."
        ) from error
