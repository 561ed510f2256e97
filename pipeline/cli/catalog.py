"""`benchwright author --catalog`: what seeds may name and ask for."""

from collections.abc import Iterable

import click
from rich.console import Console
from rich.markup import escape

from pipeline.cli.output import echo_json, open_console, plain_table
from plans.families import FAMILIES, generator
from plans.instance_families import family_code, instance_families
from plans.records.base import Record
from plans.records.plan import Catalog, Parameter, Plan

ASKED_BY = 4
"""Words that are shown of those by which a seed asks for a feature."""
MOST_VALUES = 8
"""Values of a parameter that are shown."""
STEM = 4
"""Letters in which a word agrees with another form of it."""


class Offered(Record):
    """What `benchwright author --catalog --json` prints."""

    catalogs: dict[str, Catalog]
    """Family whose items are authored from seeds → what seeds may name and ask for."""
    plans: dict[str, Plan]
    """Family of instances → its plan, with the parameters that it varies."""


def print_and_exit(ctx: click.Context, option: click.Parameter, is_wanted: bool) -> None:
    """The callback of the option: prints the catalog of the family that is named, or all, and nothing is authored."""
    if not is_wanted or ctx.resilient_parsing:
        return
    # --family and --json are eager, so that they are known here wherever they stand in the command line.
    families = [named] if (named := ctx.params["family"]) else [*FAMILIES, *instance_families()]
    offered = Offered(
        catalogs={family: generator(family).catalog() for family in families if family in FAMILIES},
        plans={family: family_code(family).plan for family in families if family not in FAMILIES},
    )
    if ctx.params["as_json"]:
        echo_json(offered)
        ctx.exit()
    console = open_console()
    for family, catalog in offered.catalogs.items():
        print_catalog(catalog, family, console)
    for plan in offered.plans.values():
        print_plan(plan, console)
    ctx.exit()


def print_catalog(catalog: Catalog, family: str, console: Console) -> None:
    """Categories with their domains, then the features, each with words that ask for it."""
    console.print(
        f"[bold]{escape(family)}[/]: a seed may name a `category:` or a `domain:`. Of what is none of these, "
        "sample data are invented, or the seed is refused: that is up to the family.",
        highlight=False,
    )
    domains = plain_table("Category", "Domain", "What it is", "Never has")
    for category in catalog.categories:
        for number, domain in enumerate(category.domains):
            first = category.id if number == 0 else ""
            domains.add_row(first, domain.id, escape(domain.about), escape(", ".join(domain.without)))
    features = plain_table("Feature", "Asked for by such words as")
    for feature in catalog.features:
        words = ", ".join(_unlike(feature.asked_by)[:ASKED_BY])
        features.add_row(
            escape(feature.title), f"{escape(words)}{' (in every item)' if feature.is_everywhere else ''}"
        )
    console.print(domains)
    console.print()
    console.print(features)


def print_plan(plan: Plan, console: Console) -> None:
    """What a family of instances is about, and the parameters that it varies."""
    console.print(
        f"[bold]{escape(plan.family)}[/]: {escape(plan.task)} Its instances are drawn by a program, without seeds: "
        "--n says how many, and --set NAME=VALUE sets a parameter.",
        highlight=False,
    )
    parameters = plain_table("Parameter", "What it is", "Values")
    for one in plan.parameters:
        parameters.add_row(escape(one.name), escape(one.description), escape(_values(one)))
    console.print(parameters)
    console.print()


def _values(parameter: Parameter) -> str:
    if parameter.values is None:
        return f"{parameter.minimum:g} to {parameter.maximum:g}"
    told = [str(value) for value in parameter.values]
    more = f", … ({len(told):,} in all)" if len(told) > MOST_VALUES else ""
    return f"{', '.join(told[:MOST_VALUES])}{more}"


def _unlike(words: Iterable[str]) -> list[str]:
    """The words without other forms of those before them: of "filter", "filters" and "narrow down" two."""
    kept: list[str] = []
    for word in words:
        if not any(other[:STEM] in word for other in kept):
            kept.append(word)
    return kept
