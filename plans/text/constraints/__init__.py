"""The typed constraint language: kinds of six groups, each rendered to English, read back, checked and demanded."""
