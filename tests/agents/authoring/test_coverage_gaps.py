"""What new items are to be follows from what the items have that are there."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.authoring.planning.seeding import gaps
from plans.errors import AuthorError
from plans.records.plan import ItemParameters, Parameter, Plan, ProvidedBy

KINDS = ("keeping-track", "planning", "counting")


def plan() -> Plan:
    return Plan(
        family="webapp",
        task="Small web apps.",
        parameters=(
            Parameter(name="category", description="Kind.", values=KINDS, provided_by=ProvidedBy.MODEL),
            Parameter(name="narrowing", description="How.", values=("search", "filter"), provided_by=ProvidedBy.MODEL),
            Parameter(
                name="evaluation_tasks", description="Size.", minimum=4, maximum=12, integer=True,
                provided_by=ProvidedBy.MODEL,
            ),
        ),
    )  # fmt: skip


def item(**values: object) -> ItemParameters:
    return ItemParameters.model_validate(
        {"family": "webapp", "random_seed": 0, "values": values, "complexity": 1.0}
    )


def test_a_range_is_filled_at_its_ends_and_then_between() -> None:
    found = gaps(plan(), [item(category="planning", narrowing="search", evaluation_tasks=4)], 3, 0)
    assert [one["evaluation_tasks"] for one in found] == [12, 8, 6] or [
        one["evaluation_tasks"] for one in found
    ] == [12, 8, 10]


def test_a_narrow_range_is_not_left_by_rounding() -> None:
    share = Parameter(name="share", description="Part.", minimum=0.001, maximum=0.004)
    narrow = plan().model_copy(update={"parameters": (*plan().parameters, share)})
    [found] = gaps(narrow, [], 1, 0)
    assert 0.001 <= float(str(found["share"])) <= 0.004


@given(
    st.lists(
        st.tuples(st.sampled_from(KINDS), st.sampled_from(["search", "filter"]), st.integers(4, 12)),
        max_size=9,
    ),
    st.integers(1, 12),
    st.integers(),
)
def test_choices_are_evened_out_within_the_plan(
    there: list[tuple[str, str, int]], n: int, random_seed: int
) -> None:
    existing = [item(category=c, narrowing=w, evaluation_tasks=t) for c, w, t in there]
    found = gaps(plan(), existing, n, random_seed)
    assert found == gaps(plan(), existing, n, random_seed)
    assert all(
        isinstance(one["evaluation_tasks"], int) and 4 <= one["evaluation_tasks"] <= 12 for one in found
    )
    before = Counter(c for c, _, _ in there)
    after = before + Counter(str(one["category"]) for one in found)
    spread = [after[kind] for kind in KINDS]
    most_before = max((before[kind] for kind in KINDS), default=0)
    assert max(spread) <= max(most_before, min(spread) + 1), "what is there most is added to last"


@pytest.mark.parametrize(
    "changes",
    [{"name": "kind"}, {"values": ()}, {"values": None, "minimum": 1, "maximum": 2}],
    ids=["called otherwise", "no values", "a range"],
)
def test_a_plan_that_was_edited_into_nonsense_is_told_and_no_defect(changes: dict[str, object]) -> None:
    """It ended in a traceback."""
    first, *others = plan().parameters
    edited = plan().model_copy(update={"parameters": (first.model_copy(update=changes), *others)})
    with pytest.raises(AuthorError, match="no values of category"):
        gaps(edited, [], 1, 0)
