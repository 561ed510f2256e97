"""Contents of a catalog: its records, the parts that a plan leaves, features that go together, names and numbers.

Strings of a feature are Jinja templates over the words of a project; what carries `when`, a Jinja expression, is left
out where that is false. A family adds to these records what its projects are made from.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from pydantic import Field, JsonValue, field_validator, model_validator

from plans.records.base import FileRecord, Record
from plans.records.criteria import Level
from plans.records.plan import Catalog, CatalogCategory, CatalogDomain, CatalogFeature, Parameter
from plans.records.specification import Underspecification

KEY = r"^[a-z][a-z0-9-]*$"


class ItemNoun(Record):
    """What one thing is called."""

    singular: str
    plural: str


class Domain(FileRecord):
    """What a project can be about: `domains/<id>.yaml`."""

    CATEGORIES: ClassVar[tuple[str, ...]]
    """The categories of the family, in the order in which they are shown."""

    id: str = Field(pattern=KEY)
    category: str
    brands: tuple[str, ...] = Field(min_length=2)
    """Product names to pick from."""
    keywords: tuple[str, ...] = Field(min_length=5)
    """Words and phrases that a person would use for it."""
    related: tuple[str, ...] = ()
    """Words for subjects beside it, for which it is the nearest there is: matched by these alone, it is thin."""
    item: ItemNoun
    purpose: str
    """Reads after "X is …": "a small online shop for houseplants"."""
    audience: str
    """Who uses it: "people who buy plants for their home"."""
    without: tuple[str, ...] = ()
    """Features that make no sense for its items, whoever asks: nobody books a question."""
    only: dict[str, tuple[JsonValue, ...]] = {}
    """`feature.parameter` → those of its values that make sense for the items: nobody dines at nine in the morning."""

    @field_validator("category")
    @classmethod
    def _is_known(cls, category: str) -> str:
        if category not in cls.CATEGORIES:
            raise ValueError(f"{category!r} is none of {', '.join(cls.CATEGORIES)}")
        return category

    @property
    def subjects(self) -> tuple[str, ...]:
        """Phrases of a seed that stand for it."""
        return self.keywords

    def offers(self, need: str) -> bool:
        """Whether it has what a feature needs."""
        return getattr(self, need, None) is not None

    def called(self, need: str) -> str:
        """What a feature needs, as it reads after "have no"."""
        return need

    def sensible(self, named: str, choices: Sequence[JsonValue]) -> Sequence[JsonValue]:
        """Those of the choices of `feature.parameter` that make sense for its items; all where a plan leaves none."""
        only = self.only.get(named)
        return [choice for choice in choices if only is None or choice in only] or choices


class FeatureParameter(Record):
    """Something that varies between projects with the feature: a choice, or a range in steps."""

    description: str = ""
    values: tuple[JsonValue, ...] | None = None
    minimum: int | None = None
    maximum: int | None = None
    step: int = Field(default=1, ge=1)

    @model_validator(mode="after")
    def _choice_or_range(self) -> "FeatureParameter":
        if (self.values is None) == (self.minimum is None or self.maximum is None):
            raise ValueError("a parameter needs either `values` or both `minimum` and `maximum`")
        return self

    def choices(self) -> tuple[JsonValue, ...]:
        """Every value that it may take."""
        if self.values is not None:
            return self.values
        assert self.minimum is not None
        assert self.maximum is not None
        return tuple(range(self.minimum, self.maximum + 1, self.step))

    def left(self, values: tuple[JsonValue, ...]) -> "FeatureParameter":
        """The same with these values alone."""
        return self if values == self.choices() else self.model_copy(update={"values": values})


class Wish(Record):
    """A sentence with which a person asks for the feature."""

    text: str
    gives: tuple[str, ...] = ()
    """Requirements of the feature that the sentence gives away."""
    tone: str | None = None
    """In which tone of the family it is; left out, it fits any."""
    when: str | None = None


class LeafTemplate(Record):
    """A leaf requirement."""

    id: str = Field(pattern=KEY)
    title: str
    text: str
    data: tuple[str, ...] = ()
    """Each line of what these come to is a datum."""
    when: str | None = None


class RequirementTemplate(Record):
    """The feature's part of the PRD."""

    title: str
    text: str
    leaves: tuple[LeafTemplate, ...] = Field(min_length=1, max_length=9)


class TaskTemplate(Record):
    """An evaluation task."""

    id: str = Field(pattern=KEY)
    title: str
    level: Level
    weight: float | None = None
    """Left out, the level's."""
    depends_on: tuple[str, ...] = ()
    """`task` of this feature or `feature.task`; a task that is not there is passed over to what it depends on."""
    requirements: tuple[str, ...] = Field(min_length=1)
    """Leaves of this feature."""
    given: dict[str, str] = {}
    """Name → expression over the names before it, for the templates of this task."""
    spare: bool = False
    """Whether a project that is large by what is asked for may do without it: other tasks try its requirements too."""
    when: str | None = None

    @property
    def outcome_count(self) -> int:
        """How many outcomes are expected of it."""
        return 1


class Reliance(Record):
    """What the feature's tasks rely on in the sample data, so that they can tell its mutants from the reference."""

    that: str
    """An expression over the names that the family gives."""
    so: str
    """The same in words."""
    when: str | None = None


class MutantTemplate(Record):
    """A defect: one text of a file of the reference replaced by another."""

    id: str = Field(pattern=KEY)
    task: str
    """The task that must notice it."""
    description: str
    operator: str = "planted"
    file: str | None = None
    """Left out, the feature's own code."""
    find: str = Field(min_length=1)
    """Stands in the file exactly once."""
    replace: str
    when: str | None = None


class Feature(FileRecord):
    """Something that a project can do: `features/<id>/feature.yaml`."""

    id: str = Field(pattern=KEY)
    title: str
    base: bool = False
    """Part of every project."""
    clause: bool = False
    """Told to whoever builds the project, whatever the query leaves out: none of it is withheld. It stands last."""
    needs: tuple[str, ...] = ()
    """What the domain has to offer."""
    requires: tuple[str, ...] = ()
    """Features that have to be there too."""
    conflicts: tuple[str, ...] = ()
    """Features that cannot be there as well."""
    parameters: dict[str, FeatureParameter] = {}
    keywords: tuple[str, ...] = ()
    """Phrases of a seed that ask for it."""
    wishes: dict[Underspecification, tuple[Wish, ...]] = {}
    """Level of underspecification → sentences, one of which is taken; none: the level withholds the feature."""
    story: str = ""
    """One or two plain sentences of one person's use, for the PRD's typical use; never part of a query."""
    given: dict[str, str] = {}
    """Name → expression over the names before it, for all templates of its tasks."""
    requirements: RequirementTemplate
    tasks: tuple[TaskTemplate, ...] = Field(min_length=1)
    mutants: tuple[MutantTemplate, ...] = Field(min_length=1)
    relies_on: tuple[Reliance, ...] = ()

    @model_validator(mode="after")
    def _refers_to_itself_rightly(self) -> "Feature":
        if problems := [*self._reference_problems()]:
            raise ValueError("; ".join(problems))
        return self

    def _reference_problems(self) -> Iterator[str]:
        leaves = {leaf.id for leaf in self.requirements.leaves}
        tasks = {task.id for task in self.tasks}
        for task in self.tasks:
            for id in sorted(set(task.requirements) - leaves):
                yield f"task {task.id}: {id!r} is no requirement of this feature"
            for id in task.depends_on:
                if "." not in id and id not in tasks:
                    yield f"task {task.id}: depends on {id!r}, which is no task of this feature"
        for wish in (wish for wishes in self.wishes.values() for wish in wishes):
            for id in sorted(set(wish.gives) - leaves):
                yield f"wish {wish.text!r}: gives {id!r}, which is no requirement of this feature"
        for mutant in self.mutants:
            if mutant.task not in tasks:
                yield f"mutant {mutant.id}: kills {mutant.task!r}, which is no task of this feature"
        for id in sorted(tasks - {mutant.task for mutant in self.mutants}):
            yield f"task {id}: has no mutant"
        for id in sorted(leaves - {id for task in self.tasks for id in task.requirements if not task.spare}):
            yield f"requirement {id}: is tested by no task that is in every project"


class Unsupported(Record):
    """Phrases for what no project can have."""

    phrases: tuple[str, ...] = Field(min_length=1)
    reason: str
    """Why not, in plain words; reads after "is left out: "."""


class UnitNames(Record):
    """What people call a unit, beside its sign."""

    word: str
    """In full, of several: hours, euros."""
    short: str
    """Shortened: hr, EUR."""


class Lexicon(FileRecord):
    """`lexicon.yaml`: words of seeds that are neither a subject nor a feature."""

    SCHEMA: ClassVar[str] = "catalog-lexicon"

    interface: tuple[str, ...]
    """Phrases for what every project is, which ask for nothing."""
    generic: tuple[str, ...] = ()
    """Keywords of domains that are said of much else too, and so tell little."""
    sample: tuple[str, ...] = ()
    """Phrases for what is told of every item, beside the labels of its fields."""
    facts: dict[str, tuple[str, ...]] = {}
    """Facet, or kind of amount, of a domain → what people call it beside its label."""
    unsupported: tuple[Unsupported, ...]
    currencies: tuple[str, ...] = ()
    """Signs of what money may be counted in."""
    units: dict[str, UnitNames] = {}
    """Unit of an amount as a domain writes it → its names."""


D = TypeVar("D", bound=Domain, covariant=True)
F = TypeVar("F", bound=Feature, covariant=True)


@dataclass(frozen=True, eq=False)
class CatalogView(Generic[D, F]):
    """A catalog, or what a plan leaves of it; a family adds what its references are made from."""

    domains: Mapping[str, D]
    features: Mapping[str, F]
    lexicon: Lexicon
    shell: Mapping[str, str]
    """Path in the shell's folder → text."""
    categories: ClassVar[tuple[str, ...]]
    """Categories of domains, in the order in which they are shown."""
    always: ClassVar[tuple[str, ...]] = ()
    """Features that every authored project has beside the base."""

    @property
    def base(self) -> tuple[F, ...]:
        """Features that every project has."""
        return tuple(feature for feature in self.features.values() if feature.base)

    @property
    def fixed(self) -> tuple[str, ...]:
        """Ids of what every authored project has."""
        return tuple(dict.fromkeys((*(feature.id for feature in self.base), *self.always)))

    def of_category(self, category: str) -> tuple[D, ...]:
        """The domains of a category."""
        return tuple(domain for domain in self.domains.values() if domain.category == category)


View = CatalogView[Domain, Feature]


def enumerated(words: Sequence[JsonValue], last: str = "and") -> str:
    """`a, b and c`."""
    texts = [str(word) for word in words]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} {last} {texts[-1]}"


def goal_of(domain: Domain) -> str:
    """What a project about the domain is for, as a sentence."""
    goal = f"{domain.purpose}, for {domain.audience}."
    return f"{goal[0].upper()}{goal[1:]}"


def with_requirements(library: View, domain: Domain, id: str, chosen: Collection[str]) -> list[str]:
    """The feature after all that it requires and is not chosen yet; empty when that is not legal here."""
    added: list[str] = []

    def add(feature: Feature) -> bool:
        if feature.id in chosen or feature.id in added:
            return True
        if feature.id in domain.without or not all(domain.offers(need) for need in feature.needs):
            return False
        if any(clash(feature, library.features[other]) for other in (*chosen, *added)):
            return False
        if not all(add(library.features[other]) for other in feature.requires):
            return False
        added.append(feature.id)
        return True

    return added if add(library.features[id]) else []


def why_not(library: View, domain: Domain, id: str, chosen: Collection[str]) -> str:
    """Why `with_requirements` gives nothing, in words that go on from the feature's name; empty when it gives some."""
    feature = library.features[id]
    items = domain.item.plural
    if id in domain.without:
        return f"the feature does not apply to {items}"
    if missing := [need for need in feature.needs if not domain.offers(need)]:
        return f"{items} have no {' and no '.join(domain.called(need) for need in missing)}"
    if clashing := next((other for other in chosen if clash(feature, library.features[other])), None):
        return f"it does not go together with “{library.features[clashing].title}”"
    for other in feature.requires:
        if other not in chosen and (reason := why_not(library, domain, other, chosen)):
            return f"it needs “{library.features[other].title}”, and {reason}"
    return "" if with_requirements(library, domain, id, chosen) else "it does not go together with the rest"


def legal_wishes(library: View, domain: Domain, wanted: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """The wanted features that can be in one project, and the others with why not; of two that clash, the first."""
    chosen = [feature.id for feature in library.base]
    legal: list[str] = []
    illegal: dict[str, str] = {}
    for id in wanted:
        if id in chosen:
            legal += [] if library.features[id].base else [id]
        elif added := with_requirements(library, domain, id, chosen):
            chosen += added
            legal.append(id)
        else:
            illegal[id] = why_not(library, domain, id, chosen)
    return legal, illegal


def why_gone(id: str, offered: View, left: View) -> str:
    """Why a wish is not among what is left to choose from."""
    if id not in offered.features:
        return "the plan has no place for it"
    lacking = [other for other in offered.features[id].requires if other not in left.features]
    titles = ", ".join(f"“{offered.features[other].title}”" for other in lacking)
    return f"it needs {titles}, which is not wanted"


def required(library: View, id: str) -> list[str]:
    """All that a feature brings in, by way of others too."""
    found: list[str] = []
    for other in library.features[id].requires:
        found += [other, *required(library, other)]
    return found


def task_count(library: View, features: Iterable[str]) -> int:
    """Evaluation tasks that these features bring at most."""
    return sum(len(library.features[id].tasks) for id in features)


def clash(a: Feature, b: Feature) -> bool:
    """Whether two features cannot be in one project."""
    return a.id in b.conflicts or b.id in a.conflicts


def numbered_requirements(leaves: Iterable[tuple[str, Iterable[str]]]) -> dict[str, str]:
    """`feature.leaf` → its id in the PRD: features are numbered in their order, leaves within them.

    `leaves`: each feature with the leaf requirements that the project has of it.
    """
    return {
        f"{feature}.{leaf}": f"R{number}.{place}"
        for number, (feature, own) in enumerate(leaves, 1)
        for place, leaf in enumerate(own, 1)
    }


def catalog_of(library: View) -> Catalog:
    """Categories with their domains, and the features that every project has before the others."""
    fixed = library.fixed
    further = [feature for id, feature in library.features.items() if id not in fixed]
    return Catalog(
        categories=tuple(
            CatalogCategory(
                id=category,
                domains=tuple(_shown(domain, library, further) for domain in library.of_category(category)),
            )
            for category in library.categories
        ),
        features=tuple(
            CatalogFeature(
                id=feature.id,
                title=feature.title,
                is_everywhere=feature.id in fixed,
                asked_by=tuple(feature.keywords),
                parameters={
                    f"{feature.id}.{name}": one.choices() for name, one in feature.parameters.items()
                },
            )
            for feature in (*(library.features[id] for id in fixed), *further)
        ),
    )


def feature_parameters(library: View) -> Iterator[Parameter]:
    """What varies of each feature, as parameters of a plan."""
    for feature in library.features.values():
        for name, parameter in feature.parameters.items():
            yield Parameter(
                name=f"{feature.id}.{name}",
                description=parameter.description or f"{name} of {feature.title.lower()}",
                values=_scalars(parameter.choices()),
            )


def _shown(domain: Domain, library: View, further: Sequence[Feature]) -> CatalogDomain:
    never = (feature.title for feature in further if why_not(library, domain, feature.id, library.fixed))
    return CatalogDomain(id=domain.id, about=domain.purpose, without=tuple(never))


def _scalars(choices: Iterable[JsonValue]) -> tuple[JsonValue, ...]:
    """The choices; where a choice is a list, what such lists hold."""
    flat = [one for choice in choices for one in (choice if isinstance(choice, list) else [choice])]
    return tuple(one for number, one in enumerate(flat) if one not in flat[:number])
