"""Remarks that a reader must know before believing the numbers."""

from collections import Counter
from collections.abc import Iterator, Sequence
from textwrap import shorten

from agents.gateway.budget import own_kind_in_run
from pipeline.report.marks import Remark, marked, never_servable, short_list
from pipeline.report.trials import TrialView
from pipeline.report.words import BASELINE_KINDS, PROJECTS, rate_text, uncorrected_text
from pipeline.runner.run_folder import asks_for_unsaid
from pipeline.runner.scoring.intervals import FEWEST_PAIRS
from plans.plain_text import count_text
from plans.records.marks import MarkCode
from plans.records.model_settings import ModelRole
from plans.records.result import RoundFault, RunResult
from plans.records.run import Proof, RunSpec

APPRENTICES = (
    "Apprentices are baselines, not code agents. They are given the reference, plant defects in it and repair what "
    "feedback names."
)
"""What there is room for beside the numbers."""
REQUEST_ALONE = (
    "Agents get a request in place of the specification, and the criteria of these items ask for words, commands and "
    "files that the request withholds. An honest program may fail them. Leave out --level to hand out the "
    "specification."
)
"""A run of Python projects with `--level`."""
FAULT_DETAIL = 160
"""Characters that are told of what failed in a round."""


def remarks(result: RunResult, trials: Sequence[TrialView] = ()) -> tuple[Remark, ...]:
    """All remarks on a run, the gravest first; those about single rounds need the trials."""
    found = [
        *_sandbox(result),
        *_unresolved(result),
        *fault_remarks(result),
        *_canaries(result),
        *never_servable(result),
        *marked(result, has_trials=bool(trials)),
        *_worsened(result),
        *_by_model(result),
        *_uncorrected(result),
        *_order_dependent(result),
        *_own_kind(result),
        *_counterfactual(trials),
        *_unbegun(result, trials),
        *_degenerate(result),
        *_request_alone(result),
        *_evidence(result),
        *_baseline_agents(result),
    ]
    order = {"danger": 0, "warning": 1, "mild": 2}
    return tuple(sorted(found, key=lambda remark: order[remark.weight]))


def fault_remarks(result: RunResult) -> tuple[Remark, ...]:
    """Those on a fault of the harness, of this machine or of a service."""
    return (*_baselines(result), *_faults(result))


def _by_model(result: RunResult) -> Iterator[Remark]:
    """Verdicts that a program alone did not come to: how many, and of what kind."""
    model, found = result.run.judge.model, result.by_model
    if model is None or found is None:
        return
    who = "a program and a model" if result.run.judge.name == "hybrid" else "a model"
    yield Remark(
        "mild",
        f"Judged by {who}: {model.model}",
        f"Of {count_text(found.verdicts, 'verdict')} it was asked for {found.asked:,}. {found.pointed_out:,} passed "
        f"as it had said how they are done, observed by the program. On its word rest {found.passed:,} that passed "
        f"(something can be seen under another name) and {found.failed:,} that failed (it confirmed what the program "
        "did not see hold).",
    )


def _uncorrected(result: RunResult) -> Iterator[Remark]:
    """That nobody knows how often the judge is wrong, or that what is known does not fit this run."""
    if result.uncorrected:
        title = "No calibration for this judge" if result.calibration is None else "Calibration of no use"
        yield Remark("mild", title, uncorrected_text(result.uncorrected), is_against_quoting=True)


def _order_dependent(result: RunResult) -> Iterator[Remark]:
    """Tasks whose verdict says something of those before them too."""
    found = result.order_dependent
    if found:
        yield Remark(
            "warning",
            f"Order-dependent: {count_text(sum(map(len, found.values())), 'task')}",
            "They come out otherwise on one copy, after the tasks before them, than by themselves on a fresh one, which"
            f" counts: {short_list(f'{item} ({_enumerated(ids)})' for item, ids in found.items())}",
        )


def _own_kind(result: RunResult) -> Iterator[Remark]:
    """Code agents whose own model judged or advised them."""
    models: dict[ModelRole, str] = {
        one.role: one.model for one in result.run.models.roles if one.role == "user"
    }
    if judge := result.run.judge.model:
        models["ui_judge"] = judge.model
    for one in own_kind_in_run(result.run.play.agents, models):
        yield Remark(
            "warning",
            f"Its own kind alone: {one.model}",
            f"It worked as {', '.join(one.makers)} and played {', '.join(one.roles)} in the same run. Models are "
            "known to prefer what their own kind makes, so these numbers may be too good.",
        )


def _sandbox(result: RunResult) -> Iterator[Remark]:
    run = result.run
    if run.place.strength in ("unsafe", "weak"):
        yield Remark(
            "danger",
            f"{run.place.strength.capitalize()} sandbox: {run.place.sandbox}",
            "Programs under test ran without strong isolation. They could have read this machine, the network or"
            " the grader; a number made so is not evidence against a submission that wants to cheat.",
        )


def _unresolved(result: RunResult) -> Iterator[Remark]:
    open_tasks = {score.agent.name: score.rounds[-1].unresolved for score in result.agents if score.rounds}
    total = sum(open_tasks.values())
    if total:
        who = ", ".join(f"{name} {number:,}" for name, number in open_tasks.items() if number)
        last = result.run.play.rounds
        undecided = sum(len(one.tasks) for one in result.faults if one.round == last or not one.is_judged)
        how_many = "all" if undecided == total else f"{undecided:,}"
        faults = f", {how_many} of them by faults named here" if undecided else ""
        # Hybrid judges have asked a model already, and other families have no targets to bind.
        can_bind = result.run.judge.name == "programmatic" and undecided < total
        remedy = (
            " The report gives the cause of each. A judge with a model (`--rejudge --judge hybrid`) or bindings by "
            "hand (`benchwright bind`) decide most tasks whose targets were not found."
            if can_bind
            else " The report gives the cause of each."
        )
        yield Remark(
            "warning",
            f"Unresolved at the last round: {count_text(total, 'task')}{faults}",
            f"They could not be decided and are counted neither way, so rates become ranges: {who}.{remedy}",
        )


def _worsened(result: RunResult) -> Iterator[Remark]:
    play = result.run.play
    if play.faults.told and play.later == "feedback":
        yield Remark(
            "warning",
            f"Feedback made worse on purpose: persona {play.persona}",
            f"Of what the simulated user has to say, {play.faults.told}. Numbers of later rounds belong to a study of "
            "robustness, and cannot be set against those of other runs.",
        )


def _baselines(result: RunResult) -> Iterator[Remark]:
    """Oracle below 100% or nop above 0%, in one line."""
    failures = result.baseline_failures
    if not failures:
        return
    told = [
        f"{one.agent} reached {rate_text(one.criteria_pass_rate)} and not {'100%' if one.kind == 'oracle' else '0%'}"
        for one in failures
    ]
    tasks = [
        f"{item} ({_enumerated(ids, 3)}{f', by {one.agent}' if len(failures) > 1 else ''})"
        for one in failures
        for item, ids in one.tasks.items()
    ]
    why = "The harness or these items are at fault: "
    yield Remark(
        "danger",
        f"No number here can be trusted: {', '.join(told)} in Criteria Pass Rate",
        why + short_list(tasks),
        without_glosses=why + short_list(tasks, most=3),
    )


def _faults(result: RunResult) -> Iterator[Remark]:
    """Rounds that are undecided, or partly, by a fault of ours, of this machine or of a service."""
    faults = result.faults
    if not faults:
        return
    rounds = {(one.project, one.agent, one.repeat, one.round) for one in faults}
    counts = Counter((one.event.value, one.agent) for one in faults)
    tasks = Counter[tuple[str, str]]()
    for one in faults:
        tasks[one.event.value, one.agent] += len(one.tasks)
    brief = [
        f"{event} in {count_text(count, 'round')} of {agent} ({count_text(tasks[event, agent], 'task')})"
        for (event, agent), count in counts.items()
    ]
    again = "The same command tries again what is missing."
    first = shorten(faults[0].detail, FAULT_DETAIL, placeholder=" …")
    yield Remark(
        "warning",
        f"Undecided for a cause that is not the agent's: {count_text(len(rounds), 'round')}",
        f"{again} " + short_list(_fault_text(fault, result.run.play.rounds) for fault in faults),
        without_glosses=f"{short_list(brief, most=4)} {again}" + (f" The first: {first}" if first else ""),
    )


def _fault_text(fault: RoundFault, rounds: int) -> str:
    repeat = f", repeat {fault.repeat}" if fault.repeat > 1 else ""
    later = "" if fault.is_judged or fault.round == rounds else " and later ones"
    detail = f": {shorten(fault.detail, FAULT_DETAIL, placeholder=' …')}" if fault.detail else ""
    where = f"{fault.project}, {fault.agent}{repeat}, round {fault.round}{later}"
    return f"{where}: {fault.event.value}, {count_text(len(fault.tasks), 'task')}{detail}"


def _canaries(result: RunResult) -> Iterator[Remark]:
    if result.canaries:
        found = short_list(
            f"{one.project}, {one.agent}, repeat {one.repeat}, round {one.round} ({', '.join(one.places)})"
            for one in result.canaries
        )
        yield Remark(
            "warning",
            f"The suite's canary came back: {count_text(len(result.canaries), 'round')}",
            "The agent printed or submitted the string that marks this suite, and not as its message has it. It may "
            f"have had a copy of the suite, or its model may have learnt one; look before you quote numbers: {found}",
            without_glosses=f"The agent may have had a copy of the suite, or its model may have learnt one: {found}",
        )


def _counterfactual(trials: Sequence[TrialView]) -> Iterator[Remark]:
    touched = [
        f"{trial.project}, {trial.label}, round {one.number}"
        for trial in trials
        for one in trial.rounds
        if any(mark.code is MarkCode.COUNTERFACTUAL for mark in one.marks)
    ]
    if touched:
        yield Remark(
            "warning",
            f"Counterfactual: {count_text(len(touched), 'round')}",
            "The judgement before them was changed by judging again, so the agent answered feedback that would not be"
            f" given today: {short_list(touched)}",
        )


def _unbegun(result: RunResult, trials: Sequence[TrialView]) -> Iterator[Remark]:
    short = [trial for trial in trials if len(trial.rounds) < result.run.play.rounds]
    if short:
        yield Remark(
            "warning",
            f"Not finished: {len(short):,} of {count_text(len(trials), 'trial')}",
            "What was planned and not reached counts as unresolved. Run the same command again to go on.",
        )


def _degenerate(result: RunResult) -> Iterator[Remark]:
    if result.planned_projects == 1 and any(score.rounds for score in result.agents):
        yield Remark(
            "mild",
            "Intervals that say nothing (†)",
            "There is a single project, and nothing to resample: these numbers say nothing of other projects. "
            f"To tell two agents apart takes {FEWEST_PAIRS} or more.",
        )
        return
    alike = {
        metric.title: [
            score.agent.name
            for score in result.agents
            if score.rounds and metric.state(score.rounds[-1]).degenerate
        ]
        for metric in PROJECTS.metrics
    }
    told = [f"{title} for {', '.join(names)}" for title, names in alike.items() if names]
    if told:
        yield Remark(
            "mild",
            "Intervals that say nothing (†)",
            f"All projects have the same {'; the same '.join(told)}. Resampling them shows no spread there.",
        )


def _request_alone(result: RunResult) -> Iterator[Remark]:
    """That agents were not told what the criteria ask for."""
    if asks_for_unsaid(result.run):
        yield Remark(
            "warning", "Request without the specification", REQUEST_ALONE, without_glosses=REQUEST_ALONE
        )


def _evidence(result: RunResult) -> Iterator[Remark]:
    """Items that another judge proved than the one whose verdicts are counted, and items that none did."""
    run = result.run
    others: dict[str, list[str]] = {}
    for item in run.suite.items:
        others.setdefault(run.proof.judges.get(item, ""), []).append(item)
    others.pop(run.judge.digest, None)
    unproved = others.pop("", [])
    yield from _unproved(run.proof, [item for item in unproved if item not in run.proof.refused])
    yield from _refused(run.proof, [item for item in unproved if item in run.proof.refused])
    if run.proof.outdated:
        yield Remark(
            "warning",
            f"Evidence that this release gate did not make: {count_text(len(run.proof.outdated), 'item')}",
            "It proves what another gate asked for; `benchwright verify` shows whether this one releases them: "
            + short_list(f"{item}, made {made}" for item, made in run.proof.outdated.items()),
        )
    yield from _not_shown_fair(run)
    if others:
        told = (f"{', '.join(items)} (evidence by {judge[:16]})" for judge, items in others.items())
        yield Remark(
            "mild",
            f"Evidence made by an earlier judge: {count_text(sum(map(len, others.values())), 'item')}",
            f"This run's judge is {run.judge.digest[:16]}, and what the items were proved with is another;"
            f" `benchwright verify{_in_its_manner(run)}` proves them anew: {short_list(told)}",
            is_against_quoting=True,
        )


def _not_shown_fair(run: RunSpec) -> Iterator[Remark]:
    """Tasks of which nothing shows that a complete project of another design than the reference's passes them."""
    proof = run.proof
    without = [item for item in run.suite.items if item in proof.judges and item not in proof.shown_fair]
    if without:
        yield Remark(
            "mild",
            f"Without an independent implementation: {count_text(len(without), 'item')}",
            "Nothing shows that a complete project of another design than the reference's passes: "
            + short_list(without),
        )
    if proof.never_shown_fair:
        tasks = sum(map(len, proof.never_shown_fair.values()))
        yield Remark(
            "mild",
            f"Never shown fair: {count_text(tasks, 'evaluation task')}",
            "No implementation by a hand that saw the request alone passes them: "
            + short_list(f"{item}: {', '.join(never)}" for item, never in proof.never_shown_fair.items()),
        )


def _in_its_manner(run: RunSpec) -> str:
    return f" --manner {run.judge.manner}" if run.judge.manner in ("ordered", "both") else ""


def _unproved(proof: Proof, items: Sequence[str]) -> Iterator[Remark]:
    """Items of which nobody knows what they are worth."""
    if items:
        told = "Nothing shows that their criteria tell good from bad; run `benchwright verify`: "
        yield Remark(
            "warning",
            f"Without evidence: {count_text(len(items), 'item')}",
            told + short_list(f"{item} ({proof.unproved.get(item, 'no evidence')})" for item in items),
            without_glosses=told + _named(items),
        )


def _refused(proof: Proof, items: Sequence[str]) -> Iterator[Remark]:
    """Items that are known not to tell good from bad."""
    if items:
        told = (
            "Their criteria do not tell good from bad; mend their files and run `benchwright verify`, author their "
            "seeds anew with another --random-seed, or name the other items with --item: "
        )
        yield Remark(
            "warning",
            f"Refused by the release gate: {count_text(len(items), 'item')}",
            told + short_list(f"{item} ({proof.unproved[item]})" for item in items),
            without_glosses=told + _named(items),
        )


def _baseline_agents(result: RunResult) -> Iterator[Remark]:
    by_kind = {kind: [s.agent.name for s in result.agents if s.agent.kind == kind] for kind in BASELINE_KINDS}
    known = [f"{', '.join(names)} ({BASELINE_KINDS[kind]})" for kind, names in by_kind.items() if names]
    if known:
        yield Remark(
            "mild",
            "Baselines of the harness, not code agents",
            f"{'; '.join(known)}. They show that the scale works: it has to put oracle at 100%, nop at 0%, and "
            "apprentices between them by their skill, rising from round to round. Oracle and apprentices are given the "
            "item itself, so their numbers say nothing of any model.",
        )


def _named(items: Sequence[str], most: int = 12) -> str:
    """The items by name, where there is no room for what is said of each."""
    return f"{_enumerated(items, most)}."


def _enumerated(names: Sequence[str], most: int = 12) -> str:
    rest = f" and {len(names) - most:,} more" if len(names) > most else ""
    return f"{', '.join(names[:most])}{rest}"
