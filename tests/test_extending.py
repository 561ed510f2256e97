"""The pages on extending benchwright, followed as they stand."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from pipeline.cli.exports import exports
from plans.errors import AuthorError

ROOT = Path(__file__).resolve().parents[1]
PAGES = ROOT / ".github" / "extending"
SAMPLE = ROOT / "generated" / "sample"
LONGEST = 40


def code(page: str, language: str = "python") -> str:
    """The first block of a page."""
    found = re.search(rf"```{language}\n(.*?)```", (PAGES / page).read_text(), flags=re.DOTALL)
    assert found
    return found[1]


@pytest.mark.parametrize("page", sorted(PAGES.glob("*.md")), ids=lambda page: page.stem)
def test_a_page_is_short(page: Path) -> None:
    assert len(page.read_text().splitlines()) <= LONGEST


def test_an_exporter_of_ones_own_writes_a_suite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_formats.py").write_text(code("exporter.md"))
    monkeypatch.syspath_prepend(tmp_path)
    out = tmp_path / "out"
    done = CliRunner().invoke(exports, ["my_formats:JsonLines", str(SAMPLE), "--out", str(out)])
    assert done.exit_code == 0, done.output
    ids = [json.loads(line)["id"] for line in (out / "items.jsonl").read_text().splitlines()]
    assert sorted(ids) == sorted(path.name for path in (SAMPLE / "items").iterdir())


def test_a_format_that_does_not_hold_the_family_is_refused(tmp_path: Path) -> None:
    done = CliRunner().invoke(exports, ["prdbench", str(SAMPLE), "--out", str(tmp_path / "out")])
    assert isinstance(done.exception, AuthorError)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("body", ["1 / 0", "class Own:\n    def __init__(self):\n        raise OSError"])
def test_what_an_exporters_own_code_raises_is_for_its_author(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str
) -> None:
    module = f"raising_{len(body)}"
    (tmp_path / f"{module}.py").write_text(body)
    monkeypatch.syspath_prepend(tmp_path)
    done = CliRunner().invoke(exports, [f"{module}:Own", str(SAMPLE), "--out", str(tmp_path / "out")])
    assert isinstance(done.exception, AuthorError)
