"""The table of BenchAgents' Appendix H."""

from plans.records.review import Decision, Stage, Verb
from review.checkpoints import AUTO
from review.ledger import review_statistics
from tests.review.desk import NOW


def decision(
    stage: Stage,
    artifact: str,
    action: Verb,
    distance: float = 0,
    characters: int = 100,
    reviewer: str = "ada",
) -> Decision:
    return Decision(
        item="shop",
        stage=stage,
        artifact=artifact,
        action=action,
        reviewer=reviewer,
        at=NOW,
        before_digest="a",
        after_digest="b",
        edit_distance=distance,
        characters_before=100,
        characters_after=characters,
        showing=1,
    )


def test_unedited_texts_count_as_distance_zero() -> None:
    lines = review_statistics(
        [
            decision("generation", "prd.yaml", "edit", 0.3, 140),
            decision("generation", "prd.yaml", "approve"),
            decision("generation", "prd.yaml", "redo"),
        ]
    )

    assert len(lines) == 1
    assert lines[0].edit_distance == 0.15, "a redo accepted no text, so it has no distance"
    assert lines[0].characters == 113
    assert (lines[0].approved, lines[0].edited, lines[0].redone, lines[0].rejected) == (1, 1, 1, 0)


def test_where_nobody_accepted_a_text_there_is_no_distance() -> None:
    """It was 0.000, as if a text had been accepted untouched."""
    (line,) = review_statistics([decision("generation", "prd.yaml", "redo")])
    assert line.edit_distance is None


def test_what_nobody_looked_at_is_not_a_text_that_people_left_as_it_was() -> None:
    """A hundred approvals by `auto` made the mean of the two edits that people made all but zero."""
    unseen = [decision("generation", "prd.yaml", "approve", reviewer=AUTO)] * 100
    edited = [decision("generation", "prd.yaml", "edit", 0.5, reviewer=name) for name in ("ada", "bob")]
    (line,) = review_statistics([*unseen, *edited])
    assert (line.decisions, line.approved, line.approved_unseen) == (102, 0, 100)
    assert (line.by_people, line.edited, line.edit_distance) == (2, 2, 0.5)
    (line,) = review_statistics(unseen)
    assert (line.by_people, line.edit_distance) == (0, None)


def test_stages_stand_in_the_order_of_the_graph() -> None:
    lines = review_statistics(
        [
            decision("release", "evidence.json", "approve"),
            decision("generation", "query.yaml", "approve"),
            decision("plan", "plan.yaml", "approve"),
        ]
    )

    assert [line.stage for line in lines] == ["plan", "generation", "release"]


def test_nothing_decided_gives_no_lines() -> None:
    assert review_statistics([]) == []
