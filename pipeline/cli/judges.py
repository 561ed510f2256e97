"""Which judge decides: options of every verb that judges."""

from collections.abc import Callable
from typing import Any, Literal, TypeVar, get_args

import click

from pipeline.cli.modelling import ModelOrder
from plans.records.manner import Manner
from plans.records.model_role import Role

Verb = TypeVar("Verb", bound=Callable[..., Any])
Judging = Literal["program", "model", "hybrid"]
JUDGE_OPTIONS = frozenset({"judged_by", "judge_moves", "judge_sees", "manner"})
"""What `judge_options` adds, by name."""


class JudgedOrder(ModelOrder):
    """What `judge_options` and `model_options` add to the options of a verb, by name."""

    judged_by: Judging = "program"
    """program: no model is asked. model: a model decides every task, of web apps. hybrid: a program, and a model where
    it did not find something, or is not sure of what came out.
    """
    judge_moves: int | None = None
    """Moves that a model has for a task; None: the usual number."""
    judge_sees: bool = False
    """Whether it may ask for pictures."""
    manner: Manner | None = None
    """On which copies of a hand-in commands are carried out; None: as usual, or as the run was judged."""

    @property
    def judging_roles(self) -> tuple[Role, ...]:
        """Roles that models play in judging."""
        return () if self.judged_by == "program" else ("ui_judge",)


def judge_options(verb: Verb) -> Verb:
    """Adds --judge, --judge-moves, --judge-sees and --manner, which a JudgedOrder takes."""
    for option in (
        click.option(
            "--manner",
            type=click.Choice(get_args(Manner)),
            help="On which copies of a hand-in commands are carried out; refused for web apps. isolated: each task on "
            "a fresh one. ordered: all on one copy, in the order of the criteria, as PRDBench's own judge goes about "
            "it: each finds what those before it left. both: decided in isolation, and tasks that come out otherwise "
            "in order are told as order-dependent; takes as long as both. Default: isolated, and as the run was judged "
            "where it is judged again.",
        ),
        click.option(
            "--judge-sees",
            is_flag=True,
            help="Let the judge's model ask for pictures of the window; it has to be one that sees.",
        ),
        click.option(
            "--judge-moves",
            type=click.IntRange(1, 200),
            help="Moves that the judge's model has for one task, each a call; default: 25.",
        ),
        click.option(
            "--judge",
            "judged_by",
            type=click.Choice(["program", "model", "hybrid"]),
            default="program",
            show_default=True,
            help="program: no model is asked. model: the model that plays `ui_judge` walks through the app for every "
            "task, and passes only what its proofs show; for web apps alone. hybrid: a program decides, and the model "
            "is asked where it did not find something, which is remembered for the next round, or where what came out "
            "of commands leaves it unsure.",
        ),
    ):
        verb = option(verb)
    return verb
