"""A family from elsewhere is drawn, checked and scored by its own code, in a sandbox, over one line."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from agents.families.sandboxed import SandboxedFamily, open_elsewhere
from agents.sandbox.roster import make_sandbox
from plans.contracts.instances import Answered, Wanted
from plans.errors import AuthorError, InvalidFile
from plans.records.instance import DrawnInstance, Instance
from tests.agents.families.by_length import CHECKS, GENERATOR, METRICS, written
from tests.agents.sandbox.attacking import MARKS

pytestmark = [*MARKS, pytest.mark.slow]
PATIENCE = 3.0
WANTED = Wanted({"words": 4, "order": "longest"}, 7)


@asynccontextmanager
async def opened(place: Path) -> AsyncGenerator[SandboxedFamily]:
    async with open_elsewhere(place, make_sandbox(), PATIENCE) as family:
        yield family


def instance_of(drawn: DrawnInstance, id: str = "one") -> Instance:
    return Instance(
        id=id,
        random_seed=WANTED.random_seed,
        prompt=drawn.prompt,
        parameters=drawn.parameters,
        constraints=drawn.constraints,
        metadata=drawn.metadata,
    )


async def test_an_honest_family_does_all_that_a_built_in_one_does(tmp_path: Path) -> None:
    async with opened(written(tmp_path)) as family:
        assert (family.name, family.checks) == ("by_length", ("completeness", "feasibility"))
        wanted = [Wanted({"words": 3 + n % 6, "order": "shortest"}, n) for n in range(150)]
        drawn = await family.draw(wanted)
        assert await family.draw(wanted) == drawn
        assert [one.parameters["words"] for one in drawn[:3]] == [3, 4, 5]

        instances = [instance_of(one, f"n{number}") for number, one in enumerate(drawn)]
        assert set(await family.check(instances) and (await family.check(instances))[0]) == set(family.checks)
        assert all(not any(found.values()) for found in await family.check(instances))
        assert await family.questions(instances[:2]) == [{}, {}]
        assert (await family.labels(instances[:1])) == [{"order": "shortest"}]
        right = await family.evaluate([Answered(one, str(one.metadata["answer"])) for one in instances])
        wrong = await family.evaluate([Answered(one, "\ud800 no idea") for one in instances])
        assert all(one.pass_all for one in right)
        assert not any(one.pass_all for one in wrong)
        with pytest.raises(AuthorError, match="no metrics 'compat'"):
            await family.evaluate([], "compat")


async def test_a_familys_digest_is_of_what_its_code_can_see(tmp_path: Path) -> None:
    place = written(tmp_path)
    async with opened(place) as family:
        before = family.digest
    (place / "review.jsonl").write_text("")
    (place / "design").mkdir()
    (place / "design" / "generator.md").write_text("Words are drawn.")
    async with opened(place) as family:
        assert family.digest == before
    (place / "words.txt").write_text("a b c")
    async with opened(place) as family:
        assert family.digest != before


async def test_a_family_that_fails_of_one_thing_is_told_with_it_and_can_be_asked_others(
    tmp_path: Path,
) -> None:
    failing = GENERATOR.replace("    rng =", "    assert random_seed != 3, 'three is too few'\n    rng =")
    async with opened(written(tmp_path, generator=failing)) as family:
        with pytest.raises(
            AuthorError, match=r"`draw` .*'by_length'.* random seed 3 .*three is too few \(gen"
        ):
            await family.draw([Wanted(WANTED.parameters, n) for n in range(10)])
        assert len(await family.draw([WANTED])) == 1


@pytest.mark.parametrize(
    ("module", "text", "said"),
    [
        ("generator", GENERATOR.replace('"prompt": prompt', '"promt": prompt'), "prompt: Field required"),
        (
            "generator",
            "def draw(parameters, random_seed):\n    return {'prompt': {1, 2}}\n",
            "JSON cannot hold",
        ),
        ("generator", GENERATOR.replace('"metadata":', '"pictures": [b"GIF8"], "metadata":'), "no PNG file"),
        ("generator", GENERATOR.replace('"answer": ', '"nan": float("nan"), "answer": '), "Out of range"),
    ],
)
async def test_what_a_family_draws_is_held_to_the_contract(
    tmp_path: Path, module: str, text: str, said: str
) -> None:
    async with opened(written(tmp_path, **{module: text})) as family:
        with pytest.raises(AuthorError, match=said):
            await family.draw([WANTED])


async def test_pictures_come_over_whole(tmp_path: Path) -> None:
    picture = (
        "import struct, zlib\n\n\ndef part(kind, data):\n"
        "    return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))\n\n\n"
        "PNG = b'\\x89PNG\\r\\n\\x1a\\n' + part(b'IHDR', struct.pack('>IIBBBBB', {side}, 1, 8, 0, 0, 0, 0))\n\n\n"
    )
    drawing = GENERATOR.replace('"metadata":', '"pictures": [PNG], "metadata":')
    async with opened(written(tmp_path, generator=picture.replace("{side}", "3") + drawing)) as family:
        (drawn,) = await family.draw([WANTED])
    assert [one[:8] for one in drawn.pictures] == [b"\x89PNG\r\n\x1a\n"]
    assert len(drawn.pictures[0]) == 33
    too_wide = written(tmp_path / "wide", generator=picture.replace("{side}", "90000") + drawing)
    async with opened(too_wide) as family:
        with pytest.raises(AuthorError, match="at most 4,096 pixels"):
            await family.draw([WANTED])


async def test_checks_and_marks_that_nobody_announced_are_refused(tmp_path: Path) -> None:
    checks = CHECKS.replace('"feasibility": ""', '"something else": ""')
    metrics = METRICS.replace('"passed" if said', '"almost" if said')
    async with opened(written(tmp_path, checks=checks, metrics=metrics)) as family:
        instance = instance_of((await family.draw([WANTED]))[0])
        with pytest.raises(AuthorError, match="speaks of completeness, something else"):
            await family.check([instance])
        with pytest.raises(AuthorError, match="checks.order: Input should be"):
            await family.evaluate([Answered(instance, str(instance.metadata["answer"]))])


HOSTILE = {
    "reads files": ("text = open('/etc/shadow').read()", "PermissionError|FileNotFoundError"),
    "reads our code": ("__import__('agents')", "ModuleNotFoundError"),
    "reads the folder that it came from": ("text = open({place!r}).read()", "FileNotFoundError"),
    "opens a socket": ("import socket; socket.create_connection(('1.1.1.1', 53), 2)", "OSError|Network"),
    "forks": ("import os\n    while True: os.fork()", "BlockingIOError|exit code|nothing for"),
    "writes a gigabyte": (
        "out = open('/tmp/much', 'wb')\n    for _ in range(1000): out.write(bytes(1_000_000))",
        "No space|File too large|exit code",
    ),
    "never ends": ("while True: pass", "said nothing for 3 seconds"),
    "takes all memory": ("much = bytearray(40_000_000_000)", "MemoryError|exit code"),
    "takes memory bit by bit": (
        "much = []\n    while True: much.append(bytearray(1_000_000))",
        "MemoryError|exit code|nothing for|closed its line",
    ),
    "ends its process": ("import os; os._exit(3)", "exit code 3"),
    "leaves by sys.exit": ("import sys; sys.exit('I leave')", "SystemExit: I leave"),
    "says too much": ("return {{'prompt': 'x' * 30_000_000}}", "longer than"),
    "nests without end": (
        "deep = []\n    for _ in range(100_000): deep = [deep]\n    return {{'prompt': deep}}",
        "RecursionError|no JSON",
    ),
    "writes to the line": (
        "import os\n    for fd in range(3, 64):\n"
        '        try: os.write(fd, b\'{{"id": 1, "value": null}}\\n\')\n        except OSError: pass\n'
        "    return {{'prompt': 'x', 'parameters': parameters}}",
        "valid dictionary|something else was written",
    ),
    "closes the line": ("import os; os.closerange(3, 64); os._exit(0)", "exit code 0|closed its line"),
}


@pytest.mark.parametrize("does", HOSTILE)
async def test_hostile_code_gets_nothing_and_ends_in_one_message(tmp_path: Path, does: str) -> None:
    code, said = HOSTILE[does]
    code = code.format(place=str(tmp_path / "by_length" / "plan.yaml"))
    generator = f"def draw(parameters, random_seed):\n    {code}\n"
    with pytest.raises(AuthorError, match=said) as caught:
        async with opened(written(tmp_path, generator=generator)) as family:
            await family.draw([WANTED])
    assert "'by_length'" in str(caught.value)
    assert len(str(caught.value)) < 2_000


async def test_what_a_family_prints_is_no_reply(tmp_path: Path) -> None:
    printing = GENERATOR.replace("    rng =", '    print(\'{"id": 1, "value": "mine"}\' * 1000)\n    rng =')
    async with opened(written(tmp_path, generator=printing)) as family:
        assert (await family.draw([WANTED]))[0].prompt.startswith("Sort")


async def test_a_reply_too_many_is_found_in_the_end(tmp_path: Path) -> None:
    late = (
        "import os, threading, time\n\n\ndef later(handles):\n    time.sleep(1)\n"
        "    for one in handles:\n        try: os.write(one, b'{\"id\": 2}\\n')\n        except OSError: pass\n\n\n"
        "def handles():\n    for one in range(3, 20):\n        try: yield os.dup(one)\n"
        "        except OSError: pass\n\n\n"
    )
    drawing = "    threading.Thread(target=later, args=([*handles()],)).start()\n    rng ="
    extra = late + GENERATOR.replace("    rng =", drawing)
    with pytest.raises(AuthorError, match="more than it was asked for"):
        async with opened(written(tmp_path, generator=extra)) as family:
            await family.draw([WANTED])


async def test_a_family_that_cannot_be_imported_is_told_with_the_line(tmp_path: Path) -> None:
    with pytest.raises(AuthorError, match=r"ZeroDivisionError.*generator\.py, line 1"):
        async with opened(written(tmp_path, generator="1 / 0\n")):
            pass


async def test_imports_that_are_not_there_are_all_told_before_anything_runs(tmp_path: Path) -> None:
    text = "import requests\nfrom plans.calendar import masks\nimport plans.by_length.words\nimport yaml\n"
    with pytest.raises(InvalidFile) as caught:
        async with opened(written(tmp_path, generator=text)):
            pass
    assert [problem.message for problem in caught.value.problems] == [
        "imports plans.calendar, which is not there for it.",
        "imports requests, which is not there for it.",
    ]


async def test_a_folder_that_is_no_family_is_told_what_it_lacks(tmp_path: Path) -> None:
    place = written(tmp_path)
    (place / "checks.py").unlink()
    with pytest.raises(AuthorError, match=r"has no checks\.py"):
        async with opened(place):
            pass
    (place / "checks.py").symlink_to("/etc/passwd")
    with pytest.raises(InvalidFile, match="is a link"):
        async with opened(place):
            pass
