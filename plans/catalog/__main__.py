"""For writers of features: `python -m plans.catalog --domain houseplants --features search,cart --out FOLDER`.

Composes one project, lists every problem of the catalog, and writes the project's folder with each alternative beside
it, and in `broken/` each mutant, as submissions that can be opened and judged.
"""

import sys
from pathlib import Path
from typing import Any, cast

import click

from plans.catalog.author import Author
from plans.errors import InvalidFile
from plans.families import USUAL, family_named
from plans.items import write_files, write_project
from plans.patches import apply_patch, reference_of
from plans.paths import ItemPaths
from plans.plug_ins import load_class
from plans.prd_text import prd_text
from plans.records.seed import ItemSeed, Recipe, Seed, SeedCoverage

CANARY = "trial"


@click.command(help=__doc__)
@click.option("--family", default=USUAL, show_default=True)
@click.option("--domain", default="houseplants", show_default=True)
@click.option("--features", default="", help="Ids, separated by commas; what they require is added.")
@click.option("--seed", "random_seed", default=1, show_default=True)
@click.option("--out", type=click.Path(path_type=Path), required=True)
def main(family: str, domain: str, features: str, random_seed: int, out: Path) -> None:
    """Compose one project into a folder."""
    kind = cast("type[Author[Any, Any, Any, Any]]", load_class(family_named(family).generator))
    library, problems = kind.survey()
    wanted = tuple(filter(None, features.split(",")))
    for problem in problems:
        click.echo(str(problem), err=True)
    if missing := [id for id in (*wanted, domain) if id not in {**library.features, **library.domains}]:
        sys.exit(f"Not in the catalog, or with problems: {', '.join(missing)}.")
    author, about = kind(library), library.domains[domain]
    try:
        ranges = author.ranges_of(author.plan())
        selection = author.selected(library, about, wanted, random_seed, tasks=None, ranges=ranges)
        coverage = SeedCoverage(scores={}, category=about.category, domain=domain)
        seed = ItemSeed(seed=Seed(id="trial", query=f"trial of {domain}"), coverage=coverage)
        recipe = Recipe(id="trial", seed=seed, parameters=author.parameters_of(library, selection))
        project = author.composition(recipe).project(recipe, CANARY)
    except InvalidFile as error:
        sys.exit(str(error))
    reference = reference_of(project, "no mutant of it can be laid out")
    write_project(ItemPaths(out), project, prd_text(project.prd, CANARY))
    for laid_over in project.alternatives:
        write_files(out / laid_over.alternative.name, {**reference, **laid_over.files})
    for planted in project.mutants:
        write_files(out / "broken" / planted.mutant.id, apply_patch(reference, planted.patch))
    kinds = [task.how.word() for task in project.criteria.tasks]
    told = ", ".join(f"{kinds.count(kind)} {kind}" for kind in dict.fromkeys(kinds))
    click.echo(
        f"{out}: {len(kinds)} tasks ({told}), {len(project.mutants)} mutants; features {', '.join(selection.features)}"
    )


if __name__ == "__main__":
    main()
