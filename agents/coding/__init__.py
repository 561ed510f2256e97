"""Code agents under test, and the baselines that stand in for them."""
