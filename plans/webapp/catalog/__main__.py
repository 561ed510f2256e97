"""For writers of features: `python -m plans.webapp.catalog --domain houseplants --features search,cart --out FOLDER`.

Composes one project, lists every problem, and writes the project's folder with `restyled/` and `other-data/` beside it
as apps that can be opened and judged.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from plans.errors import InvalidFile
from plans.items import write_files, write_project
from plans.patches import apply_patch, reference_of
from plans.paths import ItemPaths
from plans.prd_text import prd_text
from plans.records.plan import ItemParameters
from plans.records.seed import ItemSeed, Recipe, Seed, SeedCoverage
from plans.webapp.catalog.compose import compose
from plans.webapp.catalog.library import HERE, Library, survey
from plans.webapp.catalog.sampling import selection_for

CANARY = "trial"


@click.command(help=__doc__)
@click.option("--domain", default="houseplants", show_default=True)
@click.option("--features", default="", help="Ids, separated by commas; what they require is added.")
@click.option("--seed", "random_seed", default=1, show_default=True)
@click.option("--out", type=click.Path(path_type=Path), required=True)
def main(domain: str, features: str, random_seed: int, out: Path) -> None:
    """Compose one project into a folder."""
    library, problems = survey(HERE)
    wanted = tuple(filter(None, features.split(",")))
    for problem in problems:
        click.echo(str(problem), err=True)
    if missing := [
        id for id in (*wanted, domain) if id not in library.features and id not in library.domains
    ]:
        sys.exit(f"Not in the catalog, or with problems: {', '.join(missing)}.")
    try:
        project = compose(library, _recipe(library, domain, wanted, random_seed), CANARY)
    except InvalidFile as error:
        sys.exit(str(error))
    paths = ItemPaths(out)
    reference = reference_of(project, "no mutant of it can be laid out")
    write_project(paths, project, prd_text(project.prd, CANARY))
    for laid_over in project.alternatives:
        write_files(out / laid_over.alternative.name, {**reference, **laid_over.files})
    for planted in project.mutants:
        write_files(out / "broken" / planted.mutant.id, apply_patch(reference, planted.patch))
    outcomes = sum(len(task.outcomes) for task in project.criteria.tasks)
    click.echo(
        f"{out}: {len(project.criteria.tasks)} tasks, {outcomes} outcomes, {len(project.mutants)} mutants; "
        f"features {', '.join(_features(project.parameters))}"
    )


def _recipe(library: Library, domain: str, wanted: Sequence[str], random_seed: int) -> Recipe:
    selection = selection_for(library, library.domains[domain], wanted, random_seed)
    category = library.domains[domain].category
    seed = Seed(id="trial", query=f"trial of {domain}")
    return Recipe(
        id="trial",
        seed=ItemSeed(
            seed=seed, coverage=SeedCoverage(scores={category: 100.0}, category=category, domain=domain)
        ),
        parameters=ItemParameters(
            family="webapp", random_seed=random_seed, values=selection.values(category), complexity=0
        ),
    )


def _features(parameters: ItemParameters) -> list[str]:
    listed = parameters.values["features"]
    return [str(id) for id in listed] if isinstance(listed, list) else []


if __name__ == "__main__":
    main()
