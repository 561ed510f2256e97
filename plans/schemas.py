"""The records that people and other programs read and write as files, and their exported JSON Schemas."""

import json
from pathlib import Path

from plans.files import write_text
from plans.records.answer_labels import AnswerLabels, QualityLabels
from plans.records.app_map import AppMap, BindingFile
from plans.records.asked import AskedInstance
from plans.records.base import FileRecord
from plans.records.calibration import Calibration
from plans.records.coverage import Coverage
from plans.records.criteria import Criteria
from plans.records.decision import Decision
from plans.records.evaluation import EvaluationPlan
from plans.records.evidence import Evidence
from plans.records.feedback import Feedback
from plans.records.hand_in import HandIn
from plans.records.imported import Imported
from plans.records.independent import Independent
from plans.records.inspection import Inspection
from plans.records.instance import Instance, Response
from plans.records.labels import Labels
from plans.records.mirror import FetchedPackages
from plans.records.model_configuration import ModelConfiguration
from plans.records.model_usage import ModelUsageFile
from plans.records.model_use import ModelUses
from plans.records.plan import ItemParameters, Plan
from plans.records.point_labels import PointLabels
from plans.records.prd import PRD
from plans.records.project import Alternative, Mutant
from plans.records.provenance import Provenance
from plans.records.published import PublishedTask
from plans.records.published_score import PublishedScore
from plans.records.query import Query
from plans.records.relayed_call import RelayedCall
from plans.records.result import RunResult
from plans.records.round import RoundRecord
from plans.records.run_project import RunProject
from plans.records.run_spec import RunSpec
from plans.records.run_times import RunTimes
from plans.records.runtime import RuntimeEnvironment
from plans.records.scored_answer import ScoredAnswer, ScoredInstance
from plans.records.scored_result import ScoredResult
from plans.records.scored_run import ScoredRun
from plans.records.seed import ItemSeed, SeedFile
from plans.records.suite import Suite
from plans.records.task_specification import TaskSpecification
from plans.records.variation import Variations
from plans.records.verdict import Judgement, JudgementTimes
from plans.schema_complaints import json_schema

FILE_RECORDS: tuple[type[FileRecord], ...] = (
    Alternative,
    AnswerLabels,
    AppMap,
    BindingFile,
    Calibration,
    AskedInstance,
    Coverage,
    Criteria,
    Decision,
    EvaluationPlan,
    Evidence,
    Feedback,
    FetchedPackages,
    HandIn,
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
