"""What the attacks bring along."""

from plans.webapp.trivial import GRADER_FILES, TrivialPages
from tests.benchmarks.sample import sample_project


def test_every_attack_brings_grader_files_of_its_own() -> None:
    """They attack whoever reads the folder, so they are tried with each page and not on a page of their own."""
    found = TrivialPages().attacks(sample_project().criteria)
    assert found.keys() == {"parrot", "footer", "appeal"}
    for files in found.values():
        assert files.items() >= GRADER_FILES.items()
        assert files["index.html"].startswith("<!doctype html>")
