"""The same app with other data and in other markup: what is rewritten, what is left alone, and what breaks."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from agents.authoring.generation.files import laid
from agents.authoring.generation.mutants import clause_mutants, project_of
from agents.authoring.generation.sample_data import is_sound, rewritings, rewritten
from agents.authoring.generation.shapes import WrittenFile
from agents.authoring.generation.varying import ModelVarier
from agents.authoring.verification.gate import judge_row
from agents.authoring.verification.matrix import mutant_rows
from agents.gateway.gateway import open_gateway
from agents.judging.programmatic import ProgrammaticJudge
from plans.contracts.runs import Judge
from plans.families import checks, generator
from plans.items import read_built, write_files
from plans.paths import ItemPaths
from plans.records.model_settings import Allowance, ModelBudget
from plans.records.plan import ItemParameters
from plans.records.project import Alternative, Built, Lack, LaidOver, Specified, Variations, Varied
from plans.records.seed import ItemSeed, Recipe, Seed, SeedCoverage
from plans.records.verdict import Status
from plans.settings import read_settings
from plans.variations import lacks, write_variations
from plans.webapp.catalog.compose import clause
from tests.agents.authoring.hand import hand_written, mended, restyled, shape_of
from tests.agents.authoring.test_parts_by_model import prd, query
from tests.agents.authoring.test_planting_by_model import CANARY, criteria
from tests.agents.gateway.model_endpoint import KEY, ModelEndpoint, settings_for
from tests.pipeline.graph.test_author_by_model import Reading

RENTAL = {
    "index.html": "<ul id=list></ul><script src=app.js></script>",
    "app.js": """
const BIKES = [
  { id: 1, name: "Sea Breeze", type: "city", price: 58, note: "Seven gears, a basket and a good bell" },
  { id: 2, name: 'Lake Runner', type: "gravel", price: 70, note: "Wide tyres, a light frame, and no bell" },
  { id: 3, name: "Sea Runner", type: "city", price: 95, note: "For two who like to sit side by side" },
];
const SORTS = [{ value: "price", label: "By price" }, { value: "name", label: "By name" },
  { value: "type", label: "By type" }];
const money = (sum) => `$${sum.toFixed(2)}`;
const perDay = (bike) => "from $" + bike.price.toFixed(2) + " a day";
const on = (day) => day.toLocaleDateString("en-US", { month: "long", day: "numeric" });
""",
}
SAID = "The page lists at least 3 bikes, each with its name, its type and what it costs a day."


def other(files: Mapping[str, str], stated: str = SAID, seed: int = 1) -> str:
    """The script with all that can be rewritten."""
    found = rewritings(dict(files), stated, seed)
    made = rewritten(dict(files), [edit for edits in found.values() for edit in edits])
    assert is_sound(made)
    return {**files, **made}["app.js"]


def test_entries_are_renamed_word_by_word_and_what_they_share_stays_shared() -> None:
    found = rewritings(RENTAL, SAID, 1)
    script = rewritten(RENTAL, found["names"])["app.js"]
    one, two, three = (line.split("name: ")[1].split(", type")[0][1:-1] for line in script.splitlines()[2:5])
    assert "Sea" not in script
    assert "Runner" not in script
    assert one.split()[0] == three.split()[0]
    assert two.split()[1] == three.split()[1]
    assert len({one, two, three}) == 3
    assert 'type: "city"' in script, "what several entries have is no name"
    assert 'label: "By price"' in script, "choices of the interface are no data"
    assert rewritings(RENTAL, SAID, 1) == found, "the same seed gives the same"
    assert rewritings(RENTAL, SAID, 2)["names"] != found["names"]


def test_amounts_their_decimals_their_sign_and_dates_are_shown_otherwise() -> None:
    script = other(RENTAL)
    assert "price: 59.25" in script
    assert "price: 91.75" in script
    assert '`${sum.toFixed(2).replace(/\\.00$/, "")} $`' in script
    assert '"from " + (bike.price.toFixed(2).replace(/\\.00$/, "") + " $") + " a day"' in script
    assert 'toLocaleDateString("en-GB", { month: "long", day: "numeric", month: "short" })' in script


def test_one_entry_is_added_under_a_name_and_an_id_of_its_own() -> None:
    added = rewritings(RENTAL, SAID, 1)["entries"]
    assert len(added) == 1
    assert "id: 4" in added[0].text
    assert "Sea Runner" not in added[0].text
    exact = rewritings(RENTAL, "The page lists exactly three bikes.", 1)
    assert "entries" not in exact, "how many there are is stated"


@pytest.mark.parametrize(
    ("stated", "kind"),
    [
        ("The bikes are called Sea Breeze, Lake Runner and Sea Runner.", "names"),
        ("Bikes above 57 and below 100 are shown: 58, 70 and 95 dollars.", "prices"),
        ("Prices have two decimals.", "decimals"),
        ("Dates are written as YYYY-MM-DD.", "dates"),
    ],
)
def test_what_a_requirement_fixes_stays(stated: str, kind: str) -> None:
    assert kind in rewritings(RENTAL, SAID, 1)
    assert kind not in rewritings(RENTAL, stated, 1)


def test_what_other_code_goes_by_stays() -> None:
    named = RENTAL["app.js"] + 'const best = BIKES.find((bike) => bike.name === "Sea Breeze");\n'
    script = other({**RENTAL, "app.js": named})
    assert 'name: "Sea Breeze"' in script
    assert "Lake Runner" not in script
    apart = RENTAL["app.js"] + 'const amount = (text) => Number(text.replace("$", ""));\n'
    assert "currency" not in rewritings({**RENTAL, "app.js": apart}, SAID, 1)


def test_nothing_is_found_in_markup_or_where_a_script_cannot_be_parsed() -> None:
    assert rewritings({"index.html": "<ul><li>Sea Breeze $58</li></ul>"}, SAID, 1) == {}
    assert rewritings({"app.js": RENTAL["app.js"] + "const = ;"}, SAID, 1) == {}


def specified() -> Specified:
    coverage = SeedCoverage(scores={}, category="data", domain="lent")
    return Specified(
        recipe=Recipe(
            id="lent",
            seed=ItemSeed(seed=Seed(id="lent", query="Books that friends borrowed."), coverage=coverage),
            parameters=ItemParameters(family="webapp", random_seed=0, values={}, complexity=4),
        ),
        prd=prd(),
        query=query(),
        criteria=criteria(),
    )


async def varied(
    judge: Judge, endpoint: ModelEndpoint, reference: Mapping[str, str], way: str = "browser"
) -> Varied:
    async with (
        endpoint.serving() as url,
        open_gateway(settings_for(url), lambda _: KEY) as gateway,
    ):
        plan = generator("webapp").plan
        varier = ModelVarier(
            gateway, judge, checks("webapp"), plan, "browser" if way == "browser" else "commands"
        )
        return (await varier.varied(specified(), Built(reference=dict(reference)), CANARY)).value


@asynccontextmanager
async def browser() -> AsyncIterator[ProgrammaticJudge]:
    async with ProgrammaticJudge(read_settings().chromium, workers=2) as judge:
        yield judge


@pytest.mark.slow
@pytest.mark.browser
async def test_both_pass_all_tasks_in_a_browser() -> None:
    endpoint = hand_written()
    async with browser() as judge:
        made = await varied(judge, endpoint, mended(""))
    assert {one.alternative.kind for one in made.alternatives} == {"restyled", "other-data"}
    assert made.variations.rewritten == ("names", "entries")
    assert made.variations.failing == ()
    assert made.variations.lacking == ()
    assert [shape_of(body) for body in endpoint.asked] == ["WrittenRestyling"]
    told = endpoint.asked[0]["messages"][1]["content"]
    assert "The Winter Lighthouse" in told
    assert "expect:" not in told, "its author sees no steps"
    assert any(CANARY in text for one in made.alternatives for text in one.files.values())


@pytest.mark.slow
@pytest.mark.browser
async def test_each_outcome_of_the_clause_is_failed_by_a_mutant_of_its_own() -> None:
    """Nothing but a page that no Tab leads through was planted, so that four of six outcomes were never failed."""
    section, task = clause(4)
    asked, built = specified(), Built(reference=mended(""))
    prd = asked.prd.model_copy(update={"requirements": (*asked.prd.requirements, section)})
    criteria = asked.criteria.model_copy(update={"tasks": (*asked.criteria.tasks, task)})
    whole = asked.model_copy(update={"prd": prd, "criteria": criteria})
    async with browser() as judge:
        planted = await clause_mutants(whole, built, judge)
        project = project_of(whole, built, planted)
        cells = [await judge_row(judge, project, row) for row in mutant_rows(project)]
    failed = {id for cell in cells for id, came in cell.tasks[task.id].items() if came is Status.FAILED}
    assert failed == {outcome.id for outcome in task.outcomes}


@pytest.mark.slow
@pytest.mark.browser
async def test_what_breaks_the_app_is_dropped_and_the_rest_stands() -> None:
    """The app goes by the number of its entries, which nothing but a try shows."""
    counts = '"use strict";\nif (SAMPLE.length !== 9) throw new Error("not nine");\n'
    counted = {**mended(""), "app.js": counts + mended("")["app.js"]}
    async with browser() as judge:
        made = await varied(judge, hand_written(), counted)
    assert made.variations.rewritten == ("names",)
    assert made.variations.dropped == ("entries",)
    assert made.variations.failing == ()


async def test_what_a_second_rendering_does_not_pass_is_asked_about_once_and_told() -> None:
    """Its author finds that the requirement is met, and the gate will hold it against the criteria."""
    meets = {"task": "list", "why": "All nine books are listed with title, borrower and date."}
    endpoint = hand_written({"RestylingRepair": [{"edits": [], "files": [], "meets": [meets]}]})
    made = await varied(Reading(mended("")), endpoint, mended(""))
    assert [shape_of(body) for body in endpoint.asked] == ["WrittenRestyling", "RestylingRepair"]
    again = endpoint.asked[1]["messages"][1]["content"]
    assert "At least 8 books are listed without a click" in again
    assert "expect:" not in again
    failing = [one for one in made.variations.failing if one.kind == "restyled"]
    assert {one.task for one in failing} == {"list", "lend", "give-back", "search"}
    assert failing[0].said == meets["why"]
    assert {one.alternative.kind for one in made.alternatives} == {"restyled", "other-data"}


async def test_where_the_budget_has_no_room_there_is_no_second_rendering_and_it_says_so() -> None:
    endpoint = hand_written()
    async with (
        endpoint.serving() as url,
        open_gateway(
            settings_for(url, budget=ModelBudget(author=Allowance(tokens=3_000))), lambda _: KEY
        ) as gateway,
    ):
        varier = ModelVarier(gateway, Reading(), checks("webapp"), generator("webapp").plan, "browser")
        made = (await varier.varied(specified(), Built(reference=mended("")), CANARY)).value
    assert [(lack.kind, lack.code) for lack in made.variations.lacking] == [("restyled", "over budget")]
    assert endpoint.asked == []


async def test_programs_for_the_command_line_have_neither() -> None:
    made = await varied(Reading(), hand_written(), {}, way="commands")
    assert made.alternatives == ()
    assert {(lack.kind, lack.code) for lack in made.variations.lacking} == {
        ("restyled", "not applicable"),
        ("other-data", "not applicable"),
    }


def test_the_reply_by_hand_is_laid_as_it_would_be() -> None:
    problems: list[str] = []
    written = [WrittenFile(path=path, content=text) for path, text in restyled("").items()]
    laid(written, CANARY, problems)
    assert problems == []


def test_an_item_says_what_it_lacks_and_why(tmp_path: Path) -> None:
    place = ItemPaths(tmp_path)
    lack = Lack(kind="restyled", code="over budget", detail="no room")
    made = LaidOver(
        alternative=Alternative(name="other-data", kind="other-data", description="Other names."),
        files={"app.js": "1"},
    )
    write_variations(place, (made,), Variations(rewritten=("names",), lacking=(lack,)))
    written = project_of(specified(), Built(reference=mended(""), alternatives=(made,)))
    assert read_built_alternatives(place) == ["other-data"]
    assert lacks(place, written) == (lack,)
    bare = project_of(specified(), Built(reference=mended("")))
    assert [(one.kind, one.code) for one in lacks(ItemPaths(tmp_path / "none"), bare)] == [
        ("restyled", "not recorded"),
        ("other-data", "not recorded"),
    ]


def read_built_alternatives(place: ItemPaths) -> list[str]:
    write_files(place.reference, mended(""))
    return [one.alternative.name for one in read_built(place).alternatives]
