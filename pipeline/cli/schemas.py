"""`benchwright schemas`."""

from pathlib import Path

import click

from plans.schemas import export_schemas


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def schemas(folder: Path) -> None:
    """Write the JSON Schema of every record file into FOLDER.

    \b
    Example:
      benchwright schemas /tmp/schemas
    """
    for path in export_schemas(folder):
        click.echo(path)
