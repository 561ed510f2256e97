"""What a model is asked for when it plans: records that it fills in, read by the file beside."""

from typing import Literal

from plans.records.model_call import Shape

By = Literal["developer", "model"]
"""developer: the task specification says so itself. model: you add it."""


class WrittenParameter(Shape):
    """One thing that varies from item to item: a choice, or a range of numbers."""

    name: str
    """Small letters and underscores."""
    description: str
    """What it means for an item, with its unit."""
    values: list[str]
    """The values of a choice, at least two; empty for a range."""
    minimum: float | None
    """Smallest value of a range; null for a choice."""
    maximum: float | None
    """Largest value of a range; null for a choice."""
    integer: bool
    """Whether a range holds whole numbers only; false for a choice."""
    provided_by: By


class WrittenRule(Shape):
    """Something that holds, in plain words."""

    name: str
    """Two to four words."""
    description: str
    """The rule in a sentence."""
    provided_by: By


class WrittenSplit(Shape):
    """A split of the numbers that a run reports."""

    name: str
    by: str
    """A parameter of the plan, or one of: level, category, withheld."""
    provided_by: By


class WrittenPlan(Shape):
    """The plan of a benchmark."""

    task: str
    """Its purpose in plain words, a paragraph."""
    categories: list[str]
    """Kinds of items, a word or two each in small letters and dashes; 1 to 10."""
    fewest_tasks: int
    """Evaluation tasks of the smallest item; at least 3."""
    most_tasks: int
    """Evaluation tasks of the largest item; at most 28."""
    fewest_outcomes: int
    """Expected outcomes of the smallest item, over all its tasks."""
    most_outcomes: int
    """Expected outcomes of the largest item; at most 96."""
    sizes_by: By
    """Who says how large items are. developer: the task specification itself, in numbers or a word, and items are
    spread over the whole range. model: nobody, and items are of usual sizes unless their request asks for others."""
    parameters: list[WrittenParameter]
    """What else varies from item to item."""
    constraints: list[WrittenRule]
    """What must hold between parameters, or inside an item."""
    quality_checks: list[WrittenRule]
    """What a model should look at before an item is released, beside what programs check."""
    metrics: list[str]
    """Names of the numbers that matter here, out of those that can be computed."""
    disaggregations: list[WrittenSplit]
    """How the numbers are split."""


class RedonePlan(Shape):
    """The plan as reviewers' notes ask for it."""

    plan: WrittenPlan
    answers: list[str]
    """For each note, in their order, what was made of it, in a sentence."""


class WrittenSeed(Shape):
    """A request, as somebody would type it."""

    query: str
    subject: str
    """What the product is about, one to three words."""


class Fixed(Shape):
    """A parameter that the request settles."""

    parameter: str
    value: str
    """One of its values, or a number in its range."""


class Served(Shape):
    """Words of the request, and what in the plan they speak of."""

    phrase: str
    """As the request has it."""
    by: str
    """What serves it, in a few words."""


class SeedReading(Shape):
    """How a request is understood."""

    refusal: str
    """Why no item of this benchmark can be made of it; empty where one can."""
    category: str
    """One of the plan's categories."""
    subject: str
    """What the product is, in two to four words, as its title would say it: `lakeside car rental`. Its folder is
    called so."""
    fixed: list[Fixed]
    """Parameters of the plan that the request itself settles; mostly few."""
    served: list[Served]
    """What the request asks for and gets."""
    unserved: list[str]
    """Phrases of the request that cannot be had in this benchmark, in its words."""
    remarks: list[str]
    """What whoever reviews this should know; mostly empty."""
