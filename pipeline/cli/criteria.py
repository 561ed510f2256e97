"""Criteria that can be judged by: a file may be well-formed and yet be no DAG, after an edit by hand."""

from agents.authoring.verification.checks.dag import dag_problems
from plans.errors import InvalidFile
from plans.files import read_record
from plans.items import require_line_endings
from plans.paths import ItemPaths
from plans.records.criteria import Criteria


def judgeable_criteria(item: ItemPaths) -> Criteria:
    """The item's criteria; InvalidFile with every problem when they cannot be read or are no DAG."""
    require_line_endings(item)
    criteria = read_record(item.criteria, Criteria)
    if problems := list(dag_problems(criteria, str(item.criteria))):
        raise InvalidFile(problems)
    return criteria
