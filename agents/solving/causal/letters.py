"""A letter, said as the prompt asks for it."""

from plans.records.instance import Instance, Response


def response(instance: Instance, letter: str) -> Response:
    """The response that names an option."""
    return Response(instance=instance.id, text=f"Final Answer: {letter}")
