"""Nop, oracle and the apprentices, on the small shop."""

from pathlib import Path

import pytest

from agents.coding.baselines import NOTEBOOK, SKILLS, Notebook
from agents.coding.roster import agent_spec, make_agent
from plans.contracts.coding import BaselineAgent, PrivilegedAgent
from plans.errors import AuthorError, NoReference
from plans.files import read_record
from plans.items import read_files
from plans.patches import apply_together
from plans.records.code_agent import AgentSpec, Brief
from plans.records.feedback import Feedback, FeedbackPoint, LeakPolicy
from plans.records.project import Project
from tests.importing import without_reference
from tests.pipeline.runner.stand_ins import shop

SHOP = shop()
KILLS = {planted.mutant.id: planted.mutant.kills[0] for planted in SHOP.mutants}


def brief(round: int = 1, random_seed: int = 7) -> Brief:
    return Brief(message="a shop", round=round, time_limit=5, random_seed=random_seed)


def naming(*tasks: str) -> Feedback:
    points = tuple(FeedbackPoint(task=task, text="?") for task in tasks)
    return Feedback(policy=LeakPolicy.SYMPTOM, persona="plain", text="?", points=points, satisfied=not points)


def apprentice(skill: str) -> PrivilegedAgent:
    agent = make_agent(agent_spec(f"apprentice-{skill}"), None)
    assert isinstance(agent, BaselineAgent)
    return agent.agent


async def work(
    agent: PrivilegedAgent,
    workspace: Path,
    told: Brief,
    feedback: Feedback | None = None,
    project: Project = SHOP,
) -> tuple[str, ...]:
    """What the apprentice has planted after its turn."""
    workspace.mkdir(exist_ok=True)
    await agent.work_sealed(told, workspace, workspace.parent / "transcript.txt", project, feedback)
    notebook = workspace / NOTEBOOK
    return read_record(notebook, Notebook).planted if notebook.exists() else ()


async def test_the_oracle_leaves_the_reference_and_nothing_else(tmp_path: Path) -> None:
    workspace = tmp_path / "workspace"
    (workspace / "old").mkdir(parents=True)
    (workspace / "old" / "file.txt").write_text("left over")
    oracle = make_agent(agent_spec("oracle"), None)
    assert isinstance(oracle, BaselineAgent)
    await oracle.agent.work_sealed(brief(), workspace, tmp_path / "transcript.txt", SHOP, None)
    assert read_files(workspace) == SHOP.reference


async def test_the_nop_leaves_the_workspace_alone(tmp_path: Path) -> None:
    nop = make_agent(agent_spec("nop"), None)
    report = await nop.work(brief(), tmp_path, tmp_path.parent / "transcript.txt")  # type: ignore[union-attr]
    assert report.ended == "done"
    assert list(tmp_path.iterdir()) == []


async def test_what_an_expert_gets_wrong_a_novice_gets_wrong_too(tmp_path: Path) -> None:
    planted = [set(await work(apprentice(skill), tmp_path / skill, brief())) for skill in SKILLS]
    novice, skilled, expert = planted
    assert expert < skilled < novice
    assert expert


@pytest.mark.parametrize("seed", range(8))
async def test_no_apprentice_breaks_a_root_task_while_there_is_something_else_to_break(
    tmp_path: Path, seed: int
) -> None:
    """An expert that drew a defect of the start page scored nothing at all, which told of the draw alone."""
    roots = {task.id for task in SHOP.criteria.tasks if not task.depends_on}
    elsewhere = [id for id, task in KILLS.items() if task not in roots]
    planted = await work(apprentice("novice"), tmp_path / "w", brief(random_seed=seed))
    assert {KILLS[id] in roots for id in planted[: len(elsewhere)]} == {False}


async def test_the_submission_holds_exactly_the_defects_noted(tmp_path: Path) -> None:
    planted = await work(apprentice("skilled"), tmp_path / "w", brief())
    patches = {p.mutant.id: p.patch for p in SHOP.mutants if p.mutant.id in planted}
    files = read_files(tmp_path / "w")
    del files[NOTEBOOK]
    assert files == apply_together(SHOP.reference, patches).files


async def test_when_nothing_is_wrong_any_more_the_submission_is_the_reference(tmp_path: Path) -> None:
    planted = await work(apprentice("expert"), tmp_path / "w", brief())
    for number in range(2, 40):
        if not planted:
            break
        named = naming(*(KILLS[id] for id in planted))
        planted = await work(apprentice("expert"), tmp_path / "w", brief(number), named)
    assert read_files(tmp_path / "w") == SHOP.reference
    assert (
        await work(apprentice("expert"), tmp_path / "w", brief(40), naming(KILLS[SHOP.mutants[0].mutant.id]))
        == ()
    )


async def test_the_same_trial_gives_the_same_submission_and_another_trial_another(tmp_path: Path) -> None:
    first, again, other = [
        await work(apprentice("novice"), tmp_path / name, brief(random_seed=seed))
        for name, seed in (("a", 1), ("b", 1), ("c", 2))
    ]
    assert first == again
    assert set(first) != set(other)


@pytest.mark.parametrize("seed", range(8))
async def test_feedback_repairs_what_it_names_and_at_least_the_first(tmp_path: Path, seed: int) -> None:
    before = await work(apprentice("novice"), tmp_path / "w", brief(random_seed=seed))
    named = [KILLS[id] for id in before[:4]]
    after = await work(apprentice("novice"), tmp_path / "w", brief(2, seed), naming(*named))
    gone, added = set(before) - set(after), set(after) - set(before)
    assert before[0] in gone
    assert gone <= set(before[:4])
    assert len(added) <= 1


async def test_repairing_sometimes_breaks_something_else(tmp_path: Path) -> None:
    broke = 0
    for seed in range(30):
        workspace = tmp_path / str(seed)
        before = await work(apprentice("novice"), workspace, brief(random_seed=seed))
        after = await work(apprentice("novice"), workspace, brief(2, seed), naming(KILLS[before[0]]))
        broke += bool(set(after) - set(before))
    assert 0 < broke < 15


async def test_an_expert_repairs_more_of_what_is_named_than_a_novice(tmp_path: Path) -> None:
    left: dict[str, int] = {}
    for skill in ("novice", "expert"):
        for seed in range(10):
            workspace = tmp_path / f"{skill}-{seed}"
            # Both begin with the novice's defects, so that only the repairing differs.
            before = await work(apprentice("novice"), workspace, brief(random_seed=seed))
            named = naming(*(KILLS[id] for id in before))
            after = await work(apprentice(skill), workspace, brief(2, seed), named)
            left[skill] = left.get(skill, 0) + len(set(before) & set(after))
    assert left["expert"] < left["novice"] / 2


def test_an_unknown_skill_is_refused() -> None:
    spec = AgentSpec(name="apprentice-x", kind="apprentice", version="1", options={"skill": "genius"})
    with pytest.raises(AuthorError, match="'genius'. Use one of: novice, skilled, expert"):
        make_agent(spec, None)


@pytest.mark.parametrize("name", ["oracle", "apprentice-expert"])
async def test_nobody_hands_in_the_reference_of_an_imported_item(tmp_path: Path, name: str) -> None:
    agent = make_agent(agent_spec(name), None)
    assert isinstance(agent, BaselineAgent)
    with pytest.raises(NoReference, match="imported as it was published, without a reference"):
        await work(agent.agent, tmp_path / "workspace", brief(), project=without_reference(SHOP))
