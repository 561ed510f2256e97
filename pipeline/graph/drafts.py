"""Items before their release, as folders."""

import shutil
from pathlib import Path

from agents.authoring.evaluation.agent import reweighted
from plans.digests import text_digest
from plans.files import read_own_record, read_record, read_text, storage_errors, write_record, write_text
from plans.items import read_project, write_project
from plans.paths import SuitePaths
from plans.prd_text import prd_text
from plans.records.criteria import Criteria
from plans.records.evaluation import EvaluationPlan
from plans.records.evidence import Evidence
from plans.records.plan import ItemParameters, Plan
from plans.records.prd import PRD
from plans.records.project import Project
from plans.records.query import Query
from plans.records.recipe import Recipe
from plans.records.seed import ItemSeed
from plans.records.suite import Lineage


class Drafts:
    """The drafts of one suite. Every method may be repeated: a killed node starts again from its first line."""

    def __init__(self, paths: SuitePaths, canary: str) -> None:
        self._paths = paths
        self._canary = canary

    def plan(self) -> Plan:
        """The plan that items are sampled from."""
        return read_record(self._paths.plan_draft, Plan)

    def write_plan(self, plan: Plan) -> None:
        write_record(self._paths.plan_draft, plan)

    def write_recipe(self, recipe: Recipe) -> None:
        """Begin a draft: of an earlier attempt only the decisions stay."""
        draft = self._paths.draft(recipe.id)
        _clear(draft.root, keep={draft.review})
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

    def write_project(self, project: Project) -> None:
        """Write the project over its recipe, which a repeated call must still find."""
        draft = self._paths.draft(project.id)
        _clear(draft.root, keep={draft.review, draft.seed, draft.parameters})
        write_project(draft, project, prd_text(project.prd, self._canary))

    def project(self, item: str) -> Project:
        return read_project(self._paths.draft(item))

    def criteria(self, item: str) -> Criteria:
        return read_record(self._paths.draft(item).criteria, Criteria)

    def query(self, item: str) -> Query:
        return read_record(self._paths.draft(item).query, Query)

    def evidence(self, item: str) -> Evidence | None:
        path = self._paths.draft(item).evidence
        return read_own_record(path, Evidence) if path.exists() else None

    def write_evidence(self, evidence: Evidence) -> None:
        write_record(self._paths.draft(evidence.item).evidence, evidence)

    def evaluation(self, item: str) -> EvaluationPlan | None:
        path = self._paths.draft(item).evaluation
        return read_record(path, EvaluationPlan) if path.exists() else None

    def write_evaluation(self, item: str, evaluation: EvaluationPlan) -> None:
        write_record(self._paths.draft(item).evaluation, evaluation)

    def apply_weights(self, item: str) -> bool:
        """Carry the shares of evaluation.yaml into the criteria; True when that changed them."""
        draft = self._paths.draft(item)
        criteria = self.criteria(item)
        changed = reweighted(criteria, read_record(draft.evaluation, EvaluationPlan).weights)
        if changed is criteria:
            return False
        write_record(draft.criteria, changed)
        return True

    def replace(self, folder: Path, edits: dict[str, str]) -> None:
        """Put edited texts in place; `edits` names for each artifact the digest under which the text is kept."""
        for artifact, digest in edits.items():
            write_text(folder / artifact, read_text(self._paths.edit(digest)))
            if artifact == "prd.yaml":
                prd = read_record(folder / artifact, PRD)
                write_text(folder / "prd.md", prd_text(prd, self._canary))


def text_digests(folder: Path, artifacts: tuple[str, ...]) -> dict[str, str]:
    """Artifact → digest of its text as it lies in the folder."""
    return {artifact: text_digest(read_text(folder / artifact)) for artifact in artifacts}


def _clear(folder: Path, keep: set[Path]) -> None:
    if not folder.is_dir():
        return
    with storage_errors(folder):
        for path in folder.iterdir():
            if path in keep:
                continue
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()
