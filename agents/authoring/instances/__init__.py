"""Families of instances that models write: plan, generator, checks and metrics, each tried before it is shown."""
