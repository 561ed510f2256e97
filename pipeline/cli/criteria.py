"""Criteria that can be judged by: a file may be well-formed and yet be no DAG, after an edit by hand."""

from pathlib import Path

from agents.authoring.verification.checks.dag import dag_problems
from plans.errors import AuthorError, InvalidFile
from plans.files import read_record
from plans.items import require_line_endings
from plans.paths import ItemPaths, SuitePaths
from plans.records.criteria import Criteria


def browser_criteria(item: ItemPaths) -> Criteria:
    """The same of a web app; AuthorError for an item whose tasks are tried in another way, which has no targets."""
    criteria = judgeable_criteria(item)
    if not any(task.how.kind == "browser" for task in criteria.tasks):
        raise AuthorError(
            f"{item.root} is tried by commands and not in a browser, so there are no targets to be found or bound. "
            "Name an item of a web app."
        )
    return criteria


def suite_of(item: Path) -> SuitePaths | None:
    """The suite in whose folder an item lies, listed there or a draft; None where it lies by itself."""
    above = map(SuitePaths, item.resolve().parents)
    return next((suite for suite in above if suite.suite.is_file()), None)


def judgeable_criteria(item: ItemPaths) -> Criteria:
    """The item's criteria; InvalidFile with every problem when they cannot be read or are no DAG."""
    require_line_endings(item)
    criteria = read_record(item.criteria, Criteria)
    if problems := list(dag_problems(criteria, str(item.criteria))):
        raise InvalidFile(problems)
    return criteria
