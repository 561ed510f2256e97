"""An item implemented by a hand that sees the request alone: what it is told, when it is told again, what is ruled."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from agents.authoring.generation.files import LONGEST_FILE
from agents.authoring.generation.independents import (
    Adjudicator,
    IndependentAuthor,
    PersonsWork,
    WrittenRuling,
    WrittenRulings,
    taken_over,
)
from agents.gateway.gateway import open_gateway
from plans.contracts.coding import IndependentBrief
from plans.digests import text_digest
from plans.errors import EndpointFailed, GivenUp, InvalidFile
from plans.records.code_agent import AgentReport
from plans.records.criteria import Level
from plans.records.model_call import ModelRequest
from plans.records.project import IndependentImplementation, IndependentRuling, MadeArtifact, Project
from plans.records.verdict import Judgement, JudgeRequest
from tests.agents.authoring.verification.notes import CRITERIA, SOUND, ReadingJudge, notes_app, task
from tests.agents.gateway.model_endpoint import KEY, settings_for
from tests.agents.gateway.scripted import Says, Scripted
from tests.pipeline.runner.stand_ins import ScriptedAgent

WHOLE = "<p>\nlist of notes\nsearch box\nsearch works\n"
WITHOUT_SEARCH = "<p>\nlist of notes\nsearch box\n"
TOLD = IndependentBrief(
    "low", "notes please", "Somebody asks: notes please", lambda text: f"Somebody says: {text}"
)


def ruling(
    fault: str, *, task: str = "works", quote: str = "works is there", tell: str = ""
) -> WrittenRuling:
    return WrittenRuling.model_validate(
        {"task": task, "reason": "it is so", "quote": quote, "fault": fault, "tell": tell}
    )


async def implemented(
    agent: ScriptedAgent,
    *says: Says,
    rounds: int = 3,
    judge: ReadingJudge | None = None,
    project: Project | None = None,
) -> tuple[MadeArtifact[IndependentImplementation], Sequence[ModelRequest]]:
    """What comes of it, and what a verifier was asked that says this; nobody rules where it says nothing."""
    model = Scripted(says)
    async with open_gateway(
        settings_for("http://127.0.0.1:1/v1"), lambda _: KEY, connect=lambda *_: model
    ) as gateway:
        hand = IndependentAuthor(
            agent=agent,
            author="mary",
            is_other_author=True,
            judge=judge or ReadingJudge(SOUND),
            adjudicator=Adjudicator(gateway, "browser") if says else None,
            rounds=rounds,
        )
        return await hand.implemented(project or notes_app(), TOLD, "canary-1"), model.asked


async def test_an_implementation_that_passes_is_taken_over_at_once() -> None:
    agent = ScriptedAgent("mary", {1: WHOLE})
    made, asked = await implemented(agent)
    assert [brief.message for brief in agent.briefs] == [TOLD.first]
    assert asked == [], "nothing is to be ruled"
    assert made.value.about.name == "mary", "as its author is called"
    assert made.value.about.rounds == 1
    assert made.value.about.rulings == ()
    assert "canary-1" in made.value.files["index.html"]
    assert "search works" in made.value.files["index.html"]


async def test_what_the_app_lacks_is_told_to_its_author_who_hands_in_again() -> None:
    agent = ScriptedAgent("mary", {1: WITHOUT_SEARCH, 2: WHOLE})
    lacking = ruling("app", tell="The search finds nothing.")
    made, asked = await implemented(agent, WrittenRulings(rulings=[lacking]))
    assert [brief.message for brief in agent.briefs] == [
        TOLD.first,
        "Somebody says: The search finds nothing.",
    ]
    assert made.value.about.rounds == 2
    assert made.value.about.rulings == ()
    assert [use.role for use in made.uses] == ["verifier"]
    assert "notes please" in asked[0].messages[-1].text


async def test_a_fault_of_the_criterion_is_kept_and_not_told_to_the_author() -> None:
    agent = ScriptedAgent("mary", {1: WITHOUT_SEARCH})
    made, _ = await implemented(agent, WrittenRulings(rulings=[ruling("criterion")]))
    assert len(agent.briefs) == 1
    (kept,) = made.value.about.rulings
    assert (kept.task, kept.fault, kept.by) == ("works", "criterion", "model")


async def test_an_app_that_never_comes_right_is_submitted_as_often_as_is_allowed() -> None:
    agent = ScriptedAgent("mary", {1: WITHOUT_SEARCH})
    lacking = WrittenRulings(rulings=[ruling("app", tell="The search finds nothing.")])
    made, _ = await implemented(agent, lacking, rounds=2)
    assert len(agent.briefs) == 2
    assert made.value.about.rounds == 2
    assert [one.fault for one in made.value.about.rulings] == ["app"]


async def test_a_ruling_on_words_that_stand_nowhere_is_sent_back() -> None:
    agent = ScriptedAgent("mary", {1: WITHOUT_SEARCH})
    made_up = WrittenRulings(rulings=[ruling("criterion", quote="nobody ever said such words")])
    other = WrittenRulings(rulings=[ruling("criterion", task="list")])
    made, asked = await implemented(agent, made_up, other, WrittenRulings(rulings=[ruling("undecided")]))
    assert len(asked) == 3
    assert [one.fault for one in made.value.about.rulings] == ["undecided"]


class QuotingJudge(ReadingJudge):
    """Gives as its reason what the page says."""

    async def judge(self, request: JudgeRequest) -> Judgement:
        made = await super().judge(request)
        page = (request.submission / "index.html").read_text()
        tasks = (
            one.model_copy(
                update={
                    "reason": page,
                    "outcomes": tuple(o.model_copy(update={"reason": page}) for o in one.outcomes),
                }
            )
            for one in made.tasks
        )
        return made.model_copy(update={"tasks": tuple(tasks)})


@pytest.mark.parametrize(
    "quote", ["this criterion asks what nobody said", "status: failed reason", "notes please works is there"]
)
async def test_a_ruling_rests_on_nothing_but_what_was_asked_for(quote: str) -> None:
    """A page may say anything, and the judge repeats it."""
    agent = ScriptedAgent("mary", {1: f"{WITHOUT_SEARCH}This criterion asks what nobody said.\n"})
    by_page = WrittenRulings(rulings=[ruling("criterion", quote=quote)])
    right = WrittenRulings(rulings=[ruling("undecided")])
    made, asked = await implemented(agent, by_page, right, judge=QuotingJudge(SOUND))
    assert len(asked) == 2
    assert [one.fault for one in made.value.about.rulings] == ["undecided"]


async def test_two_rulings_on_one_task_are_sent_back() -> None:
    both = WrittenRulings(rulings=[ruling("app", tell="The search finds nothing."), ruling("criterion")])
    right = WrittenRulings(rulings=[ruling("undecided")])
    made, asked = await implemented(ScriptedAgent("mary", {1: WITHOUT_SEARCH}), both, right)
    assert len(asked) == 2
    assert [one.fault for one in made.value.about.rulings] == ["undecided"]


async def test_where_rulings_never_come_right_the_implementation_counts_without_them() -> None:
    """It shows that a task does not pass on a complete app; without it nothing would be said of the task."""
    made_up = WrittenRulings(rulings=[ruling("criterion", quote="nobody ever said such words")])
    made, _ = await implemented(ScriptedAgent("mary", {1: WITHOUT_SEARCH}), made_up)
    assert made.value.about.rulings == ()
    assert made.value.about.account


async def test_what_a_round_showed_is_kept_where_the_next_one_leaves_nothing() -> None:
    agent = ScriptedAgent("mary", {1: "<p>\nlist of notes\n", 2: "x" * (LONGEST_FILE + 1)})
    first = WrittenRulings(rulings=[ruling("app", task="box", quote="box is there", tell="No search box.")])
    made, _ = await implemented(agent, first)
    assert len(agent.briefs) == 2
    assert made.value.about.rounds == 1
    assert "list of notes" in made.value.files["index.html"]
    assert [(one.task, one.fault) for one in made.value.about.rulings] == [("box", "app")]
    assert made.value.about.account


async def test_a_fault_of_the_criterion_outlives_a_last_round_in_which_its_task_waits() -> None:
    """Only tasks that were tried are ruled on, so the last round's rulings say nothing of it."""
    tags = task("tags", Level.PRESENCE, "list")
    project = notes_app(criteria=CRITERIA.model_copy(update={"tasks": (*CRITERIA.tasks, tags)}))
    agent = ScriptedAgent("mary", {1: WITHOUT_SEARCH, 2: "<p>\nlist of notes\ntags\n"})
    first = [ruling("criterion"), ruling("app", task="tags", quote="tags is there", tell="No tags.")]
    last = [ruling("app", task="box", quote="box is there", tell="No search box.")]
    made, _ = await implemented(
        agent, WrittenRulings(rulings=first), WrittenRulings(rulings=last), rounds=2,
        judge=ReadingJudge({**SOUND, "tags": ("tags",)}), project=project,
    )  # fmt: skip
    assert [(one.task, one.fault) for one in made.value.about.rulings] == [
        ("works", "criterion"),
        ("box", "app"),
    ]


async def test_what_was_implemented_is_ruled_on_anew_where_criteria_became_others() -> None:
    """Nobody implements it again, and what was ruled on other tasks stands."""
    agent = ScriptedAgent("mary", {1: "<p>\nlist of notes\n"})
    first, _ = await implemented(
        agent, WrittenRulings(rulings=[ruling("criterion", task="box", quote="box is there")])
    )
    project = notes_app(independents=(first.value,))
    loosened = ReadingJudge({**SOUND, "box": SOUND["list"]})
    model = Scripted([WrittenRulings(rulings=[ruling("undecided")])])
    async with open_gateway(
        settings_for("http://127.0.0.1:1/v1"), lambda _: KEY, connect=lambda *_: model
    ) as gateway:
        hand = IndependentAuthor(agent, "mary", True, loosened, Adjudicator(gateway, "browser"))
        made = await hand.ruled_anew(project, TOLD)
    assert len(agent.briefs) == 1
    assert [(one.task, one.fault) for one in made.value.about.rulings] == [
        ("box", "criterion"),
        ("works", "undecided"),
    ]
    assert made.value.files == first.value.files
    assert len(made.uses) == 1


async def test_without_a_verifier_nothing_is_ruled() -> None:
    agent = ScriptedAgent("mary", {1: WITHOUT_SEARCH})
    made, _ = await implemented(agent)
    assert made.value.about.rulings == ()
    assert len(agent.briefs) == 1


async def test_tasks_that_wait_for_others_are_not_ruled_on() -> None:
    agent = ScriptedAgent("mary", {1: "<p>\nlist of notes\n"})
    box = WrittenRulings(rulings=[ruling("criterion", task="box", quote="box is there")])
    made, asked = await implemented(agent, box)
    assert [one.task for one in made.value.about.rulings] == ["box"]
    assert "`works`" not in asked[0].messages[-1].text


async def test_nothing_that_can_be_served_is_no_implementation() -> None:
    with pytest.raises(GivenUp):
        await implemented(ScriptedAgent("mary", {}))


async def test_how_an_agent_ended_that_left_nothing_is_told() -> None:
    report = AgentReport(ended="gave up", detail="Too hard for me.")
    with pytest.raises(GivenUp) as caught:
        await implemented(ScriptedAgent("mary", {}, {1: report}))
    assert any(report.detail in reason for reason in caught.value.reasons)


async def test_an_endpoint_that_fails_is_not_the_items_fault() -> None:
    report = AgentReport(ended="endpoint failed", detail="no answer")
    with pytest.raises(EndpointFailed):
        await implemented(ScriptedAgent("mary", {1: WHOLE}, {1: report}))


async def test_a_task_that_the_judge_cannot_decide_is_ruled_on_too() -> None:
    """An app that the judge cannot operate does not show that the task is fair."""
    judge = ReadingJudge(SOUND, doubts={"works": "never there"})
    blameless = WrittenRulings(rulings=[ruling("criterion")])
    made, _ = await implemented(ScriptedAgent("mary", {1: WHOLE}), blameless, judge=judge)
    assert [one.task for one in made.value.about.rulings] == ["works"]


def written(folder: Path, text: str = WHOLE) -> PersonsWork:
    folder.mkdir(exist_ok=True)
    (folder / "index.html").write_text(text)
    return PersonsWork(folder, "Anna Müller", "In an afternoon.")


def test_what_a_person_wrote_is_taken_over_with_what_was_shown(tmp_path: Path) -> None:
    """Its record had to be guessed, down to the digest of the request."""
    work = written(tmp_path / "annas")
    (work.folder / "photo.png").write_bytes(b"\x89PNG")
    (work.folder / ".git").mkdir()
    taken = taken_over(work, notes_app(), TOLD, "canary-1")
    about = taken.implementation.about
    assert (about.name, about.author, about.by, about.account) == (
        "anna-muller",
        "Anna Müller",
        "person",
        "In an afternoon.",
    )
    assert (about.seen, about.seen_digest) == ("low", text_digest(TOLD.text))
    assert taken.passed_over == ("photo.png",)
    assert [*taken.implementation.files] == ["index.html"]
    assert "canary-1" in taken.implementation.files["index.html"]


def test_what_the_same_person_gives_again_replaces_it_and_keeps_rulings_of_the_same_files(
    tmp_path: Path,
) -> None:
    work = written(tmp_path / "annas")
    first = taken_over(work, notes_app(), TOLD, "canary-1").implementation
    ruled = IndependentRuling(task="works", fault="criterion", reason="It is so.", by="person")
    kept = first.model_copy(update={"about": first.about.model_copy(update={"rulings": (ruled,)})})
    project = notes_app(independents=(kept,))
    same = taken_over(work._replace(account=""), project, TOLD, "canary-1").implementation
    assert same == kept, "nothing that somebody said of it is lost"
    other = taken_over(written(tmp_path / "annas", WITHOUT_SEARCH), project, TOLD, "canary-1").implementation
    assert (other.about.name, other.about.rounds, other.about.rulings) == ("anna-muller", 2, ())
    another = taken_over(work._replace(author="anna muller"), project, TOLD, "canary-1").implementation
    assert another.about.name == "anna-muller-2", "of somebody else nothing is replaced"


def test_a_folder_that_nothing_can_be_judged_of_is_refused(tmp_path: Path) -> None:
    work = written(tmp_path / "annas")
    (work.folder / "index.html").rename(work.folder / "start.html")
    with pytest.raises(InvalidFile):
        taken_over(work, notes_app(), TOLD, "canary-1")
