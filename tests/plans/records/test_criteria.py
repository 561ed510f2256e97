"""Targets stand once in `criteria.yaml`, and in full in memory."""

from pathlib import Path

import jsonschema
import pytest

from plans.dialect import load_yaml
from plans.digests import graded_digest
from plans.errors import InvalidFile
from plans.files import read_record, write_record
from plans.records.criteria import Criteria
from plans.records.steps import AllOf, AnyOf, Expect, Target
from plans.schema_complaints import json_schema

TASK = """
- id: buy
  title: Buying
  level: presence
  weight: 1.0
  requirements: [R1]
  outcomes:
  - {id: paid, statement: It says what was paid}
  how:
    kind: browser
    steps:
"""
SHOP = f"""schema_version: 4
targets:
  item: {{role: item, name: plant, synonyms: [plants]}}
  price: {{role: text, name: Price, within: item}}
  buy: {{role: button, name: Buy, description: Puts one into the cart}}
tasks:{TASK}\
    - {{do: draw, bind: some, among: item}}
    - {{do: click, target: {{like: buy, within: {{like: item, drawn: some}}}}}}
    - do: expect
      outcome: paid
      that: {{kind: any_of, options: [{{kind: visible, target: price}}, {{kind: visible, target: item}}]}}
"""


def in_file(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "criteria.yaml"
    path.write_text(text)
    return path


def test_steps_hold_in_full_what_the_table_says_once(tmp_path: Path) -> None:
    criteria = read_record(in_file(tmp_path, SHOP), Criteria)
    _, click, expect = criteria.tasks[0].steps
    item = {"id": "item", "role": "item", "name": "plant", "synonyms": ("plants",)}
    buy = {"id": "buy", "role": "button", "name": "Buy", "description": "Puts one into the cart"}
    assert click.model_dump(exclude_defaults=True)["target"] == {**buy, "within": {**item, "drawn": "some"}}
    price = {"id": "price", "role": "text", "name": "Price", "within": item}
    assert expect.model_dump(exclude_defaults=True)["that"]["options"][0]["target"] == price
    assert set(criteria.targets) == {"item", "price", "buy"}
    assert list(criteria.unnamed_targets()) == []


def test_what_is_written_is_read_again_and_fits_its_schema(tmp_path: Path) -> None:
    criteria = read_record(in_file(tmp_path, SHOP), Criteria)
    again = tmp_path / "again.yaml"
    write_record(again, criteria)
    text = again.read_text()
    assert text.count("plants") == 1
    assert read_record(again, Criteria).model_dump() == criteria.model_dump()
    jsonschema.validate(load_yaml(text), json_schema(Criteria))


def test_an_id_decides_nothing_and_does_not_change_the_graded_digest(tmp_path: Path) -> None:
    criteria = read_record(in_file(tmp_path, SHOP), Criteria)
    renamed = read_record(
        in_file(tmp_path, SHOP.replace("buy:", "put:").replace("like: buy", "like: put")), Criteria
    )
    assert "put" in renamed.targets
    assert graded_digest(renamed, {}) == graded_digest(criteria, {})
    other = read_record(in_file(tmp_path, SHOP.replace("name: Buy", "name: Order")), Criteria)
    assert graded_digest(other, {}) != graded_digest(criteria, {})


@pytest.mark.parametrize(
    ("edit", "problems"),
    [
        (("like: buy", "like: bye"), ["'bye'", "'buy'"]),
        (("target: price", "target: prize"), ["'prize'", "'price'"]),
        (("within: item}", "within: price}"), ["'price'"]),
    ],
    ids=["undefined and so unused", "the same in an expectation", "within itself"],
)
def test_every_wrong_reference_is_a_problem_of_its_own(
    tmp_path: Path, edit: tuple[str, str], problems: list[str]
) -> None:
    with pytest.raises(InvalidFile) as refused:
        read_record(in_file(tmp_path, SHOP.replace(*edit)), Criteria)
    assert len(refused.value.problems) == len(problems)
    for problem, word in zip(refused.value.problems, problems, strict=True):
        assert word in problem.message


@pytest.mark.parametrize("table", ["[]", "{price: 3}", "{price: {colour: red}}", "{Price Tag: {name: a}}"])
def test_a_malformed_table_is_refused_by_the_schema(tmp_path: Path, table: str) -> None:
    step = "    - {do: click, target: {name: Price}}\n"
    with pytest.raises(InvalidFile):
        read_record(in_file(tmp_path, f"schema_version: 4\ntargets: {table}\ntasks:{TASK}{step}"), Criteria)


@pytest.mark.parametrize("levels", [24, 3000])
def test_targets_that_go_too_deep_are_refused(tmp_path: Path, levels: int) -> None:
    """Two dozen that name the next one twice took minutes, and thousands ended the program."""
    name = "{{like: t{0}, within: t{0}}}" if levels < 100 else "{{within: t{0}}}"
    table = "".join(f"  t{one}: {name.format(one + 1)}\n" for one in range(levels))
    step = "    - {do: click, target: t0}\n"
    text = f"schema_version: 4\ntargets:\n{table}  t{levels}: {{name: Price}}\ntasks:{TASK}{step}"
    with pytest.raises(InvalidFile) as refused:
        read_record(in_file(tmp_path, text), Criteria)
    assert len(refused.value.problems) == 1


def test_targets_in_full_are_read_and_known_to_have_no_id(tmp_path: Path) -> None:
    step = "    - {do: click, target: {role: button, name: Buy, within: {role: item}}}\n"
    criteria = read_record(in_file(tmp_path, f"schema_version: 4\ntasks:{TASK}{step}"), Criteria)
    item = Target(role="item")
    assert list(criteria.unnamed_targets()) == [
        ("buy", Target(role="button", name="Buy", within=item)),
        ("buy", item),
    ]


def test_a_list_in_place_of_an_expectation_means_that_all_of_it_holds(tmp_path: Path) -> None:
    either = "{kind: any_of, options: [[{kind: asked}, {kind: fits_width}], {kind: asked}]}"
    parts = f"[{{kind: visible, target: {{name: Price}}}}, {either}]"
    step = f"    - {{do: expect, outcome: paid, that: {parts}}}\n"
    path = in_file(tmp_path, f"schema_version: 4\ntasks:{TASK}{step}")
    criteria = read_record(path, Criteria)
    (expect,) = criteria.tasks[0].steps
    assert isinstance(expect, Expect)
    assert isinstance(expect.that, AllOf)
    _, last = expect.that.parts
    assert isinstance(last, AnyOf)
    assert isinstance(last.options[0], AllOf)
    write_record(path, criteria)
    assert "all_of" not in path.read_text()
    assert read_record(path, Criteria) == criteria


def test_a_list_of_one_is_no_expectation(tmp_path: Path) -> None:
    step = "    - {do: expect, outcome: paid, that: [{kind: asked}]}\n"
    with pytest.raises(InvalidFile):
        read_record(in_file(tmp_path, f"schema_version: 4\ntasks:{TASK}{step}"), Criteria)


def test_each_fault_inside_a_list_of_expectations_is_a_problem_of_its_own(tmp_path: Path) -> None:
    parts = "[{kind: visible, target: {role: txt}}, {kind: notice, wrods: [x]}]"
    step = f"    - {{do: expect, outcome: paid, that: {parts}}}\n"
    with pytest.raises(InvalidFile) as refused:
        read_record(in_file(tmp_path, f"schema_version: 4\ntasks:{TASK}{step}"), Criteria)
    fields = [problem.message.partition(":")[0] for problem in refused.value.problems]
    step_of = "tasks.0.how.steps.0.that"
    assert fields == [f"{step_of}.0.target.role", f"{step_of}.1.wrods"]
