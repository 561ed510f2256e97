"""What a prompt about an item is made of: the item's own parts, and placeholders for those that are not there."""

from collections.abc import Mapping
from dataclasses import dataclass

from agents.authoring.planning.reading import LEVELS, OUTCOMES, TASKS, USUAL_SIZES
from agents.authoring.writing import AuthoringMode, way_of
from plans.records.criteria import Criteria
from plans.records.plan import ItemParameters, Parameter, Plan, ProvidedBy
from plans.records.project import Built, Files, Grader, Project, Specified
from plans.records.seed import ItemSeed, Recipe, Seed, SeedCoverage
from plans.records.specification import PRD, Query, QueryLevel, Requirement, Underspecification

ITEM = "an-item"
"""Id of the item where there is none."""
TASK, OUTCOME = "a-task", "an-outcome"


@dataclass(frozen=True)
class ItemMaterial:
    """An item, as far as it is made, with the plan that it is of."""

    plan: Plan
    project: Project
    placeholders: tuple[str, ...]
    """Names of the parts that stand for others."""

    @property
    def way(self) -> AuthoringMode:
        """How its tasks are tried."""
        return way_of(self.plan.family)

    @property
    def recipe(self) -> Recipe:
        """What it is made from."""
        return Recipe(id=self.project.id, seed=self.project.seed, parameters=self.project.parameters)

    @property
    def specified(self) -> Specified:
        """What is said of it."""
        one = self.project
        return Specified(
            recipe=self.recipe, prd=one.prd, query=one.query, criteria=one.criteria, grader=one.grader
        )

    @property
    def built(self) -> Built:
        """What is built of it."""
        return Built(reference=self.project.reference or {}, grader=self.project.grader)


@dataclass(frozen=True)
class Parts:
    """What there is of an item; None: not yet."""

    id: str = ITEM
    seed: ItemSeed | None = None
    parameters: ItemParameters | None = None
    prd: PRD | None = None
    query: Query | None = None
    criteria: Criteria | None = None
    grader: Grader | None = None
    reference: Files | None = None


def material(family: str, plan: Plan | None, parts: Parts) -> ItemMaterial:
    """The parts, with placeholders for what lacks; the `plan` is a placeholder where there is none."""
    way = way_of(family)
    planned = plan or _plan(family, way)
    there = {
        "plan": plan,
        "seed": parts.seed,
        "parameters": parts.parameters,
        "PRD": parts.prd,
        "query": parts.query,
        "criteria": parts.criteria,
        "reference": parts.reference,
    }
    project = Project(
        id=parts.id,
        seed=parts.seed or _seed(parts.id, planned),
        parameters=parts.parameters or _parameters(planned),
        prd=parts.prd or _prd(way),
        query=parts.query or _query(),
        criteria=parts.criteria or _criteria(way),
        reference=parts.reference or _REFERENCES[way],
        mutants=(),
        grader=parts.grader or ({} if parts.criteria else dict(_GRADERS[way])),
    )
    return ItemMaterial(planned, project, tuple(name for name, part in there.items() if part is None))


def _plan(family: str, way: AuthoringMode) -> Plan:
    usual = USUAL_SIZES[way]
    sizes = [
        Parameter(
            name=name,
            description=f"(number of {noun})",
            minimum=low,
            maximum=high,
            integer=True,
            provided_by=ProvidedBy.MODEL,
        )
        for name, noun, (low, high) in ((TASKS, "tasks", usual.tasks), (OUTCOMES, "outcomes", usual.outcomes))
    ]
    return Plan(
        family=family,
        task="(what the benchmark is about)",
        parameters=(
            Parameter(name="category", description="(kind of item)", values=("a-category",)),
            *sizes,
            Parameter(name=LEVELS, description="(level of the query)", values=tuple(Underspecification)),
        ),
    )


def _seed(id: str, plan: Plan) -> ItemSeed:
    return ItemSeed(
        seed=Seed(id=id, query="(the request, as somebody typed it)"),
        coverage=SeedCoverage(scores={}, category=_category(plan), domain="a-subject"),
    )


def _category(plan: Plan) -> str:
    values = next((one.values for one in plan.parameters if one.name == "category"), None)
    return str(values[0]) if values else "a-category"


def _parameters(plan: Plan) -> ItemParameters:
    """Of a choice the first value, of a range its middle."""
    way = way_of(plan.family)
    left_out = {LEVELS, *([OUTCOMES] if way == "commands" else [])}
    values = {
        one.name: one.values[0] if one.values else round(((one.minimum or 0) + (one.maximum or 0)) / 2)
        for one in plan.parameters
        if one.name not in left_out
    }
    return ItemParameters(family=plan.family, random_seed=0, values=values, complexity=0.0)


def _prd(way: AuthoringMode) -> PRD:
    data = ("package.module.function(value)",) if way == "commands" else ()
    leaf = Requirement(id="R1.1", title="(title of R1.1)", text="(text of requirement R1.1)", data=data)
    section = Requirement(id="R1", title="(title of R1)", text="(text of section R1)", children=(leaf,))
    return PRD(title="(name of the product)", overview="(what it is, for whom)", requirements=(section,))


def _query() -> Query:
    return Query(
        levels={
            level: QueryLevel(text=f"(the request at level {level.value})") for level in Underspecification
        }
    )


_HOW: Mapping[AuthoringMode, Mapping[str, object]] = {
    "browser": {
        "kind": "browser",
        "steps": [
            {"do": "open"},
            {
                "do": "expect",
                "outcome": OUTCOME,
                "that": {
                    "kind": "visible",
                    "target": {"role": "text", "name": "(its name)", "id": "a-target"},
                },
            },
        ],
    },
    "commands": {
        "kind": "unit-test",
        "tests": ["tests/test_it.py"],
        "arrange": {"words": "(what the tests call, and what has to come back)"},
        "act": [{"line": "python -m pytest tests/test_it.py::test_it"}],
    },
}
_REFERENCES: Mapping[AuthoringMode, Files] = {
    "browser": {"index.html": "<!-- (the app) -->\n"},
    "commands": {"src/main.py": "# (the program)\n"},
}
_GRADERS: Mapping[AuthoringMode, Grader] = {
    "browser": {},
    "commands": {"tests/test_it.py": b"# (the tests)\n"},
}


def _criteria(way: AuthoringMode) -> Criteria:
    task = {
        "id": TASK,
        "title": "(what is tried)",
        "level": "presence",
        "weight": 1.0,
        "requirements": ["R1.1"],
        "outcomes": [{"id": OUTCOME, "statement": "(what must be observed)"}],
        "how": _HOW[way],
    }
    return Criteria.model_validate({"tasks": [task]})
