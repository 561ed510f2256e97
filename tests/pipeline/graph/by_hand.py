"""Items that models make, read and weigh, every reply written by hand; run as a module it notes their prompts anew."""

import asyncio
import json
import os
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import yaml

os.environ.update(LANGGRAPH_STRICT_MSGPACK="true", LANGSMITH_TRACING="false", LANGCHAIN_TRACING_V2="false")

from agents.authoring.verification.gate import StaticGate
from agents.authoring.verification.reading.reader import ModelReader
from agents.gateway.gateway import open_gateway
from agents.gateway.journal import open_journal
from pipeline.cli.wiring.authors import authoring_context
from pipeline.graph.authoring import author_suite
from pipeline.graph.report import AuthoringReport
from plans.contracts.models import Model
from plans.families import generator
from plans.paths import SuitePaths
from review.checkpoints import AutoReviewer
from tests.agents.authoring.hand import MEALS, REPLIES, hand_written
from tests.agents.authoring.lending.hand import PARTS, lending, project, reply
from tests.agents.authoring.lending.hand import REPLIES as PROGRAMS
from tests.agents.gateway.model_endpoint import KEY, settings_for
from tests.pipeline.graph.scripted import NoProgress
from tests.pipeline.graph.test_author_by_model import LENT, Reading, author, spec
from tests.pipeline.graph.test_author_programs import spec as programs_spec

PROMPTS, LENDING = REPLIES / "prompts.yaml", PROGRAMS / "prompts.yaml"
Written = dict[str, dict[str, str]]
"""File of a reply → role, stage and project of the call, and the digest of the prompt's templates."""


async def author_read(folder: Path, model: Model, queries: Mapping[str, str] = LENT) -> AuthoringReport:
    """Author with planner, generator, verifier and evaluator; the browser is stood in for by who knows the reference.

    Readings by hand are there for the lent books alone.
    """
    asked, paths = spec(queries=queries).model_copy(update={"with_model": True}), SuitePaths(folder)
    gate = StaticGate([], "", ModelReader(model, "browser"))
    context = authoring_context(asked, paths, generator("webapp"), gate, model, Reading())
    return await author_suite(context, AutoReviewer(), NoProgress(), jobs=1)


async def journals_by_hand(folder: Path) -> tuple[Path, Path]:
    """Journals of the two items, of which the first is also read and weighed."""
    # Each in a folder of its own, since the record of what was used lies beside a journal.
    places = folder / "books" / "journal.sqlite", folder / "meals" / "journal.sqlite"
    async with hand_written().serving() as url:
        for place in places:
            with open_journal(place) as journal:
                async with open_gateway(settings_for(url), lambda _: KEY, journal) as gateway:
                    made = place.with_name("suite")
                    if place == places[0]:
                        report = await author_read(made, gateway)
                    else:
                        report = await author(made, gateway, Reading(), queries={"meals": MEALS})
            assert report.is_written, report.items
    return places


async def lending_journal(folder: Path) -> Path:
    """Journal of the Python project, whose judge knows the reference."""
    place, made = folder / "lending.sqlite", SuitePaths(folder / "lending")
    asked = programs_spec()
    async with lending().serving() as url:
        with open_journal(place) as journal:
            async with open_gateway(settings_for(url), lambda _: KEY, journal) as gateway:
                gate, judge = StaticGate([], ""), Reading(project())
                context = authoring_context(asked, made, generator(asked.family), gate, gateway, judge)
                report = await author_suite(context, AutoReviewer(), NoProgress(), jobs=1)
    assert report.is_written, report.items
    return place


async def prompts_by_hand(folder: Path) -> Written:
    """What each reply about a web app answers to by now, sorted by file."""
    files = {
        json.dumps(json.loads(file.read_text())): file.relative_to(REPLIES).as_posix()
        for file in REPLIES.rglob("*.json")
    }
    return _written(await journals_by_hand(folder), files)


async def lending_prompts(folder: Path) -> Written:
    """The same of the Python project."""
    return _written(
        [await lending_journal(folder)], {json.dumps(reply(shape)): f"{shape}.yaml" for shape in PARTS}
    )


def _written(journals: Iterable[Path], files: Mapping[str, str]) -> Written:
    """`files`: reply → its file."""
    found: Written = {}
    for place in journals:
        with closing(sqlite3.connect(place)) as rows:
            asked = rows.execute("SELECT role, stage, project, template_hash, answer FROM calls").fetchall()
        for role, stage, item, template, answer in asked:
            name = files[json.loads(answer)["text"]]
            told = {"role": role, "stage": stage, "project": item, "templates": template[:16]}
            # The plan is that of the books in both.
            assert found.setdefault(name, told) == told or name == "WrittenPlan.json"
    return dict(sorted(found.items()))


def note_prompts() -> None:
    """To be called when the replies have been read against the prompts as they are now."""
    for file, prompts in ((PROMPTS, prompts_by_hand), (LENDING, lending_prompts)):
        with TemporaryDirectory() as folder:
            found = asyncio.run(prompts(Path(folder)))
        file.write_text(
            "# What each reply was written for, and its prompt's templates as they were then; see README.md.\n"
            + yaml.safe_dump(found, sort_keys=False)
        )


if __name__ == "__main__":
    note_prompts()
