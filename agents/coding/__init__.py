"""Code agents under test, and the yardsticks that stand in for them."""
