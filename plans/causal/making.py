"""From parameters to a puzzle: scenes are drawn and simulated until a collision in one of them makes a question."""

from random import Random
from typing import NamedTuple

from plans.causal.baselines import guessed
from plans.causal.frames import picture
from plans.causal.likeness import complexity
from plans.causal.options import DISTRACTORS, Posed, posed, posed_counterfactually
from plans.causal.puzzle import ANSWER, INPUTS, LETTERS, Letter, Meeting, Option, Puzzle
from plans.causal.sampling import Asked, drawn_scene
from plans.causal.scene import Scene, State, distance
from plans.causal.simulation import Trajectory, engine, simulate
from plans.causal.wording import captions
from plans.errors import AuthorError

SCENES = 12
"""Scenes that are tried for an instance.

In things that fly free between the last input and the answer, other laws make no difference. So a counterfactual
instance looks on for a scene in which they do, and settles for other velocities only if there is none."""


class _Tried(NamedTuple):
    scene: Scene
    trajectory: Trajectory


def made(asked: Asked, random_seed: int) -> Puzzle:
    """A puzzle; without a collision where no scene had a usable one. AuthorError where things do not fit the box."""
    chance = Random(random_seed)
    is_counterfactual = asked.distractors == "counterfactual"
    tried: list[_Tried] = []
    for number in range(1, SCENES + 1):
        scene = drawn_scene(asked, chance)
        if scene is None:
            continue
        trajectory = simulate(scene)
        tried.append(_Tried(scene, trajectory))
        question = (
            posed_counterfactually(scene, trajectory, asked.start_offset, True, chance)
            if is_counterfactual
            else posed(scene, trajectory, asked.start_offset, chance)
        )
        if question:
            return _puzzle(asked, tried[-1], question, number, random_seed)
    if not tried:
        raise AuthorError(
            f"{asked.number_of_objects} objects of up to {asked.max_size} px found no place beside each other in "
            f"{SCENES} tries. Ask for fewer, or for smaller ones, in the plan."
        )
    for scene, trajectory in tried if is_counterfactual else []:
        question = posed_counterfactually(scene, trajectory, asked.start_offset, False, chance)
        if question:
            return _puzzle(asked, _Tried(scene, trajectory), question, SCENES, random_seed)
    return _puzzle(asked, tried[0], None, SCENES, random_seed)


def pictures(puzzle: Puzzle) -> tuple[bytes, ...]:
    """PNG files of the four inputs and the four options; none where the prompt says it in words."""
    if puzzle.presentation == "text":
        return ()
    states = [*puzzle.inputs, *(puzzle.options[letter].state for letter in LETTERS)]
    return tuple(
        picture(puzzle.scene, state, caption) for state, caption in zip(states, captions(), strict=True)
    )


def _puzzle(asked: Asked, tried: _Tried, question: Posed | None, number: int, random_seed: int) -> Puzzle:
    scene, states = tried.scene, tried.trajectory.states
    first = question.first if question else 0
    options = question.options if question else _of_no_use(states)
    answer: Letter = next(letter for letter in LETTERS if options[letter].origin == ANSWER)
    others = [option.state for letter, option in options.items() if letter != answer]
    inputs = states[first : first + INPUTS]
    return Puzzle(
        answer=answer,
        presentation=asked.presentation,
        distractors=asked.distractors,
        scene=scene,
        states=states,
        first=first,
        collision=_meeting(scene, question) if question else None,
        options=options,
        complexity=complexity(options[answer].state, others),
        motion=distance(inputs[-1], options[answer].state),
        scenes_tried=number,
        guesses=guessed(inputs, options, random_seed),
        engine=engine(),
    )


def _meeting(scene: Scene, question: Posed) -> Meeting:
    frame, (one, other) = question.collision
    named = [scene.things[number].colour if number >= 0 else "wall" for number in (one, other)]
    return Meeting(frame=frame, between=(named[0], named[1]))


def _of_no_use(states: tuple[State, ...]) -> dict[Letter, Option]:
    """The next states in their order: what there is to show of a scene in which nothing usable happens."""
    origins = [ANSWER, *(f"frame {number}" for number in range(INPUTS + 1, INPUTS + 1 + DISTRACTORS))]
    return {
        letter: Option(origin=origin, state=states[INPUTS + n])
        for n, (letter, origin) in enumerate(zip(LETTERS, origins, strict=True))
    }
