"""What the relay costs: the same calls at the scripted endpoint itself and by way of the relay, in turn."""

import json
import time
from statistics import median

import pytest
from aiohttp import ClientSession

from agents.gateway.relay import Relay
from agents.gateway.transport import ModelRoute
from plans.records.model_settings import PROTOCOLS, Endpoint
from tests.agents.scripted.endpoint import ScriptedEndpoint
from tests.benchmarks.figures import Figures

CALLS = 200


@pytest.mark.parametrize("is_streamed", [True, False], ids=["streamed", "whole"])
async def test_a_call_by_way_of_the_relay(figures: Figures, is_streamed: bool) -> None:
    """With a body of 50 kB, as agents send it at the beginning."""
    endpoint = ScriptedEndpoint()
    said = [{"role": "user", "content": "x" * 50_000}]
    body = json.dumps({"model": "some-model", "messages": said, "stream": is_streamed, "max_tokens": 9})
    bare: list[float] = []
    relayed: list[float] = []
    async with endpoint.serving() as url:
        relay = Relay(ModelRoute(Endpoint(name="scripted", url=url, protocols=PROTOCOLS), "some-model"))
        async with relay.on_loopback() as address, ClientSession() as client:
            for number in range(2 * CALLS):
                root, times = ((url, bare), (address, relayed))[number % 2]
                begun = time.perf_counter()
                async with client.post(
                    f"{root}/v1/messages", data=body, headers={"x-api-key": relay.token}
                ) as answer:
                    assert answer.status == 200
                    await answer.read()
                times.append(1000 * (time.perf_counter() - begun))
    how = "streamed" if is_streamed else "whole"
    figures.note(f"call at the endpoint itself, {how}, median", median(bare), "ms")
    over = figures.note(f"what the relay adds, {how}, median", median(relayed) - median(bare), "ms", 5)
    assert over <= 5
