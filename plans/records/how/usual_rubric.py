"""The rubric of a task whose own nobody published."""

from plans.records.how.rubric import Rubric

USUAL = Rubric(
    two="All that is expected is shown.",
    one="A part of it is shown, or it is shown with a fault.",
    zero="It is not shown, or the program refuses or breaks down where it should not.",
)
