"""For writers of features: `python -m plans.python_project.catalog --domain expenses --features search --out FOLDER`.

Composes one project, lists every problem of the catalog, and writes the project's folder with `broken/` beside it:
one program per mutant.
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
from plans.python_project.catalog.compose import compose
from plans.python_project.catalog.library import HERE, Library, survey
from plans.python_project.catalog.sampling import selection_for
from plans.records.plan import ItemParameters
from plans.records.seed import ItemSeed, Recipe, Seed, SeedCoverage

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
    reference = reference_of(project, "no mutant of it can be laid out")
    write_project(ItemPaths(out), project, prd_text(project.prd, CANARY))
    for planted in project.mutants:
        write_files(out / "broken" / planted.mutant.id, apply_patch(reference, planted.patch))
    kinds = [task.how.kind for task in project.criteria.tasks]
    told = ", ".join(f"{kinds.count(kind)} {kind}" for kind in dict.fromkeys(kinds))
    click.echo(f"{out}: {len(kinds)} tasks ({told}), {len(project.mutants)} mutants")


def _recipe(library: Library, domain: str, wanted: Sequence[str], random_seed: int) -> Recipe:
    selection = selection_for(library, library.domains[domain], wanted, random_seed)
    category = library.domains[domain].category
    coverage = SeedCoverage(scores={domain: 100.0}, category=category, domain=domain)
    return Recipe(
        id="trial",
        seed=ItemSeed(seed=Seed(id="trial", query=f"trial of {domain}"), coverage=coverage),
        parameters=ItemParameters(
            family="python_project",
            random_seed=random_seed,
            values=selection.values(category),
            complexity=0,
        ),
    )


if __name__ == "__main__":
    main()
