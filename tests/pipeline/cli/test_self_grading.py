"""A model that grades what its own kind made: said before it happens, and beside the numbers."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from pipeline.cli.author import author
from pipeline.cli.run_setup import RunOrder, start
from pipeline.report.remarks import remarks
from pipeline.runner.driver import no_progress
from plans.errors import BudgetError
from plans.records.code_agent import AgentSpec
from plans.records.model_call import JudgeModel
from plans.records.model_settings import SamplingSettings
from plans.records.usage import ModelPlay, PlayedRole
from tests.pipeline.cli.test_run_verb import suite_of
from tests.pipeline.report.synthetic import make_run
from tests.pipeline.runner.stand_ins import shop

FILE = """
model = "some-model"
[endpoints.stub]
url = "http://127.0.0.1:9/v1"
protocols = ["chat"]
{more}
"""
"""Nobody listens there: all that is said here is said before anybody is asked."""


@pytest.fixture
def configured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory, to which tests write their benchwright.toml."""
    monkeypatch.chdir(tmp_path)
    return tmp_path / "benchwright.toml"


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("", "writes as generator and grades as verifier, evaluator: it would judge its own kind alone."),
        ('[roles.verifier]\nmodel = "other"', "grades as evaluator: it would judge its own kind alone."),
        ('[roles.generator]\nmodel = "other"', ""),
    ],
)
def test_authoring_by_a_model_that_checks_its_own_work_says_so(
    configured: Path, more: str, said: str
) -> None:
    """Only `models check` did, which nobody has to call: generator, verifier and evaluator of one model were silent."""
    configured.write_text(FILE.format(more=more))
    Path("seeds.txt").write_text("a shop for house plants with a cart")
    asked = ["seeds.txt", "--out", "mine", "--gate", "static", "--author", "model", "--with-model"]
    result = CliRunner().invoke(author, [*asked, "--max-tokens", "10"])
    assert isinstance(result.exception, BudgetError), result.output
    assert said in result.stderr
    assert ("its own kind" in result.stderr) == bool(said)


def test_who_writes_references_in_a_workspace_is_a_maker_too(configured: Path) -> None:
    """The generator alone was compared, and with --reference-by minimal the coder writes what is judged."""
    configured.write_text(FILE.format(more='[roles.generator]\nmodel = "other"'))
    Path("seeds.txt").write_text("a shop for house plants with a cart")
    asked = ["seeds.txt", "--out", "mine", "--gate", "static", "--author", "model", "--with-model"]
    result = CliRunner().invoke(author, [*asked, "--reference-by", "minimal", "--max-tokens", "10"])
    assert isinstance(result.exception, BudgetError), result.output
    assert "writes as coder and grades as verifier, evaluator" in result.stderr


async def test_a_run_in_which_a_model_advises_itself_says_so(
    configured: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    configured.write_text(FILE.format(more=""))
    suite = suite_of(configured.parent / "sample", shop(features=("cart",)))
    for name, more in (("one", {}), ("two", {"judged_by": "hybrid"}), ("none", {"user": "template"})):
        order = RunOrder.model_validate(
            {"suite": suite, "agents": ("minimal:some-model",), "out": Path(name), "rounds": 2}
            | {"user": "model:plain", "max_tokens": 10}
            | more
        )
        with pytest.raises(BudgetError):
            await start(order, no_progress)
    works = "! Model 'some-model' works as minimal-some-model and plays"
    assert [line for line in capsys.readouterr().err.splitlines() if line.startswith("!")] == [
        f"{works} user: it would advise its own kind alone. Name another model for user.",
        f"{works} ui_judge, user: it would judge and advise its own kind alone. "
        "Name another model for ui_judge, user.",
    ]


def test_a_report_says_whose_own_model_judged_them(tmp_path: Path) -> None:
    result = make_run(tmp_path, {"one": 0.5}, projects=1).result()
    agents = [
        AgentSpec(name=f"minimal-{model}", kind="minimal", version="1", options={"model": model})
        for model in ("mine", "other")
    ]
    judge = JudgeModel(endpoint="stub", model="mine", sampling=SamplingSettings(), prompts={})
    played = ModelPlay(
        roles=(PlayedRole(role="user", endpoint="stub", model="third", sampling=SamplingSettings()),)
    )
    run = result.run.model_copy(
        update={
            "play": result.run.play.model_copy(update={"agents": tuple(agents)}),
            "judge": result.run.judge.model_copy(update={"model": judge}),
            "models": played,
        }
    )
    (told,) = [one for one in remarks(result.model_copy(update={"run": run})) if "own kind" in one.title]
    assert (told.weight, told.title) == ("warning", "Its own kind alone: mine")
    assert told.text.startswith("It worked as minimal-mine and played ui_judge in the same run.")
    assert not [one for one in remarks(result) if "own kind" in one.title]
