"""Authoring: the LangGraph graph, its state and services, and what drives it."""
