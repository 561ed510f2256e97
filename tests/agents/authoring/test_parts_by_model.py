"""What a model specifies is held against the same checks as what a catalog does, and the model is told what fails."""

from pathlib import Path
from typing import Any

import pytest

from agents.authoring.generation.by_model import begun_prd, checked_prd, read_query
from agents.authoring.generation.files import edited, laid
from agents.authoring.generation.pages import (
    corrected,
    read_criteria,
    read_steps,
    read_targets,
    repaired_criteria,
    shown_criteria,
)
from agents.authoring.generation.patches import Repair
from agents.authoring.generation.shapes import (
    LONGEST_RECORD,
    LONGEST_TEXT,
    NamedTarget,
    RewrittenTask,
    WrittenCriteria,
    WrittenFile,
    WrittenPRD,
    WrittenProject,
    WrittenQuery,
)
from agents.authoring.generation.tasks import sizes_of
from agents.authoring.writing import UnreadableAnswer, sent_back
from plans.files import read_record
from plans.records.criteria import Criteria, EvaluationTask
from plans.records.plan import ItemParameters, Parameter, Plan
from plans.records.seed import ItemSeed, Recipe, Seed, SeedCoverage
from plans.records.specification import PRD, Query, Underspecification
from tests.agents.authoring.hand import reply


def prd() -> PRD:
    return checked_prd(begun_prd(WrittenPRD.model_validate(reply("WrittenPRD")))).value


def query() -> Query:
    return read_query(WrittenQuery.model_validate(reply("WrittenQuery")), prd(), "lent").value


def criteria(written: dict[str, Any]) -> tuple[Criteria, list[str]]:
    found = read_criteria(WrittenCriteria.model_validate(written), prd(), query(), "lent")
    return found.value, found.told


def told(written: dict[str, Any]) -> list[str]:
    """What the model is told of such criteria."""
    try:
        return criteria(written)[1]
    except UnreadableAnswer as error:
        return list(error.problems)


def test_requirements_get_their_ids_by_their_order() -> None:
    assert [leaf.id for leaf in prd().leaves()] == ["R1.1", "R2.1", "R2.2", "R2.3", "R3.1"]


def test_a_prd_without_anything_to_test_and_with_a_datum_that_it_does_not_state_is_told() -> None:
    written = reply("WrittenPRD")
    written["sections"][0]["requirements"][0]["data"] = ["SPRING10"]
    written["sections"][2]["requirements"] = []
    written["sections"][1]["requirements"][0]["title"] = "Books that are out"
    problems = " ".join(checked_prd(begun_prd(WrittenPRD.model_validate(written))).problems)
    assert "R1.1: the datum 'SPRING10' does not stand in its text" in problems
    assert "Section R3 ('Looking for a book') has no detailed requirement" in problems
    assert "R1.1 and R2.1 have the same title" in problems


@pytest.mark.parametrize(("datum", "told"), [(" | ", 1), ("title | lent to", 0)])
def test_a_sign_between_values_is_stated_with_them(datum: str, told: int) -> None:
    """It was said that ' | ' has under three characters, which it has not."""
    written = reply("WrittenPRD")
    leaf = written["sections"][0]["requirements"][0]
    leaf["text"] += f" A line reads {datum}."
    leaf["data"] = [datum]
    problems = checked_prd(begun_prd(WrittenPRD.model_validate(written))).problems
    assert len(problems) == told
    assert all(repr(datum) in problem and "spaces" in problem for problem in problems)


def test_a_query_that_gives_away_what_it_withholds_is_told() -> None:
    written = reply("WrittenQuery")
    written["high"]["text"] += " Narrowing by typed words would be nice."
    written["medium"]["withholds"] = ["R9.9"]
    problems = " ".join(read_query(WrittenQuery.model_validate(written), prd(), "lent").problems)
    assert "Withholds R3.1 ('Narrowing by typed words') but says" in problems
    assert "medium: withholds R9.9, which are no detailed requirements" in problems


def test_criteria_written_by_hand_are_sound() -> None:
    found, problems = criteria(reply("WrittenCriteria"))
    assert problems == []
    assert [task.id for task in found.tasks] == ["list", "lend", "give-back", "search"]


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ("click: nobody", "no target is called 'nobody'"),
        ("fill: {target: search field, value: {x}}", "Input should be a valid string"),
        ("expect: {several: {reads: {read: size, target: entries, that: it}}}", "read"),
        ('expect: {several: {holds: "len(titles"}}', "is no expression"),
        ('expect: {several: {visible: {like: entries, containing: "Moby Dick"}}}', "comes from nowhere"),
        ("expect: {shown: {visible: entries}}", "which is no outcome"),
        ("dance", "dance"),
        ("click: {like: loop}", "is `like` itself"),
        ("click: [a, b", "is no YAML on one line"),
    ],
)
def test_a_step_that_says_nothing_is_told_in_words(step: str, message: str) -> None:
    written = reply("WrittenCriteria")
    written["targets"].append({"name": "loop", "target": "{like: loop}"})
    written["tasks"][0]["steps"].insert(1, step)
    problems = told(written)
    assert any(message in problem for problem in problems), problems
    assert all("list" in problem for problem in problems), "each says in which task"


@pytest.mark.parametrize("field", ["on: true", "'on': true", "on: on"])
def test_a_box_is_ticked_however_on_is_written(field: str) -> None:
    """YAML 1.1 reads `on` as true, and the model was told that keys should be strings."""
    problems = list[str]()
    box = {"done box": {"role": "checkbox", "name": "Done"}}
    [step] = read_steps([f"check: {{target: done box, {field}}}"], box, "task a", problems)
    assert (step["on"], problems) == (True, [])


@pytest.mark.parametrize("name", ["add button", "add-button", "add_button"])
@pytest.mark.parametrize("called", ["add button", "add-button", "add_button"])
def test_a_target_is_found_however_its_words_are_joined(name: str, called: str) -> None:
    """Targets are shown by their ids, and a model that joins words in another way was told that there is none such."""
    problems = list[str]()
    targets = read_targets([NamedTarget(name=name, target="{role: button, name: Add}")], problems)
    steps = [f"click: {called}", f"click: {{like: {called}, nth: 2}}"]
    [first, second] = read_steps(steps, targets, "task a", problems)
    assert problems == []
    assert first["target"] == {"role": "button", "name": "Add", "id": "add-button"}
    assert second["target"] == {**first["target"], "nth": 2}


def test_a_target_may_give_its_id_with_underscores() -> None:
    problems = list[str]()
    [step] = read_steps(["click: {role: button, name: Add, id: add_it}"], {}, "task a", problems)
    assert (step["target"], problems) == ({"role": "button", "name": "Add", "id": "add-it"}, [])


def test_two_targets_of_one_id_are_told() -> None:
    problems = list[str]()
    names = ["add button", "add_button", "-"]
    read_targets([NamedTarget(name=name, target="{role: button}") for name in names], problems)
    assert len(problems) == 2


def test_edges_and_coverage_are_told() -> None:
    written = reply("WrittenCriteria")
    written["tasks"][1]["depends_on"] = []
    written["tasks"][3]["requirements"] = ["R3"]
    problems = " ".join(told(written))
    assert "is a functionality task without prerequisites" in problems
    assert "Names R3, which is not a leaf of the PRD" in problems
    assert "Requirement R3.1 ('Narrowing by typed words') is tested by no task" in problems


def test_a_task_names_the_requirement_that_states_a_datum_of_its_steps() -> None:
    """Nothing else could put it right, and models were asked for it again and again."""
    written = reply("WrittenCriteria")
    lend = written["tasks"][1]
    lend["steps"].insert(7, 'expect: {more: {visible: {like: entries, containing: "marked"}}}')
    found, problems = criteria(written)
    assert found.task("lend").requirements == ("R2.1", "R2.2", "R2.3")
    assert not any("comes from nowhere" in one for one in problems)

    written["tasks"] = [task for task in written["tasks"] if task["id"] != "give-back"]
    found, problems = criteria(written)
    assert found.task("lend").requirements == ("R2.1", "R2.2"), "it would count as tested"
    assert any("'marked' comes from nowhere" in one for one in problems)


@pytest.mark.slow
def test_more_tasks_than_any_item_has_are_told_before_they_are_looked_at() -> None:
    written = reply("WrittenCriteria")
    written["tasks"] *= 5_000
    with pytest.raises(UnreadableAnswer, match="20,000 tasks; an item has at most 28"):
        criteria(written)


@pytest.mark.parametrize(
    ("paths", "message"),
    [
        (["a.js", "a.js/b.js"], "'a.js/b.js' lies beneath 'a.js', which is a file"),
        (["App.js", "app.js"], "'App.js' and 'app.js' differ in nothing but case"),
        (["a" * 300 + ".js"], "is too long a path"),
        (["/".join(["folder"] * 60) + "/a.js"], "is too long a path"),
    ],
)
def test_names_that_not_every_disk_takes_are_told(paths: list[str], message: str) -> None:
    problems: list[str] = []
    laid([WrittenFile(path=path, content="x") for path in ["index.html", *paths]], "canary", problems)
    assert len(problems) == 1
    assert message in problems[0]


def test_steps_are_shown_as_they_can_be_written_again() -> None:
    """A repair gets to see each target once, and what it copies from there has to be read as the same step."""
    found, _ = criteria(reply("WrittenCriteria"))
    shown = shown_criteria(found)
    assert not any("synonyms" in step for steps in shown.steps.values() for step in steps)
    rewritten = [
        RewrittenTask(id=task.id, why="as it was", steps=shown.steps[task.id]) for task in found.tasks
    ]
    assert corrected(found, rewritten, prd(), query(), "lent") == (found, [], ())


SHIPPED = sorted(Path("generated/sample/items").glob("*/criteria.yaml"))


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.parent.name)
def test_every_form_of_step_that_is_shipped_is_shown_as_it_can_be_written_again(file: Path) -> None:
    found = read_record(file, Criteria)
    shown, problems = shown_criteria(found), list[str]()
    for task in found.tasks:
        steps = read_steps(shown.steps[task.id], shown.targets, task.id, problems)
        how = {"kind": "browser", "steps": steps}
        again = EvaluationTask.model_validate({**task.model_dump(mode="json"), "how": how})
        assert again == task
    assert problems == []


def recipe_of(**values: int) -> Recipe:
    seed = ItemSeed(
        seed=Seed(id="lent", query="A list of lent books."),
        coverage=SeedCoverage(scores={}, category="keeping-track", domain="books"),
    )
    parameters = ItemParameters(family="webapp", random_seed=0, values=dict(values), complexity=0.0)
    return Recipe(id="lent", seed=seed, parameters=parameters)


def plan_of(tasks: tuple[int, int], outcomes: tuple[int, int]) -> Plan:
    ranges = {"evaluation_tasks": tasks, "expected_outcomes": outcomes}
    return Plan(
        family="webapp",
        task="Small apps.",
        parameters=tuple(
            Parameter(name=name, description="Size.", minimum=low, maximum=high, integer=True)
            for name, (low, high) in ranges.items()
        ),
    )


def test_criteria_of_another_size_than_was_sampled_are_sent_back_by_the_step_that_wrote_them() -> None:
    plan = plan_of((4, 18), (10, 60))
    sizes = sizes_of(recipe_of(evaluation_tasks=16, expected_outcomes=50), plan)
    assert [(size.goal, size.fewest, size.most) for size in sizes] == [(16, 14, 18), (50, 45, 55)]
    written = WrittenCriteria.model_validate(reply("WrittenCriteria"))
    problems = read_criteria(written, prd(), query(), "lent", sizes).problems
    assert list(problems) == [
        "The criteria have 4 tasks; the item is to have 16, and 14 to 18 are taken.",
        "The criteria have 13 outcomes; the item is to have 50, and 45 to 55 are taken.",
    ]
    fitting = sizes_of(recipe_of(evaluation_tasks=5, expected_outcomes=14), plan)
    assert list(read_criteria(written, prd(), query(), "lent", fitting).problems) == []


def test_what_is_taken_for_a_size_stays_within_the_plan_that_the_gate_holds_it_to() -> None:
    [tasks] = sizes_of(recipe_of(evaluation_tasks=14), plan_of((14, 18), (45, 55)))
    assert (tasks.fewest, tasks.most) == (14, 15)
    assert sizes_of(recipe_of(), plan_of((14, 18), (45, 55))) == []


def test_a_task_weighs_by_its_importance_within_what_its_level_weighs() -> None:
    found, _ = criteria(reply("WrittenCriteria"))
    assert {task.id: task.weight for task in found.tasks} == {
        "list": 1.0,
        "lend": 2.5,
        "give-back": 2.0,
        "search": 1.5,
    }
    written = reply("WrittenCriteria")
    written["tasks"][0]["importance"] = 5
    assert told(written) == ["task list: its importance is 5; it is a whole number from 1 to 3."]


def test_the_seed_itself_may_be_the_request_that_says_least() -> None:
    seed = "Track the books my friends borrowed: search by several criteria, please."
    written = reply("WrittenQuery")
    written["high"]["text"] = seed
    read = read_query(WrittenQuery.model_validate(written), prd(), "lent", seed)
    assert list(read.problems) == []
    assert read.value.at(Underspecification.HIGH).text == seed


def test_a_request_may_be_set_in_paragraphs_and_lists() -> None:
    written = reply("WrittenQuery")
    written["low"]["text"] = f"Hello!\n\n{written['low']['text']}\n\n- books\n- friends"
    read = read_query(WrittenQuery.model_validate(written), prd(), "lent")
    assert list(read.problems) == []
    assert read.value.at(Underspecification.LOW).text.endswith("- books\n- friends")


def test_a_repair_changes_what_is_wrong_of_files_and_steps() -> None:
    """Sections had been taken for days of the week: the steps called a day by words that headed a section."""
    requirements = checked_prd(begun_prd(WrittenPRD.model_validate(reply("meals/WrittenPRD")))).value
    asked = read_query(WrittenQuery.model_validate(reply("meals/WrittenQuery")), requirements, "meals").value
    written = WrittenCriteria.model_validate(reply("meals/WrittenCriteria"))
    found = read_criteria(written, requirements, asked, "meals")
    assert found.problems == []

    repair, problems = Repair.model_validate(reply("meals/Repair")), list[str]()
    files = laid(WrittenProject.model_validate(reply("meals/WrittenProject")).files, "canary", problems)
    changed = edited(files, repair.edits, problems)
    mended = repaired_criteria(found.value, repair, requirements, asked, "meals")
    assert (problems, mended.problems) == ([], [])
    assert '<ul id="days" aria-label="Days"></ul>' in changed["index.html"]
    differing = [
        task.id for task, old in zip(mended.value.tasks, found.value.tasks, strict=True) if task != old
    ]
    assert differing == ["days", "change-meal"]
    assert [task.outcomes for task in mended.value.tasks] == [task.outcomes for task in found.value.tasks]


def test_a_specification_that_no_file_holds_is_sent_back_with_the_bound() -> None:
    """It was paid for, written, and could never be read again."""
    written = reply("WrittenPRD")
    written["overview"] = "x" * 10_000_000
    text, whole = checked_prd(begun_prd(WrittenPRD.model_validate(written))).problems
    assert f"{LONGEST_TEXT:,}" in text
    assert f"{LONGEST_RECORD:,}" in whole
    assert len(text) < 200
    written["overview"] = "A list."
    written["users"] = ["Somebody who reads for a long time."] * 20_000
    (told,) = checked_prd(begun_prd(WrittenPRD.model_validate(written))).problems
    assert f"{LONGEST_RECORD:,}" in told


def test_a_request_or_a_criterion_that_no_file_holds_is_sent_back_with_the_bound() -> None:
    asked = reply("WrittenQuery")
    asked["low"]["text"] = "x" * (LONGEST_TEXT + 1)
    (told,) = read_query(WrittenQuery.model_validate(asked), prd(), "lent").problems
    assert f"{LONGEST_TEXT:,}" in told
    for part in ("statement", "target"):
        written = reply("WrittenCriteria")
        place = written["targets"][0] if part == "target" else written["tasks"][0]["outcomes"][0]
        place[part] = "x" * (LONGEST_TEXT + 1)
        with pytest.raises(UnreadableAnswer) as caught:
            criteria(written)
        assert f"{LONGEST_TEXT:,}" in caught.value.problems[0]


def told_of_files(*paths: str) -> list[str]:
    problems: list[str] = []
    files = [WrittenFile(path=path, content=f"{number}") for number, path in enumerate(paths)]
    laid([WrittenFile(path="index.html", content="x"), *files], "canary", problems)
    return problems


def test_a_file_that_is_written_twice_is_told() -> None:
    """The first was overwritten without a word."""
    assert len(told_of_files("app.js", "app.js")) == 1
    assert told_of_files("app.js", "other.js") == []


@pytest.mark.parametrize(
    "path",
    ["con.html", "js/AUX.js", "nul.tar.js", "lpt1 .css", "aux/app.js", "<x>.html", "a?.js", "js./a.js"],
)
def test_a_file_that_windows_cannot_hold_is_told(path: str) -> None:
    assert len(told_of_files(path)) == 1
    assert told_of_files("console.js", "js/com.js", "lpt10.css", "auxiliary/a.b.js") == []


def test_an_answer_that_is_far_too_long_is_not_sent_back_whole() -> None:
    """Its author would be asked, and paid, for reading all of it again."""
    answer, _ = sent_back("x" * 10_000_000, ["It is too long."], None)
    assert len(answer.text) < 2_000_000
    short, _ = sent_back("x" * 1000, ["It is wrong."], None)
    assert short.text == "x" * 1000
