"""One feature in one project, with the words for its templates."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from plans.python_project.catalog.answers import SampleRecords
from plans.python_project.catalog.domain import Domain
from plans.python_project.catalog.feature import Feature, LeafTemplate, TaskTemplate
from plans.python_project.catalog.library import Library
from plans.python_project.catalog.selection import Selection
from plans.python_project.catalog.vocabulary import Vocabulary, applies, render, vocabulary, with_given


class MenuAction(NamedTuple):
    """An entry of the menu, which is a command too."""

    number: int
    name: str
    title: str
    arguments: tuple[str, ...]

    @property
    def usage(self) -> str:
        """The command with what it takes."""
        return " ".join((self.name, *self.arguments))


@dataclass(frozen=True)
class FeaturePart:
    """A feature of a project; its words hold `p`, `actions`, `menu`, and what the feature's `given` comes to."""

    feature: Feature
    words: Vocabulary

    @property
    def where(self) -> str:
        """Where its templates stand, for messages."""
        return f"features/{self.feature.id}/feature.yaml"

    def tasks(self) -> list[TaskTemplate]:
        """The tasks that this project has of the feature."""
        return [
            task
            for task in self.feature.tasks
            if f"{self.feature.id}.{task.id}" not in self.words["left_out_tasks"]
            and applies(task.when, self.words, self.where)
        ]

    def leaves(self) -> list[LeafTemplate]:
        """The leaf requirements that this project has of the feature."""
        return [
            leaf for leaf in self.feature.requirements.leaves if applies(leaf.when, self.words, self.where)
        ]


def parts_of(
    library: Library, domain: Domain, selection: Selection, sample: SampleRecords
) -> list[FeaturePart]:
    """The selected features with the words for their templates; raises InvalidFile."""
    words = vocabulary(library, domain, selection, sample)
    features = [library.features[id] for id in selection.features]
    words["actions"] = actions = _actions(features, words)
    words["menu"] = {action.name: action.number for action in actions}
    parts: list[FeaturePart] = []
    for feature in features:
        own = {**words, "p": selection.parameters.get(feature.id, {})}
        where = f"features/{feature.id}/feature.yaml"
        parts.append(FeaturePart(feature, with_given(feature.given, own, where)))
    return parts


def _actions(features: Sequence[Feature], words: Vocabulary) -> tuple[MenuAction, ...]:
    templates = [
        (f"features/{feature.id}/feature.yaml: actions.{action.name}", action)
        for feature in features
        for action in feature.actions
    ]
    return tuple(
        MenuAction(
            number,
            action.name,
            render(action.title, words, where),
            tuple(render(argument, words, where) for argument in action.arguments),
        )
        for number, (where, action) in enumerate(templates, 1)
    )
