"""What the README says of a suite's life, done as a user does it: one item, real processes, a real browser."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from plans.files import read_record, write_record
from plans.items import read_evidence, read_suite
from plans.paths import ItemPaths, SuitePaths
from plans.records.result import RunResult
from plans.records.seed import SeedFile
from tests.pipeline.cli.heeding import HEEDING

pytestmark = [pytest.mark.slow, pytest.mark.browser]
COMMAND = [sys.executable, "-m", "pipeline.cli.main"]
SHIPPED = Path(__file__).resolve().parents[3] / "plans" / "webapp" / "seeds.yaml"
SEED = "plant-shop"
"""One of the sample suite, so that what the catalog makes of it is known to pass the gate."""


def said(*arguments: object, code: int = 0) -> str:
    """What the command prints; it has to end with `code`."""
    done = subprocess.run(
        [*COMMAND, *map(str, arguments)], capture_output=True, text=True, check=False, timeout=600
    )
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout


def told(*arguments: object, code: int = 0) -> Any:
    """The same, as JSON."""
    return json.loads(said(*arguments, "--json", code=code))


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> SuitePaths:
    """A suite of one item that no browser has seen yet."""
    folder = tmp_path_factory.mktemp("suite")
    (seed,) = [seed for seed in read_record(SHIPPED, SeedFile).seeds if seed.id == SEED]
    write_record(folder / "seeds.yaml", SeedFile(seeds=(seed,)))
    said("author", folder / "seeds.yaml", "--out", folder / "plants", "--gate", "static")
    return SuitePaths(folder / "plants")


def only_item(suite: SuitePaths) -> ItemPaths:
    (item,) = read_suite(suite).items
    return suite.item(item.id)


def test_verify_proves_what_no_browser_had_seen(suite: SuitePaths) -> None:
    before = told("check", suite.root, code=1)
    assert before["unproved"] == [only_item(suite).root.name]

    (summary,) = told("verify", suite.root).values()
    assert summary["released"]
    assert summary["killed"] == summary["mutants"] > 0
    assert summary["confirmed"] == summary["edges"] > 0
    assert told("check", suite.root)["errors"] == 0
    assert "still holds" in said("verify", suite.root)


def test_a_refreshed_suite_is_reviewed_later_behind_the_same_gate(suite: SuitePaths, tmp_path: Path) -> None:
    """Review goes on in another process; the parent's reference is submitted there too, and fails."""
    new = SuitePaths(tmp_path / "plants-2")
    said("refresh", suite.root, "--out", new.root, "--review", "defer")
    for stage in ("plan", "generation", "release"):
        waiting = told("review", new.root)
        assert [checkpoint["stage"] for checkpoint in waiting] == [stage]
        said("review", new.root, "--all", "--approve")

    (variant,) = read_suite(new).items
    assert variant.lineage is not None
    assert variant.lineage.parent == only_item(suite).root.name
    assert variant.lineage.changed
    evidence = read_evidence(new.item(variant.id))
    assert evidence is not None
    assert evidence.released
    (parent,) = [cell for cell in evidence.cells if cell.submission == "parent"]
    assert not all(status == "passed" for status in parent.task_status.values())
    assert f"a variant of `{variant.lineage.parent}`" in new.changelog.read_text()
    rows = told("review", new.root, "--stats")
    assert [row["stage"] for row in rows] == ["plan", *["generation"] * 3, *["release"] * 2]
    assert all(row["approved"] == row["decisions"] == 1 for row in rows)


def test_growing_adds_items_and_leaves_what_is_there(suite: SuitePaths, tmp_path: Path) -> None:
    grown = SuitePaths(tmp_path / "plants")
    subprocess.run(["cp", "-r", str(suite.root), str(grown.root)], check=True)
    before = only_item(grown).criteria.read_bytes()
    said("grow", grown.root, "--n", 2, "--gate", "static")

    after = read_suite(grown)
    assert after.version == "1.1.0"
    assert len(after.items) == 3
    assert grown.item(after.items[0].id).criteria.read_bytes() == before
    domains = [told_domain(grown.item(item.id)) for item in after.items]
    assert len(set(domains)) == 3, "growth goes where the plan is not covered"


def told_domain(item: ItemPaths) -> str:
    found = re.search(r"^ *domain: (.+)$", item.seed.read_text(), flags=re.MULTILINE)
    assert found
    return found[1]


def test_two_runs_are_compared(suite: SuitePaths, tmp_path: Path) -> None:
    for agent in ("oracle", "nop"):
        said("run", suite.root, "--agent", agent, "--rounds", 1, "--out", tmp_path / agent)
    both = told("compare", tmp_path / "oracle", tmp_path / "nop")
    rates = {metric["metric"]: (metric["first_low"], metric["second_high"]) for metric in both["metrics"]}
    assert rates["task_pass_rate"] == (1.0, 0.0)
    assert "100.0%" in said("compare", tmp_path / "oracle", tmp_path / "nop")
    said("report", tmp_path / "oracle")
    assert "<!doctype html>" in (tmp_path / "oracle" / "report.html").read_text()[:100].lower()


def test_a_run_stopped_by_ctrl_c_goes_on_when_the_command_is_repeated(
    suite: SuitePaths, tmp_path: Path
) -> None:
    run = ["run", str(suite.root), "--agent", "apprentice-skilled", "--rounds", "2", "--out", str(tmp_path)]
    process = subprocess.Popen(
        [*HEEDING, *COMMAND, *run], stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    wait_for(tmp_path / "trials", "**/round-1/round.json")
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors
    assert "Stopped. What was finished is kept" in errors
    assert "Traceback" not in errors
    begun = {path: path.read_bytes() for path in tmp_path.glob("trials/**/round-1/round.json")}
    assert begun

    said(*run)
    assert {path: path.read_bytes() for path in begun} == begun
    assert len(read_record(tmp_path / "RESULT.json", RunResult).agents[0].rounds) == 2


def test_show_serves_the_reference_until_it_is_stopped(suite: SuitePaths) -> None:
    command = [*HEEDING, *COMMAND, "show", str(only_item(suite).root), "--no-browser"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    address = re.search(r"http://\S+", process.stdout.readline())
    assert address
    with urllib.request.urlopen(address[0], timeout=10) as answer:
        served = answer.read()
    assert served == (only_item(suite).reference / "index.html").read_bytes()
    process.send_signal(signal.SIGINT)
    said_last, errors = process.communicate(timeout=30)
    assert said_last == "Stopped serving.\n"
    assert errors == ""
    assert process.returncode == 0


def wait_for(folder: Path, pattern: str, seconds: float = 60) -> None:
    began = time.monotonic()
    while not any(folder.glob(pattern)):
        assert time.monotonic() - began < seconds, f"no {pattern} in {folder}"
        time.sleep(0.02)
