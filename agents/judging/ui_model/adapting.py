"""Actions that a model names on a page, as steps that the program can run in place of a task's own."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from agents.browser.atlas import Atlas, Screen, element_of
from agents.browser.grounding.candidates import look_of
from agents.browser.snapshot import Snapshot
from agents.gateway.prompts import string
from agents.judging.bound import is_operable
from agents.judging.wire import Stuck
from plans.records import steps
from plans.records.app_map import AdaptedStep, BoundElement, Fingerprint
from plans.records.criteria import EvaluationTask
from plans.records.expressions import placeholders
from plans.records.model_call import Shape
from plans.records.steps import ElementRole, Target
from plans.records.values import written

_KEYS = re.compile(
    r"Enter|Escape|Tab|Shift\+Tab|Space|Backspace|Delete|Home|End|PageUp|PageDown|Arrow(Up|Down|Left|Right)"
    r"|(Control|Meta)\+[abd-uwyz]|/"
)
"""Keys that an action may press: none that enter text, or what the clipboard holds."""
_BEFORE_LOOKING = frozenset({"press", "press and confirm", "point", "back", "key"})
"""What may be done before something is observed or read: nothing that enters a value, or hides what was not shown."""
_OPERATES = frozenset({"press", "press and confirm", "choose", "tick", "untick", "drag", "key"})
"""What may stand for a press: something that the app can react to."""
_OPERATED_AS: Mapping[str, ElementRole] = {
    "press": "button",
    "press and confirm": "button",
    "fill": "textbox",
    "choose": "combobox",
    "tick": "checkbox",
    "untick": "checkbox",
}
"""What is done → the role of the element that takes it; all else may be done on any element."""
_MOST_ACTIONS = 12
"""Actions that one answer may hold."""
_SHORTEST_VALUE = 3
"""Letters from which a value tells what an element is that holds it."""


class AnsweredAction(Shape):
    """One thing to be done in the app."""

    step: int
    """Number of the step that it belongs to."""
    place: Literal["before", "instead"]
    """before: done before the step, which is done then too. instead: done in place of the step."""
    do: Literal[
        "press", "press and confirm", "fill", "choose", "tick", "untick", "key", "point", "drag", "back"
    ]  # fmt: skip
    """What is done. press and confirm: press, and accept the question that follows. choose: an option, of a list of any
    kind. point: move the pointer onto it."""
    element: str | None
    """Sign of the element on the page shown; null for back, and a key that is pressed nowhere in particular."""
    onto: str | None
    """Of drag: sign of the element on which it is dropped; else null."""
    text: str | None
    """Of fill, what is entered; of choose, the option's words; of key, its name such as Enter. Values that the steps
    made up or read are written as {name}: another time they are others. Else null."""


def adapted_steps(
    task: EvaluationTask, stuck: Stuck, answered: Sequence[AnsweredAction], made_up: str
) -> tuple[dict[int, AdaptedStep], list[str]]:
    """Actions of an answer as steps that the program can run, by the step that they belong to, and what is wrong.

    Of a step whose actions are not all in order nothing is taken. `made_up` is entered where free text replaces a
    choice: the model does not choose the value by which its own way is checked.
    """
    if len(answered) > _MOST_ACTIONS:
        return {}, [f"{len(answered)} actions are too many: at most {_MOST_ACTIONS} are tried"]
    found: dict[int, AdaptedStep] = {}
    faults: list[str] = []
    for number in dict.fromkeys(one.step for one in answered):
        if not 1 <= number <= len(task.steps):
            faults.append(f"step {number}: the task has {len(task.steps)} steps")
            continue
        adapting = _Adapting(task, stuck, number, [one for one in answered if one.step == number])
        if wrong := [*adapting.replacing_faults(), *adapting.action_faults()]:
            faults += [f"step {number}: {fault}" for fault in wrong]
        else:
            found[number] = adapting.adapted(made_up)
    return found, faults


def actions_in_words(page: Snapshot, actions: Sequence[AnsweredAction]) -> str:
    """Actions as the model named them, with what their elements say."""
    parts = ((one.do, string(_words(page, one.element), 60), one.text) for one in actions)
    return "; ".join(" ".join(filter(None, part)) for part in parts)


class _Adapting:
    """The actions that belong to one step."""

    def __init__(
        self, task: EvaluationTask, stuck: Stuck, number: int, answered: Sequence[AnsweredAction]
    ) -> None:
        self.stuck = stuck
        self.number = number
        self.answered = answered
        self.step = task.steps[number - 1]
        self.is_instead = any(one.place == "instead" for one in answered)
        earlier = task.steps[: number - 1]
        self.bound_names = {name for step in earlier if (name := getattr(step, "bind", None))}
        texts = [(name, written(value)) for name, value in stuck.names.items() if isinstance(value, str)]
        self.values = [
            (name, text) for name, text in texts if name in self.bound_names and len(text) >= _SHORTEST_VALUE
        ]
        """Names that earlier steps bind, with those values that are long enough to tell an element by."""

    def replacing_faults(self) -> Iterator[str]:
        """Why the step cannot be replaced by these actions."""
        if not self.is_instead:
            return
        step, page = self.step, self.stuck.page
        entered = [one for one in self.answered if one.do in ("fill", "choose")]
        if self.number != self.stuck.step:
            yield "only the step that got stuck is replaced; bind the targets of others, or act before them"
        if isinstance(step, steps.Expect | steps.Remember | steps.Generate | steps.Draw | steps.Compute):
            yield "the program reads or computes it, so that it is not replaced; act before it, or bind what it reads"
        is_operated = any(one.do in _OPERATES for one in self.answered)
        if isinstance(step, steps.Click | steps.SetChecked | steps.Drag | steps.Upload) and not is_operated:
            yield "none of its actions is anything that the app could react to"
        texts = [one.text for one in entered if one.text]
        if isinstance(step, steps.Select) and step.bind is not None and len(texts) != 1:
            yield f"its actions have to enter or choose one value, which {{{step.bind}}} is then"
        if isinstance(step, steps.Fill | steps.Select) and step.value is not None:
            said = " ".join(_words(page, one.element) for one in self.answered)
            for name, value in self.values:
                said = said.replace(value, f"{{{name}}}")
            given = " ".join([*texts, said])
            needed = [f"{{{name}}}" for name in placeholders(step.value)] or [step.value]
            if missing := [word for word in needed if word not in given]:
                yield f"its actions enter or choose {missing[0]!r} nowhere"

    def action_faults(self) -> Iterator[str]:
        """Why single actions cannot be tried."""
        page = self.stuck.page
        for one in self.answered:
            do = one.do
            signs = [one.element] if do not in ("back", "key") or one.element else []
            if do == "drag":
                signs.append(one.onto)
            for sign in signs:
                index = _index_of(page, sign)
                if index is None:
                    yield f"{do}: no element of the page goes by the sign {sign!r}"
                elif do in _OPERATED_AS and not is_operable(page, index, _OPERATED_AS[do]):
                    yield f"{do}: {sign} takes no press or entry"
            if do in ("fill", "choose", "key") and one.text is None:
                yield f"{do} needs a text"
            if do == "key" and not _KEYS.fullmatch(one.text or ""):
                yield f"the key {string(one.text or '', 20)} is not pressed"
            looks = isinstance(self.step, steps.Expect | steps.Remember | steps.Compute | steps.Draw)
            if looks and do not in _BEFORE_LOOKING:
                yield f"nothing is entered ({do}) before something is observed or read"
            for unknown in set(placeholders(one.text or "")) - self.bound_names:
                yield f"{{{unknown}}} is bound by no step before it"

    def adapted(self, made_up: str) -> AdaptedStep:
        """The actions as steps, where nothing is wrong with them."""
        meant: list[BoundElement] = []
        actions = tuple(self._action(one, made_up, meant) for one in self.answered)
        return AdaptedStep(step=self.number, actions=actions, meant=tuple(meant), is_instead=self.is_instead)

    def _action(self, one: AnsweredAction, made_up: str, meant: list[BoundElement]) -> steps.Action:
        step, text = self.step, one.text or ""
        if one.do == "back":
            return steps.Back(do="back")
        if one.do == "key" and one.element is None:
            return steps.Press(do="press", key=text)
        target = self._target(one.element, _OPERATED_AS.get(one.do, "any"), meant)
        match one.do:
            case "press" | "press and confirm":
                own = step.then if self.is_instead and isinstance(step, steps.Click) else None
                return steps.Click(do="click", target=target, then=own if one.do == "press" else "confirm")
            case "fill":
                is_choice = self.is_instead and isinstance(step, steps.Select) and step.bind is not None
                return steps.Fill(do="fill", target=target, value=made_up if is_choice else text)
            case "choose":
                return steps.Select(do="select", target=target, value=text)
            case "tick" | "untick":
                return steps.SetChecked(do="check", target=target, on=one.do == "tick")
            case "key":
                return steps.Press(do="press", key=text, target=target)
            case "point":
                return steps.Hover(do="hover", target=target)
            case "drag":
                return steps.Drag(do="drag", target=target, to=self._target(one.onto, "any", meant))

    def _target(self, sign: str | None, role: ElementRole, meant: list[BoundElement]) -> Target:
        """A target that means the element of a sign; what it means is added to `meant`."""
        page = self.stuck.page
        index = _index_of(page, sign)
        assert index is not None
        look, containing = look_of(page, index), None
        words = _words(page, sign).casefold()
        held = next((name for name, value in self.values if value.casefold() in words), None)
        if held is not None:
            # The next try has another value: the element is known by it, and not by its words.
            look, containing = (
                Fingerprint(look.tag, look.role, look.tokens, (), is_any_words=True),
                f"{{{held}}}",
            )
        name = f"adapted step {self.number}, part {len(meant) + 1}"
        target = Target(role=role, name=name, containing=containing)
        meant.append(BoundElement(target=target.anywhere, look=look))
        return target


def _index_of(page: Snapshot, sign: str | None) -> int | None:
    """The element that a sign means on the page shown; None where it means none."""
    found = element_of(Atlas(screens=(Screen(way=(), snapshot=page),), presses=0), sign or "")
    return found[1] if found else None


def _words(page: Snapshot, sign: str | None) -> str:
    """What the element of a sign says; nothing where it means none."""
    index = _index_of(page, sign)
    return "" if index is None else " ".join((page.elements[index].name or page.text(index)).split())
