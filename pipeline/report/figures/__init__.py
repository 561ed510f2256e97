"""Geometry of the report's pictures; the templates in templates/figures draw what is computed here."""
