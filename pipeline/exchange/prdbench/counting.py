"""How many criteria there are of each kind, and which published state of the data that speaks for."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal

from pipeline.exchange.prdbench.remarks import has_chinese
from plans.records.published import DataVersion, DefectKind, PublishedCriterion, PublishedTask, TypeCounts


def type_counts(criteria: Iterable[PublishedCriterion]) -> TypeCounts:
    """Criteria by kind, as the paper counts them: the unsatisfiable among them."""
    found = Counter(criterion.kind for criterion in criteria)
    return TypeCounts(
        unit_test=found["unit_test"],
        shell_interaction=found["shell_interaction"],
        file_comparison=found["file_comparison"],
    )


def defect_counts(criteria: Iterable[PublishedCriterion]) -> dict[DefectKind, int]:
    """Defect → criteria that have it, the commonest first."""
    found: Counter[DefectKind] = Counter()
    for criterion in criteria:
        found.update({defect.kind for defect in criterion.defects})
    return dict(found.most_common())


def data_version(tasks: Sequence[PublishedTask], twice_said: int) -> DataVersion:
    """Which published state it is: as first published, Chinese in part and with tests that parse, or translated
    afterwards by a program that destroyed the indentation of some.

    Args:
        tasks: What was read.
        twice_said: Criteria whose command or input stands on their own level too, as at first.
    """
    criteria = [criterion for task in tasks for criterion in task.criteria]
    chinese = sum(has_chinese(_text(criterion)) for criterion in criteria)
    broken = sum(any(d.kind == "script_unparseable" for d in criterion.defects) for criterion in criteria)
    is_original, is_translated = chinese + twice_said > 0, broken > 0
    name: Literal["original", "translated", "unclear"] = "unclear"
    if is_original != is_translated:
        name = "original" if is_original else "translated"
    because = (
        f"{chinese} of {len(criteria)} criteria have Chinese text or names and {twice_said} say their command twice, "
        f"as at first, and {broken} have a test or script that Python cannot parse, as since the translation"
    )
    return DataVersion(
        name=name,
        because=because,
        counts=type_counts(criteria),
        chinese=chinese,
        unparseable=broken,
        twice_said=twice_said,
    )


def _text(criterion: PublishedCriterion) -> str:
    """All that its entry of the plan says, names of files among it."""
    prose = (criterion.metric, criterion.description, criterion.expected_output)
    steps = (text for step in criterion.steps for text in (step.command, step.asked_input))
    files = (*criterion.input_files, *criterion.reference_files, *criterion.missing_references)
    return "\n".join(part for part in (*prose, *steps, *files) if part)
