"""Words by which any seed is understood, and the seeds that come with the project."""

from pathlib import Path
from typing import Any

import yaml

from plans.files import read_record
from plans.records.seed import SeedFile

WEBAPP = Path(__file__).parents[3] / "plans" / "webapp"


def lexicon() -> dict[str, Any]:
    return yaml.safe_load((WEBAPP / "catalog" / "lexicon.yaml").read_text(encoding="utf-8"))


def test_interface_words_are_distinct_lower_case_words():
    words = lexicon()["interface"]
    assert len(set(words)) == len(words)
    assert all(word == word.casefold().strip() for word in words)


def test_each_unsupported_phrase_has_one_reason():
    groups = lexicon()["unsupported"]
    phrases = [phrase for group in groups for phrase in group["phrases"]]
    assert len(phrases) >= 60
    assert len(set(phrases)) == len(phrases)
    assert all(len(group["reason"].split()) >= 6 for group in groups)


def test_eighteen_seeds_come_with_the_project():
    seeds = read_record(WEBAPP / "seeds.yaml", SeedFile).seeds
    assert len({seed.id for seed in seeds}) == len({seed.query for seed in seeds}) == 18
    lengths = sorted(len(seed.query) for seed in seeds)
    assert lengths[0] < 100, "a one-liner is among them"
    assert lengths[-1] > 300, "somebody rambles"
