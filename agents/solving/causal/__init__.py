"""Answers to causal instances that take no understanding of collisions: what a score has to be held against."""
