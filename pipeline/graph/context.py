"""The services that nodes get by Runtime[Context]."""

from dataclasses import dataclass

from agents.authoring.evaluation.agent import EvaluationAgent
from agents.authoring.generation.agent import GenerationAgent
from agents.authoring.planning.agent import PlanningAgent
from pipeline.graph.drafts import Drafts
from pipeline.graph.spec import AuthoringSpec
from plans.contracts import Gate, Generator
from plans.paths import SuitePaths


@dataclass(frozen=True)
class Context:
    """Everything that nodes work with, and nothing that they remember."""

    spec: AuthoringSpec
    paths: SuitePaths
    drafts: Drafts
    planner: PlanningAgent
    author: GenerationAgent
    gate: Gate
    evaluator: EvaluationAgent


def make_context(spec: AuthoringSpec, paths: SuitePaths, generator: Generator, gate: Gate) -> Context:
    """The services of one authoring run."""
    return Context(
        spec=spec,
        paths=paths,
        drafts=Drafts(paths, spec.canary),
        planner=PlanningAgent(generator, spec.random_seed),
        author=GenerationAgent(generator, spec.canary),
        gate=gate,
        evaluator=EvaluationAgent(spec.leak_policy, spec.rounds),
    )
