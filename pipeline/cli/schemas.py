"""`benchwright schemas`."""

from pathlib import Path

import click

from pipeline.cli.folders import NewFolder
from pipeline.cli.output import echo
from plans.schemas import export_schemas


@click.command()
@click.argument("folder", type=NewFolder("schemas"))
def schemas(folder: Path) -> None:
    """Write the JSON Schema of every record file, and of benchwright.toml, into FOLDER.

    \b
    Example:
      benchwright schemas /tmp/schemas
    """
    for path in export_schemas(folder):
        echo(path)
