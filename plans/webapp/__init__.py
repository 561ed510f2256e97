"""The family `webapp`: web apps from underspecified queries, after Asuka-Bench."""
