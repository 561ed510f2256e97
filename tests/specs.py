"""A small run's record, and a record with some of it otherwise."""

from collections.abc import Mapping

from plans.records.code_agent import AgentSpec
from plans.records.feedback import LeakPolicy
from plans.records.run import CodeAgentPlay, ExecutionPlace, JudgeRef, RunSpec, SuiteRef, Tools
from plans.records.specification import Underspecification

RUN = RunSpec(
    name="mine",
    suite=SuiteRef(
        name="sample",
        family="webapp",
        version="1.0.0",
        digest="d",
        canary="c",
        items={"shop": "a" * 64, "board": "b" * 64},
    ),
    play=CodeAgentPlay(
        kind="code-agents",
        agents=(AgentSpec(name="nop", kind="nop", version="1"),),
        rounds=3,
        repeats=1,
        underspecification=Underspecification.MEDIUM,
        leak_policy=LeakPolicy.SYMPTOM,
        simulator="template 1",
        persona="plain",
        random_seed=0,
        time_limit=60,
    ),
    judge=JudgeRef(name="programmatic", digest="d"),
    place=ExecutionPlace(sandbox="none", strength="none needed"),
    tools=Tools(versions={"python": "3.11"}, prompts={}),
)
"""One agent that does nothing, three rounds of web apps, and nothing special."""


def changed_spec(spec: RunSpec, **parts: Mapping[str, object]) -> RunSpec:
    """The same but for these: part of the record → field → value."""
    return spec.model_copy(
        update={name: getattr(spec, name).model_copy(update=fields) for name, fields in parts.items()}
    )
