"""What to do where a budget is in US dollars and nobody said what a model costs."""

from plans.model_settings import OF_THE_ENVIRONMENT


def price_mend(endpoint: str, model: str) -> str:
    """How the endpoint of that name comes by a price for the model, or the budget by a bound that needs none."""
    if endpoint == OF_THE_ENVIRONMENT:
        return (
            "An endpoint of the environment has no prices: write it into benchwright.toml as [endpoints.NAME] with "
            "`url`, `protocols`, `key_variable` and `prices`, and unset BENCHWRIGHT_ENDPOINT, which comes before those "
            "of the file; or bound tokens (--max-tokens) or calls instead."
        )
    return (
        f"Add [endpoints.{endpoint}.prices.{model!r}] with `input` and `output` for a million tokens, or bound tokens "
        "(--max-tokens) or calls instead."
    )
