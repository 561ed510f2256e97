"""The corpus on disk: apps, what they were asked for, and what people say of them."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import yaml

from plans.files import read_record, read_text
from plans.records.criteria import Criteria
from plans.records.review import Labels

HERE = Path(__file__).parent
Half = Literal["tuned", "aside"]
HALVES: tuple[Half, ...] = ("tuned", "aside")
ASIDE = frozenset({"ask-around", "fishing-day", "shift-plan", "shirt-shop", "sun-board", "trim-shop"})
"""Projects kept for measuring; a change that is learnt from a look at them retires them (README.md)."""
ADVERSARIAL = frozenset({"hollow", "shady"})
"""Styles whose apps try to gain credit that they did not earn."""


@dataclass(frozen=True, slots=True)
class App:
    """One web app."""

    project: str
    style: str
    root: Path = HERE
    """Folder of the corpus."""

    @property
    def name(self) -> str:
        """Project and style."""
        return f"{self.project}/{self.style}"

    @property
    def half(self) -> Half:
        """Whether the judge may be tuned on it."""
        return "aside" if self.project in ASIDE else "tuned"

    @property
    def is_adversarial(self) -> bool:
        """Whether it tries to gain credit that it did not earn."""
        return self.style in ADVERSARIAL

    @property
    def site(self) -> Path:
        """The submission."""
        return self.root / "apps" / self.project / self.style / "site"

    @property
    def has_clause(self) -> bool:
        """Whether its author was told the accessibility clause."""
        told = yaml.safe_load(read_text(self.root / "apps" / self.project / self.style / "app.yaml"))
        return str(told["request"]).endswith("-clause.txt")

    def criteria(self) -> Criteria:
        """What it is judged by; without the accessibility clause where its author was not told it."""
        criteria = read_record(self.root / "projects" / self.project / "criteria.yaml", Criteria)
        return criteria if self.has_clause or not criteria.clause else criteria.without_clause()

    def labels(self) -> Labels:
        """What people say of it; raises InvalidFile when nobody labelled it."""
        return read_record(self.root / "labels" / self.project / f"{self.style}.yaml", Labels)


def apps(half: Half | None = None, root: Path = HERE) -> Iterator[App]:
    """All labelled apps, of one half if it is named; an app without labels is not to be judged."""
    for path in sorted((root / "labels").glob("*/*.yaml")):
        app = App(path.parent.name, path.stem, root)
        if half in (None, app.half):
            yield app


def written(half: Half | None = None, root: Path = HERE) -> Iterator[App]:
    """All apps, labelled or not."""
    for path in sorted((root / "apps").glob("*/*/app.yaml")):
        app = App(path.parent.parent.name, path.parent.name, root)
        if half in (None, app.half):
            yield app
