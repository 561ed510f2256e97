"""`benchwright author`."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, get_args

import click
from rich.console import Console
from rich.markup import escape

from pipeline.cli.author_summary import tell
from pipeline.cli.author_with_gate import (
    AUTHOR_OPTIONS,
    AuthoredOrder,
    AuthoringWork,
    author_gated,
    author_options,
    gate_option,
)
from pipeline.cli.cost_estimate import Estimate, Making, estimate_lines, estimates, planned_work
from pipeline.cli.folders import wrong_contents
from pipeline.cli.options import MODEL_OPTIONS, WITH_MODEL, NameOf, jobs_option, model_options
from pipeline.cli.output import (
    SectionedVerb,
    echo,
    echo_error,
    echo_json,
    open_console,
    plain_table,
    shortened,
    warn,
)
from pipeline.cli.suite_options import Command, new_suite_options, usual_name
from pipeline.graph.seeds import names_seeds, read_seeds, read_task, refuse_misnamed
from pipeline.graph.spec import AuthoringSpec, GateName, suite_canary, under_way
from plans.catalog.matching import PhraseBook, PhraseMeaning, negated_sentences, tokens
from plans.errors import AuthorError
from plans.families import FAMILIES, USUAL, generator, instance_families
from plans.files import read_record
from plans.paths import SuitePaths
from plans.plain_text import count_text
from plans.records.base import FileRecord, Record
from plans.records.feedback import LEAK_POLICY, ROUNDS, LeakPolicy
from plans.records.plan import Catalog, TaskSpecification
from plans.records.seed import Assignment, Seed
from plans.runtimes import declared_digest
from review.terminal import ReviewMode

ASKED_BY = 4
"""Words that are shown of those by which a seed asks for a feature."""
STEM = 4
"""Letters in which a word agrees with another form of it."""


class Offered(Record):
    """What `benchwright author --catalog --json` prints."""

    catalogs: dict[str, Catalog]
    """Family whose items are authored from seeds → what seeds may name and ask for."""


def list_catalogs(ctx: click.Context, option: click.Parameter, is_wanted: bool) -> None:
    """The callback of the option: prints the catalog of the family that is named, or all, and nothing is authored."""
    if not is_wanted or ctx.resilient_parsing:
        return
    # --family and --json are eager, so that they are known here wherever they stand in the command line.
    families = [named] if (named := ctx.params["family"]) else [*FAMILIES]
    offered = Offered(catalogs={family: generator(family).catalog() for family in families})
    if ctx.params["as_json"]:
        echo_json(offered)
        ctx.exit()
    console = open_console()
    for family, catalog in offered.catalogs.items():
        print_catalog(catalog, family, console)
    ctx.exit()


def print_catalog(catalog: Catalog, family: str, console: Console) -> None:
    """Categories with their domains, then the features, each with words that ask for it."""
    console.print(
        f"[bold]{escape(family)}[/]: a seed may name a `domain:` (or its `category:`), `features:` that it wants "
        "or is to be `without:`, and `parameters:` that it sets. Its words propose what it does not name.",
        highlight=False,
    )
    domains = plain_table("Category", "Domain", "What it is", "Never has")
    for category in catalog.categories:
        for number, domain in enumerate(category.domains):
            first = category.id if number == 0 else ""
            domains.add_row(first, domain.id, escape(domain.about), escape(", ".join(domain.without)))
    features = plain_table("Feature", "What it is", "Asked for by such words as", "Parameters")
    for feature in catalog.features:
        words = ", ".join(_unlike(feature.asked_by)[:ASKED_BY])
        parameters = "; ".join(f"{name}: {shortened(values)}" for name, values in feature.parameters.items())
        features.add_row(
            feature.id,
            f"{escape(feature.title)}{' (in every item)' if feature.is_everywhere else ''}",
            escape(words),
            escape(parameters),
        )
    console.print(domains)
    console.print()
    console.print(features)


def _unlike(words: Iterable[str]) -> list[str]:
    """The words without other forms of those before them: of "filter", "filters" and "narrow down" two."""
    kept: list[str] = []
    for word in words:
        if not any(other[:STEM] in word for other in kept):
            kept.append(word)
    return kept


MOST_QUOTED = 3
"""Seeds whose words are quoted in one remark."""


class FamilyWords(FileRecord):
    """`families.yaml`."""

    SCHEMA: ClassVar[str] = "family-words"

    phrases: dict[str, tuple[str, ...]]
    """Family → what a seed says that means it."""
    otherwise: tuple[str, ...]
    """Longer phrases with the same words that mean none."""
    sizes: tuple[str, ...]
    """What a seed says of how large the item is to be, which models alone go by."""


class ItemFamily(NameOf):
    """The type of --family; a family of instances is told the command that makes them."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value in instance_families():
            what = f"{value} is a family of instances, which are drawn without seeds. Use:"
            raise wrong_contents(what, "instances", "author", "--family", str(value))
        return super().convert(value, param, ctx)


def family_option(verb: Command) -> Command:
    """Adds --family, eagerly, so that whatever else is asked for knows it; None where nobody names one."""
    return click.option(
        "--family",
        type=ItemFamily(sorted(FAMILIES)),
        is_eager=True,
        help=f"What is made: {', '.join(f'{name} ({one.submission}s)' for name, one in sorted(FAMILIES.items()))}. "
        f"Default: {USUAL}.",
    )(verb)


def taken_unnamed(seeds: Sequence[Seed]) -> tuple[str, list[str]]:
    """Where no family was named: a line that says which is taken, and remarks on seeds whose words mean another."""
    made = f"{FAMILIES[USUAL].submission}s"
    others = ", ".join(
        f"--family {name} makes {one.submission}s" for name, one in FAMILIES.items() if name != USUAL
    )
    return f"No --family is named, so {made} are made (--family {USUAL}); {others}.", [*_remarks(seeds, made)]


def _remarks(seeds: Sequence[Seed], made: str) -> Iterator[str]:
    for family, one in FAMILIES.items():
        # A seed that names a domain of the family that is taken is meant as it is read.
        said = {seed.id: word for seed in seeds if not seed.domain and (word := _said(seed.query, family))}
        if family == USUAL or not said:
            continue
        quoted = ", ".join(f"{id} says “{word}”" for id, word in list(said.items())[:MOST_QUOTED])
        yield (
            f"{len(said):,} of {count_text(len(seeds), 'seed')} may mean a {one.submission}, and {made} are made of "
            f"all: {quoted}{', …' if len(said) > MOST_QUOTED else ''}. If so, stop, and run "
            f"the command again with --family {family} and another --out."
        )


def size_remarks(seeds: Sequence[Seed]) -> Iterator[str]:
    """That words of size change nothing where no model reads them, and what to do."""
    sizes = _family_words().sizes
    read = {seed.id: [token.word for token in tokens(seed.query) if token.word in sizes] for seed in seeds}
    said = {id: words[0] for id, words in read.items() if words}
    if not said:
        return
    quoted = ", ".join(f"{id} says “{word}”" for id, word in list(said.items())[:MOST_QUOTED])
    yield (
        f"Words of size change nothing without a model ({quoted}{', …' if len(said) > MOST_QUOTED else ''}): name more "
        "or fewer `features:` to make an item larger or smaller, or add --author model."
    )


def _said(text: str, family: str) -> str | None:
    """The first words of a seed by which the family is meant."""
    read, hits = tokens(text), _phrase_book().find(text)
    negated = negated_sentences(read, hits)
    saying = (hit for hit in hits if family in hit.ids("interface"))
    return next((hit.text for hit in saying if read[hit.start].sentence not in negated), None)


@cache
def _family_words() -> FamilyWords:
    return read_record(Path(__file__).with_name("families.yaml"), FamilyWords)


@cache
def _phrase_book() -> PhraseBook:
    words = _family_words()
    named = (
        (phrase, PhraseMeaning("interface", id))
        for id, phrases in words.phrases.items()
        for phrase in phrases
    )
    # The longer phrase keeps its words from being found.
    return PhraseBook((*named, *((phrase, PhraseMeaning("interface", "")) for phrase in words.otherwise)))


class AuthorOrder(AuthoredOrder):
    """The options of `benchwright author`, by name."""

    seeds: Path
    family: str | None
    """None: nobody named one, and the usual one is taken."""
    task: Path | None
    out: Path
    review: ReviewMode
    gate: GateName
    jobs: int
    random_seed: int
    name: str | None
    version: str
    licence: str
    refinements: int
    leak_policy: LeakPolicy
    rounds: int
    estimate: bool
    """Whether it is only said what models would take."""
    as_json: bool

    def spec(self) -> AuthoringSpec:
        """What is to be authored; reads the seeds, and raises AuthorError and InvalidFile when they cannot be used."""
        self.refuse_unwritten()
        seeds = read_seeds(self.seeds)
        if self.author == "catalog":
            refuse_misnamed(seeds, generator(self.family or USUAL), self.seeds)
        assignments = tuple(Assignment(seed=seed) for seed in seeds)
        name = self.name or usual_name(self.out)
        return AuthoringSpec(
            name=name,
            version=self.version,
            family=self.family or USUAL,
            licence=self.licence,
            canary=suite_canary(name, self.version, self.random_seed, assignments),
            random_seed=self.random_seed,
            gate=self.gate,
            author=self.author,
            reference_by=self.reference_by,
            independent_by=self.independent_by,
            task=self._task(),
            refinements=self.refinements,
            leak_policy=self.leak_policy,
            rounds=self.rounds,
            with_model=self.with_model,
            runtime=declared_digest(SuitePaths(self.out).runtime) or "",
            assignments=assignments,
            ids_by_title=self.author == "model" and not names_seeds(self.seeds),
        )

    def _task(self) -> TaskSpecification | None:
        if self.task is not None and self.author == "catalog":
            raise AuthorError(
                "--task has no effect with --author catalog, which plans by itself. Add --author model to have a model "
                "plan from it."
            )
        return None if self.task is None else read_task(self.task)


@click.command(
    cls=SectionedVerb,
    sections={
        "Of the suite": ("name", "version", "licence", "random_seed", "leak_policy", "rounds"),
        "With models": (*AUTHOR_OPTIONS, "task", "estimate"),
        "Budget of models": MODEL_OPTIONS,
    },
)
@click.argument("seeds", required=False, type=click.Path(path_type=Path))
@family_option
@author_options
@click.option(
    "--task",
    type=click.Path(path_type=Path),
    help="With --author model: a file that says in plain words what the benchmark is about, or YAML with `task` and "
    "example `pairs` of query and specification.",
)
@new_suite_options
@click.option(
    "--review",
    type=click.Choice(get_args(ReviewMode)),
    default="auto",
    show_default=True,
    help="At each checkpoint, ask you here, approve (auto), or wait for `benchwright review` (defer).",
)
@gate_option(
    live="the whole release gate, for web apps in a real browser",
    unproved="items stay unproved until `benchwright verify`",
)
@jobs_option("Items at once.", 4)
@click.option(
    "--refinements",
    type=click.IntRange(0, 10),
    default=2,
    show_default=True,
    help="How often an item that the gate refuses is corrected or made again.",
)
@click.option(
    "--leak-policy",
    type=click.Choice([policy.value for policy in LeakPolicy]),
    default=LEAK_POLICY.value,
    show_default=True,
    help="How much the simulated user may reveal in runs.",
)
@click.option(
    "--rounds",
    type=click.IntRange(1, 20),
    default=ROUNDS,
    show_default=True,
    help="Submissions that an agent has in runs.",
)
@click.option("--with-model", is_flag=True, help=WITH_MODEL)
@click.option(
    "--estimate",
    is_flag=True,
    help="Only print what models would take, by the number of tasks an item: no endpoint is asked, nothing written.",
)
@model_options
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    is_eager=True,
    help="Print the report, or with --catalog the list, as JSON.",
)
@click.option(
    "--catalog",
    is_flag=True,
    expose_value=False,
    callback=list_catalogs,
    help="Only list the categories, domains, features and parameters that seeds may name.",
)
@click.pass_context
def author(ctx: click.Context, **given: object) -> None:
    """Make a suite from the seed queries in SEEDS.

    SEEDS is YAML, JSON, JSON lines, or plain text with one query a paragraph (or a line). Each seed becomes an item:
    specification, underspecified query, criteria, reference, mutants, evidence. Repeat the command to continue work
    that was stopped.

    A seed has an `id` and a `query`, and may name its `domain` or `category`, `features`, features to be `without`, and
    `parameters`; --catalog lists them. The catalog chooses the rest by the words that it knows, ignores sentences that
    say "no" or "not", and refuses a seed whose subject is in doubt. In the end it prints what it read and what it did
    not.

    Exit code 0 when every item is released (with --gate static: written) or waits for a review, 1 when an item is not
    released, 3 when a file or option is wrong.

    Guides in .github: first-suite.md (seeds), models.md (--author model), authoring.md (how an item is made). Prompts
    on which models are scored are made by `benchwright instances author`.

    \b
    Examples:
      benchwright author --catalog
      benchwright author seeds.yaml --family webapp --out generated/mine --review ask
      benchwright author seeds.yaml --out generated/mine --with-model --max-tokens 2000000
      benchwright author seeds.txt --author model --out generated/mine --estimate
      benchwright author seeds.txt --author model --task task.md --out generated/mine --max-tokens 2000000
      benchwright author seeds.txt --author model --reference-by minimal --out generated/mine --max-tokens 4000000
      benchwright author seeds.txt --family python_project --author model --reference-by minimal --out generated/tools
    """
    if given["seeds"] is None:
        raise click.UsageError("SEEDS is missing: a file of seed queries.")
    order = AuthorOrder.model_validate(given)
    console = open_console(stderr=order.as_json)
    spec = order.spec()
    if order.family is None:
        _say_what_is_taken(spec)
    if order.estimate:
        _print_estimate(order, spec)
        return
    paths = SuitePaths(order.out)
    if order.author == "catalog" and under_way(paths) is None and not paths.suite.exists():
        warn(size_remarks([one.seed for one in spec.assignments]))
        echo_error(planned_work(order.out, len(spec.assignments), order.gate, spec.family))
    work = AuthoringWork(spec, paths, order.jobs, order, order.verbose)
    report = author_gated(work, console, order.review)
    ctx.exit(tell(report, console, as_json=order.as_json))


class EstimateReport(Record):
    """What `benchwright author --estimate --json` prints."""

    family: str
    items: int
    estimates: tuple[Estimate, ...]
    """By the number of tasks an item; none where no model is asked."""


def _print_estimate(order: AuthorOrder, spec: AuthoringSpec) -> None:
    making = Making(spec.family, len(spec.assignments), has_plan=False)
    if order.as_json:
        found = estimates(making, spec)
        echo_json(EstimateReport(family=spec.family, items=making.items, estimates=found))
        return
    for line in estimate_lines(making, spec):
        echo(line)


def _say_what_is_taken(spec: AuthoringSpec) -> None:
    line, remarks = taken_unnamed([one.seed for one in spec.assignments])
    echo_error(line)
    warn(remarks)
