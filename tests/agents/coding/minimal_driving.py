"""The minimal agent, driven by an endpoint over real HTTP whose words are a test's."""

import json
from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from agents.coding.minimal.agent import MinimalAgent
from agents.coding.roster import TurnLimits, agent_spec
from agents.gateway.journal import Journal
from agents.sandbox.roster import make_sandbox
from plans.records.code_agent import AgentReport, Brief, Trajectory
from plans.records.model_call import ModelUses
from plans.records.model_settings import ModelBudget, Price
from tests.agents.gateway.model_endpoint import Body, ModelEndpoint, Piece, completion, gateway_to, sent

BY_HAND = Path(__file__).with_name("by_hand")
Move = tuple[str, dict[str, object]]
"""A tool and its arguments."""


def doing(*moves: Move, text: str = "") -> list[Piece]:
    """An answer that wants these tools used, in this order."""
    return sent(completion(text or None, tool_calls=tool_calls(*moves), finish="tool_calls"))


def tool_calls(*moves: Move) -> list[Body]:
    """The same as it stands in a message."""
    return [
        {"id": f"call-{n}", "type": "function", "function": {"name": name, "arguments": json.dumps(given)}}
        for n, (name, given) in enumerate(moves)
    ]


def saying(text: str) -> list[Piece]:
    return sent(completion(text))


FINISH: Move = ("finish", {"summary": "It is done."})


def page(title: str) -> Move:
    return "write_file", {"path": "index.html", "text": f"<!doctype html><title>{title}</title>\n"}


def turns_of(*answers: list[Piece]) -> Callable[[Body, int], Iterable[Piece]]:
    """One answer after another, the last to all that is asked after it."""
    return lambda _, number: answers[min(number, len(answers) - 1)]


def by_hand(folder: Path) -> Callable[[Body, int], Iterable[Piece]]:
    """What a person wrote for each round and step of a trial."""

    def written(body: Body, _: int) -> Iterable[Piece]:
        roles = [one["role"] for one in body["messages"]]
        begin = max(place for place, role in enumerate(roles) if role == "user")
        name = f"round-{roles.count('user')}-step-{roles[begin:].count('assistant') + 1}.json"
        said = json.loads((folder / name).read_text())
        return doing(
            *((one["name"], one["arguments"]) for one in said["tool_calls"]), text=said["content"] or ""
        )

    return written


def results(body: Body) -> list[str]:
    """What tools gave back, as a request tells the model."""
    return [one["content"] for one in body["messages"] if one["role"] == "tool"]


@dataclass
class Driven:
    """An agent at work in a folder."""

    agent: MinimalAgent
    endpoint: ModelEndpoint
    folder: Path
    reports: list[AgentReport] = field(default_factory=list[AgentReport])

    async def plays(self, message: str = "A page, please.", time_limit: float = 60) -> AgentReport:
        """One round."""
        self.workspace.mkdir(exist_ok=True)
        brief = Brief(
            message=message,
            round=len(self.reports) + 1,
            time_limit=time_limit,
            random_seed=7,
            memory=self.folder / "memory",
            project="plant-shop",
        )
        report = await self.agent.work(brief, self.workspace, self.folder / "transcript.txt")
        self.reports.append(report)
        return report

    @property
    def workspace(self) -> Path:
        return self.folder / "work"

    @property
    def page(self) -> str:
        return (self.workspace / "index.html").read_text()

    @property
    def told(self) -> list[str]:
        """What tools gave back, as the model was told last."""
        return results(self.endpoint.asked[-1])

    @property
    def transcript(self) -> str:
        return (self.folder / "transcript.txt").read_text()

    @property
    def trajectory(self) -> Trajectory:
        return Trajectory.model_validate_json((self.folder / "trajectory.json").read_text())

    @property
    def uses(self) -> ModelUses:
        return ModelUses.model_validate_json((self.folder / "uses.json").read_text())


@asynccontextmanager
async def driven(
    folder: Path,
    endpoint: ModelEndpoint,
    *,
    sandbox: str = "local-unsafe",
    limits: TurnLimits | None = None,
    journal: Journal | None = None,
    session: str = "same",
    budget: ModelBudget | None = None,
) -> AsyncGenerator[Driven]:
    """The agent in this folder, with a gateway to this endpoint."""
    price = Price(input=1, output=10)
    async with gateway_to(endpoint, journal, price=price, budget=budget) as gateway:
        spec = agent_spec("minimal:some-model")
        spec = spec.model_copy(update={"options": {**spec.options, "session": session}})
        agent = MinimalAgent(spec, make_sandbox(sandbox), gateway, limits or TurnLimits())
        yield Driven(agent, endpoint, folder)
