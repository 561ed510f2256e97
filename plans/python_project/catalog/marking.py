"""The canary in files, so that a leaked copy can be found."""

from collections.abc import Mapping

from plans.records.project import Files

NOTICE = "Benchmark material: do not train on it. Canary: {canary}"


def marked(files: Mapping[str, str], canary: str) -> Files:
    """The files with canary and notice as a comment; JSON, CSV and plain text have none and stay as they are."""
    notice = NOTICE.format(canary=canary)
    return {path: _with_comment(path, text, notice) for path, text in files.items()}


def _with_comment(path: str, text: str, notice: str) -> str:
    if path.endswith(".py"):
        return f"# {notice}\n{text}"
    if path.endswith(".md"):
        return f"{text}\n<!-- {notice} -->\n"
    return text
