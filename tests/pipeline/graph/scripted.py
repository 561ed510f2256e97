"""An author and a gate that do as they are told, so that the stories are about the graph and not about web apps.

A seed says in its query what shall happen to it:
    impossible             it is refused
    weak until N           the gate refuses attempts before N
    broken                 the gate's browser is lost
    unbuildable            its reference is given up
Seeds whose ids have the same first word become items of the same domain, and so near-duplicates.
"""

import json
import os
import re
from collections.abc import Sequence
from difflib import unified_diff
from pathlib import Path

from pipeline.graph.nodes import TryRefusal
from plans.errors import BrowserLost, GivenUp, SeedRefused
from plans.items import project_digests
from plans.records.criteria import Criteria, EvaluationTask, ExpectedOutcome, Level
from plans.records.evidence import Evidence
from plans.records.plan import Catalog, ItemParameters, Parameter, Plan
from plans.records.project import Built, MadeArtifact, Mutant, PlantedMutant, Project, Scheme, Specified
from plans.records.seed import ItemSeed, Recipe, Seed, SeedCoverage
from plans.records.specification import PRD, Query, QueryLevel, Requirement, Underspecification
from plans.records.steps import Expect, Open, Target, Visible
from plans.records.suite import Lineage
from plans.records.task_kinds import BrowserSteps

PLAN = Plan(
    family="webapp",
    task="Small apps that somebody needs.",
    parameters=(Parameter(name="colour", description="colour of the page", values=("red", "green", "blue")),),
)


class ScriptedGenerator:
    family = "webapp"
    follows_edits = False

    def plan(self) -> Plan:
        return PLAN

    def catalog(self) -> Catalog:
        return Catalog(categories=(), features=())

    def misnamed(self, seed: Seed) -> str:
        return f"asks for {seed.category!r}, which is unknown." if seed.category else ""

    def redone_plan(self, plan: Plan, notes: Sequence[str]) -> tuple[Plan, Sequence[str]]:
        """A note names a colour that is not wanted."""
        colours = tuple(c for c in plan.parameter("colour").values or () if str(c) not in " ".join(notes))
        colour = plan.parameter("colour").model_copy(update={"values": colours})
        return plan.model_copy(update={"parameters": (colour,)}), [f"heard: {note}" for note in notes]

    def recipe(
        self, seed: Seed, plan: Plan, random_seed: int, attempt: int = 1, notes: Sequence[str] = ()
    ) -> Recipe:
        if "impossible" in seed.query:
            raise SeedRefused(f"{seed.id!r}: best category shopping at 12 of 100, below 40.")
        colours = plan.parameter("colour").values or ()
        colour = colours[(random_seed + attempt) % len(colours)]
        values = {"colour": colour, "attempt": attempt, "colours": list(colours)}
        return Recipe(
            id=seed.id,
            seed=ItemSeed(seed=seed, coverage=_coverage(seed)),
            parameters=ItemParameters(family="webapp", random_seed=random_seed, values=values, complexity=3),
            findings=tuple(f"heard: {note}" for note in notes),
        )

    async def prd(self, recipe: Recipe) -> MadeArtifact[PRD]:
        return MadeArtifact(_prd(recipe))

    async def query(self, recipe: Recipe, prd: PRD) -> MadeArtifact[Query]:
        return MadeArtifact(_query(recipe))

    async def criteria(self, recipe: Recipe, prd: PRD, query: Query) -> MadeArtifact[Scheme]:
        return MadeArtifact(Scheme(criteria=_criteria()))

    async def reference(self, specified: Specified, canary: str) -> MadeArtifact[Built]:
        seed = specified.recipe.seed.seed
        if "unbuildable" in seed.query:
            raise GivenUp(f"{seed.id!r} could not be built", ["The page stays blank."])
        return MadeArtifact(_built(specified.recipe, canary))

    async def mutants(self, specified: Specified, built: Built) -> MadeArtifact[tuple[PlantedMutant, ...]]:
        return MadeArtifact(_mutants(built))

    def project(self, recipe: Recipe, canary: str) -> Project:
        """All of it at once, for tests that need an item and no author."""
        built = _built(recipe, canary)
        return Project(
            id=recipe.id,
            seed=recipe.seed,
            parameters=recipe.parameters,
            prd=_prd(recipe),
            query=_query(recipe),
            criteria=_criteria(),
            reference=built.reference,
            mutants=_mutants(built),
        )

    def variant(
        self, recipe: Recipe, parent_suite: str, random_seed: int, plan: Plan | None = None
    ) -> Recipe:
        values = {**recipe.parameters.values, "colour": "violet"}
        parameters = recipe.parameters.model_copy(update={"values": values, "random_seed": random_seed})
        parent = Lineage(parent=recipe.id, parent_suite=parent_suite, changed=("colour",))
        return recipe.model_copy(update={"id": f"{recipe.id}-v", "parameters": parameters, "parent": parent})

    def another(self, recipe: Recipe, random_seed: int, plan: Plan) -> Recipe:
        parameters = recipe.parameters.model_copy(update={"random_seed": random_seed})
        return recipe.model_copy(update={"parameters": parameters})

    def growth(
        self, plan: Plan, existing: Sequence[ItemParameters], n: int, random_seed: int
    ) -> Sequence[Recipe]:
        return [
            self.recipe(Seed(id=f"grown-{number}", query=f"grown {number}"), plan, random_seed)
            for number in range(1, n + 1)
        ]


class ScriptedGate:
    """Decides by the seed's words; writes down every item that it judged, but not what it took over as known."""

    def __init__(self, log: Path | None = None) -> None:
        self._log = log
        self.judged: list[str] = []

    async def verify(self, project: Project, plan: Plan, known: Evidence | None) -> Evidence:
        digests = project_digests(project, judge="scripted")
        if known is not None and known.digests == digests:
            return known
        query = project.seed.seed.query
        if "broken" in query:
            raise BrowserLost("The browser died; run the same command again.")
        weak = re.search(r"weak until (\d+)", query)
        attempt = project.parameters.values["attempt"]
        assert isinstance(attempt, int)
        reasons = (f"attempt {attempt} is weak",) if weak and attempt < int(weak[1]) else ()
        self._write_down(project.id, attempt)
        return Evidence(
            item=project.id,
            digests=digests,
            cells=(),
            mutants=(),
            edges=(),
            checks=(),
            released=not reasons,
            reasons=reasons,
        )

    def _write_down(self, item: str, attempt: int) -> None:
        self.judged.append(f"{item} {attempt}")
        if self._log is not None:
            with self._log.open("a") as file:
                file.write(json.dumps([item, attempt, os.getpid()]) + "\n")


class NoProgress:
    def begun(self, thread: str, node: str) -> None:
        pass

    def left(self, thread: str, node: str) -> None:
        pass

    def called(self, seed: str, item: str) -> None:
        pass

    def refused(self, refusal: TryRefusal) -> None:
        pass

    def ended(self, thread: str, status: str) -> None:
        pass


def _coverage(seed: Seed) -> SeedCoverage:
    return SeedCoverage(
        scores={"shopping": 80.0},
        category="shopping",
        domain=seed.id.split("-")[0],
        uncovered=tuple(seed.query.split()[-1:]),
    )


def _prd(recipe: Recipe) -> PRD:
    return PRD(
        title=recipe.id,
        overview=f"{recipe.seed.seed.query}. In {recipe.parameters.values['colour']}.",
        requirements=(
            Requirement(
                id="R1",
                title="Page",
                text="There is a page.",
                children=(
                    Requirement(id="R1.1", title="Heading", text="It has a heading."),
                    Requirement(id="R1.2", title="Colour", text="It names its colour.", data=("red",)),
                ),
            ),
        ),
        non_goals=tuple(f"told: {finding}" for finding in recipe.findings),
    )


def _query(recipe: Recipe) -> Query:
    text = recipe.seed.seed.query
    return Query(
        levels={
            Underspecification.LOW: QueryLevel(text=f"{text}, with heading and colour"),
            Underspecification.MEDIUM: QueryLevel(text=f"{text}, with a heading", withholds=("R1.2",)),
            Underspecification.HIGH: QueryLevel(text=text, withholds=("R1.1", "R1.2")),
        }
    )


def _criteria() -> Criteria:
    return Criteria(
        tasks=(
            _task("heading", Level.PRESENCE, "R1.1", 1.0),
            _task("colour", Level.FUNCTIONALITY, "R1.2", 2.0, "heading"),
        )
    )


def _task(id: str, level: Level, requirement: str, weight: float, *parents: str) -> EvaluationTask:
    seen = Expect(do="expect", outcome="seen", that=Visible(kind="visible", target=Target(name=id)))
    return EvaluationTask(
        id=id,
        title=f"See the {id}",
        level=level,
        weight=weight,
        depends_on=parents,
        requirements=(requirement,),
        outcomes=(ExpectedOutcome(id="seen", statement=f"The {id} can be seen."),),
        how=BrowserSteps(kind="browser", steps=(Open(do="open"), seen)),
    )


def _built(recipe: Recipe, canary: str) -> Built:
    colour = recipe.parameters.values["colour"]
    index = f"<!-- {canary} -->\n<h1>{recipe.seed.seed.query}</h1>\n<p>{colour}</p>\n"
    return Built(reference={"index.html": index, "style.css": f"/* {canary} */ p {{ color: {colour} }}\n"})


def _mutants(built: Built) -> tuple[PlantedMutant, ...]:
    return tuple(_mutant(task.id, built.reference["index.html"]) for task in _criteria().tasks)


def _mutant(task: str, page: str) -> PlantedMutant:
    old, new = page.splitlines(True), [*page.splitlines(True), f"<!-- without {task} -->\n"]
    mutant = Mutant(id=f"no-{task}", description=f"without {task}", kills=(task,))
    patch = "".join(unified_diff(old, new, "a/index.html", "b/index.html"))
    return PlantedMutant(mutant=mutant, patch=patch)
