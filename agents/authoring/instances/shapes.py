"""What models are asked for when they write a family: records that they fill in."""

from plans.records.model_call import Shape


class WrittenParameter(Shape):
    """One thing that varies from instance to instance: a choice, or a range of numbers."""

    name: str
    """Small letters and underscores."""
    description: str
    """What it means for an instance, with its unit."""
    values: list[str]
    """The values of a choice, at least two, numbers in digits; empty for a range."""
    minimum: float | None
    """Smallest value of a range; null for a choice."""
    maximum: float | None
    """Largest value of a range; null for a choice."""
    integer: bool
    """Whether a range holds whole numbers only; false for a choice."""


class WrittenRule(Shape):
    """Something that holds or is measured, in plain words."""

    name: str
    """One to four words in small letters."""
    description: str
    """In a sentence."""


class WrittenCheck(Shape):
    """What every instance is checked for before it is released."""

    name: str
    """One or two words in small letters, such as completeness."""
    description: str
    """What is checked, in a sentence."""
    is_for_a_model: bool
    """Whether no program can tell, so that a model is asked; false wherever a program can."""


class WrittenSplit(Shape):
    """A split of the numbers."""

    name: str
    by: str
    """The parameter, or the property of an instance, that splits."""


class WrittenFamilyPlan(Shape):
    """The plan of a family of instances."""

    task: str
    """What is measured, in plain words, a paragraph."""
    parameters: list[WrittenParameter]
    constraints: list[WrittenRule]
    """What an answer has to keep to, or what holds between parameters."""
    quality_checks: list[WrittenCheck]
    metrics: list[WrittenRule]
    disaggregations: list[WrittenSplit]


class WrittenDesign(Shape):
    """A plan in words of what the code is going to do."""

    text: str
    """Markdown, at most a page."""


class WrittenModule(Shape):
    """A module of Python."""

    code: str
    """The whole file."""
