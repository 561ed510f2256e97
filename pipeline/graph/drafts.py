"""Items and families before their release, as folders, and what their files tell of them."""

import shutil
from collections.abc import Callable, Collection, Mapping
from pathlib import Path

from agents.authoring.evaluation.agent import reweighted
from agents.authoring.generation.files import unmarked_grader
from agents.authoring.verification.conclusions import changed_since
from agents.families.folder import DESIGNS, MODULES, PARTS, PLAN
from plans.digests import record_digest, text_digest
from plans.files import (
    clear,
    read_own_record,
    read_record,
    read_text,
    storage_errors,
    write_record,
    write_text,
)
from plans.items import (
    read_built,
    read_evidence,
    read_grader,
    read_project,
    write_built,
    write_grader,
    write_independents,
    write_mutants,
)
from plans.paths import FamilyPaths, ItemPaths, SuitePaths
from plans.prd_text import prd_text
from plans.records.criteria import Criteria
from plans.records.evidence import Evidence
from plans.records.feedback import EvaluationPlan
from plans.records.model_call import ModelUse
from plans.records.plan import ItemParameters, Plan
from plans.records.project import (
    INDEPENDENTS,
    Built,
    IndependentImplementation,
    MadeArtifact,
    PlantedMutant,
    Project,
    ProjectPart,
    Provenance,
    Scheme,
    SeenFailing,
    Varied,
)
from plans.records.seed import ItemSeed, Recipe
from plans.records.specification import PRD, Query
from plans.records.suite import Lineage
from plans.records.verdict import Inspection
from plans.variations import read_variations, write_variations


def place_of(paths: SuitePaths, item: str) -> ItemPaths:
    """Where an item lies: the publish step moves drafts, and may have been killed in between."""
    draft = paths.draft(item)
    return draft if draft.prd.exists() else paths.item(item)


NO_EVIDENCE = "evidence"


class ItemReader:
    """The parts of items that are being made, as they lie in one place."""

    def __init__(self, place: Callable[[str], ItemPaths]) -> None:
        """`place`: tells the folder of an item."""
        self._place = place

    def has(self, item: str, part: ProjectPart) -> bool:
        """Whether the part is there."""
        paths = self._place(item)
        places = {"prd": paths.prd, "query": paths.query, "criteria": paths.criteria}
        return (places.get(part) or (paths.reference if part == "reference" else paths.mutants)).exists()

    def uses(self, item: str, artifact: str) -> tuple[ModelUse, ...]:
        """Of what replies of models an artifact was made."""
        known = _provenance(self._place(item).provenance)
        return tuple(use for output in known.outputs if output.artifact == artifact for use in output.uses)

    def prd(self, item: str) -> PRD:
        return read_record(self._place(item).prd, PRD)

    def query(self, item: str) -> Query:
        return read_record(self._place(item).query, Query)

    def criteria(self, item: str) -> Criteria:
        return read_record(self._place(item).criteria, Criteria)

    def scheme(self, item: str) -> Scheme:
        """The criteria as they stand, and the grader's files as they were written with them."""
        return Scheme(criteria=self.criteria(item), grader=read_grader(self._place(item).scheme))

    def built(self, item: str) -> Built:
        return read_built(self._place(item))

    def project(self, item: str) -> Project:
        return read_project(self._place(item))


class Drafts(ItemReader):
    """The drafts of one suite. Every method may be repeated: a killed node starts again from its first line."""

    def __init__(self, paths: SuitePaths, canary: str) -> None:
        super().__init__(paths.draft)
        self._paths = paths
        self._canary = canary
        self.aside = ItemReader(self._before)
        """The drafts as they lay there when `begin_mending` was called."""

    def plan(self) -> Plan:
        """The plan that items are sampled from."""
        return read_record(self._paths.plan_draft, Plan)

    def write_plan(self, plan: Plan, uses: tuple[ModelUse, ...] = ()) -> None:
        """Write the plan, and of what replies of models it was made."""
        write_record(self._paths.plan_draft, plan)
        if uses:
            write_record(self._paths.provenance_draft, Provenance().with_output(self._paths.plan.name, uses))

    def write_recipe(self, recipe: Recipe) -> None:
        """Begin a draft: of an earlier attempt only the decisions stay."""
        draft = self._paths.draft(recipe.id)
        clear(draft.root, keep={draft.review})
        write_record(draft.seed, recipe.seed)
        write_record(draft.parameters, recipe.parameters)

    def recipe(self, item: str, lineage: Lineage | None, findings: tuple[str, ...]) -> Recipe:
        """The recipe that `write_recipe` wrote."""
        draft = self._paths.draft(item)
        return Recipe(
            id=item,
            seed=read_record(draft.seed, ItemSeed),
            parameters=read_record(draft.parameters, ItemParameters),
            parent=lineage,
            findings=findings,
        )

    def note_uses(self, item: str, artifact: str, uses: tuple[ModelUse, ...]) -> None:
        """Keep of what replies of models an artifact was made; no file is written where there were none."""
        _note_uses(self._paths.draft(item).provenance, artifact, uses)

    def begin_mending(self, item: str) -> None:
        """Set the draft aside as it lies there, so that parts are put right from what they were, however often a node
        that does so is begun. The grader's files are from now on those that what is built goes by.
        """
        draft, before = self._paths.draft(item), self._before(item)
        if draft.reference.exists():
            clear(draft.scheme)
            write_grader(draft.scheme, unmarked_grader(read_grader(draft.grader)))
        clear(before.root)
        with storage_errors(before.root):
            shutil.copytree(draft.root, before.root, dirs_exist_ok=True)

    def keep_stronger(self, item: str, scheme: Scheme) -> None:
        """Keep criteria that are to stand in the draft once it was set aside."""
        place = self._stronger(item)
        clear(place.root)
        write_grader(place.scheme, scheme.grader)
        write_record(place.criteria, scheme.criteria)

    def stronger(self, item: str) -> Scheme:
        return ItemReader(self._stronger).scheme(item)

    def without_rulings(self, item: str, tasks: Collection[str]) -> None:
        """Drop what was ruled on tasks whose criteria are put right: it speaks of others. A draft that is not whole yet
        was implemented by nobody.
        """
        if not self._paths.draft(item).independents.exists():
            return
        independents = self.project(item).independents
        kept = [
            one.model_copy(
                update={
                    "about": one.about.model_copy(
                        update={"rulings": tuple(r for r in one.about.rulings if r.task not in tasks)}
                    )
                }
            )
            for one in independents
        ]
        if list(independents) != kept:
            write_independents(self._paths.draft(item), kept)

    def _before(self, item: str) -> ItemPaths:
        return ItemPaths(self._paths.authoring / "before" / item)

    def _stronger(self, item: str) -> ItemPaths:
        return ItemPaths(self._paths.authoring / "stronger" / item)

    def write_prd(self, item: str, made: MadeArtifact[PRD]) -> None:
        draft = self._paths.draft(item)
        write_record(draft.prd, made.value)
        write_text(draft.prd_text, prd_text(made.value, self._canary))
        self.note_uses(item, draft.prd.name, made.uses)

    def write_query(self, item: str, made: MadeArtifact[Query]) -> None:
        write_record(self._paths.draft(item).query, made.value)
        self.note_uses(item, "query.yaml", made.uses)

    def write_scheme(self, item: str, made: MadeArtifact[Scheme]) -> None:
        """The criteria, and apart from `grader/`, which is of what is built, the grader's files written with them."""
        draft = self._paths.draft(item)
        clear(draft.scheme)
        write_grader(draft.scheme, made.value.grader)
        write_record(draft.criteria, made.value.criteria)
        self.note_uses(item, "criteria.yaml", made.uses)

    def write_built(self, item: str, made: MadeArtifact[Built]) -> None:
        """The reference; the criteria that it was made for stay until `correct` is called."""
        write_built(self._paths.draft(item), made.value)
        self.note_uses(item, "reference", made.uses)

    def keep_correction(self, criteria: Criteria) -> str:
        """Keep criteria that are to stand in a draft later; returns the digest by which `correct` finds them."""
        digest = record_digest(criteria)
        write_record(self._paths.edit(digest), criteria)
        return digest

    def correct(self, item: str, digest: str) -> None:
        """Put criteria that were kept in the place of those in the draft."""
        self.replace(self._paths.draft(item).root, {self._paths.draft(item).criteria.name: digest})

    def keep_varied(self, item: str, prd: PRD, built: Built) -> bool:
        """Lay the alternatives that were set aside into the draft, where PRD and reference are as they were then."""
        before = self._before(item)
        variations = read_variations(before) if self.aside.has(item, "reference") else None
        if variations is None or self.aside.prd(item) != prd:
            return False
        former = self.aside.built(item)
        if former.reference != built.reference:
            return False
        write_variations(self._paths.draft(item), former.alternatives, variations)
        return True

    def write_varied(self, item: str, made: MadeArtifact[Varied]) -> None:
        """The alternatives, and what is said of them, in the place of those that lay there."""
        write_variations(self._paths.draft(item), made.value.alternatives, made.value.variations)
        self.note_uses(item, "alternatives", made.uses)

    def seen_of_alternatives(self, item: str) -> tuple[SeenFailing, ...]:
        """What was seen of each alternative in place of outcomes that it did not pass when it was tried."""
        variations = read_variations(self._paths.draft(item))
        return variations.failing if variations else ()

    def write_inspection(self, inspection: Inspection) -> None:
        write_record(self._paths.draft(inspection.item).inspection, inspection)

    def write_mutants(self, item: str, made: MadeArtifact[tuple[PlantedMutant, ...]]) -> None:
        write_mutants(self._paths.draft(item), made.value)
        self.note_uses(item, "mutants", made.uses)

    def write_independent(self, item: str, made: MadeArtifact[IndependentImplementation]) -> None:
        """Write an implementation by another hand in the place of those that lay there, or what was ruled on it."""
        known = self.uses(item, INDEPENDENTS) if self.project(item).independents else ()
        before = tuple(use for use in known if use not in made.uses)
        self.note_uses(item, INDEPENDENTS, (*before, *made.uses))
        write_independents(self._paths.draft(item), [made.value])

    def evidence(self, item: str) -> Evidence | None:
        path = self._paths.draft(item).evidence
        return read_own_record(path, Evidence) if path.exists() else None

    def write_evidence(self, evidence: Evidence) -> None:
        write_record(self._paths.draft(evidence.item).evidence, evidence)

    def keep_refused(self, evidence: Evidence, attempt: int) -> None:
        """Keep why an attempt was refused, beyond the draft, which the next one clears."""
        write_record(self._paths.refused_evidence(evidence.item, attempt), evidence)

    def evaluation(self, item: str) -> EvaluationPlan | None:
        path = self._paths.draft(item).evaluation
        return read_record(path, EvaluationPlan) if path.exists() else None

    def write_evaluation(self, item: str, made: MadeArtifact[EvaluationPlan]) -> None:
        write_record(self._paths.draft(item).evaluation, made.value)
        self.note_uses(item, "evaluation.yaml", made.uses)

    def apply_weights(self, item: str) -> None:
        """Carry the shares of evaluation.yaml into the criteria."""
        draft = self._paths.draft(item)
        criteria = self.criteria(item)
        changed = reweighted(criteria, read_record(draft.evaluation, EvaluationPlan).weights)
        if changed is not criteria:
            write_record(draft.criteria, changed)

    def changed_since_verified(self, item: str) -> list[str]:
        """Parts of the item that are others now than those that its evidence was made for; raises InvalidFile.

        An item that the publish step has moved is looked at where it lies now.
        """
        place = place_of(self._paths, item)
        evidence = read_evidence(place)
        return [NO_EVIDENCE] if evidence is None else changed_since(evidence, read_project(place))

    def replace(self, folder: Path, edits: dict[str, str]) -> None:
        """Put edited texts in place; `edits` names for each artifact the digest under which the text is kept."""
        _replace(self._paths, folder, edits)
        if "prd.yaml" in edits:
            prd = read_record(folder / "prd.yaml", PRD)
            write_text(folder / "prd.md", prd_text(prd, self._canary))


class FamilyDrafts:
    """The draft of one family, as a folder; every method may be repeated, as those of Drafts."""

    def __init__(self, paths: FamilyPaths) -> None:
        self._paths = paths

    def write_plan(self, plan: Plan, uses: tuple[ModelUse, ...]) -> None:
        write_record(self._paths.family_draft / PLAN, plan)
        self._keep(PLAN)
        _note_uses(self._paths.provenance_draft, PLAN, uses)

    def plan(self) -> Plan:
        """Raises InvalidFile."""
        return read_record(self._paths.family_draft / PLAN, Plan)

    def write(self, artifact: str, text: str, uses: tuple[ModelUse, ...]) -> None:
        """Write code, or a plan in words, and of what replies of models it was made."""
        write_text(self._paths.family_draft / artifact, text)
        self._keep(artifact)
        _note_uses(self._paths.provenance_draft, artifact, uses)

    def text(self, artifact: str) -> str:
        """The text as it stands; empty where there is none yet."""
        path = self._paths.family_draft / artifact
        return read_text(path) if path.exists() else ""

    def preceding(self, artifact: str) -> dict[str, str]:
        """File → text of all that comes before an artifact."""
        names = [PLAN, *(name for part in PARTS.values() for name in (part.design, part.module))]
        return {name: self.text(name) for name in names[: names.index(artifact)]}

    def replace(self, edits: Mapping[str, str]) -> None:
        """As of Drafts."""
        _replace(self._paths, self._paths.family_draft, edits)

    def release(self) -> None:
        """Put the family where it is found; the plan comes last, and without it the folder is none."""
        paths = self._paths
        for name in DESIGNS:
            write_text(paths.design / name, self.text(name))
        if paths.provenance_draft.exists():
            write_text(paths.provenance, read_text(paths.provenance_draft))
        for name in (*MODULES, PLAN):
            write_text(paths.root / name, self.text(name))

    def _keep(self, artifact: str) -> None:
        """The agent's version by digest: how far it was edited is told by it and by what was approved."""
        text = self.text(artifact)
        write_text(self._paths.edit(text_digest(text)), text)


def _note_uses(path: Path, artifact: str, uses: tuple[ModelUse, ...]) -> None:
    if uses:
        write_record(path, _provenance(path).with_output(artifact, uses))


def _provenance(path: Path) -> Provenance:
    return read_record(path, Provenance) if path.exists() else Provenance()


def _replace(paths: SuitePaths, folder: Path, edits: Mapping[str, str]) -> None:
    for artifact, digest in edits.items():
        write_text(folder / artifact, read_text(paths.edit(digest)))
