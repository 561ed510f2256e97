"""Jinja as every room of the pipeline uses it: templates beside the code that speaks them, strict about names."""

from jinja2 import Environment, PackageLoader, StrictUndefined


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
