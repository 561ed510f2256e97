"""Distractors of the same moment as the answer: what would follow on the inputs if something were otherwise.

Other frames of the same trajectory lie far from the last input, and give the answer away to whoever picks the nearest.
What is near to the answer gives it away too, where each distractor is the answer with one change: then the answer lies
in the middle of the options. So two changes are combined: neither, one, the other, both. Each option then differs from
two others by one change and from the third by both, and no option stands out.
"""

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import NamedTuple

from plans.causal.likeness import is_possible, look_alike
from plans.causal.scene import Scene, State
from plans.causal.simulation import Collision, Motions, Trajectory, continue_from, state_of

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
    scene: Scene
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


def by_law_and_velocity(scene: Scene, trajectory: Trajectory, asked: int, chance: Random) -> Iterator[Three]:
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


def by_velocities(scene: Scene, last: Motions, chance: Random) -> Iterator[Three]:
    """The same by two changes of velocities at the last input, for where no law makes a difference."""
    pairs = list(combinations(_turns(scene), 2))
    for one, other in chance.sample(pairs, len(pairs)):
        ways = [(one.name, one.of(last)), (other.name, other.of(last))]
        ways.append((f"{one.name}; {other.name}", one.of(other.of(last))))
        a, b, c = (Continued(name, state_of(continue_from(scene, begun, 1))) for name, begun in ways)
        yield a, b, c


def can_differ(trajectory: Trajectory, asked: int) -> bool:
    """Whether something collides so late before state `asked` that another law could lead elsewhere."""
    return any(_is_late(collision, asked) for collision in trajectory.collisions)


def _laws(scene: Scene, trajectory: Trajectory, asked: int) -> list[_Law]:
    """The laws that some late collision obeyed; the first one makes a possible difference more rarely."""
    late = [collision for collision in trajectory.collisions if _is_late(collision, asked)]
    passing = _Law("objects pass through each other", scene, True)
    elastic = _Law("other elasticity", _of_other_elasticity(scene), False)
    return [passing, elastic] if any(collision.is_of_things for collision in late) else [elastic]


def _is_late(collision: Collision, asked: int) -> bool:
    return asked - SINCE < collision.frame <= asked


def _of_other_elasticity(scene: Scene) -> Scene:
    things = tuple(
        thing.model_copy(update={"elasticity": _other(thing.elasticity)}) for thing in scene.things
    )
    return scene.model_copy(update={"things": things, "wall_elasticity": _other(scene.wall_elasticity)})


def _other(elasticity: float) -> float:
    return 0.0 if elasticity >= STIFF else 1.0


def _turns(scene: Scene) -> list[_Turn]:
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
