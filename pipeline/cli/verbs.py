"""The command: finds the verb, loads only its code, and turns errors into messages and exit codes."""

import errno
import io
import os
import select
import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import click

from pipeline.cli.output import JsonOutput, echo_error, open_console, prepare_output
from plans.errors import EXIT_CODE, BenchwrightError, Cause, StorageFailed, first_of
from plans.plain_text import folded, hanging

VERBS = {
    "author": ("pipeline.cli.author:author", "Make benchmark items from seed queries."),
    "review": ("pipeline.cli.review:review", "List review checkpoints that wait, and decide them."),
    "check": ("pipeline.cli.check:check", "Check a suite without a browser, in seconds."),
    "verify": ("pipeline.cli.verify:verify", "Run a suite's release gate again."),
    "refresh": (
        "pipeline.cli.renewal:refresh",
        "Write a new version of a suite, with a variant of every item.",
    ),
    "grow": ("pipeline.cli.renewal:grow", "Add items to a suite where its plan is covered least."),
    "run": ("pipeline.cli.run:run", "Score code agents on a suite, over rounds of feedback."),
    "judge": ("pipeline.cli.judge:judge", "Judge one submission in any folder."),
    "bind": ("pipeline.cli.apps:bind", "Name the elements of a web app that the criteria mean."),
    "map": ("pipeline.cli.apps:show_map", "Print what a judge finds in a web app, and what it misses."),
    "import": ("pipeline.cli.exchange:imports", "Make a suite from a published benchmark."),
    "export": ("pipeline.cli.exchange:exports", "Write a suite or a run in another benchmark's format."),
    "report": ("pipeline.cli.report:report", "Write a run's report as one HTML file."),
    "compare": ("pipeline.cli.report:compare", "Compare two runs, or two agents of one."),
    "show": ("pipeline.cli.apps:show", "Open an item's reference in the browser."),
    "schemas": ("pipeline.cli.exchange:schemas", "Write the JSON Schemas of all files."),
    "models": ("pipeline.cli.models:models", "Try the models that you have named."),
    "prompts": ("pipeline.cli.prompts:prompts", "Print the prompts that models and code agents get."),
    "doctor": ("pipeline.cli.doctor:doctor", "Check what this machine has and what it lacks."),
    "instances": (
        "pipeline.cli.verbs:instances",
        "Verbs for suites of prompts on which models are scored.",
    ),
    "demo": ("pipeline.cli.demo:demo", "Run the whole job once: author, verify, run, report."),
}
"""Verb → where its command is, and its line in the help."""

INSTANCE_VERBS = {
    "author": ("pipeline.cli.instances.making:author", "Make a suite from a family's plan."),
    "review": (
        "pipeline.cli.instances.reviewing:review",
        "Decide a plan, or parts of a family, that wait for you.",
    ),
    "check": ("pipeline.cli.instances.checking:check", "Check a suite, in seconds."),
    "verify": ("pipeline.cli.instances.checking:verify", "Draw every instance again, and compare."),
    "show": ("pipeline.cli.instances.checking:show", "Print one instance."),
    "run": ("pipeline.cli.instances.solving:run", "Score models and solvers on a suite."),
    "report": ("pipeline.cli.instances.solving:report", "Write a run's report as one HTML file."),
    "compare": ("pipeline.cli.instances.solving:compare", "Compare two models or solvers, by instance."),
    "grow": ("pipeline.cli.instances.making:grow", "Add instances to a suite."),
    "refresh": (
        "pipeline.cli.instances.making:refresh",
        "Write a new version of a suite, with other instances.",
    ),
}
"""The same of `benchwright instances`."""

OWN_ENVIRONMENT = {
    "LANGGRAPH_STRICT_MSGPACK": "true",
    "LANGSMITH_TRACING": "false",
    "LANGCHAIN_TRACING_V2": "false",
}
"""Set before LangGraph is imported: no callables out of a checkpoint, and no seed text to a tracing service."""


USAGE = "usage"
INTERNAL = "internal"
"""Codes of errors in JSON, beside those of Cause: the command line is wrong (exit code 2), benchwright failed (70)."""


READER_GONE_CODE = 141
"""As a shell tells of a program that SIGPIPE ended: 128 and the signal's number. Neither 0 nor 1, since how the work
ends was not told to anybody.
"""


class ReaderGone(Exception):
    """Nobody reads what is printed any more. No OSError, which click would end with 1, as a check that found errors."""


class LazyVerbs(click.Group):
    """A group that imports a verb when it is called, because LangGraph alone costs a second."""

    def __init__(self, *arguments: Any, verbs: Mapping[str, tuple[str, str]], **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._verbs = verbs

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self._verbs)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self._verbs:
            return None
        module, _, name = self._verbs[cmd_name][0].partition(":")
        return cast("click.Command", getattr(import_module(module), name))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self._verbs and not args[0].startswith("-"):
            raise click.NoSuchCommand(args[0], possibilities=self._verbs, ctx=ctx)
        return super().resolve_command(ctx, args)

    def make_context(self, *arguments: Any, **options: Any) -> click.Context:
        """As click's, which prints the group's own help in it."""
        with _pipes_told_apart():
            return super().make_context(*arguments, **options)

    def invoke(self, ctx: click.Context) -> object:
        """As click's; but click takes any EOFError for Ctrl-D, and any broken pipe for a reader that has left."""
        try:
            with _pipes_told_apart():
                return super().invoke(ctx)
        except click.NoSuchOption as error:
            raise _with_other_verb(error) from None
        except EOFError as error:
            raise RuntimeError("An input ended early that was no terminal.") from error

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Verbs"):
            formatter.write_dl([(verb, line) for verb, (_, line) in self._verbs.items()])


@contextmanager
def _pipes_told_apart() -> Generator[None]:
    """Raises ReaderGone where whoever read our output has left, and RuntimeError for a pipe of another kind."""
    try:
        yield
    except BrokenPipeError as error:
        if _is_reader_gone():
            raise ReaderGone from None
        raise RuntimeError("A pipe to another process broke.") from error


def _with_other_verb(error: click.NoSuchOption) -> click.NoSuchOption:
    """The error, with the verb of the same name in the other group where that has the option."""
    group = error.ctx.parent.command if error.ctx and error.ctx.parent else None
    if error.ctx is None or group not in (benchwright, instances):
        return error
    verb, other = error.ctx.command.name or "", benchwright if group is instances else instances
    command = other.get_command(error.ctx, verb)
    if command is None or not any(error.option_name in one.opts for one in command.params):
        return error
    where, held = ("", "items") if other is benchwright else (f" {instances.name}", "instances")
    return click.NoSuchOption(
        error.option_name,
        f"No such option: {error.option_name}. It is an option of `benchwright{where} {verb}`, which is for {held}.",
        ctx=error.ctx,
    )


@click.group(
    cls=LazyVerbs,
    verbs=VERBS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="benchwright")
def benchwright() -> None:
    """Make, verify, refresh and run benchmarks for code agents.

    \b
    Example: from seed queries to a report
      benchwright author seeds.yaml --family webapp --out generated/mine
      benchwright run generated/mine --agent oracle --agent nop --rounds 3
      benchwright report runs/mine

    \b
    Exit codes:
      0 done
      1 done, and the answer is no: something failed a check
      2 wrong usage
      3 a file, seed or option is wrong
      4 this machine or a service failed
      5 the judge could not decide, or cannot be trusted
      6 the budget is used up
      7 the submission cannot be used
      8 a model's answer cannot be used
      70 benchwright itself failed: the traceback is on standard error
      130 stopped by Ctrl-C, 141 because nobody reads the output, 143 by SIGTERM

    Guides: README.md, and .github/commands.md on output, exit codes, seeds and runs.
    """


@click.group("instances", cls=LazyVerbs, verbs=INSTANCE_VERBS)
def instances() -> None:
    """Make and verify suites of instances, and score models on them.

    An instance is a prompt with a program that scores the answer. For suites of items, which code agents build, use the
    verbs of `benchwright` itself. Guide: .github/instances.md.

    \b
    Example: from a family's plan to a report
      benchwright instances author --family calendar --n 2000 --out generated/calendar
      benchwright instances run generated/calendar --model MODEL
      benchwright instances report runs/calendar
    """


def run_command() -> int:
    """Run the command and give its exit code; raises KeyboardInterrupt where the user stopped it.

    Any other exception that comes out is a defect of ours. Where nobody reads the output any more, as after
    `benchwright … | head`, nothing is said of it, and the code is READER_GONE_CODE. With --json every error is a JSON
    object on standard output too, with the code of USAGE, INTERNAL or a Cause.
    """
    os.environ.update(OWN_ENVIRONMENT)
    prepare_output()
    words = sys.argv[1:]
    output = JsonOutput("--json" in words[: words.index("--")] if "--" in words else "--json" in words)
    try:
        return _run(output)
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as defect:
        if isinstance(defect, (ReaderGone, BrokenPipeError)) and _is_reader_gone():
            _drop(*_unread())
            return READER_GONE_CODE
        output.write_error(INTERNAL, folded(f"{type(defect).__name__}: {defect}"))
        raise


def _run(output: JsonOutput) -> int:
    """Run the command and give its exit code; a defect of ours is raised."""
    try:
        _require_working_directory()
        code: object = benchwright.main(standalone_mode=False, obj=output)
        if sys.stdout is not None:
            sys.stdout.flush()
    except click.ClickException as error:
        shown = io.StringIO()
        error.show(shown)
        echo_error(shown.getvalue().removesuffix("\n"))
        is_of_path = _is_wrong_path(error)
        output.write_error(Cause.AUTHOR if is_of_path else USAGE, error.format_message())
        code = EXIT_CODE[Cause.AUTHOR] if is_of_path else error.exit_code
    except click.Abort:
        raise KeyboardInterrupt from None
    except ExceptionGroup as errors:
        code = _fail(first_of(errors), output)
    except (BenchwrightError, OSError) as error:
        code = _fail(error, output)
    return code if isinstance(code, int) else 0


def _fail(error: Exception, output: JsonOutput) -> int:
    """Say what went wrong and give the exit code for it; a defect of ours is raised again."""
    if isinstance(error, OSError):
        error = _disk_failure(error)
    if not isinstance(error, BenchwrightError):
        raise error
    open_console(stderr=True).print(
        hanging(f"Error: {error}"), style="red", markup=False, highlight=False, soft_wrap=True
    )
    output.write_error(error.cause, str(error))
    return EXIT_CODE[error.cause]


def _is_wrong_path(error: click.ClickException) -> bool:
    """Whether a file or folder that was named is missing or of the wrong kind: the command itself is well formed."""
    return (
        isinstance(error, click.BadParameter)
        and not isinstance(error, click.MissingParameter)
        and error.param is not None
        and isinstance(error.param.type, click.Path)
    )


def _disk_failure(error: OSError) -> Exception:
    """StorageFailed for a disk that takes no more, which a verb did not expect; any other error as it is."""
    # Reading files is loaded by the verbs that do so: help and completion are to come at once.
    from plans.files import DISK_FULL, storage_failure

    if error.errno not in DISK_FULL | {errno.EIO}:
        return error
    if error.filename is None:
        # Standard output has no name; what could not be written to a file of ours is a StorageFailed.
        _drop(sys.stdout.fileno())
        return StorageFailed(f"The output could not be written: {error.strerror}. Send it elsewhere.")
    return storage_failure(Path(error.filename2 or error.filename), error)


def _is_reader_gone() -> bool:
    """Whether nobody reads our output any more, as after `benchwright … | head`."""
    return bool(_unread())


def _unread() -> list[int]:
    """Standard output and error, as far as nobody reads them any more."""
    outputs = select.poll()
    for number in (1, 2):
        outputs.register(number, 0)
    return [number for number, _ in outputs.poll(0)]


def _require_working_directory() -> None:
    """Raise StorageFailed when the working directory was removed: no path that is given could be found."""
    try:
        Path.cwd()
    except FileNotFoundError as error:
        raise StorageFailed("The working directory is gone. Change to one that is there: cd ~") from error


def _drop(*outputs: int) -> None:
    """What is left of the output goes nowhere: Python would try it again at its end, and tell of it in its own way."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for output in outputs:
        os.dup2(nowhere, output)
