"""Who reviews a plan sees what its seeds would become, before anything is made of them."""

from agents.authoring.planning.agent import SHOWN, PlanningAgent, given
from plans.records.plan import Plan
from plans.records.seed import Assignment, Seed
from plans.webapp.generator import WebAppAuthor


def asked(id: str, query: str) -> Assignment:
    return Assignment(seed=Seed(id=id, query=query))


async def foretold(author: WebAppAuthor, plan: Plan, *assignments: Assignment) -> list[str]:
    return [*await PlanningAgent(author, author, 0).foretold(assignments, plan, plan)]


async def test_a_seed_is_told_with_what_it_is_read_as_and_its_features(
    author: WebAppAuthor, plan: Plan
) -> None:
    """The checkpoint showed plan.yaml alone, of which nothing tells what becomes of a seed."""
    shop, wish = asked("shop", "a plant shop with a cart"), asked("wish", "Make me a nice website.")
    read, refused = await foretold(author, plan, shop, wish)
    assert read.startswith("shop is read as shopping / houseplants, because of “plant")
    assert "features: Browsing, Cart" in read
    made = await PlanningAgent(author, author, 0).recipe(shop, plan)
    features = made.value.parameters.values["features"]
    assert isinstance(features, list)
    titles = {feature.id: feature.title for feature in author.catalog().features}
    assert read.endswith(f"features: {', '.join(titles[str(id)] for id in features)}.")
    assert refused.startswith("wish would not be made: Seed 'wish' is refused")


async def test_a_thin_reading_is_told_there(author: WebAppAuthor, plan: Plan) -> None:
    (line,) = await foretold(author, plan, asked("game", "a game"))
    assert "; thin: " in line


async def test_many_seeds_are_counted_and_given_recipes_left_out(author: WebAppAuthor, plan: Plan) -> None:
    (grown,) = author.growth(plan, [], 1, 3)
    many = [asked(f"shop-{number}", "a plant shop") for number in range(SHOWN + 2)]
    lines = await foretold(author, plan, *many, given(grown))
    assert len(lines) == SHOWN + 1
    assert lines[-1].startswith("… and 2 more")


async def test_a_note_is_answered_with_the_features_that_each_seed_gains_and_loses(
    author: WebAppAuthor, plan: Plan
) -> None:
    """The features were listed by their ids, and nobody could tell which had come or gone."""
    agent, shop = PlanningAgent(author, author, 0), asked("shop", "a plant shop with a cart and a search")
    notes: list[str] = []
    changes: list[str] = []
    for note in ("without search", "without the cart", "with search"):
        notes.append(note)
        redone, _ = await agent.redone_plan(plan, notes)
        changes += (await agent.foretold([shop], redone.value, plan, notes))[1:]
    without_search, without_cart, with_search = changes
    assert "removed: “Search”" in without_search
    assert "“Cart”" in without_cart.partition("removed: ")[2]
    assert "“Search”" not in without_cart
    assert "“Search”" in with_search.partition("removed: ")[0]
