"""Jinja as every room of the pipeline uses it: templates beside the code that speaks them, strict about names."""

import re
from functools import cache
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup, escape

from plans.files import read_text
from plans.plain_text import escape_controls


class _HtmlPage(Template):
    """A page in which quoted text cannot reorder or hide a line, whoever's text it is."""

    def render(self, *args: object, **kwargs: object) -> str:
        return escape_controls(super().render(*args, **kwargs).replace("\r\n", "\n"))


def templates_of(package: str, *, escaped: bool) -> Environment:
    """The templates in the package's folder `templates`; a name that is not given is an error, never an empty text.

    `escaped`: for HTML, where agents, pages and authors are quoted. Markdown and messages stay as they are written.
    """
    environment = Environment(
        loader=PackageLoader(package),
        autoescape=escaped,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    if escaped:
        environment.template_class = _HtmlPage
    return environment


@cache
def _plain_templates(package: str) -> Environment:
    return templates_of(package, escaped=False)


def render_plain(package: str, template: str, **values: object) -> str:
    """One of the package's templates of Markdown or messages, which is compiled once in a process."""
    return _plain_templates(package).get_template(template).render(**values)


def changelog_text(path: Path, version: str, package: str, **values: object) -> str:
    """The changelog of a suite, with the package's entry of this version on top, once."""
    title = "# Changelog\n"
    before = read_text(path) if path.exists() else title
    if f"\n## {version}\n" in before:
        return before
    entry = render_plain(package, "changelog.md.j2", **values)
    return f"{title}\n{entry}{before.removeprefix(title)}"


def source_of(environment: Environment, name: str) -> Markup:
    """A file of our own beside the templates, which stands in a page as it is: a style, a script."""
    assert environment.loader is not None
    return Markup(environment.loader.get_source(environment, name)[0])


def coded(text: str) -> Markup:
    """The text, escaped, with what stands between backticks as code."""
    return Markup(re.sub("`([^`\n]+)`", r"<code>\1</code>", str(escape(text))))
