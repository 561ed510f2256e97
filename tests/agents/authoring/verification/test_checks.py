"""Program-decided checks find what is planted, and say where and what to do."""

from pathlib import Path
from textwrap import indent

import pytest
from pydantic import JsonValue

from agents.authoring.verification.checks import every_check
from agents.authoring.verification.checks.binding import (
    DataBinding,
    binding_problems,
    said_at_every_level,
    sample_texts,
)
from agents.authoring.verification.checks.leakage import leakage_problems, retelling_problems
from agents.authoring.verification.checks.steps import PhraseFault, atoms, statement_problems, step_problems
from agents.authoring.verification.checks.structure import dag_problems
from plans.dialect import load_yaml
from plans.digests import graded_digest, prose_digest
from plans.files import parse_record, read_record
from plans.records.base import Problem, ProblemCode
from plans.records.criteria import Criteria, EvaluationTask
from plans.records.plan import Plan
from plans.records.project import Alternative, LaidOver
from plans.records.specification import PRD, Query, QueryLevel, Requirement, Underspecification
from plans.records.task_kinds import BrowserSteps
from plans.shorthand import StepReader
from tests.agents.authoring.verification.notes import BY_MODEL
from tests.pipeline.graph.scripted import PLAN
from tests.pipeline.runner.stand_ins import shop


def criteria(steps: str, level: str = "presence", parents: str = "[]") -> Criteria:
    text = f"""
tasks:
- id: root
  title: root
  level: {level}
  weight: 1
  depends_on: {parents}
  requirements: [R1]
  outcomes: [{{id: seen, statement: seen}}]
  how:
    kind: browser
    steps:
    - {{do: open}}
{indent(steps, "  ")}
"""
    return parse_record(text, Criteria, Path("criteria.yaml"))


def bound(steps: str, stated: str = "") -> list[str]:
    one: EvaluationTask = criteria(steps).tasks[0]
    return [problem.message for problem in binding_problems(one, stated, "criteria.yaml")]


def test_a_literal_that_the_query_never_mentions_is_luck() -> None:
    step = "  - {do: fill, target: {role: textbox, name: Search}, value: Monstera}"
    assert bound(step) == ["'Monstera' comes from nowhere: an app that brings its own data cannot know it."]
    assert bound(step, stated="a shop that sells monstera plants") == []


def test_what_an_earlier_step_bound_may_be_named_and_what_a_later_one_binds_may_not() -> None:
    read = "  - {do: remember, bind: title, read: text, target: {role: heading}}"
    use = "  - {do: fill, target: {role: textbox, name: Search}, value: '{title}'}"
    assert bound(f"{read}\n{use}") == []
    assert bound(f"{use}\n{read}") == ["'title' is bound by no earlier step."]


def test_an_expectation_in_numbers_speaks_of_relations() -> None:
    literal = "  - {do: expect, outcome: seen, that: {kind: reads, read: count, target: {role: item}, that: it == 17}}"
    assert bound(literal) == ["'17' comes from nowhere: an app that brings its own data cannot know it."]
    assert bound(literal.replace("it == 17", "it >= 2")) == []
    assert bound(literal, stated="exactly 17 plants") == []


def test_an_index_is_no_datum() -> None:
    """The year of a date is its first four letters, whatever the app's data are."""
    sliced = "  - {do: compute, bind: year, expression: \"'17'[0:4]\"}"
    assert bound(sliced, stated="17") == []
    assert bound(sliced.replace("'17'[0:4]", "[17, 4][4]"), stated="17") == [
        "'4' comes from nowhere: an app that brings its own data cannot know it."
    ]


@pytest.mark.parametrize(
    ("option", "is_known"),
    [("name", True), ("Price", True), ("ratings", True), ("All", True), ("Newest first", False)],
)
def test_an_option_is_named_in_any_form_of_the_words_that_state_it(option: str, is_known: bool) -> None:
    step = f"  - {{do: select, target: {{role: combobox, name: Sort}}, value: {option}}}"
    told = bound(step, stated="Ordering by price, by the cars' names, or how they were rated")
    assert told == (
        []
        if is_known
        else [f"{option!r} comes from nowhere: an app that brings its own data cannot know it."]
    )


def test_the_title_of_a_requirement_states_what_it_names() -> None:
    step = "  - {do: select, target: {role: combobox, name: Sort}, value: Name}"
    prd = PRD(
        title="Cars",
        overview="Cars",
        requirements=(Requirement(id="R1", title="Ordering by price or name", text="Cars are ordered."),),
    )
    assert DataBinding().check(shop().model_copy(update={"criteria": criteria(step), "prd": prd}), PLAN) == []


def test_a_datum_of_the_low_query_alone_is_luck_at_the_other_levels() -> None:
    """A run hands out the medium query by default; what only the low one said counted as told."""
    texts = {
        Underspecification.LOW: "A shop for 17 monstera plants.",
        Underspecification.MEDIUM: "A shop with 17 plants.",
        Underspecification.HIGH: "My 17 plants, please.",
    }
    asked = said_at_every_level(Query(levels={level: QueryLevel(text=text) for level, text in texts.items()}))
    assert asked == "17 plants"
    assert bound("  - {do: fill, target: {name: Search}, value: monstera plants}", asked) == [
        "'monstera plants' comes from nowhere: an app that brings its own data cannot know it."
    ]


@pytest.mark.parametrize(
    "step",
    [
        "{do: click, target: {role: item, name: Monstera}}",
        "{do: click, target: {name: plant, synonyms: [Open Boston Sword]}}",
        "{do: expect, outcome: seen, that: {kind: notice, words: [boston sword was added]}}",
    ],
)
def test_a_target_that_names_the_references_own_data_is_luck(step: str) -> None:
    """Names, synonyms and the words of notices were not looked at: any app but the reference would fail."""
    other = LaidOver(
        alternative=Alternative(name="other-data", kind="other-data", description="o"),
        files={"data.js": 'title: "Snake Plant", kind: "Fern"'},
    )
    reference = {
        "data.js": 'title: "Boston Sword", title: "Monstera", kind: "Fern", first: "Home"',
        "a.js": "Home",
    }
    sample = sample_texts(shop().model_copy(update={"reference": reference, "alternatives": (other,)}))
    assert sample == {"boston sword", "monstera"}

    task = criteria(f"  - {step}").tasks[0]
    (told,) = binding_problems(task, "", "criteria.yaml", sample)
    assert "of the reference's own sample data, which no other app has" in told.message
    assert not list(binding_problems(task, "sells monstera and the boston sword", "criteria.yaml", sample))


def test_what_a_prerequisite_asks_for_is_named_by_whoever_counts_on_it() -> None:
    """Requirements of any ancestor once stood for every task beneath it, so that a missing one went unseen."""
    number = (
        "{do: expect, outcome: seen, that: {kind: reads, read: count, target: {role: item}, that: it == 17}}"
    )
    (first,) = criteria("").tasks
    later = (
        criteria(f"  - {number}", parents="[root]")
        .tasks[0]
        .model_copy(update={"id": "later", "requirements": ("R2",)})
    )
    prd = PRD(
        title="Plants",
        overview="Plants",
        requirements=(
            Requirement(id="R1", title="List", text="It lists 17 plants."),
            Requirement(id="R2", title="Count", text="It says how many."),
        ),
    )
    waiting = shop().model_copy(update={"criteria": Criteria(tasks=(first, later)), "prd": prd})
    (problem,) = DataBinding().check(waiting, PLAN)
    assert "'17' comes from nowhere" in problem.message
    named = later.model_copy(update={"requirements": ("R1", "R2")})
    assert not DataBinding().check(
        waiting.model_copy(update={"criteria": Criteria(tasks=(first, named))}), PLAN
    )


def test_a_text_that_a_level_neither_says_nor_withholds_cannot_be_known_there() -> None:
    """A status `Confirmed` was looked for, and the level that did not withhold its requirement said it nowhere."""
    look = "{do: expect, outcome: seen, that: {kind: visible, target: {role: item, containing: Confirmed}}}"
    booked = criteria(f"  - {look}")
    requirement = Requirement(id="R1", title="Records", text="A booking is Confirmed.", data=("Confirmed",))
    prd = PRD(title="Cars", overview="Cars", requirements=(requirement,))
    levels = {
        Underspecification.LOW: QueryLevel(text="Booked cars are confirmed, and told as such."),
        Underspecification.MEDIUM: QueryLevel(text="I want to see what was booked.", withholds=("R1",)),
        Underspecification.HIGH: QueryLevel(text="Renting out cars, with a view of the bookings."),
    }
    said = shop().model_copy(update={"criteria": booked, "prd": prd, "query": Query(levels=levels)})
    [problem] = DataBinding().check(said, PLAN)
    assert problem.code is ProblemCode.NOT_KNOWABLE
    assert "'Confirmed', which R1 states and the query at high" in problem.message
    assert problem.severity == "warning"  # A catalog composed it; what a model wrote goes back to it.
    by_model = said.model_copy(update={"provenance": BY_MODEL})
    assert [one.severity for one in DataBinding().check(by_model, PLAN)] == ["error"]

    levels[Underspecification.HIGH] = QueryLevel(text="Renting out cars.", withholds=("R1",))
    assert not DataBinding().check(said.model_copy(update={"query": Query(levels=levels)}), PLAN)


@pytest.mark.parametrize(
    "step",
    [
        "{do: select, target: {role: combobox, name: Kind}, value: All}",
        "{do: expect, outcome: seen, that: {kind: visible, target: {role: item, containing: All of the records}}}",
    ],
)
def test_words_that_mean_nothing_by_themselves_need_not_be_told(step: str) -> None:
    """The choice of all kinds was asked for, and the query was sent back since it nowhere said "all"."""
    chosen = criteria(f"  - {step}")
    requirement = Requirement(id="R1", title="Kinds", text="All of the records can be chosen.")
    prd = PRD(title="Cars", overview="Cars", requirements=(requirement,))
    query = Query(levels=dict.fromkeys(Underspecification, QueryLevel(text="I want my records by kind.")))
    asked = shop().model_copy(update={"criteria": chosen, "prd": prd, "query": query})
    assert not DataBinding().check(asked, PLAN)


def test_numbers_can_be_said_in_many_words_so_that_no_program_tells_whether_one_is_said() -> None:
    days = criteria(
        "  - {do: expect, outcome: seen, that: {kind: reads, read: count, target: {role: item}, that: it == 7}}"
    )
    prd = PRD(
        title="Meals",
        overview="Meals",
        requirements=(Requirement(id="R1", title="Week", text="All 7 days are shown."),),
    )
    query = Query(levels=dict.fromkeys(Underspecification, QueryLevel(text="A plan of meals for a week.")))
    week = shop().model_copy(update={"criteria": days, "prd": prd, "query": query})
    assert not DataBinding().check(week, PLAN)


def test_levels_fall_and_cycles_close_and_both_are_told() -> None:
    told = [p.message for p in dag_problems(criteria("", "robustness", "[root, gone]"), "criteria.yaml")]
    assert "'root' depends on 'gone', which does not exist." in told
    assert any("is in a cycle: root → root" in message for message in told)


def test_a_query_that_says_what_it_withholds_is_told_with_the_words() -> None:
    leaf = Requirement(id="R2.1", title="Undo a deletion", text="A deleted plant can be brought back.")
    said = QueryLevel(text="A plant list. I want to undo a deletion, too. Meets R2.1.", withholds=("R2.1",))
    query = Query(levels={level: said for level in Underspecification})
    told = [p.message for p in leakage_problems(query, [leaf], "plants")]
    assert "Withholds R2.1 ('Undo a deletion') but says 'undo a deletion'." in told
    assert "Says 'R2.1', as no user would." in told


def leak(text: str, title: str, *data: str, seed: str = "") -> list[str]:
    """What is told of a text that withholds a requirement with this title and these data."""
    leaf = Requirement(id="R2.1", title=title, text="Something.", data=data)
    said = QueryLevel(text=text, withholds=("R2.1",))
    query = Query(levels={level: said for level in Underspecification})
    return sorted({problem.message for problem in leakage_problems(query, [leaf], "x", seed)})


LOTTERY = "A lottery for our club, with a history that can be queried, and weights for people."


@pytest.mark.parametrize(
    ("text", "data", "words"),
    [
        (LOTTERY, ("history",), None),
        (LOTTERY, ("weight",), None),
        (LOTTERY, ("History", "export"), None),
        (LOTTERY, ("history", "people"), "history, people"),
        ("Codes such as SPRING, please.", ("SPRING",), "SPRING"),
        ("Save it to out-all.csv.", ("out-all.csv",), "out-all.csv"),
        ("Things that are due today come first.", ("Due today",), "Due today"),
        ("Things that are overdue today come first.", ("Due today",), None),
        ("There are 17 of them.", ("7",), None),
    ],
)
def test_an_everyday_word_gives_nothing_away_and_a_literal_does(
    text: str, data: tuple[str, ...], words: str | None
) -> None:
    """Commands and columns of one word each were found in every text about the thing, and in words that hold them."""
    told = leak(text, "Asking for earlier draws", *data)
    assert told == (
        [] if words is None else [f"Withholds R2.1 ('Asking for earlier draws') but says {words!r}."]
    )


def test_a_line_of_a_list_that_is_a_part_of_a_title_says_none_of_it() -> None:
    assert leak("I want:\n- plants\n- a cart", "Deleting plants for good") == []
    assert leak("I want:\n- deleting plants for good\n- a cart", "Deleting plants for good") != []


def test_words_of_testers_may_be_used_by_whoever_uses_them_in_the_seed() -> None:
    text = "Search cars by several criteria."
    assert leak(text, "Undo") == ["Says 'criteria', as no user would."]
    assert leak(text, "Undo", seed="Let me search by several criteria") == []


def test_words_of_a_requirement_that_is_told_may_be_said() -> None:
    """The same stages stand in two requirements, and a text that may tell one was refused for the other."""
    stages = Requirement(id="R1.1", title="Stages", text="Each is Related or Not related.")
    hidden = Requirement(
        id="R2.1", title="Sorting by stage", text="Those Not related come last.", data=("Not related",)
    )

    def told(text: str, *withheld: str) -> list[Problem]:
        said = QueryLevel(text=text, withholds=withheld)
        query = Query(levels={level: said for level in Underspecification})
        return list(leakage_problems(query, [stages, hidden], "x"))

    assert told("Mark each as related or not related.", "R2.1") == []
    assert told("Mark each as related or not related.", "R1.1", "R2.1") != []
    assert told("Mark each as related or not related. Sorting by stage, too.", "R2.1") != []


def test_words_of_testers_may_be_used_where_a_told_requirement_has_them() -> None:
    leaf = Requirement(id="R1.1", title="Criteria with weights", text="Criteria are listed.")
    query = Query(levels={level: QueryLevel(text="I weigh criteria.") for level in Underspecification})
    assert list(leakage_problems(query, [leaf], "x")) == []


def test_the_seeds_own_words_may_be_said_by_the_level_that_says_least() -> None:
    seed = "I want a shelf. She marks a book as not related."
    leaf = Requirement(id="R2.1", title="Marks", text="A mark is Not related.", data=("Not related",))
    query = Query(levels={level: QueryLevel(text=seed, withholds=("R2.1",)) for level in Underspecification})
    told = [problem.where for problem in leakage_problems(query, [leaf], "x", seed)]
    assert told == ["x/query.yaml: low", "x/query.yaml: medium"]
    stories = ["She marks a book as not related."]
    assert list(retelling_problems(query, stories, "x", seed)) == []
    assert list(retelling_problems(query, stories, "x")) != []


def test_levels_that_withhold_less_and_less_are_told() -> None:
    widths = {Underspecification.LOW: ("R1.1",), Underspecification.MEDIUM: (), Underspecification.HIGH: ()}
    query = Query(levels={level: QueryLevel(text="x", withholds=ids) for level, ids in widths.items()})
    assert [(p.where, p.message) for p in leakage_problems(query, [], "x")] == [
        ("x/query.yaml: medium", "Gives R1.1, which low withholds though it leaves out less.")
    ]


def test_levels_that_withhold_as_much_but_other_things_are_told() -> None:
    """Numbers of withheld requirements were compared, and these grow: 1, 1, 2."""
    kept = {
        Underspecification.LOW: ("R1.1",),
        Underspecification.MEDIUM: ("R1.2",),
        Underspecification.HIGH: ("R1.1", "R1.2"),
    }
    query = Query(levels={level: QueryLevel(text="x", withholds=ids) for level, ids in kept.items()})
    assert len(list(leakage_problems(query, [], "x"))) == 1


def test_a_query_that_retells_a_story_of_the_prd_is_told_with_the_sentence() -> None:
    stories = ("Ada deletes the wrong fern. She presses the undo button and has it back.",)
    texts = {
        Underspecification.LOW: "A plant list, please. She presses the Undo button and has it back.",
        Underspecification.MEDIUM: "A plant list with a button for undo.",
        Underspecification.HIGH: "A plant list.",
    }
    query = Query(levels={level: QueryLevel(text=text) for level, text in texts.items()})
    told = list(retelling_problems(query, stories, "plants"))
    assert [(p.where, p.message) for p in told] == [
        (
            "plants/query.yaml: low",
            "Retells the PRD's typical use: 'She presses the undo button and has it back.'.",
        )
    ]


def test_the_plan_names_every_check_that_the_gate_makes() -> None:
    """A check of contradictions had been added to the gate, and the plan that people review did not tell of it."""
    plan = read_record(Path(__file__).parents[4] / "plans" / "webapp" / "plan.yaml", Plan)
    assert {check.name for check in plan.quality_checks} == {
        check.name for check in every_check("webapp", "")
    }


def idle(steps: str) -> list[str]:
    one: EvaluationTask = criteria(steps).tasks[0]
    assert isinstance(one.how, BrowserSteps)
    return [
        problem.message
        for problem in step_problems(one, "criteria.yaml")
        if problem.code is not ProblemCode.STATEMENT_DIFFERS
    ]


COUNTED = "  - {do: remember, bind: before, read: count, target: {role: item}}"


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ("  - {do: expect, outcome: seen, that: {kind: holds, that: '1 == 1'}}", "nothing that is read"),
        (
            f"{COUNTED}\n  - {{do: expect, outcome: seen, that: {{kind: holds, that: 'before >= 1 or 2 > 1'}}}}",
            "'2 > 1'",
        ),
        (
            f"{COUNTED}\n  - {{do: expect, outcome: seen, that: {{kind: holds, that: 'before == before'}}}}",
            "with itself",
        ),
        (
            f"{COUNTED}\n  - {{do: compute, bind: same_again, expression: 'before'}}\n"
            "  - {do: expect, outcome: seen, that: {kind: holds, that: 'same_again == before'}}",
            "with itself",
        ),
        (
            f"{COUNTED}\n  - {{do: expect, outcome: seen, that: {{kind: reads, read: count, target: {{role: item}}, "
            "that: 'it == before'}}",
            "with itself",
        ),
        (
            "  - {do: generate, bind: made, kind: integer, minimum: 1}\n"
            "  - {do: expect, outcome: seen, that: {kind: holds, that: 'made >= 1'}}",
            "nothing that is read",
        ),
        (
            "  - {do: expect, outcome: seen, that: {kind: all_of, parts: [{kind: visible, target: {role: item}}, "
            "{kind: reads, read: number, target: {role: heading}, that: '2 > 1'}]}}",
            "nothing that is read",
        ),
    ],
)
def test_a_condition_that_no_app_could_fail_is_refused(steps: str, said: str) -> None:
    """`1 == 1` was released as an outcome: whoever came to it had earned it."""
    (told,) = idle(steps)
    assert said in told


@pytest.mark.parametrize(
    "steps",
    [
        f"{COUNTED}\n  - {{do: click, target: {{role: button, name: Add}}}}\n"
        "  - {do: expect, outcome: seen, that: {kind: reads, read: count, target: {role: item}, that: 'it == before'}}",
        "  - {do: remember, bind: first, read: texts, target: {role: item}}\n"
        "  - {do: remember, bind: all, read: texts, target: {role: item}, turning: {role: button, name: Next}}\n"
        "  - {do: expect, outcome: seen, that: {kind: holds, that: 'len(all) > len(first)'}}",
        f"{COUNTED}\n  - {{do: expect, outcome: seen, that: {{kind: holds, that: 'not (before < 1 or before > 9)'}}}}",
    ],
)
def test_a_condition_that_an_app_could_fail_stands(steps: str) -> None:
    assert idle(steps) == []


PRICE = "  - {do: remember, bind: price, read: number, target: {role: text, name: price}}"
SHOWN = "  - {do: expect, outcome: seen, that: {kind: reads, read: content, that: '%s'}}"


@pytest.mark.parametrize(
    ("binds", "that", "mend"),
    [
        (PRICE, "contains(it, price)", "`says_number(it, price)`"),
        (PRICE, "price in it", "`says_number(it, price)`"),
        (PRICE, "same(it, price * 2)", "`says_number(it, price * 2)`"),
        (PRICE, "contains(it, 58)", "`says_number(it, 58)`"),
        ("  - {do: generate, bind: n, kind: integer}", "contains(it, n)", "`says_number(it, n)`"),
        (
            "  - {do: compute, bind: n, expression: 'len([1, 2]) + 1'}",
            "contains(it, n)",
            "`says_number(it, n)`",
        ),
        ("  - {do: generate, bind: d, kind: future_date}", "contains(it, d)", "`says_day(it, d)`"),
        (
            "  - {do: compute, bind: d, expression: 'later(day(3), 2)'}",
            "d not in it",
            "`not says_day(it, d)`",
        ),
        ("  - {do: generate, bind: t, kind: time}", "contains(it, t)", "`says_time(it, t)`"),
        (
            "  - {do: remember, bind: prices, read: numbers, target: {role: text, name: price}}",
            "len([one for one in prices if contains(it, one)]) == 1",
            "`says_number(it, one)`",
        ),
        (
            PRICE,
            "any_contain([it], price)",
            "`len([one for one in [it] if says_number(one, price)]) > 0`",
        ),
    ],
)
def test_a_value_is_not_looked_for_letter_by_letter(binds: str, that: str, mend: str) -> None:
    """A released item failed 9 of 10 tasks of an honest app: 58.0 was looked for in "$58"."""
    one = criteria(f"{binds}\n{SHOWN % that}").tasks[0]
    assert isinstance(one.how, BrowserSteps)
    found = [p for p in step_problems(one, "criteria.yaml") if p.code is ProblemCode.VALUE_AS_TEXT]
    assert [mend in problem.mend for problem in found] == [True], found


@pytest.mark.parametrize(
    ("binds", "that"),
    [
        (PRICE, "says_number(it, price)"),
        ("  - {do: remember, bind: title, read: text, target: {role: heading}}", "contains(it, title)"),
        ("  - {do: remember, bind: said, read: value, target: {role: textbox}}", "contains(it, said)"),
        ("  - {do: remember, bind: prices, read: numbers, target: {role: text}}", "number(it) in prices"),
        ("  - {do: compute, bind: d, expression: 'day(3)'}", "says_day(it, d)"),
    ],
)
def test_what_is_compared_as_what_it_is_stands(binds: str, that: str) -> None:
    one = criteria(f"{binds}\n{SHOWN % that}").tasks[0]
    assert isinstance(one.how, BrowserSteps)
    assert not [p for p in step_problems(one, "criteria.yaml") if p.code is ProblemCode.VALUE_AS_TEXT]


def test_places_in_a_text_and_days_from_now_on_are_no_data() -> None:
    """'4' comes from nowhere, it was said of `someday[0:4]`, and `[0:2 + 2]` passed."""
    made = "  - {do: generate, bind: d, kind: future_date}\n  - {do: compute, bind: some, expression: '%s'}"
    assert bound(made % "d[0:4]") == bound(made % "later(d, 7)") == bound(made % "day(14)") == []
    assert bound(made % "d[0] + 14") != []


def expecting(statement: str, *expectations: str) -> EvaluationTask:
    """A task with one outcome, and an `expect` step in short form for each expectation."""
    reader = StepReader({"field": {"role": "textbox"}, "notes": {"role": "item"}}, "criteria.yaml")
    steps: list[JsonValue] = ["open", *({"expect": {"seen": load_yaml(one)}} for one in expectations)]
    task = criteria("").tasks[0].model_dump()
    task["outcomes"] = [{"id": "seen", "statement": statement}]
    task["how"] = {"kind": "browser", "steps": [reader.step(step) for step in steps]}
    return EvaluationTask.model_validate(task)


MISSING, COMPOUND = PhraseFault.MISSING, PhraseFault.COMPOUND
ELSEWHERE, SHARED = PhraseFault.NOT_IN_STATEMENT, PhraseFault.SHARED
COUNT = "reads: {read: count, target: notes, that: "


@pytest.mark.parametrize(
    ("statement", "expectations", "faults"),
    [
        pytest.param("A field", ["{visible: field}"], [None], id="one stands for the whole"),
        pytest.param("A field", ["{visible: field, phrase: a  FIELD}"], [None], id="case and spaces"),
        pytest.param("A field", ["{visible: field, phrase: fields}"], [ELSEWHERE], id="whole words"),
        pytest.param(
            "A name and a text",
            ["{visible: field, phrase: a name}", "{visible: notes, phrase: a text}"],
            [None] * 2,
        ),
        pytest.param(
            "A name and a text",
            ["{all_of: [{visible: field}, {all_of: [{visible: notes}, notice]}]}"],
            [MISSING] * 3,
            id="nested parts are single expectations",
        ),
        pytest.param(
            "A name", ["{visible: field, phrase: a name}", "{visible: notes, phrase: name}"], [None, SHARED]
        ),
        pytest.param(
            "The name, then the name in a list",
            ["{visible: field, phrase: the name}", "{visible: notes, phrase: the name in a list}"],
            [None, None],
            id="the longer phrase takes its words first",
        ),
        pytest.param("Six to nine", [f"{{{COUNT}'6 <= it and it <= 9'}}}}"], [None], id="a range is one"),
        pytest.param(
            "Any", [f"{{{COUNT}'6 <= it and it < 9 and it != 7'}}}}"], [COMPOUND], id="a range and more"
        ),
        pytest.param("Any", ["{holds: 'min(a) >= 0 and max(a) > min(a)'}"], [COMPOUND], id="no range"),
        pytest.param("Any", [f"{{{COUNT}'it < 2 or it > 5'}}}}"], [None], id="alternatives are one"),
        pytest.param(
            "Any",
            ["{any_of: [{visible: field}, {all_of: [{visible: notes}, notice]}]}"],
            [None],
            id="designs are one",
        ),
    ],
)
def test_an_outcome_says_all_that_its_steps_expect(
    statement: str, expectations: list[str], faults: list[PhraseFault | None]
) -> None:
    """Apps failed by a second expectation that no statement named, and nobody could be told why."""
    task = expecting(statement, *expectations)
    assert [atom.fault for atom in atoms(task, "seen")] == faults
    problems = list(statement_problems(task, "criteria.yaml"))
    assert [problem.code for problem in problems] == [ProblemCode.STATEMENT_DIFFERS] * any(faults)


def test_every_outcome_that_says_too_little_is_told_at_once_by_the_gates_check() -> None:
    """Each with where it stands; what a phrase says decides no verdict, so that evidence outlasts its rewording."""
    task = expecting(
        "A name", "{all_of: [{visible: field, phrase: a name}, {visible: notes, phrase: a list}]}"
    )
    other = task.model_copy(update={"id": "other"})
    project = shop().model_copy(update={"criteria": Criteria(tasks=(task, other))})
    (consistency,) = [check for check in every_check("webapp", "") if check.name == "consistency"]
    found = [one for one in consistency.check(project, PLAN) if one.code]
    assert [one.where.partition(": ")[2] for one in found] == [
        f"task {id}, outcome 'seen'" for id in ("root", "other")
    ]

    reworded = expecting("A list", "{all_of: [{visible: field}, {visible: notes, phrase: a list}]}")
    digests = [
        (graded_digest(of_it, {}), prose_digest(project.prd, project.query, of_it))
        for of_it in (Criteria(tasks=(task,)), Criteria(tasks=(reworded,)))
    ]
    assert digests[0][0] == digests[1][0]
    assert digests[0][1] != digests[1][1]
