"""How the templates of a catalog are filled in."""

from collections.abc import Mapping
from typing import Any

from jinja2 import Environment, TemplateError
from jinja2.environment import Template, TemplateExpression

from plans.errors import InvalidFile
from plans.records.problem import Problem

_AT_FAULT = (TemplateError, TypeError, ValueError, LookupError, AttributeError)
"""What a template raises that asks too much of the words that it is given."""


class Templates:
    """Templates and expressions of one environment, each compiled once.

    All raise InvalidFile that names the place `where` a template stands which cannot be filled in.
    """

    def __init__(self, environment: Environment) -> None:
        """`environment`: strict about unknown names, with the catalog's filters."""
        self._environment = environment
        self._templates: dict[str, Template] = {}
        self._expressions: dict[str, TemplateExpression] = {}

    def render(self, text: str, words: Mapping[str, Any], where: str) -> str:
        """One template filled in."""
        if "{{" not in text and "{%" not in text:
            return text
        try:
            if text not in self._templates:
                self._templates[text] = self._environment.from_string(text)
            return self._templates[text].render(words)
        except _AT_FAULT as error:
            raise _unusable(where, text, error) from None

    def value_of(self, expression: str, words: Mapping[str, Any], where: str) -> Any:
        """What an expression comes to."""
        try:
            if expression not in self._expressions:
                compiled = self._environment.compile_expression(expression, undefined_to_none=False)
                self._expressions[expression] = compiled
            return self._expressions[expression](**words)
        except _AT_FAULT as error:
            raise _unusable(where, expression, error) from None


def _unusable(where: str, template: str, error: Exception) -> InvalidFile:
    problem = Problem(
        where=where,
        message=f"the template {template!r:.300} cannot be filled in: {error}.",
        mend="Correct it.",
    )
    return InvalidFile([problem])
