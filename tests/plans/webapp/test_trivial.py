"""What is nothing, and what the attacks bring along."""

import pytest

from plans.records.project import Files
from plans.webapp.trivial import GRADER_FILES, TrivialPages
from tests.benchmarks.sample import sample_project


def test_every_attack_brings_grader_files_of_its_own() -> None:
    """They attack whoever reads the folder, so they are tried with each page and not on a page of their own."""
    found = TrivialPages().attacks(sample_project().criteria)
    assert found.keys() == {"parrot", "footer", "appeal"}
    for files in found.values():
        assert files.items() >= GRADER_FILES.items()
        assert files["index.html"].startswith("<!doctype html>")


@pytest.mark.parametrize(
    "files",
    [
        {},
        TrivialPages().empty(),
        {"index.html": "<title>Shop</title><style>p { color: red }</style><p> </p><!-- gone -->"},
        {"index.html": "<script></script><script src='./app.js'></script>", "app.js": "\n"},
        {"index.html": "<![ what no browser reads]>"},
    ],
)
def test_a_page_without_text_or_script_is_empty(files: Files) -> None:
    assert TrivialPages().is_empty(files)


@pytest.mark.parametrize(
    "files",
    [
        sample_project().reference,
        {"index.html": "<p>Plants</p>"},
        {"index.html": "<script>document.title = 1</script>"},
        {"index.html": "<script src=app.js></script>", "app.js": "start()"},
        {"index.html": "<script src=app.js?1></script>"},
        {"index.html": "<body onload='start()'>"},
        {"index.html": "<meta http-equiv=refresh content='0;url=shop.html'>"},
        {"index.html": "<iframe src=shop.html>"},
        {"index.html": "", "package.json": '{"scripts": {"start": "node app.js"}}'},
    ],
)
def test_a_page_that_shows_or_may_bring_something_is_not_empty(files: Files) -> None:
    assert not TrivialPages().is_empty(files)
