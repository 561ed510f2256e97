"""Whatever looks through a record finds the same things in it."""

from plans.records.base import found_in, walked
from plans.records.steps import Click, Target, Visible

FORM = Target(role="form", name="Order")
SAVE = Target(role="button", name="Save", synonyms=("Keep", "Store"), within=FORM)
CLICK = Click(do="click", target=SAVE, unless=Visible(kind="visible", target=Target(name="Saved")))


def test_what_stands_within_something_is_found_after_it() -> None:
    assert [target.name for target in found_in((CLICK,), Target)] == ["Save", "Order", "Saved"]
    assert next(found_in(SAVE, Target)) is SAVE


def test_each_part_of_a_tuple_stands_in_the_field_of_the_tuple() -> None:
    said = [(field, part) for field, part in walked(SAVE) if isinstance(part, str) and part]
    assert said == [
        ("role", "button"),
        ("name", "Save"),
        ("synonyms", "Keep"),
        ("synonyms", "Store"),
        ("role", "form"),
        ("name", "Order"),
    ]


def test_what_a_mapping_holds_is_found_too() -> None:
    """The earlier walks knew tuples alone, so a target in a mapping was no target to them."""
    assert list(found_in({"first": SAVE}, Target)) == [SAVE, FORM]
