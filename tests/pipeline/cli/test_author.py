"""`benchwright author` and `benchwright review`, with the catalog author and the static part of the gate."""

import json
import os
import pty
import shutil
import sys
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen, run
from typing import Any

import pytest
from click import UsageError
from click.testing import CliRunner, Result
from rich.console import Console

os.environ.update(LANGGRAPH_STRICT_MSGPACK="true", LANGSMITH_TRACING="false", LANGCHAIN_TRACING_V2="false")

from pipeline.cli.author import Offered, author
from pipeline.cli.author_summary import tell
from pipeline.cli.instances.making import author as author_instances
from pipeline.cli.review import review
from pipeline.graph.report import AuthoringReport, ItemReport
from pipeline.instances.spec import SuiteOrder
from plans.errors import AuthorError, InvalidFile, RunMismatch, StaleReview
from plans.families import FAMILIES
from plans.files import read_own_record, read_record, write_record
from plans.items import read_evidence, read_suite
from plans.paths import SuitePaths
from plans.records.feedback import EvaluationPlan
from plans.webapp.catalog.domain import CATEGORIES
from plans.webapp.catalog.library import shipped_library

SHOP = "a shop for house plants with a cart and a search"
NONSENSE = "zzz qqq xxyzzy"


def seeds(folder: Path, *queries: str) -> str:
    path = folder / "seeds.txt"
    path.write_text("\n\n".join(queries))
    return str(path)


def call(command: Any, *arguments: str) -> Result:
    return CliRunner().invoke(command, list(arguments), standalone_mode=False, catch_exceptions=False)


def said(result: Result) -> Any:
    return json.loads(result.stdout)


def started(folder: Path, *more: str) -> list[str]:
    return [seeds(folder, SHOP), "--out", str(folder / "mine"), "--gate", "static", *more]


def test_what_a_seed_may_name_and_ask_for_is_listed(tmp_path: Path) -> None:
    """Domains and features stood nowhere but in the catalog's own files."""
    shown = call(author, "--catalog").stdout.splitlines()
    library = shipped_library()
    for domain in library.domains.values():
        assert any(f"{domain.id} " in line and domain.purpose in line for line in shown), domain.id
    for category in CATEGORIES:
        assert any(line.startswith(f"{category} ") for line in shown)
    for feature in library.features.values():
        assert any(line.startswith(f"{feature.id} ") and feature.title in line for line in shown), feature.id
    tables = next(line for line in shown if " tables " in line)
    assert "Cart" in tables
    assert "Booking" not in tables

    call(author, seeds(tmp_path, "a garden"), "--catalog", "--out", str(tmp_path / "mine"))
    assert not (tmp_path / "mine").exists()


@pytest.mark.parametrize("named", [(), ("--family", "webapp")])
def test_the_catalog_is_a_record_where_json_is_asked_for(named: tuple[str, ...]) -> None:
    """It was a table all the same."""
    offered = Offered.model_validate_json(call(author, "--catalog", *named, "--json").stdout)
    assert {*offered.catalogs} == ({*named[1:]} or {*FAMILIES})
    for catalog in offered.catalogs.values():
        assert catalog.features
        assert all(feature.id for feature in catalog.features)


def test_a_domain_or_category_that_there_is_not_is_told_before_anything_is_written(tmp_path: Path) -> None:
    """It ended as a seed that was refused, exit code 1, in a folder that was begun."""
    file = tmp_path / "seeds.yaml"
    file.write_text(
        "seeds:\n- {id: a, query: A garden, domain: gardens}\n- {id: b, query: A shop, category: shops}\n"
        "- {id: c, query: A cookbook, domain: recipes, category: shopping}\n- {id: d, query: A cookbook}\n"
    )
    with pytest.raises(InvalidFile) as told:
        call(author, str(file), "--out", str(tmp_path / "mine"), "--gate", "static")
    a, b, c = told.value.problems
    assert "domain 'gardens'" in str(a)
    assert "category 'shops'" in str(b)
    assert "shopping" in str(b)
    assert "'c' asks for the category 'shopping' and for the domain 'recipes'" in str(c)
    assert not (tmp_path / "mine").exists()


def test_seeds_become_a_suite_and_a_refused_one_says_why(tmp_path: Path) -> None:
    file = seeds(tmp_path, SHOP, NONSENSE)
    result = call(author, file, "--out", str(tmp_path / "mine"), "--gate", "static", "--json")

    shop, nonsense = said(result)["items"]
    assert result.return_value == 1
    assert "is_published" not in said(result), "an unproved suite was called published"
    assert said(result)["is_written"]
    assert (shop["result"], shop["category"]) == ("unproved", "shopping")
    assert (shop["reading"]["words"], shop["reading"]["thin"]) == (["house plants"], "")
    assert nonsense["result"] == "refused"
    assert "`domain:`" in nonsense["reasons"][0]
    assert [item.id for item in read_suite(SuitePaths(tmp_path / "mine")).items] == [shop["item"]]


def test_what_no_browser_has_seen_is_written_and_not_called_released(tmp_path: Path) -> None:
    """`--gate static` said "released", in the table, in JSON and in the evidence."""
    result = call(author, *started(tmp_path))

    assert result.return_value == 0
    said_plainly = " ".join(result.stdout.split())
    assert "written, unproved" in said_plainly
    assert "1 of 1 item written as mine 1.0.0" in said_plainly
    assert "released as" not in said_plainly
    assert f"Next: benchwright verify {tmp_path / 'mine'}" in said_plainly
    (listed,) = read_suite(SuitePaths(tmp_path / "mine")).items
    evidence = read_evidence(SuitePaths(tmp_path / "mine").item(listed.id))
    assert evidence is not None
    assert not evidence.released
    assert evidence.reasons == ("nothing was judged",)


def test_what_a_seed_was_read_as_is_told_and_a_thin_reading_is_flagged(tmp_path: Path) -> None:
    file = seeds(tmp_path, SHOP, "a game")
    result = call(author, file, "--out", str(tmp_path / "mine"), "--gate", "static")

    said_plainly = " ".join(result.stdout.split())
    assert "because of “" in said_plainly
    assert "thin: " in said_plainly
    assert "name `domain:` in the seed to choose" in said_plainly
    assert "(thin) |" in SuitePaths(tmp_path / "mine").card.read_text()


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--list", "--approve"), "--list only shows and --approve decides"),
        (("--list", "--stats"), "--list shows what waits, --stats what was decided"),
        (("--stats", "--reject"), "--stats only shows and --reject decides"),
        (("--note", "because"), "--note needs an answer"),
        (("--all",), "--all needs an answer"),
    ],
)
def test_no_option_of_review_is_passed_over(tmp_path: Path, options: tuple[str, ...], told: str) -> None:
    """`--list --approve` approved, `--stats --reject` and `--list --stats` did but one of both, a note went nowhere."""
    call(author, *started(tmp_path, "--review", "defer"))
    with pytest.raises(UsageError, match=told):
        call(review, str(tmp_path / "mine"), *options)
    assert len(said(call(review, str(tmp_path / "mine"), "--json"))) == 1


def test_a_list_shows_what_waits_of_the_item_that_was_named(tmp_path: Path) -> None:
    call(author, seeds(tmp_path, SHOP, "a cookbook"), "--out", str(tmp_path / "mine"), "--gate", "static",
         "--review", "defer")  # fmt: skip
    suite = str(tmp_path / "mine")
    call(review, suite, "--stage", "plan", "--approve")
    waiting = [one["item"] for one in said(call(review, suite, "--json"))]
    assert len(waiting) == 2
    assert [one["item"] for one in said(call(review, suite, "--json", "--item", waiting[1]))] == waiting[1:]
    assert "Nothing waits" in call(review, suite, "--list", "--item", waiting[0], "--stage", "release").stdout


def test_what_waits_is_shown_with_the_place_of_its_texts(tmp_path: Path) -> None:
    """Who wanted to edit the plan had to look for plan.yaml."""
    call(author, *started(tmp_path, "--review", "defer"))
    suite = str(tmp_path / "mine")
    listed = "".join(call(review, suite, "--list").stdout.split())
    assert str(tmp_path / "mine" / ".authoring") in listed
    assert "plan.yaml" in listed
    assert said(call(review, suite, "--json"))[0]["folder"] == str(tmp_path / "mine" / ".authoring")


@pytest.mark.slow
def test_what_is_left_out_or_invented_is_told_though_all_else_was_read(tmp_path: Path) -> None:
    """It was told below the phrases that were not read, and only where there were some."""
    file = tmp_path / "seeds.yaml"
    file.write_text(
        "seeds:\n- {id: kites, query: With a cart and a login, domain: invented-shopping, without: [comments], "
        "parameters: {item_noun: [kite, kites]}}\n"
    )
    told = call(author, str(file), "--out", str(tmp_path / "mine"), "--gate", "static", "--json")
    (item,) = said(told)["items"]
    assert item["covered"] == {"cart": "feature: cart", "without: comments": "left out, as you asked"}
    assert item["uncovered"] == ["login"]
    assert any("“login”" in note for note in item["notes"])
    assert any("kites are invented" in note for note in item["notes"])


@pytest.mark.slow
def test_what_may_be_a_wish_is_told_apart_from_mere_words_and_once(tmp_path: Path) -> None:
    """Real wishes were lost in a list of thirty words, of which the remarks below told many again."""
    query = "A plant shop with a cart and mahogany, a siren warns of thunder, login"
    told = call(author, seeds(tmp_path, query), "--out", str(tmp_path / "mine"), "--gate", "static").stdout
    flat = " ".join(told.split())
    assert "“siren warns”; single words: mahogany, thunder" in flat
    assert flat.count("“login”") == 1


@pytest.mark.slow
def test_the_word_that_brought_a_feature_is_named(tmp_path: Path) -> None:
    """A chart came of "wine bars", and the console never said by which word."""
    query = "A list of kites, with stars, beside the bars of our town"
    told = call(author, seeds(tmp_path, query), "--out", str(tmp_path / "mine"), "--gate", "static").stdout
    flat = " ".join(told.split())
    assert "Features and the words that ask for them:" in flat
    assert "Ratings, by “stars”" in flat
    assert "Chart, by “bars”" in flat


def test_what_was_released_is_followed_by_the_command_that_runs_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """What comes after a static gate was said, and after the live one nothing."""
    item = ItemReport(item="birds", result="released")
    report = AuthoringReport(
        suite="mine",
        version="1.0.0",
        folder="x/mine",
        is_written=True,
        plan_result="planned",
        items=(item,),
    )
    assert tell(report, Console(width=200), as_json=False) == 0
    assert "Next: benchwright run x/mine --agent oracle --agent nop\n" in capsys.readouterr().out
    tell(report.model_copy(update={"is_written": False}), Console(width=200), as_json=False)
    assert "Next:" not in capsys.readouterr().out


@pytest.mark.slow
def test_a_seed_none_of_whose_words_brought_a_feature_has_that_said(tmp_path: Path) -> None:
    """It was left out of the list of features, and a garden rota became a shop with a cart that nobody asked for."""
    query = "A page for the plants of our garden"
    told = call(author, seeds(tmp_path, query), "--out", str(tmp_path / "mine"), "--gate", "static").stdout
    assert ": none found, so features were drawn" in " ".join(told.split())


def test_what_serves_each_phrase_is_in_the_report_as_json(tmp_path: Path) -> None:
    (item,) = said(call(author, *started(tmp_path, "--json")))["items"]
    assert item["covered"]["cart"] == "feature: cart"
    assert item["uncovered"] == []


def test_parked_checkpoints_are_listed_decided_and_counted(tmp_path: Path) -> None:
    suite = str(tmp_path / "mine")
    parked = call(author, *started(tmp_path, "--review", "defer"))
    assert "1 checkpoint waits for a decision: benchwright review" in parked.stdout.replace("\n", " ")

    assert said(call(review, suite, "--json"))[0]["stage"] == "plan"
    call(review, suite, "--stage", "plan", "--approve")
    (generation,) = said(call(review, suite, "--list", "--json"))
    item = generation["item"]
    call(review, suite, "--item", item, "--stage", "generation", "--redo", "shorter, please")
    (generation,) = said(call(review, suite, "--json"))
    note, answer = generation["findings"]
    assert (generation["showing"], note) == (2, "shorter, please")
    assert answer.startswith("Note “shorter, please”: "), "what it did is said"

    prd = SuitePaths(tmp_path / "mine").draft(item).prd
    edited = tmp_path / "prd.yaml"
    edited.write_text(prd.read_text().replace("overview: ", "overview: In short. ", 1))
    call(review, suite, "--item", item, "--stage", "generation", "--edit", str(edited))
    done = call(review, suite, "--item", item, "--stage", "release", "--approve")
    assert done.return_value == 0
    assert "In short." in SuitePaths(tmp_path / "mine").item(item).prd_text.read_text()

    lines = {
        (line["stage"], line["artifact"]): line for line in said(call(review, suite, "--stats", "--json"))
    }
    line = lines["generation", "prd.yaml"]
    assert (line["decisions"], line["edited"], line["redone"]) == (2, 1, 1)
    assert 0 < line["edit_distance"] < 0.1
    assert "prd.yaml" in call(review, suite, "--stats").stdout

    def counted(*named: str) -> set[str]:
        return {line["stage"] for line in said(call(review, suite, "--stats", "--json", *named))}

    assert counted("--stage", "release") == {"release"}
    assert counted("--item", "mine") == {"plan"}
    assert counted("--item", item) == {"generation", "release"}, "whatever was named, all was counted"
    assert counted("--item", item, "--stage", "plan") == set()

    # What is git-ignored does not come along with a clone, and the decisions have to.
    shutil.rmtree(SuitePaths(tmp_path / "mine").authoring)
    cloned = {
        (line["stage"], line["artifact"]): line for line in said(call(review, suite, "--stats", "--json"))
    }
    assert cloned == lines
    assert ("plan", "plan.yaml") in cloned


def test_a_suite_that_is_being_authored_goes_on_in_a_folder_that_was_renamed(tmp_path: Path) -> None:
    """Its name came from the folder, so the same command found work with other settings."""
    call(author, *started(tmp_path, "--review", "defer"))
    (tmp_path / "mine").rename(tmp_path / "moved")
    command = [seeds(tmp_path, SHOP), "--out", str(tmp_path / "moved"), "--gate", "static"]
    with pytest.raises(RunMismatch):
        call(author, *command, "--name", "another")
    assert call(author, *command).return_value == 0
    assert read_suite(SuitePaths(tmp_path / "moved")).name == "mine"
    parked = ["--family", "calendar", "--n", "2", "--review", "defer", "--out"]
    call(author_instances, *parked, str(tmp_path / "meetings"))
    (tmp_path / "meetings").rename(tmp_path / "dates")
    call(author_instances, *parked, str(tmp_path / "dates"))
    assert read_own_record(SuitePaths(tmp_path / "dates").order, SuiteOrder).name == "meetings"


def test_decision_about_nothing_names_what_waits(tmp_path: Path) -> None:
    call(author, *started(tmp_path, "--review", "defer"))

    with pytest.raises(StaleReview, match=r"Nothing waits at mine, release.* What waits: mine, plan"):
        call(review, str(tmp_path / "mine"), "--item", "mine", "--stage", "release", "--approve")


@pytest.mark.parametrize(
    "answers",
    [
        ("--approve", "--reject"),
        ("--reject", "--approve"),
        ("--approve", "--redo", "x"),
        ("--reject", "--redo", "x"),
    ],
)
def test_two_answers_at_once_decide_nothing(tmp_path: Path, answers: tuple[str, ...]) -> None:
    """Of --approve and --reject the last counted, and a rejection is final."""
    call(author, *started(tmp_path, "--review", "defer"))
    with pytest.raises(UsageError, match="exclude each other") as caught:
        call(review, str(tmp_path / "mine"), "--stage", "plan", *answers)
    assert caught.value.exit_code == 2
    assert said(call(review, str(tmp_path / "mine"), "--json"))[0]["stage"] == "plan"


@pytest.mark.slow
def test_a_redo_says_at_once_what_its_note_was_read_as(tmp_path: Path) -> None:
    """It was told only to who looked at the checkpoint again."""
    suite = str(tmp_path / "mine")
    call(author, *started(tmp_path, "--review", "defer"))
    redone = call(review, suite, "--stage", "plan", "--redo", "with ratings, and shinier").stdout
    assert "mine, plan, showing 2, made anew:" in redone
    assert "Note “with ratings, and shinier”: “" in redone
    assert "may be drawn for any item" in redone
    assert redone.count("shinier") == redone.count("Note “with ratings, and shinier”") + 1, (
        "as what was not used"
    )
    assert "made anew" not in call(review, suite, "--stage", "plan", "--approve").stdout


def test_a_decision_is_answered_with_its_item_and_what_waits(tmp_path: Path) -> None:
    """After each one the whole report of all items was printed again, and "done" of what had long been rejected."""
    suite = str(tmp_path / "mine")
    file = seeds(tmp_path, SHOP, "A cookbook with search and ratings", NONSENSE)
    call(author, file, "--out", suite, "--gate", "static", "--review", "defer")
    planned = call(review, suite, "--stage", "plan", "--approve")
    first, second = [one["item"] for one in said(call(review, suite, "--json"))]
    assert first in planned.stdout
    assert second in planned.stdout

    decided = call(review, suite, "--item", first, "--stage", "generation", "--reject")
    told = " ".join(decided.stdout.split())
    assert "Of the others: 1 waiting, 1 refused." in told
    assert f"{first} rejected" in told
    assert f"{second}, generation" in told
    assert told.count(second) == 1
    assert decided.stderr.count(": ended") == 1


def test_a_rejected_item_says_how_to_take_it_up_again(tmp_path: Path) -> None:
    suite = str(tmp_path / "mine")
    call(author, *started(tmp_path, "--review", "defer"))
    call(review, suite, "--stage", "plan", "--approve")
    call(review, suite, "--stage", "generation", "--reject")
    with pytest.raises(StaleReview, match="authoring its seed anew, with another --out"):
        call(review, suite, "--stage", "generation", "--approve")
    again = call(author, *started(tmp_path)[:1], "--out", str(tmp_path / "again"), "--gate", "static")
    assert again.return_value == 0


def test_bad_edit_is_refused_before_anything_happens(tmp_path: Path) -> None:
    call(author, *started(tmp_path, "--review", "defer"))
    plan = tmp_path / "plan.yaml"
    plan.write_text("task: nothing\nparameters: []\nunknown: 1\n")

    with pytest.raises(InvalidFile) as caught:
        call(review, str(tmp_path / "mine"), "--stage", "plan", "--edit", str(plan))
    assert len(caught.value.problems) >= 3
    assert said(call(review, str(tmp_path / "mine"), "--json"))[0]["stage"] == "plan"


@pytest.mark.slow
def test_edited_weights_are_taken_from_whatever_folder_the_edit_lies_in(tmp_path: Path) -> None:
    """The criteria were looked for beside the edit, so every edit of evaluation.yaml was refused."""
    suite = SuitePaths(tmp_path / "mine")
    call(author, *started(tmp_path, "--review", "defer"))
    call(review, str(suite.root), "--stage", "plan", "--approve")
    call(review, str(suite.root), "--stage", "generation", "--all", "--approve")
    (release,) = said(call(review, str(suite.root), "--json"))
    decide = (str(suite.root), "--item", release["item"], "--stage", "release")
    evaluation = read_record(suite.draft(release["item"]).evaluation, EvaluationPlan)
    mine = tmp_path / "elsewhere" / "evaluation.yaml"
    first, second, *others = evaluation.weights

    lacking = {task: evaluation.weights[task] for task in (second, *others)}
    lacking[second] += evaluation.weights[first]
    write_record(mine, evaluation.model_copy(update={"weights": lacking}))
    with pytest.raises(InvalidFile, match=f"task '{first}' has no share"):
        call(review, *decide, "--edit", str(mine))
    assert said(call(review, str(suite.root), "--json")) == [release], "nothing was decided"

    halved = evaluation.weights[first] / 2
    moved = evaluation.weights | {first: halved, second: evaluation.weights[second] + halved}
    write_record(mine, evaluation.model_copy(update={"weights": moved}))
    call(review, *decide, "--edit", str(mine))
    assert call(review, *decide, "--approve").return_value == 0
    published = read_record(suite.item(release["item"]).evaluation, EvaluationPlan).weights
    assert published == pytest.approx(moved, abs=2e-6)


def test_review_of_a_folder_without_work(tmp_path: Path) -> None:
    """It said of any folder that there is that nothing waits for a decision."""
    for answer in (("--list",), ("--stage", "plan", "--approve")):
        with pytest.raises(AuthorError, match="No suite lies in"):
            call(review, str(tmp_path), *answer)


@pytest.mark.parametrize(("option", "value"), [("--name", "My Suite"), ("--version", "one")])
def test_names_that_cannot_be_are_refused(tmp_path: Path, option: str, value: str) -> None:
    with pytest.raises(UsageError, match=value):
        call(author, *started(tmp_path, option, value))


@pytest.mark.slow
def test_folder_with_any_name_gives_the_suite_a_name(tmp_path: Path) -> None:
    result = call(
        author, seeds(tmp_path, SHOP), "--out", str(tmp_path / "My Best_Suite!"), "--gate", "static"
    )

    assert "written as my-best-suite 1.0.0" in result.stdout.replace("\n", " ")


@pytest.mark.slow
def test_of_an_item_that_was_named_nothing_else_is_asked(tmp_path: Path) -> None:
    """`review --item X` without an answer asked about every checkpoint that was parked."""
    suite = str(tmp_path / "mine")
    two = seeds(tmp_path, SHOP, "a recipe box with a search and ratings")
    call(author, two, "--out", suite, "--gate", "static", "--review", "defer")
    call(review, suite, "--stage", "plan", "--approve")
    first, second = [one["item"] for one in said(call(review, suite, "--json"))]

    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "pipeline.cli.main", "review", suite, "--item", first]
    process = Popen(command, stdin=theirs, stdout=PIPE, stderr=PIPE, text=True)
    os.close(theirs)
    os.write(ours, b"a\na\na\na\n")
    output, errors = process.communicate(timeout=100)
    os.close(ours)

    assert "Traceback" not in errors
    assert "1 checkpoint to decide" in output
    assert [(one["item"], one["stage"]) for one in said(call(review, suite, "--json"))] == [
        (second, "generation")
    ]
    again = run(command, stdin=DEVNULL, capture_output=True, text=True, check=False, timeout=100)
    assert "Nothing waits" in again.stdout


@pytest.mark.slow
def test_asked_at_a_real_terminal(tmp_path: Path) -> None:
    """The person approves the plan, rejects the item, and says why."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "pipeline.cli.main", "author", *started(tmp_path, "--review", "ask")]
    process = Popen(command, stdin=theirs, stdout=PIPE, stderr=PIPE, text=True)
    os.close(theirs)
    os.write(ours, b"a\nj\nno more shops\n")
    output, errors = process.communicate(timeout=100)
    os.close(ours)

    assert "Traceback" not in errors
    assert "Error: " not in errors
    assert process.returncode == 1
    assert "Criteria:" in output
    assert "rejected: no more shops" in output.replace("\n", " ")


def test_what_waits_is_listed_with_the_command_that_follows(tmp_path: Path) -> None:
    """A newcomer saw a table, and had to find out what decides a checkpoint."""
    call(author, *started(tmp_path, "--review", "defer"))
    listed = call(review, str(tmp_path / "mine"), "--list").stdout
    named = next(
        line.strip() for line in listed.splitlines() if line.strip().startswith("benchwright review")
    )
    assert named == f"benchwright review {tmp_path / 'mine'} --item mine --stage plan --approve"
    assert "--redo NOTE, --edit FILE" in listed
    assert call(review, *named.split()[2:]).exit_code == 0
