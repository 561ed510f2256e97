"""The scripted endpoint: it has every agent write `index.html` by its shell, then say that it is done.

A `case` says what goes wrong: a status (401, 429, 500), flaky (the first two calls fail), early end (half an answer, or
a stream without its end), cut off (a connection), hang (no answer), no usage. The script keys on messages of the user
that bear the marker.
"""

import asyncio
import json
import re
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from agents.gateway.protocols import refusal, route_of, shown_key
from tests.agents.scripted.answers import Answer, events, whole
from tests.agents.scripted.conversation import JSON, Tool, round_of, tools, turns

MARKER = re.compile(r"ROUND=(\d+)")
SHELLS = (
    "exec_command",
    "shell",
    "shell_command",
    "Bash",
    "bash",
    "run_shell_command",
    "terminal",
    "execute_bash",
)
"""Names that agents give to the tool that runs a command, the likelier ones first."""
SUBMIT = "COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT"
"""What mini-swe-agent wants printed by a command of its own at the end."""

Commands = Callable[[int], Sequence[str]]


def writes_a_page(number: int) -> Sequence[str]:
    """The commands of a round."""
    return [f"echo '<!doctype html><h1>round {number}</h1>' > index.html"]


@dataclass
class Asked:
    """A request that reached the endpoint."""

    path: str
    key: str
    body: JSON
    headers: dict[str, str]


@dataclass
class ScriptedEndpoint:
    """What it does, and what it was asked."""

    case: str = "ok"
    commands: Commands = writes_a_page
    marker: re.Pattern[str] = MARKER
    asked: list[Asked] = field(default_factory=list[Asked])
    url: str = ""

    @asynccontextmanager
    async def serving(self) -> AsyncGenerator[str]:
        """Serve on a free port; yields the address."""
        app = web.Application(client_max_size=64_000_000)
        app.router.add_route("*", "/{path:.*}", self._answer)
        runner = web.AppRunner(app, handler_cancellation=True, access_log=None, shutdown_timeout=0)
        await runner.setup()
        try:
            await web.TCPSite(runner, "127.0.0.1", 0).start()
            self.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
            yield self.url
        finally:
            await runner.cleanup()

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        route = route_of(request.path)
        body = await request.json() if request.can_read_body else {}
        key = shown_key(request.headers, request.query)
        self.asked.append(Asked(request.path, key, body, dict(request.headers)))
        if route is None:
            return web.json_response(refusal(None, 404, "not found"), status=404)
        if route.kind == "count":
            return web.json_response({"input_tokens": 1000, "totalTokens": 1000})
        is_failing = self.case == "flaky" and len(self.asked) <= 2
        if is_failing or self.case.isdecimal():
            status = 500 if is_failing else int(self.case)
            return web.json_response(
                refusal(route.protocol, status, f"scripted {status} for {key!r}"), status=status
            )
        if self.case == "hang":
            await asyncio.sleep(3600)
        model = route.model or body["model"]
        answer = self._scripted(route.protocol, body)
        is_streamed = body.get("stream") if route.is_streamed is None else route.is_streamed
        if not is_streamed:
            text = json.dumps(whole(route.protocol, answer, model))
            is_half = self.case == "early end"
            return web.Response(
                text=text[: len(text) // 2] if is_half else text, content_type="application/json"
            )
        return await self._stream(request, [*self._events(route.protocol, answer, body, model)])

    def _events(self, protocol: str, answer: Answer, body: JSON, model: str) -> list[str]:
        found = events(protocol, answer, model)
        options = body.get("stream_options") or {}
        if protocol == "chat" and not options.get("include_usage"):
            found = [event for event in found if '"choices": []' not in event]
        if self.case != "early end":
            return found
        return found[:-1] if protocol == "gemini" else found[: max(len(found) // 2 - 1, 1)]

    async def _stream(self, request: web.Request, pieces: Sequence[str]) -> web.StreamResponse:
        response = web.StreamResponse(headers={"content-type": "text/event-stream"})
        await response.prepare(request)
        for piece in pieces:
            await response.write(piece.encode())
        if self.case == "cut off":
            assert request.transport is not None
            request.transport.close()
        else:
            await response.write_eof()
        return response

    def _scripted(self, protocol: str, body: JSON) -> Answer:
        has_usage = self.case != "no usage"
        offered = tools(protocol, body)
        number, _, done = round_of(turns(protocol, body), self.marker)
        shell = next((offered[name] for name in SHELLS if name in offered), None)
        if number and not offered and "SEARCH/REPLACE" in json.dumps(body):
            return Answer(edit(number), has_usage=has_usage)
        if number == 0 or shell is None:
            return Answer("A title.", has_usage=has_usage)
        commands = list(self.commands(number))
        if SUBMIT in json.dumps(body):
            commands.append(f"echo {SUBMIT}")
        if done < len(commands):
            arguments = shell_arguments(shell, commands[done])
            return Answer(f"Step {done + 1}.", shell, arguments, has_usage)
        return Answer(f"Round {number} is done.", has_usage=has_usage)


def edit(number: int) -> str:
    """The page as aider takes it, which has no tools: what is to be replaced, and by what."""
    before = f"<!doctype html><h1>round {number - 1}</h1>\n" if number > 1 else ""
    after = f"<!doctype html><h1>round {number}</h1>\n"
    return f"index.html\n```html\n<<<<<<< SEARCH\n{before}=======\n{after}>>>>>>> REPLACE\n```\n"


def shell_arguments(tool: Tool, command: str) -> JSON:
    """The command as the tool takes it."""
    known = tool.properties
    given: dict[str, Any] = {
        "description": "a step",
        "is_background": False,
        "security_risk": "LOW",
        "summary": "a step",
    }
    if "cmd" in known:
        given["cmd"] = command
    elif known.get("command", {}).get("type") == "array":
        given["command"] = ["bash", "-lc", command]
    else:
        given["command"] = command
    return {
        name: value
        for name, value in given.items()
        if name in known or name == "command" and "cmd" not in known
    }
