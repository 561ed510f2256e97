"""Who judges where the command line does not say."""

from pathlib import Path

import pytest

from pipeline.cli.options import JudgedOrder, with_usual_judge

NAMED = """
[endpoints.mine]
url = "http://127.0.0.1:9/v1"
protocols = ["chat"]

[roles.ui_judge]
model = "some-model"
"""


@pytest.mark.parametrize(
    ("configuration", "family", "asked", "settled"),
    [
        (NAMED, "webapp", None, "hybrid"),
        (NAMED, "webapp", "program", "program"),
        (NAMED, "python_project", None, "program"),
        (NAMED.replace("[roles.ui_judge]", "[roles.user]"), "webapp", None, "program"),
        ("", "webapp", None, "program"),
    ],
    ids=["named", "asked otherwise", "no web app", "another role", "nothing set"],
)
def test_web_apps_are_judged_by_hybrid_where_a_model_is_named_for_it(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    configuration: str,
    family: str,
    asked: str | None,
    settled: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("benchwright.toml").write_text(configuration)
    order = with_usual_judge(JudgedOrder.model_validate({"judged_by": asked}), family)
    assert order.judged_by == settled
    assert bool(order.judging_roles) is (settled == "hybrid")
    assert ("some-model" in capsys.readouterr().err) is (settled == "hybrid"), (
        "it costs tokens, so it is said"
    )
