"""What models take for one project, stage by stage, and how long the same work takes by their journal alone."""

from pathlib import Path
from time import process_time

import yaml

from agents.gateway.budget import cost_of
from agents.gateway.gateway import open_gateway
from agents.gateway.journal import open_journal
from plans.records.model_settings import Price
from plans.records.usage import ModelUsage
from tests.agents.authoring.hand import CHARACTERS, hand_written
from tests.agents.gateway.model_endpoint import KEY, settings_for
from tests.benchmarks.figures import Figures
from tests.pipeline.graph.by_hand import author_read
from tests.pipeline.graph.studio import published

PRICES = Path(__file__).with_name("listed_prices.yaml")


async def test_one_project_stage_by_stage(figures: Figures, tmp_path: Path) -> None:
    """Planned, made, read and weighed by replies that were written by hand; then once more out of its journal."""
    journal_place = tmp_path / "journal.sqlite"
    async with hand_written().serving() as url:
        with open_journal(journal_place) as journal:
            async with open_gateway(settings_for(url), lambda _: KEY, journal) as gateway:
                assert (await author_read(tmp_path / "made", gateway)).is_written
            used = journal.usage()
        with open_journal(journal_place, replay=True) as journal:
            async with open_gateway(settings_for(url), lambda _: "", journal) as gateway:
                begun = process_time()
                assert (await author_read(tmp_path / "replayed", gateway)).is_written
                spent = process_time() - begun
    assert published(tmp_path / "replayed") == published(tmp_path / "made")

    prices = {
        model: Price.model_validate(price) for model, price in yaml.safe_load(PRICES.read_text()).items()
    }
    figures.note("one project by a model: calls", used.total.calls, "")
    figures.note("one project by a model: tokens in and out", used.total.tokens.total, "")
    for model, price in prices.items():
        cost = cost_of(used.total.tokens, price)
        figures.note(f"one project by a model: at the price of {model}", cost, "$")
    figures.note("the same project out of its journal, processor", spent, "s")
    figures.told += list(table(used, prices))


def table(used: ModelUsage, prices: dict[str, Price]) -> list[str]:
    """A line for each stage."""
    heads = "".join(f"{model:>20}" for model in prices)
    lines = [
        f"One project by a model; tokens are taken to have {CHARACTERS} characters, dollars are those of "
        f"{PRICES.name}, and nothing is cached.",
        f"{'role':<11}{'stage':<14}{'calls':>6}{'in':>9}{'out':>8}{heads}",
    ]
    for line in used.lines:
        tokens = line.usage.tokens
        costs = "".join(f"{cost_of(tokens, price):>20.4f}" for price in prices.values())
        lines.append(
            f"{line.role:<11}{line.stage:<14}{line.usage.calls:>6}{tokens.input:>9,}{tokens.output:>8,}{costs}"
        )
    return lines
