"""Makes a causal instance: scenes are drawn and simulated until a collision is worth a question."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations
from random import Random
from typing import NamedTuple

from pydantic import JsonValue

from plans.causal.baselines import guessed
from plans.causal.frames import picture
from plans.causal.puzzle import (
    ANSWER,
    INPUTS,
    LETTERS,
    Letter,
    OpeningCollision,
    Puzzle,
    PuzzleOption,
    captions,
    question,
)
from plans.causal.sampling import InstanceParameters, asked_of, drawn_scene
from plans.causal.scene import (
    FRAMES,
    LEAST_MOTION,
    CollisionScene,
    State,
    complexity,
    distance,
    diversity,
    is_possible,
    look_alike,
)
from plans.causal.simulation import Collision, MotionPath, Motions, continue_from, engine, simulate, state_of
from plans.errors import AuthorError

STIFF = 0.5
"""Elasticity from which a thing is taken to be without any in the counterfactual, and below which to be perfect."""
SINCE = 2
"""Frames before the answer at which another law begins: one before the last input. What collides between the last two
inputs, or after them, goes another way; had it begun earlier, a distractor would be far from the last input."""


class Continued(NamedTuple):
    """A state that may be a distractor."""

    origin: str
    state: State


class _Law(NamedTuple):
    name: str
    scene: CollisionScene
    objects_pass: bool

    def go_on(self, motions: Motions, frames: int) -> Motions:
        return continue_from(self.scene, motions, frames, self.objects_pass)


class _Turn(NamedTuple):
    name: str
    signs: tuple[tuple[int, int], ...]
    """Of each thing, what the velocity's x and y are multiplied by."""

    def of(self, motions: Motions) -> Motions:
        return tuple(
            motion._replace(vx=x * motion.vx, vy=y * motion.vy)
            for motion, (x, y) in zip(motions, self.signs, strict=True)
        )


Three = tuple[Continued, Continued, Continued]


def by_law_and_velocity(
    scene: CollisionScene, trajectory: MotionPath, asked: int, chance: Random
) -> Iterator[Three]:
    """Distractors for state `asked` of a trajectory, by another law and by other velocities at the last input.

    Laws: things pass through each other; or they and the walls have another elasticity. Those that make no difference,
    or lead to what is seen to be impossible, are passed over; whether all three differ enough is left open.
    """
    answer, seen, begin = (
        trajectory.states[asked],
        trajectory.motions[asked - 1],
        trajectory.motions[asked - SINCE],
    )
    turned: list[tuple[_Turn, State]] = []
    for law in _laws(scene, trajectory, asked):
        other = state_of(law.go_on(begin, SINCE))
        if look_alike([answer, other]) or not is_possible(scene, other):
            continue
        last = law.go_on(begin, SINCE - 1)
        turned = turned or [
            (turn, state_of(continue_from(scene, turn.of(seen), 1))) for turn in _turns(scene)
        ]
        for turn, state in chance.sample(turned, len(turned)):
            if not look_alike([answer, other, state]):
                yield (
                    Continued(law.name, other),
                    Continued(turn.name, state),
                    Continued(f"{law.name}; {turn.name}", state_of(law.go_on(turn.of(last), 1))),
                )


def by_velocities(scene: CollisionScene, last: Motions, chance: Random) -> Iterator[Three]:
    """The same by two changes of velocities at the last input, for where no law makes a difference."""
    pairs = list(combinations(_turns(scene), 2))
    for one, other in chance.sample(pairs, len(pairs)):
        ways = [(one.name, one.of(last)), (other.name, other.of(last))]
        ways.append((f"{one.name}; {other.name}", one.of(other.of(last))))
        a, b, c = (Continued(name, state_of(continue_from(scene, begun, 1))) for name, begun in ways)
        yield a, b, c


def can_differ(trajectory: MotionPath, asked: int) -> bool:
    """Whether something collides so late before state `asked` that another law could lead elsewhere."""
    return any(_is_late(collision, asked) for collision in trajectory.collisions)


def _laws(scene: CollisionScene, trajectory: MotionPath, asked: int) -> list[_Law]:
    """The laws that some late collision obeyed; the first one makes a possible difference more rarely."""
    late = [collision for collision in trajectory.collisions if _is_late(collision, asked)]
    passing = _Law("objects pass through each other", scene, True)
    elastic = _Law("other elasticity", _of_other_elasticity(scene), False)
    return [passing, elastic] if any(collision.is_of_things for collision in late) else [elastic]


def _is_late(collision: Collision, asked: int) -> bool:
    return asked - SINCE < collision.frame <= asked


def _of_other_elasticity(scene: CollisionScene) -> CollisionScene:
    things = tuple(
        thing.model_copy(update={"elasticity": _other(thing.elasticity)}) for thing in scene.things
    )
    return scene.model_copy(update={"things": things, "wall_elasticity": _other(scene.wall_elasticity)})


def _other(elasticity: float) -> float:
    return 0.0 if elasticity >= STIFF else 1.0


def _turns(scene: CollisionScene) -> list[_Turn]:
    """All velocities mirrored left to right or top to bottom; those of one thing reversed."""
    count = len(scene.things)
    turns = [
        _Turn("mirrored left to right", ((-1, 1),) * count),
        _Turn("mirrored top to bottom", ((1, -1),) * count),
    ]
    if count == 1:
        return turns
    return turns + [
        _Turn(f"{thing.colour} reversed", tuple((-1, -1) if n == number else (1, 1) for n in range(count)))
        for number, thing in enumerate(scene.things)
    ]


DISTRACTORS = 3


class Posed(NamedTuple):
    """A question about a trajectory."""

    first: int
    collision: Collision
    options: dict[Letter, PuzzleOption]


def posed(scene: CollisionScene, trajectory: MotionPath, start_offset: int, chance: Random) -> Posed | None:
    """A question whose distractors are other frames; None if none serves.

    It is about one of the collisions, seen `start_offset` states after the first input. Walls count only where no two
    things collide.
    """
    for collision, first in _usable(scene, trajectory, start_offset, chance):
        answer, chosen = trajectory.states[first + INPUTS], list[Continued]()
        for candidate in _other_frames(trajectory, first, chance):
            if _can_stand(scene, answer, [*chosen, candidate]):
                chosen.append(candidate)
            if len(chosen) == DISTRACTORS:
                return _question(collision, first, answer, chosen, chance)
    return None


def posed_counterfactually(
    scene: CollisionScene, trajectory: MotionPath, start_offset: int, laws_differ: bool, chance: Random
) -> Posed | None:
    """The same with counterfactual distractors: by another law and other velocities, or by velocities alone."""
    for collision, first in _usable(scene, trajectory, start_offset, chance, laws_differ):
        asked = first + INPUTS
        answer = trajectory.states[asked]
        threes = (
            by_law_and_velocity(scene, trajectory, asked, chance)
            if laws_differ
            else by_velocities(scene, trajectory.motions[asked - 1], chance)
        )
        for three in threes:
            if _can_stand(scene, answer, three):
                return _question(collision, first, answer, three, chance)
    return None


def _usable(
    scene: CollisionScene,
    trajectory: MotionPath,
    start_offset: int,
    chance: Random,
    laws_differ: bool = False,
) -> Iterator[tuple[Collision, int]]:
    """Collisions by which a question may begin, each with the number of the first input.

    Where asked, only those by which another law can lead to another state than the answer.
    """
    states = trajectory.states

    @cache
    def possible(number: int) -> bool:
        return is_possible(scene, states[number])

    for collision in _in_order(trajectory.collisions, chance):
        first = collision.frame - start_offset
        asked = first + INPUTS
        if first < 0 or asked > FRAMES or (laws_differ and not can_differ(trajectory, asked)):
            continue
        moved = distance(states[asked - 1], states[asked])
        # Where a hard push sticks things into a wall or each other, the picture would look wrong.
        if moved > LEAST_MOTION and all(possible(number) for number in range(first, asked + 1)):
            yield collision, first


def _in_order(collisions: Sequence[Collision], chance: Random) -> list[Collision]:
    of_things = [collision for collision in collisions if collision.is_of_things]
    usable = of_things or list(collisions)
    return chance.sample(usable, len(usable))


def _can_stand(scene: CollisionScene, answer: State, distractors: Sequence[Continued]) -> bool:
    """Whether they look like neither the answer nor each other, and none is seen to be impossible."""
    states = [each.state for each in distractors]
    return not look_alike([answer, *states]) and all(is_possible(scene, state) for state in states)


def _question(
    collision: Collision, first: int, answer: State, chosen: Sequence[Continued], chance: Random
) -> Posed:
    all_four = [
        PuzzleOption(origin=ANSWER, state=answer),
        *(PuzzleOption(origin=each.origin, state=each.state) for each in chosen),
    ]
    options = dict(zip(LETTERS, chance.sample(all_four, len(LETTERS)), strict=True))
    return Posed(first, collision, options)


def _other_frames(trajectory: MotionPath, first: int, chance: Random) -> Iterable[Continued]:
    others = [number for number in range(FRAMES + 1) if not first <= number <= first + INPUTS]
    for number in chance.sample(others, len(others)):
        yield Continued(f"frame {number}", trajectory.states[number])


SCENES = 12
"""Scenes that are tried for an instance.

In things that fly free between the last input and the answer, other laws make no difference. So a counterfactual
instance looks on for a scene in which they do, and settles for other velocities only if there is none."""


class _Tried(NamedTuple):
    scene: CollisionScene
    trajectory: MotionPath


def made(asked: InstanceParameters, random_seed: int) -> Puzzle:
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


def _puzzle(
    asked: InstanceParameters, tried: _Tried, question: Posed | None, number: int, random_seed: int
) -> Puzzle:
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


def _meeting(scene: CollisionScene, question: Posed) -> OpeningCollision:
    frame, (one, other) = question.collision
    named = [scene.things[number].colour if number >= 0 else "wall" for number in (one, other)]
    return OpeningCollision(frame=frame, between=(named[0], named[1]))


def _of_no_use(states: tuple[State, ...]) -> dict[Letter, PuzzleOption]:
    """The next states in their order: what there is to show of a scene in which nothing usable happens."""
    origins = [ANSWER, *(f"frame {number}" for number in range(INPUTS + 1, INPUTS + 1 + DISTRACTORS))]
    return {
        letter: PuzzleOption(origin=origin, state=states[INPUTS + n])
        for n, (letter, origin) in enumerate(zip(LETTERS, origins, strict=True))
    }


NEEDED = ("pymunk", "PIL")
"""Packages that whoever only scores answers does without."""


def draw(parameters: dict[str, JsonValue], random_seed: int) -> dict[str, object]:
    """The fields of plans.records.instance.Drawn; the same for the same arguments, bit by bit.

    Where no scene of these parameters made a question, one comes that the feasibility check refuses. Raises AuthorError
    where no scene can have these parameters, or pymunk or Pillow is not installed.
    """
    asked = asked_of(parameters)
    try:
        from plans.causal.generator import made, pictures
    except ModuleNotFoundError as error:
        if error.name not in NEEDED:
            raise
        raise AuthorError(
            f"The scenes of `causal` are simulated and drawn by pymunk and Pillow, and {error.name} is not installed "
            "here. Install both: pip install 'benchwright[causal]'."
        ) from error
    puzzle = made(asked, random_seed)
    things = puzzle.scene.things
    return {
        "prompt": question(puzzle),
        "split": asked.distractors,
        "parameters": {
            **parameters,
            "complexity": puzzle.complexity,
            "material_diversity": diversity(thing.material for thing in things),
            "shape_diversity": diversity(thing.shape for thing in things),
        },
        "metadata": puzzle.model_dump(mode="json"),
        "pictures": pictures(puzzle),
    }
