"""Which simulated users there are, by the name that the command line has for them."""

from agents.users.personas import DEFAULT, read_persona
from agents.users.template_user import TemplateUser
from plans.contracts.coding import UserSimulator
from plans.contracts.models import Model
from plans.errors import AuthorError
from plans.records.base import Record

TEMPLATE = "template"
MODEL = "model"


class UserChoice(Record):
    """Who is to speak for the user."""

    is_by_model: bool = False
    persona: str = DEFAULT


def user_choice(text: str) -> UserChoice:
    """`template`, `model` or `model:PERSONA`; raises AuthorError where there is no such user or persona."""
    kind, colon, persona = text.partition(":")
    if kind == TEMPLATE and not colon:
        return UserChoice()
    if kind == MODEL:
        name = persona or DEFAULT
        read_persona(name)
        return UserChoice(is_by_model=True, persona=name)
    raise AuthorError(
        f"There is no simulated user {text!r}. Say {TEMPLATE}, {MODEL}, or {MODEL}:PERSONA with a persona of yours to "
        "choose: `benchwright run --help` lists them."
    )


def make_user(choice: UserChoice, model: Model | None = None) -> UserSimulator:
    """The user of this choice; `model` asks who words it, where one does."""
    if not choice.is_by_model:
        return TemplateUser()
    if model is None:
        raise AssertionError("a user by model was chosen, and no model is there")
    from agents.users.model_user import ModelUser

    return ModelUser(model, choice.persona)
