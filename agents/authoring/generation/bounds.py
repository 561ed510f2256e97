"""Bounds of one evaluation task of a program, as prompts tell them and readers hold answers to them."""

MOST_STARTS, MOST_TYPED = 12, 60
"""Starts of the program in a task, and lines typed in one."""
MOST_PARTS, LONGEST_PART = 12, 300
"""Patterns of a task, and characters of one: what is found one after the other is searched for again and again."""
BOUNDS = {"starts": MOST_STARTS, "typed": MOST_TYPED, "patterns": MOST_PARTS, "characters": LONGEST_PART}
"""All of them, by the names that prompts have for them."""
