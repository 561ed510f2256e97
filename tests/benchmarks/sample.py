"""An item of the shipped sample suite, as material for measuring."""

from pathlib import Path

from plans.items import read_project, write_files
from plans.paths import SuitePaths
from plans.records.project import Project

SAMPLE = SuitePaths(Path(__file__).parents[2] / "generated" / "sample")


def sample_project() -> Project:
    """The family cookbook: 16 evaluation tasks, the usual size."""
    return read_project(SAMPLE.item("family-cookbook"))


def submitted(project: Project, folder: Path) -> Path:
    """The reference as a submission in a new folder."""
    folder.mkdir()
    write_files(folder, project.reference)
    return folder
