"""The demo believes its own numbers only where its baselines stand at the ends of the scale."""

from pathlib import Path

import pytest

from pipeline.cli.demo import require_baselines
from plans.errors import JudgeError
from plans.records.result import RoundScore, RunResult
from tests.pipeline.report.synthetic import make_run

METRICS = ("project_completion_rate", "task_pass_rate", "criteria_pass_rate")
ENDS = {"oracle": (1.0, {"low": 0.9}, "and not 100%"), "nop": (0.0, {"high": 0.1}, "and not 0%")}


def with_ends(result: RunResult) -> RunResult:
    """The same run, with oracle at 1 and nop at 0 in everything."""
    agents = list(result.agents)
    for place, score in enumerate(agents):
        end = ENDS[score.agent.name][0]
        rounds = tuple(
            _at(one, {name: {"low": end, "high": end} for name in METRICS}) for one in score.rounds
        )
        agents[place] = score.model_copy(update={"rounds": rounds})
    return result.model_copy(update={"agents": tuple(agents)})


def _at(one: RoundScore, moved: dict[str, dict[str, float]]) -> RoundScore:
    return one.model_copy(
        update={name: getattr(one, name).model_copy(update=ends) for name, ends in moved.items()}
    )


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> RunResult:
    shots: Path = tmp_path_factory.mktemp("shots")
    return with_ends(make_run(shots, {"oracle": 1.0, "nop": 0.0}, projects=2, rounds=3).result())


def test_a_run_whose_baselines_stand_at_the_ends_is_believed(sound: RunResult) -> None:
    require_baselines(sound)


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("agent", ENDS)
def test_one_rate_at_one_round_is_enough_to_doubt_a_run(
    sound: RunResult, agent: str, metric: str, number: int
) -> None:
    """Only the Task Pass Rate of oracle's first round and of nop's last was looked at."""
    place = next(place for place, score in enumerate(sound.agents) if score.agent.name == agent)
    score = sound.agents[place]
    rounds = tuple(_at(one, {metric: ENDS[agent][1]}) if one.round == number else one for one in score.rounds)
    agents = [*sound.agents]
    agents[place] = score.model_copy(update={"rounds": rounds})
    with pytest.raises(JudgeError, match=f"{agent} reached in round {number} .*{ENDS[agent][2]}"):
        require_baselines(sound.model_copy(update={"agents": tuple(agents)}))
