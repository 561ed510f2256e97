"""Whether a pattern is found in an output, in a bounded time: what a program prints may be long, and meant to delay.

Things that are looked for one after the other are parted by GAP. Searched for as one expression, each way to find the
first is tried with each way to find the second, so that an output of a few thousand letters takes minutes. Each is
therefore searched for behind the one before, which is found in one pass wherever the whole would be found at all, but
for parts that took more of the output than they needed. Where that finds nothing, each is searched for once more taking
as little as it can, and the whole is tried, by a process that is ended after a while: where neither finds anything,
there is nothing.
"""

import json
import re
import subprocess
import sys

from plans.records.task_modes import GAP

SECONDS = 5.0
"""How long is searched."""
_SHORT = 300
"""Letters of an output in which any pattern without repeated groups is searched for at once."""
_REPEATS_A_GROUP = re.compile(r"\)[*+{]")
_REPETITION = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\(\?|([*+?]|\{\d*,\d*\})(?![?+])|[*+?}][?+]", re.S)
"""An escape, a set, the head of a group, or a repetition: the first group is one that takes as much as it can."""
_SEARCH = (
    "import json, re, sys\n"
    "pattern, text = json.load(sys.stdin)\n"
    "found = re.search(pattern, text, re.M)\n"
    "json.dump(None if found is None else found.group(), sys.stdout)\n"
)


def found_in(pattern: str, output: str) -> str | None:
    """What of the output the pattern is found as; None where it is not found. Raises TimeoutError, of patterns alone
    that repeat a group: an output by itself is no reason not to be sure.
    """
    if _REPEATS_A_GROUP.search(pattern) is not None:
        return _as_a_whole(pattern, output)
    for one in (pattern, lazy(pattern)):
        if (found := _in_parts(one, output)) is not None:
            return found
    if len(output) <= _SHORT:
        whole = re.search(pattern, output, re.M)
        return None if whole is None else whole.group()
    try:
        return _as_a_whole(pattern, output)
    except TimeoutError:
        return None


def lazy(pattern: str) -> str:
    """The pattern, each repetition in it taking as little as it can."""
    return _REPETITION.sub(lambda found: f"{found[1]}?" if found[1] else found[0], pattern)


def _in_parts(pattern: str, output: str) -> str | None:
    try:
        parts = [re.compile(part, re.M) for part in pattern.split(GAP)]
    except re.error:
        return None  # A gap stands within a group, so the pattern has to be searched for as it is.
    begin, place = None, 0
    for part in parts:
        match = part.search(output, place)
        if match is None:
            return None
        begin, place = match.start() if begin is None else begin, match.end()
    return output[begin:place]


def _as_a_whole(pattern: str, output: str) -> str | None:
    try:
        done = subprocess.run(
            [sys.executable, "-I", "-S", "-c", _SEARCH],
            input=json.dumps([pattern, output]),
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=True,
        )
    except subprocess.TimeoutExpired:
        raise TimeoutError from None
    found: str | None = json.loads(done.stdout)
    return found
