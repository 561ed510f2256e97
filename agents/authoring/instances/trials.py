"""A family that is being written, tried in the sandbox: what it does to sampled instances, and to spoilt ones."""

import hashlib
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from agents.families.sandboxed import SandboxedFamily, open_elsewhere
from plans.contracts.instances import Answered, Wanted
from plans.contracts.sandboxing import SandboxProvider
from plans.errors import AuthorError, InvalidFile
from plans.files import parse_record, read_record, write_text
from plans.records.instance import AnswerMark, DrawnInstance, Evaluated, Instance
from plans.records.plan import Plan
from plans.records.review import Stage
from plans.scratch import scratch
from plans.stratified import sampled, seed_of

SAMPLES = 20
"""Instances on which code is tried."""
RANDOM_SEED = 20_241_029
FEWEST_SOUND = SAMPLES // 2
"""Drawn instances that have to pass their own checks: what fails is drawn again, and too much of that never ends."""
LEAST_SHARE = 0.5
"""Of instances whose metadata are another's, and of answers that are another's right ones: those to be noticed."""
GARBAGE = ("", " ", "I do not know.", "0", "a, b, c", "{}[]", "\x00\ufffd", "yes " * 2_000)
STAND_INS: Mapping[str, str] = {
    "checks.py": 'CHECKS = ("none",)\n\n\ndef check(instance):\n    return {"none": ""}\n',
    "metrics.py": 'def evaluate(instance, answer):\n    return {"answer": answer, "checks": {"none": "not applied"}}\n'
    "\n\ndef labels(instance):\n    return {}\n",
}
"""In place of modules that are not written yet, so that those before them can be tried."""
TRIED: Mapping[Stage, str] = {
    "generation": f"{SAMPLES} instances are drawn from sampled parameters, and drawn again in another process in "
    "another order: both are the same. No two prompts are alike, no prompt is empty, every parameter is given back.",
    "verification": f"Of {SAMPLES} drawn instances at least {FEWEST_SOUND} pass every check. Each that passes is "
    "spoilt: its prompt is emptied, and replaced by another instance's, and at least one check fails each time; its "
    "metadata are replaced by another's, and a check fails at least half of the times. `check` raises nothing, and "
    "gives the same in another process. CHECKS holds exactly the names of the checks that the plan leaves to programs.",
    "evaluation": f"On {SAMPLES} drawn instances: the answer in `metadata['answer']`, where there is one, passes every "
    "check that applies; an empty answer and garbage do not pass, and raise nothing; the right answer of another "
    "instance passes at most half of the times; instances of the same constraints have the same checks; `labels` names "
    "exactly the plan's disaggregations; all is the same in another process.",
}
"""Stage → what its code is held to, as a model is told."""


class FamilyTrials:
    """Tries the code of a family, always in a sandbox."""

    def __init__(self, sandbox: SandboxProvider) -> None:
        self._sandbox = sandbox

    async def problems(self, files: Mapping[str, str], stage: Stage) -> list[str]:
        """What is wrong with the code of a stage; `files`: file → text of the plan and of the code up to it."""
        with scratch("tried") as folder:
            place = folder / _name(files)
            for name, text in {**STAND_INS, **files}.items():
                write_text(place / name, text)
            try:
                return await self._tried(place, stage)
            except InvalidFile as error:
                return [f"{Path(one.where).name} {one.message}" for one in error.problems]
            except AuthorError as error:
                return [str(error)]

    async def _tried(self, place: Path, stage: Stage) -> list[str]:
        plan = read_record(place / "plan.yaml", Plan)
        wanted = [
            Wanted(sampled(plan, RANDOM_SEED, number), seed_of(RANDOM_SEED, number, 0))
            for number in range(SAMPLES)
        ]
        async with self._opened(place) as family:
            drawn = await family.draw(wanted)
        async with self._opened(place) as again:
            second = list(reversed(await again.draw(wanted[::-1])))
            instances = [
                _instance(one, of, number) for number, (one, of) in enumerate(zip(drawn, wanted, strict=True))
            ]
            match stage:
                case "verification":
                    return [
                        *_drawn_problems(drawn, second, wanted),
                        *await self._checked(again, plan, instances),
                    ]
                case "evaluation":
                    return await self._evaluated(again, plan, instances)
                case _:
                    return list(_drawn_problems(drawn, second, wanted))

    async def _checked(self, family: SandboxedFamily, plan: Plan, instances: Sequence[Instance]) -> list[str]:
        problems = [*_names_problems(family.checks, plan)]
        found = await family.check(instances)
        async with self._opened_again(family) as other:
            if list(reversed(await other.check(instances[::-1]))) != list(found):
                problems.append("`check` finds something else in another process, or in another order.")
        problems += _question_problems(await family.questions(instances), plan)
        sound = [one for one, said in zip(instances, found, strict=True) if not any(said.values())]
        if len(sound) < FEWEST_SOUND:
            wrong = next(f"{name}: {text}" for said in found for name, text in said.items() if text)
            problems.append(
                f"Of {len(instances)} drawn instances only {len(sound)} pass every check, such as one of which it is "
                f"said: {wrong}. Either the check is wrong, or the generator draws what is unsound."
            )
            return problems
        for what, least, spoil in _SPOILT:
            spoilt = [
                worse
                for place, one in enumerate(sound)
                if (worse := spoil(one, _unlike(one, (*sound[place:], *sound[:place])))) != one
            ]
            said = await family.check(spoilt)
            passing = [one.id for one, found in zip(spoilt, said, strict=True) if not any(found.values())]
            if len(passing) > (1 - least) * len(spoilt):
                problems.append(
                    f"{what}: no check fails for {len(passing)} of {len(spoilt)} instances, such as {passing[0]}."
                )
        return problems

    async def _evaluated(
        self, family: SandboxedFamily, plan: Plan, instances: Sequence[Instance]
    ) -> list[str]:
        problems: list[str] = []
        answers = [one.metadata.get("answer") for one in instances]
        known = [(one, text) for one, text in zip(instances, answers, strict=True) if isinstance(text, str)]
        right = await family.evaluate([Answered(*one) for one in known])
        for (one, text), score in zip(known, right, strict=True):
            if score.pass_all is not True and not score.open:
                failed = [name for name, mark in score.checks.items() if mark is not AnswerMark.PASSED]
                problems.append(
                    f"The right answer of {one.id}, {text[:200]!r}, does not pass: {', '.join(failed)}."
                )
        rotated = [text for _, text in known[1:] + known[:1]]
        if len(known) > 1:
            others = [
                Answered(one, text) for (one, mine), text in zip(known, rotated, strict=True) if text != mine
            ]
            passed = sum(one.pass_all is True for one in await family.evaluate(others))
            if passed > LEAST_SHARE * len(others):
                problems.append(f"The right answers of other instances pass for {passed} of {len(others)}.")
        for text in GARBAGE:
            scored = await family.evaluate([Answered(one, text) for one in instances])
            if passing := [one.id for one, score in zip(instances, scored, strict=True) if score.pass_all]:
                problems.append(f"The answer {text[:40]!r} passes for {', '.join(passing[:3])}.")
        scored = await family.evaluate([Answered(one, "I do not know.") for one in instances])
        problems += _unlike_checks(instances, scored)
        labels = await family.labels(instances)
        splits = {one.name for one in plan.disaggregations}
        if odd := next((set(one) ^ splits for one in labels if set(one) != splits), None):
            problems.append(f"`labels` and the plan's disaggregations differ in {', '.join(sorted(odd))}.")
        async with self._opened_again(family) as other:
            again = await other.evaluate([Answered(one, "I do not know.") for one in instances[::-1]])
            if list(reversed(again)) != list(scored) or list(await other.labels(instances)) != list(labels):
                problems.append(
                    "`evaluate` or `labels` give something else in another process, or in another order."
                )
        return problems

    @asynccontextmanager
    async def _opened(self, place: Path) -> AsyncGenerator[SandboxedFamily]:
        async with open_elsewhere(place, self._sandbox) as family:
            yield family

    @asynccontextmanager
    async def _opened_again(self, family: SandboxedFamily) -> AsyncGenerator[SandboxedFamily]:
        async with open_elsewhere(family.place, self._sandbox) as other:
            yield other


def _name(files: Mapping[str, str]) -> str:
    return parse_record(files["plan.yaml"], Plan, Path("plan.yaml")).family


def _instance(drawn: DrawnInstance, wanted: Wanted, number: int) -> Instance:
    return Instance(
        id=f"sample-{number + 1}",
        random_seed=wanted.random_seed,
        prompt=drawn.prompt,
        parameters=drawn.parameters,
        constraints=drawn.constraints,
        media=tuple(hashlib.sha256(picture).hexdigest() for picture in drawn.pictures),
        metadata=drawn.metadata,
    )


def _drawn_problems(
    drawn: Sequence[DrawnInstance], second: Sequence[DrawnInstance], wanted: Sequence[Wanted]
) -> Iterator[str]:
    if list(drawn) != list(second):
        yield (
            "`draw` gives something else in another process, or in another order: it may depend on nothing but what it "
            "is given."
        )
    if empty := [one for one in drawn if not one.prompt.strip()]:
        yield f"{len(empty)} of {len(drawn)} prompts are empty."
    alike = len(drawn) - len({(one.prompt, one.pictures) for one in drawn})
    if alike > len(drawn) // 4:
        yield f"{alike} of {len(drawn)} instances are like another one: draw them so that they differ."
    for name in sorted({name for of in wanted for name in of.parameters}):
        lost = sum(name not in one.parameters for one in drawn)
        if lost:
            yield f"`parameters` lacks {name!r} in {lost} of {len(drawn)} instances."
    if any(not isinstance(rule.get("kind"), str) for one in drawn for rule in one.constraints):
        yield "Each of `constraints` needs a `kind`, a text."


def _names_problems(checks: Sequence[str], plan: Plan) -> Iterator[str]:
    due = {one.name for one in plan.quality_checks if one.decided_by == "program"}
    if set(checks) != due:
        yield f"CHECKS names {', '.join(checks)}, and the plan leaves to programs {', '.join(sorted(due))}."


def _question_problems(asked: Sequence[Mapping[str, str]], plan: Plan) -> Iterator[str]:
    due = {one.name for one in plan.quality_checks if one.decided_by == "model"}
    if odd := next((set(one) for one in asked if not set(one) <= due or (due and not one)), None):
        asks, leaves = (", ".join(sorted(names)) or "nothing" for names in (odd, due))
        yield f"`questions` asks about {asks}, and the plan leaves to a model {leaves}."


def _unlike_checks(instances: Sequence[Instance], scored: Sequence[Evaluated]) -> Iterator[str]:
    seen: dict[str, set[str]] = {}
    for one, score in zip(instances, scored, strict=True):
        kinds = " ".join(sorted(str(rule["kind"]) for rule in one.constraints))
        if seen.setdefault(kinds, {*score.checks}) != {*score.checks}:
            yield f"Instances of the same constraints ({kinds or 'none'}) have other checks: see {one.id}."
            return


def _unlike(one: Instance, others: Sequence[Instance]) -> Instance:
    """The first that asks something else; itself where all ask the same."""
    return next((other for other in others if other.prompt != one.prompt), one)


def _emptied(one: Instance, other: Instance) -> Instance:
    del other
    return one.model_copy(update={"prompt": ""})


def _with_prompt_of(one: Instance, other: Instance) -> Instance:
    return one.model_copy(update={"prompt": other.prompt})


def _with_metadata_of(one: Instance, other: Instance) -> Instance:
    return one.model_copy(update={"metadata": other.metadata, "constraints": other.constraints})


_SPOILT: tuple[tuple[str, float, Callable[[Instance, Instance], Instance]], ...] = (
    ("With an empty prompt", 1.0, _emptied),
    ("With the prompt of another instance", 1.0, _with_prompt_of),
    ("With metadata and constraints of another instance", LEAST_SHARE, _with_metadata_of),
)
"""What is done to sound instances, and the share of them of which it has to be noticed."""
