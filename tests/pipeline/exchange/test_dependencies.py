"""What published criteria hang on is read from their commands, sessions, files and words; no plan says it."""

from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipeline.exchange.prdbench.dependencies import edges_of, same_runs
from pipeline.exchange.prdbench.drafting import drafted
from pipeline.exchange.prdbench.folder import PublishedFolder
from pipeline.exchange.prdbench.outputs import outputs_of
from pipeline.exchange.prdbench.plan import Case, Entry
from tests.pipeline.exchange.publishing import criterion, task_of

START = criterion("0.1 Program startup and main menu", input="0\n")


def edges(root: Path, *plan: dict[str, Any]) -> list[list[tuple[int, str]]]:
    """Of each criterion what it hangs on, and why."""
    task = task_of(root, list(plan))
    return [[(edge.on, edge.reason) for edge in one.depends_on] for one in task.criteria]


def test_all_that_start_a_program_hang_on_that_it_starts(tmp_path: Path) -> None:
    plan = [
        START,
        criterion("2.1 Prices", input="1\n"),
        criterion("2.2 Weights", command="cd src && python main.py --weights"),
        criterion("2.3 Other", command="python src/other.py"),
        criterion("2.4 Counting", type="unit_test", command="pytest evaluation/tests"),
    ]
    assert edges(tmp_path, *plan) == [[], [(1, "gate")], [(1, "gate")], [], []]


def test_a_start_that_comes_late_is_no_gate(tmp_path: Path) -> None:
    plan = [criterion(f"1.{number} Prices", input=f"{number}\n8\n") for number in range(5)]
    assert edges(tmp_path, *plan, START)[-1] == []


def test_a_session_goes_on_where_another_s_ends(tmp_path: Path) -> None:
    """The keys at the end that only leave the program are no part of it; the longest beginning tells the most."""
    plan = [
        criterion("2.1 Opening", input="1\n0\n"),
        criterion("2.2 Price", input="1\n2\n7.50\n0\n"),
        criterion("2.3 Weight", input="1\n2\n7.50\n3\n20\n0\n"),
        criterion("2.4 Colour", input="2\n0\n"),
    ]
    assert edges(tmp_path, *plan) == [[], [(1, "session_prefix")], [(2, "session_prefix")], []]


def test_a_program_s_own_key_for_leaving_is_learned_from_its_sessions(tmp_path: Path) -> None:
    plan = [criterion(f"2.{number} Price", input=f"{number}\n44\n") for number in range(1, 5)]
    assert edges(tmp_path, *plan, criterion("2.9 More", input="3\n8\n1\n44\n"))[-1] == [(3, "session_prefix")]


def test_the_same_commands_and_input_are_one_run(tmp_path: Path) -> None:
    plan = [criterion(f"2.{number} Jars", input="1\n0\n") for number in range(3)]
    task = task_of(
        tmp_path, [*plan, criterion("2.9 Jars", input="2\n0\n"), criterion("3.1 Jars", command=None)]
    )
    assert [one.same_run_as for one in task.criteria] == [None, 1, 1, None, None]


def test_what_is_asked_for_was_brought_in_before(tmp_path: Path) -> None:
    plan = [
        criterion("2.1 Import of recipes", input="1\na.csv\n0\n"),
        criterion("2.2 Import of suppliers", input="2\na.csv\n0\n"),
        criterion("2.3 Searching recipes by name", input="3\nsoup\n0\n"),
        criterion("2.4 Deleting a supplier", input="4\n1\n0\n"),
        criterion("2.5 Deleting a customer", input="5\n1\n0\n"),
        criterion("2.6 Deleting recipes", input="6\n1\n0\n", command="python src/other.py"),
    ]
    assert edges(tmp_path, *plan)[2:] == [[(1, "import_query")], [(2, "import_query")], [], []]


def test_what_is_solved_was_made_before(tmp_path: Path) -> None:
    plan = [
        criterion("1.1 Labyrinth generation", input="1\n0\n"),
        criterion("4.1 Solving the labyrinth", input="2\n0\n"),
    ]
    assert edges(tmp_path, *plan)[1] == [(1, "build_solve")]


def test_a_file_is_looked_at_where_another_criterion_writes_it(tmp_path: Path) -> None:
    plan = [
        criterion("3.1 Export of jars", input="3\nout/jars.csv\n0\n"),
        criterion(
            "3.2 Columns of that file",
            type="file_comparison",
            command="ls out",
            expected_output_files="out/jars.csv",
        ),
        criterion("3.3 Import of that file", input="4\nx\n0\n", input_files="out/jars.csv"),
    ]
    assert edges(tmp_path, *plan)[1:] == [[(1, "export_file")], [(1, "export_file")]]


def test_an_id_in_prose_is_named_and_a_number_or_a_file_name_is_not(tmp_path: Path) -> None:
    plan = [
        criterion("2.1.3a Prices", input="1\n"),
        criterion("2.5 Weights", input="2\n"),
        criterion("3.1 Sums", input="3\n", description="After 2.1.3a has passed, add 2.5 kilograms."),
        criterion("3.2 Means", input="4\n", description="Type evaluation/test_2.1.3a.in, or 2.1.3a.in."),
    ]
    assert edges(tmp_path, *plan)[2:] == [[(1, "names_it")], []]


entries = st.lists(
    st.tuples(
        st.sampled_from(
            [
                "Startup",
                "Import jars",
                "Search jars",
                "Generate maze",
                "Solve maze",
                "1.1 Export jars",
                "2.1a Jars",
            ]
        ),
        st.sampled_from(["1\n0", "1\n2\n0", "1\n2\n3\nout.csv\n0", "see 2.1a", ""]),
        st.sampled_from(["python src/main.py", "cd src && python main.py", "pytest", "ls"]),
    ),
    max_size=12,
)


@given(entries)
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_edges_lead_back_and_each_criterion_is_named_once(
    tmp_path: Path, drawn: list[tuple[str, str, str]]
) -> None:
    """So there is no circle, whatever the plan says; and a shared run is shared with one that has none to share."""
    folder = PublishedFolder(tmp_path, "7")
    drafts = [
        drafted(
            Entry(place, title, "shell_interaction", typed, None, (Case(command, typed),), (), (), False, ()),
            folder,
        )
        for place, (title, typed, command) in enumerate(drawn, 1)
    ]
    outputs = {draft.entry.ordinal: outputs_of(draft, folder, frozenset()) for draft in drafts}
    for ordinal, found in edges_of(drafts, folder, outputs).items():
        on = [edge.on for edge in found]
        assert all(1 <= other < ordinal for other in on)
        assert on == sorted(set(on))
    shared = same_runs(drafts)
    assert all(first < ordinal and first not in shared for ordinal, first in shared.items())
