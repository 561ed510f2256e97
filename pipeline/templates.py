"""Jinja as every room of the pipeline uses it: templates beside the code that speaks them, strict about names."""

import re

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape


def templates_of(package: str, *, escaped: bool) -> Environment:
    """The templates in the package's folder `templates`; a name that is not given is an error, never an empty text.

    `escaped`: for HTML, where agents, pages and authors are quoted. Markdown and messages stay as they are written.
    """
    return Environment(
        loader=PackageLoader(package),
        autoescape=escaped,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def source_of(environment: Environment, name: str) -> Markup:
    """A file of our own beside the templates, which stands in a page as it is: a style, a script."""
    assert environment.loader is not None
    return Markup(environment.loader.get_source(environment, name)[0])


def coded(text: str) -> Markup:
    """The text, escaped, with what stands between backticks as code."""
    return Markup(re.sub("`([^`\n]+)`", r"<code>\1</code>", str(escape(text))))
