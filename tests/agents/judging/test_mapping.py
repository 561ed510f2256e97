"""The map of an app is made by whoever needs it first; the others wait, and take over when its maker is lost."""

import asyncio

from agents.judging.pool import SharedMap


async def test_the_second_waits_for_the_map_of_the_first() -> None:
    shared = SharedMap()
    assert await shared.get() == "", "the first has to make it"
    second, third = asyncio.create_task(shared.get()), asyncio.create_task(shared.get())
    await asyncio.sleep(0)
    assert not second.done()

    shared.give("map")
    assert await asyncio.gather(second, third, shared.get()) == ["map"] * 3


async def test_one_of_those_that_wait_makes_it_when_its_maker_is_lost() -> None:
    shared = SharedMap()
    await shared.get()
    waiting = [asyncio.create_task(shared.get()) for _ in range(2)]
    await asyncio.sleep(0)

    shared.fail()
    done, still = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    assert [task.result() for task in done] == [""]

    shared.give("map")
    assert [await task for task in still] == ["map"]


async def test_what_is_there_stays_whoever_is_lost_afterwards() -> None:
    shared = SharedMap()
    await shared.get()
    shared.give("map")
    shared.fail()
    assert await shared.get() == "map"
