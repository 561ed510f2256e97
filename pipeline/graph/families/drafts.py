"""A family before its release, as a folder; every method may be repeated: a killed node starts again."""

from collections.abc import Mapping

from agents.families.folder import DESIGNS, MODULES, PARTS, PLAN
from plans.digests import text_digest
from plans.files import read_record, read_text, write_record, write_text
from plans.paths import FamilyPaths
from plans.records.model_call import ModelUse
from plans.records.plan import Plan
from plans.records.project import Provenance
from plans.records.review import Stage


class FamilyDrafts:
    """The draft of one family."""

    def __init__(self, paths: FamilyPaths) -> None:
        self._paths = paths

    def write_plan(self, plan: Plan, uses: tuple[ModelUse, ...]) -> None:
        write_record(self._paths.family_draft / PLAN, plan)
        self._keep(PLAN)
        self._note(PLAN, uses)

    def plan(self) -> Plan:
        """Raises InvalidFile."""
        return read_record(self._paths.family_draft / PLAN, Plan)

    def write(self, artifact: str, text: str, uses: tuple[ModelUse, ...]) -> None:
        """Write code, or a plan in words, and of what replies of models it was made."""
        write_text(self._paths.family_draft / artifact, text)
        self._keep(artifact)
        self._note(artifact, uses)

    def text(self, artifact: str) -> str:
        """The text as it stands; empty where there is none yet."""
        path = self._paths.family_draft / artifact
        return read_text(path) if path.exists() else ""

    def before(self, stage: Stage, *, with_design: bool) -> dict[str, str]:
        """File → text of all that comes before a stage's plan in words, or before its code."""
        names = [PLAN]
        for other, part in PARTS.items():
            if other == stage:
                names += [part.design] if with_design else []
                break
            names += [part.design, part.module]
        return {name: self.text(name) for name in names}

    def replace(self, edits: Mapping[str, str]) -> None:
        """Put edited texts in place; `edits` names for each artifact the digest under which the text is kept."""
        for artifact, digest in edits.items():
            write_text(self._paths.family_draft / artifact, read_text(self._paths.edit(digest)))

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

    def _note(self, artifact: str, uses: tuple[ModelUse, ...]) -> None:
        path = self._paths.provenance_draft
        known = read_record(path, Provenance) if path.exists() else Provenance()
        write_record(path, known.with_output(artifact, uses))
