"""Models that are scored, asked over real HTTP: what they are shown, what is kept, what is paid for once."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from agents.gateway import retry
from agents.solving.model import ModelAnswerJudge
from agents.solving.roster import model_solver
from pipeline.report.instances import instance_page, instance_remarks
from pipeline.report.page import render
from pipeline.report.summary import print_scores
from pipeline.report.words import charged_text, role_rows
from pipeline.solving.planning import Entrant
from pipeline.solving.reader import ScoredRunFolder
from pipeline.solving.run import score_suite
from plans.errors import BudgetError, EndpointFailed, EndpointRefused, NotInJournal
from plans.paths import RunPaths
from plans.records.marks import MarkCode
from plans.records.model_settings import Allowance, ModelBudget, Price
from plans.records.scored_run import ScoredResult
from tests.agents.gateway.model_endpoint import Body, ModelEndpoint, Piece, completion, refused, sent
from tests.pipeline.solving.asking_models import adding_endpoint, asked_text, endpoint_saying, model_at
from tests.pipeline.solving.making import Adder, entrant, lines, planned, right_answer, sums_suite


async def scored(
    folder: Path,
    endpoint: ModelEndpoint,
    *,
    journal: Path | None = None,
    repeats: int = 1,
    is_judged: bool = False,
    says: str = "",
    replay: bool = False,
    pictured: bool = False,
    **more: Any,
) -> ScoredResult:
    """A model on twelve sums; with `says`, a solver beside it that says so before its answers. `more` is what
    `settings_for` takes.
    """
    suite = sums_suite(folder / "suite", pictured=pictured)
    paths = RunPaths(folder / "run")
    async with model_at(endpoint, journal or paths.journal, replay=replay, **more) as model:
        entrants = [Entrant(*model_solver("some-model", model, ("stub",)))]
        if says:
            entrants = [entrant(Adder(says=says))]
        judge = ModelAnswerJudge(model) if is_judged else None
        spec, scorers = planned(suite, *entrants, repeats=repeats, judge=judge, model=model)
        return await score_suite(spec, suite, entrants, scorers, paths)


async def test_a_model_gets_the_prompt_and_the_pictures_alone(tmp_path: Path) -> None:
    endpoint = adding_endpoint()
    result = await scored(tmp_path, endpoint, pictured=True)
    assert [one.whole.pass_all.low for one in result.solvers[0].splits] == [1, 1]
    assert len(endpoint.asked) == 12
    for body in endpoint.asked:
        [message] = body["messages"]
        assert message["role"] == "user"
        text, picture = message["content"]
        assert text["text"].startswith("What is")
        assert picture["image_url"]["url"].startswith("data:image/png;base64,iVBORw0KGgo")
    used = result.solvers[0].used
    assert (used.input_tokens, used.output_tokens, used.cost) == (1200, 240, None)
    assert result.models.total.calls == 12


async def test_terminal_report_and_budget_tell_one_cost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The terminal told what kept answers cost, $40.00, where the budget had stopped at 56.44."""
    monkeypatch.setattr(retry, "FIRST_WAIT", 0.01)
    seen: set[str] = set()

    def says(body: Body, number: int) -> Iterable[Piece]:
        asked = asked_text(body)
        is_first, _ = asked not in seen, seen.add(asked)
        return sent('{"id": "half an answer' if is_first else completion(right_answer(asked)))

    result = await scored(tmp_path, ModelEndpoint(says), price=Price(input=1_000, output=10_000))
    used = result.solvers[0].used
    assert (used.answers, used.unreported) == (12, 12)
    assert used.charged == pytest.approx(result.models.total.charged)
    told = charged_text(used.cost, used.charged)
    assert role_rows(result.models)[-1][1][-1] == told
    shown = Console(record=True, width=400)
    print_scores(result, instance_remarks(result), shown)
    assert told in shown.export_text()
    page = render(instance_page(ScoredRunFolder(RunPaths(tmp_path / "run"))))
    assert page.count(f">{told}<") == 3, "solver, role, and all"
    kept_answers = 12 * (100 * 1_000 + 20 * 10_000) / 1e6
    assert used.charged > kept_answers
    with pytest.raises(BudgetError):
        await scored(
            tmp_path / "stopped",
            adding_endpoint(),
            price=Price(input=1_000, output=1),
            budget=ModelBudget(author=Allowance(cost=0.5)),
        )
    stopped = json.loads((tmp_path / "stopped/run/RESULT.json").read_text())
    spent = sum(line["usage"]["charged"] for line in stopped["models"]["lines"])
    assert stopped["solvers"][0]["used"]["charged"] == pytest.approx(spent)
    assert spent > 0


async def test_each_repeat_is_asked_and_none_of_them_twice(tmp_path: Path) -> None:
    endpoint = adding_endpoint()
    before = await scored(tmp_path, endpoint, repeats=3)
    assert len(endpoint.asked) == 36
    again = adding_endpoint()
    assert (await scored(tmp_path, again, repeats=3)).solvers == before.solvers
    assert again.asked == []


async def test_answers_that_were_lost_are_had_from_the_journal(tmp_path: Path) -> None:
    """As after a kill between a reply and the next writing of the answers."""
    await scored(tmp_path, adding_endpoint())
    file = RunPaths(tmp_path / "run").responses_of("some-model", 1)
    file.write_text("".join(file.read_text().splitlines(keepends=True)[:3]))
    again = adding_endpoint()
    await scored(tmp_path, again)
    assert again.asked == []
    assert len(lines(file)) == 12


async def test_a_replay_asks_nobody_and_ends_where_the_journal_has_no_reply(tmp_path: Path) -> None:
    await scored(tmp_path / "first", adding_endpoint())
    journal = RunPaths(tmp_path / "first" / "run").journal
    nobody = adding_endpoint()
    await scored(tmp_path / "second", nobody, journal=journal, replay=True)
    assert nobody.asked == []
    with pytest.raises(NotInJournal):
        await scored(tmp_path / "third", nobody, journal=journal, replay=True, repeats=2)


async def test_an_answer_that_was_cut_off_is_scored_as_it_is(tmp_path: Path) -> None:
    endpoint = endpoint_saying(sent(completion("I add the two and then", finish="length")))
    [feasible, _] = (await scored(tmp_path, endpoint)).solvers[0].splits
    assert (feasible.cut_off, feasible.unread, feasible.failed) == (10, 10, 0)
    assert (feasible.whole.pass_all.low, feasible.whole.pass_all.high) == (0, 0)


async def test_an_error_as_the_text_is_unresolved_and_asked_for_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was scored as a wrong answer, with exit code 0 and no mark."""
    monkeypatch.setattr(retry, "FIRST_WAIT", 0.01)
    unwritten = {"prompt_tokens": 9, "completion_tokens": 0}
    endpoint = endpoint_saying(sent(completion("HTTP 429: too many requests", usage=unwritten)))
    [feasible, _] = (await scored(tmp_path, endpoint)).solvers[0].splits
    assert (feasible.failed, feasible.whole.pass_all.low, feasible.whole.pass_all.high) == (10, 0, 1)
    mended = adding_endpoint()
    [feasible, _] = (await scored(tmp_path, mended)).solvers[0].splits
    assert len(mended.asked) == 12
    assert (feasible.failed, feasible.whole.pass_all.low) == (0, 1)


async def test_texts_that_may_be_the_endpoints_are_scored_and_marked(tmp_path: Path) -> None:
    nothing = {"prompt_tokens": 0, "completion_tokens": 0}
    result = await scored(
        tmp_path, endpoint_saying(sent(completion("HTTP 429: too many requests", usage=nothing)))
    )
    assert [one.uncounted for one in result.solvers[0].splits] == [10, 2]
    codes = {MarkCode.NO_TOKENS, MarkCode.SAME_ANSWER}
    assert {mark.code for mark in result.marks} == codes, "no token counted, and one text for all"
    kept = json.loads((tmp_path / "run" / "RESULT.json").read_text())
    assert kept["marks"] == [mark.model_dump(mode="json") for mark in result.marks]
    shown = Console(record=True, width=400)
    print_scores(result, instance_remarks(result), shown)
    told = shown.export_text()
    assert all(mark.text in told for mark in result.marks)
    error = json.dumps({"error": {"code": 429}})
    result = await scored(tmp_path / "counted", endpoint_saying(sent(completion(error))))
    assert [one.error_texts for one in result.solvers[0].splits] == [10, 2]
    honest = await scored(tmp_path / "honest", adding_endpoint())
    assert honest.marks == ()


async def test_what_a_model_thinks_aloud_is_kept_and_not_scored(tmp_path: Path) -> None:
    """A text for a person was once judged together with the thoughts before it: their lines, words and commas."""
    thoughts = "<think>\nAnswer: 1, or Answer: 2?\n</think>"
    endpoint = endpoint_saying(sent(completion(f"{thoughts}\n\nAnswer: none")))
    [_, infeasible] = (await scored(tmp_path, endpoint)).solvers[0].splits
    assert infeasible.whole.pass_all.low == 1
    kept = lines(RunPaths(tmp_path / "run").responses_of("some-model", 1))
    assert {one["text"] for one in kept} == {"Answer: none"}
    assert {str(one["thoughts"]).strip() for one in kept} == {thoughts}


async def test_a_model_that_is_cut_off_in_its_thoughts_has_given_no_answer(tmp_path: Path) -> None:
    endpoint = endpoint_saying(sent(completion("<think>\nAnswer: none? No,", finish="length")))
    [feasible, infeasible] = (await scored(tmp_path, endpoint)).solvers[0].splits
    assert (feasible.unread, infeasible.unread, infeasible.cut_off) == (10, 2, 2)
    assert infeasible.whole.pass_all.high == 0


async def test_a_model_that_declines_has_given_no_answer(tmp_path: Path) -> None:
    endpoint = endpoint_saying(sent(completion(None, refusal="I will not say Answer: none.")))
    result = await scored(tmp_path, endpoint)
    [feasible, infeasible] = result.solvers[0].splits
    assert (feasible.declined, infeasible.declined) == (10, 2)
    # It is no answer that there is no solution, whatever the refusal says.
    assert infeasible.whole.pass_all.high == 0
    assert infeasible.whole.refusal.high == 0


async def test_an_endpoint_that_turns_calls_down_ends_the_run(tmp_path: Path) -> None:
    with pytest.raises(EndpointRefused):
        await scored(tmp_path, endpoint_saying(refused(401, "Incorrect API key provided")))


async def test_a_prompt_too_long_for_the_model_is_its_own_limit(tmp_path: Path) -> None:
    def says(body: dict[str, object], number: int) -> list[bytes | float]:
        if number == 0:
            return refused(
                400, "This model's maximum context length is 10 tokens", code="context_length_exceeded"
            )
        return sent(completion("Answer: none"))

    result = await scored(tmp_path, ModelEndpoint(says))
    assert sum(one.declined for one in result.solvers[0].splits) == 1
    assert sum(one.failed for one in result.solvers[0].splits) == 0


async def test_what_no_program_can_tell_stays_open_without_a_judge(tmp_path: Path) -> None:
    result = await scored(tmp_path, adding_endpoint(), says="A kind one. ")
    [feasible, _] = result.solvers[0].splits
    assert (feasible.whole.pass_all.low, feasible.whole.pass_all.high) == (0, 1)
    assert feasible.undecided == 10
    assert feasible.by_check["sum"].passed.low == 1


async def test_a_model_decides_what_no_program_can_tell_and_its_reasons_are_kept(tmp_path: Path) -> None:
    endpoint = adding_endpoint()
    result = await scored(tmp_path, endpoint, says="A kind one. ", is_judged=True)
    [feasible, _] = result.solvers[0].splits
    assert (feasible.whole.pass_all.low, feasible.undecided) == (1, 0)
    assert len(endpoint.asked) == 12
    assert "Answer:" in asked_text(endpoint.asked[0])
    kept = lines(RunPaths(tmp_path / "run").scores_of("adder", 1))
    assert json.dumps(kept).count("It says so.") == 12
    again = adding_endpoint()
    await scored(tmp_path, again, says="A kind one. ", is_judged=True)
    assert again.asked == []


async def test_a_judge_that_cannot_say_leaves_it_open(tmp_path: Path) -> None:
    said = json.dumps({"reason": "It is about something else.", "holds": "cannot tell"})
    result = await scored(
        tmp_path, endpoint_saying(sent(completion(said))), says="A kind one. ", is_judged=True
    )
    assert result.solvers[0].splits[0].undecided == 10


@pytest.mark.slow
async def test_a_judge_whose_endpoint_fails_is_told_with_the_numbers_written(tmp_path: Path) -> None:
    endpoint = endpoint_saying(sent("<html>"))
    with pytest.raises(EndpointFailed, match="12 questions about answers got no reply"):
        await scored(tmp_path, endpoint, says="A kind one. ", is_judged=True)
    result = json.loads((tmp_path / "run" / "RESULT.json").read_text())
    assert result["solvers"][0]["splits"][0]["undecided"] == 10
    mended = adding_endpoint()
    await scored(tmp_path, mended, says="A kind one. ", is_judged=True)
    assert len(mended.asked) == 12
