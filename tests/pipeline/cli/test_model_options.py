"""Options by which verbs bound what models may use, or let a journal answer for them."""

from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from agents.gateway.budget import AUTHORING, PLAYING, purse_of
from agents.gateway.journal import open_journal
from pipeline.cli.author import author
from pipeline.cli.author_with_gate import AuthoredOrder, open_planner
from pipeline.cli.cost_estimate import amounts, foresee
from pipeline.cli.options import ModelOrder, replayed_journal
from pipeline.cli.run import run
from pipeline.cli.wiring.models import (
    implementing_models,
    models_at_hand,
    models_played,
    open_models,
)
from plans.errors import AuthorError, BudgetError, NotInJournal
from plans.paths import RunPaths, SuitePaths
from plans.records.model_settings import ModelRole
from plans.records.usage import Tokens, Usage
from plans.settings import key_of, read_settings
from tests.agents.gateway.model_endpoint import ModelEndpoint, asking, completion, endpoint_saying, sent
from tests.pipeline.cli.test_run_verb import suite_of
from tests.pipeline.runner.stand_ins import shop

FILE = """
model = "some-model"
[endpoints.stub]
url = "{url}"
protocols = ["chat"]
prices."some-model" = {{ input = 10, output = 100 }}
[roles.planner]
max_output = 50
temperature = 0.5
{more}
"""
PLANNER: tuple[ModelRole, ...] = ("planner",)


@pytest.fixture
def configured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory, to which tests write their benchwright.toml."""
    monkeypatch.chdir(tmp_path)
    return tmp_path / "benchwright.toml"


def saying() -> ModelEndpoint:
    return endpoint_saying(sent(completion("Three.")))


@pytest.mark.parametrize(
    "given", [["--max-cost", "1"], ["--max-tokens", "9"], ["--replay", "."]], ids=lambda given: given[0]
)
@pytest.mark.parametrize("verb", [author, run], ids=["author", "run"])
def test_bounds_for_models_that_nobody_asks_are_refused(
    verb: click.Command, given: list[str], tmp_path: Path
) -> None:
    """They would seem to hold."""
    seeds = tmp_path / "seeds.txt"
    seeds.write_text("a shop for plants")
    asked = {
        "author": [str(seeds), "--out", str(tmp_path / "out"), "--gate", "static"],
        "run": [str(suite_of(tmp_path / "sample", shop())), "--agent", "nop", "--out", str(tmp_path / "out")],
    }
    result = CliRunner().invoke(verb, [*asked[str(verb.name)], *given])
    assert isinstance(result.exception, AuthorError)
    assert f"{given[0]} has no effect" in str(result.exception)


@pytest.mark.parametrize("amount", ["nan", "inf", "0", "-1"])
def test_an_amount_that_would_bound_nothing_is_refused(amount: str, tmp_path: Path) -> None:
    given = [str(tmp_path / "seeds.txt"), "--out", str(tmp_path / "out"), "--max-cost", amount]
    result = CliRunner().invoke(author, given)
    assert result.exit_code == 2
    assert "Invalid value for '--max-cost'" in result.output


async def test_what_the_command_line_allows_goes_over_the_file(configured: Path) -> None:
    endpoint = saying()
    async with endpoint.serving() as url:
        configured.write_text(FILE.format(url=url, more="[budget.author]\ntokens = 100"))
        journal = SuitePaths(configured.parent / "mine").journal
        async with open_models(PLANNER, ModelOrder(), journal) as model:
            assert model is not None
            with pytest.raises(
                BudgetError, match=r"`author` under \[budget\] in benchwright.toml, or --max-cost"
            ):
                await model.reply(asking("x" * 300))
        async with open_models(PLANNER, ModelOrder(max_tokens=10_000), journal) as model:
            assert model is not None
            assert (await model.reply(asking("x" * 300))).text == "Three."
    assert len(endpoint.asked) == 1


async def test_a_cost_is_bounded_only_where_it_is_known(configured: Path) -> None:
    configured.write_text(FILE.format(url="http://127.0.0.1:9/v1", more="").replace("prices", "#"))
    with pytest.raises(AuthorError, match="no price for model 'some-model'"):
        async with open_models(PLANNER, ModelOrder(max_cost=1.0), configured.parent / "journal.sqlite"):
            pass


async def test_an_agent_of_ours_without_any_model_is_told_all_that_is_missing(
    configured: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`run --agent minimal` named a model to set, and only then that there is no endpoint either."""
    configured.unlink(missing_ok=True)
    for name in ("ENDPOINT", "MODEL"):
        monkeypatch.delenv(f"BENCHWRIGHT_{name}", raising=False)
    async with open_models({"coder"}, ModelOrder(), configured.parent / "journal.sqlite") as model:
        assert model is not None
        with pytest.raises(AuthorError, match="coder.*BENCHWRIGHT_ENDPOINT"):
            model.ready("coder")


async def test_a_price_is_asked_for_where_it_can_be_written(
    configured: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The advice was a table of the endpoint `environment`, which the file then refused."""
    configured.unlink(missing_ok=True)
    monkeypatch.setenv("BENCHWRIGHT_ENDPOINT", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("BENCHWRIGHT_MODEL", "some-model")
    monkeypatch.delenv("BENCHWRIGHT_KEY", raising=False)
    with pytest.raises(AuthorError, match=r"has no prices: write it into .* as \[endpoints.NAME\]") as error:
        async with open_models(PLANNER, ModelOrder(max_cost=1.0), configured.parent / "journal.sqlite"):
            pass
    assert "[endpoints.environment" not in str(error.value)
    assert "--max-tokens" in str(error.value)


async def test_an_agent_that_implements_items_shares_what_authoring_may_use(configured: Path) -> None:
    """It asked by a relay of its own, without a key and whatever the command line allowed."""
    endpoint = saying()
    async with endpoint.serving() as url:
        configured.write_text(FILE.format(url=url, more=""))
        paths, order = SuitePaths(configured.parent / "mine"), ModelOrder(max_tokens=1_000)
        models = implementing_models(paths, order)
        assert models.key_of is key_of
        assert models.cache == read_settings().programs
        async with open_models(PLANNER, order, paths.journal, models, AUTHORING) as model:
            assert model is not None
            await model.reply(asking())
            assert models.spent.tokens == 120, "the relay refuses the agent by what roles have used, too"
            models.spent.charge(Usage(tokens=Tokens(input=850)))
            with pytest.raises(BudgetError, match=r"970 of 1,000 tokens are used.*`author` under \[budget\]"):
                await model.reply(asking("And now?"))
    models.book.page("codex", "shop", 1).end("one", Usage(calls=1, tokens=Tokens(input=850)))
    assert implementing_models(paths, order).spent.tokens == 850, "whoever goes on knows what was used"


async def test_agents_and_roles_of_a_run_share_its_budget(configured: Path) -> None:
    """Each by itself would have stayed within it."""
    endpoint = saying()
    async with endpoint.serving() as url:
        configured.write_text(FILE.format(url=url, more=""))
        paths = RunPaths(configured.parent / "run")
        order = ModelOrder(max_tokens=1_000)
        models = models_at_hand(paths, order)
        assert models.settings.budget.run.tokens == 1_000
        async with open_models(PLANNER, order, paths.journal, models) as model:
            assert model is not None
            await model.reply(asking())
            assert models.spent.tokens == 120, "the relay refuses agents by what roles have used, too"
            models.spent.charge(Usage(tokens=Tokens(input=850)))
            with pytest.raises(BudgetError, match=r"970 of 1,000 tokens are used.*`run` under \[budget\]"):
                await model.reply(asking("And now?"))
    models.book.page("mine", "shop", 1).end("one", Usage(calls=1, tokens=Tokens(input=850)))
    again = models_at_hand(paths, order)
    assert (again.spent.calls, again.spent.tokens) == (1, 850), (
        "by the run's book, though no round has a record"
    )
    with open_journal(paths.journal) as journal:
        assert journal.usage().total.tokens.total == 120
        assert purse_of(again.settings, again.spent, PLAYING).run.tokens == 850, (
            "the gateway charges what the journal knows"
        )


async def test_a_replay_asks_nobody_and_fails_where_there_is_no_reply(configured: Path) -> None:
    endpoint = saying()
    paths = RunPaths(configured.parent / "run")
    async with endpoint.serving() as url:
        configured.write_text(FILE.format(url=url, more=""))
        async with open_models(PLANNER, ModelOrder(), paths.journal) as model:
            assert model is not None
            made = await model.reply(asking())
            assert not models_played(model, ModelOrder()).is_replay
    order = ModelOrder(replay=paths.root)
    async with open_models(PLANNER, order, configured.parent / "elsewhere" / "journal.sqlite") as model:
        assert model is not None
        assert await model.reply(asking()) == made
        with pytest.raises(NotInJournal):
            await model.reply(asking("Something else"))
        (played,) = models_played(model, order).roles
        assert (played.role, played.endpoint, played.model) == ("planner", "stub", "some-model")
        assert played.sampling.temperature == 0.5
        assert models_played(model, order).is_replay
    assert not (configured.parent / "elsewhere").exists()
    assert len(endpoint.asked) == 1


async def test_what_is_to_be_expected_is_said_before_it_is_asked_and_refused_where_it_is_too_much(
    configured: Path,
) -> None:
    endpoint = saying()
    journal = configured.parent / "journal.sqlite"
    uses = [amounts().message.times("planner", 2), amounts().message.times("planner", 3, "other-model")]
    told: list[str] = []
    async with endpoint.serving() as url:
        configured.write_text(FILE.format(url=url, more=""))
        async with open_models(PLANNER, ModelOrder(), journal) as model:
            assert model is not None
            foresee(model, uses, told.append)
            foresee(None, uses, told.append)
            foresee(model, [], told.append)
        with pytest.raises(
            BudgetError, match=r" 5 calls with 8,500 tokens .* 0 of 3,000 tokens are used"
        ) as error:
            async with open_models(PLANNER, ModelOrder(max_tokens=3_000), journal) as model:
                foresee(model, uses, told.append)
    assert "and all of it may take 8,500" in str(error.value), "it was said to be the next call"
    assert "US dollars" not in str(error.value), "one of the models has no price, and 0.00 was told"
    assert told == [
        "Models will be asked some 5 times at least (planner 2, planner 3), with 7,500 tokens in and 1,000 out, at "
        "prices that are not known."
    ]


async def test_requests_of_new_items_are_foreseen_before_the_first_is_asked_for(
    configured: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """They had been written by then, and what they cost was in no budget that was said."""
    endpoint, paths = saying(), SuitePaths(configured.parent / "suite")
    order = AuthoredOrder(author="model", reference_by="generator", with_model=True)
    async with endpoint.serving() as url:
        configured.write_text(FILE.format(url=url, more='model = "some-model"'))
        async with open_planner(order, paths, "python_project", 2):
            pass
        told = capsys.readouterr().err
        assert "some 72 times (planner 4, generator 18, verifier 48, evaluator 2)" in told
        assert f"{amounts().made_item['commands'].usual_tasks}, the usual number" in told
        with pytest.raises(BudgetError, match=r" 47 calls "):
            async with open_planner(
                order.model_copy(update={"max_tokens": 20_000}), paths, "python_project", 2
            ):
                pass
    assert not endpoint.asked


def test_a_replay_names_a_journal_or_the_folder_that_has_one(tmp_path: Path) -> None:
    with pytest.raises(AuthorError, match="holds no journal"):
        replayed_journal(tmp_path)
    journal = SuitePaths(tmp_path).journal
    journal.parent.mkdir()
    journal.touch()
    assert replayed_journal(tmp_path) == journal == replayed_journal(journal)
