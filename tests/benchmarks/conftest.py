"""The table at the end of `make bench`, and the options that name what else is measured."""

import pytest

from tests.benchmarks.figures import Figures

_FIGURES = pytest.StashKey[Figures]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--demo", action="store_true", help="run the demo and measure it; takes minutes")
    parser.addoption(
        "--prdbench", metavar="FOLDER", help="import this checkout of PRDBench too, and measure it"
    )


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_FIGURES] = Figures()


@pytest.fixture
def figures(request: pytest.FixtureRequest) -> Figures:
    """Where benchmarks note what they measured."""
    return request.config.stash[_FIGURES]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    noted = config.stash[_FIGURES].noted
    if not noted:
        return
    terminalreporter.section("figures")
    for figure in noted:
        terminalreporter.line(figure.line(), red=figure.verdict == "MISSED")
    for line in ("", *config.stash[_FIGURES].told) if config.stash[_FIGURES].told else ():
        terminalreporter.line(line)
    terminalreporter.line("")
    terminalreporter.line("Ratios decide; times and memory are of this machine as it is now, shared or not.")
