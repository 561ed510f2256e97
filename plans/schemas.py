"""The records that people and other programs read and write as files, and their exported JSON Schemas."""

import json
from pathlib import Path

from plans.files import write_text
from plans.records.app_map import AppMap, BindingFile
from plans.records.base import FileRecord
from plans.records.criteria import Criteria
from plans.records.evidence import Evidence
from plans.records.feedback import EvaluationPlan, Feedback
from plans.records.instance import AskedInstance, Instance, Response, SuiteCoverage
from plans.records.model_call import ModelUses
from plans.records.model_settings import ModelConfiguration
from plans.records.plan import ItemParameters, Plan, TaskSpecification
from plans.records.project import Alternative, Independent, Mutant, Provenance, Variations
from plans.records.published import Imported, PublishedScore, PublishedTask
from plans.records.result import Calibration, RunResult
from plans.records.review import AnswerLabels, Decision, Labels, PointLabels, QualityLabels
from plans.records.run import RoundRecord, RunProject, RunSpec, RunTimes, Submission
from plans.records.sandboxing import FetchedPackages, RuntimeEnvironment
from plans.records.scored_run import ScoredAnswer, ScoredInstance, ScoredResult, ScoredRun
from plans.records.seed import ItemSeed, SeedFile
from plans.records.specification import PRD, Query
from plans.records.suite import Suite
from plans.records.usage import ModelUsageFile, RelayedCall
from plans.records.verdict import Inspection, Judgement, JudgementTimes
from plans.schema_complaints import json_schema

FILE_RECORDS: tuple[type[FileRecord], ...] = (
    Alternative,
    AnswerLabels,
    AppMap,
    BindingFile,
    Calibration,
    AskedInstance,
    SuiteCoverage,
    Criteria,
    Decision,
    EvaluationPlan,
    Evidence,
    Feedback,
    FetchedPackages,
    Submission,
    Imported,
    Independent,
    Inspection,
    Instance,
    ItemParameters,
    ItemSeed,
    Judgement,
    JudgementTimes,
    Labels,
    ModelConfiguration,
    ModelUsageFile,
    ModelUses,
    Mutant,
    PRD,
    Plan,
    PointLabels,
    Provenance,
    PublishedScore,
    PublishedTask,
    QualityLabels,
    Query,
    Response,
    RelayedCall,
    RoundRecord,
    RunProject,
    RunResult,
    RunSpec,
    RunTimes,
    RuntimeEnvironment,
    ScoredAnswer,
    ScoredInstance,
    ScoredResult,
    ScoredRun,
    SeedFile,
    Suite,
    TaskSpecification,
    Variations,
)
"""Every file record of plans.records, by class name. What a family, an agent or the authoring keeps for itself is no
format for others, and stands beside the code that reads it."""


def export_schemas(folder: Path) -> list[Path]:
    """Write one `<schema>.schema.json` per file record into `folder`; returns the files."""
    written: list[Path] = []
    for kind in FILE_RECORDS:
        path = folder / f"{kind.SCHEMA}.schema.json"
        write_text(path, json.dumps(json_schema(kind), indent=1) + "\n")
        written.append(path)
    return written
