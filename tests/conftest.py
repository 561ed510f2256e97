"""What holds for every test: none reaches beyond this machine, and everything in tests/benchmarks is a benchmark."""

import gc
import ipaddress
import socket
import sys
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

BENCHMARKS = Path(__file__).parent / "benchmarks"
NOWHERE = "http://127.0.0.1:9"
"""A proxy that nobody serves: what a child process asks of the network is refused at once."""
CHILDREN_STAY_HERE = {
    **dict.fromkeys(
        ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"), NOWHERE
    ),
    **dict.fromkeys(("no_proxy", "NO_PROXY"), "localhost,127.0.0.1,::1"),
    "PIP_NO_INDEX": "1",
    "HF_HUB_OFFLINE": "1",
}

refused: list[str] = []
"""What was refused since the running test began."""


class NetworkRefused(OSError):
    """Raised in place of a connection that would leave this machine; an OSError, so that code meets what it would
    meet offline. The test fails at its end all the same, however the code took it.
    """


def pytest_configure() -> None:
    # What a property costs is told by benchmarks; a busy machine once failed one for its 200 ms.
    # Half of the usual examples keep `make test` short; a property that needs more says so itself.
    settings.register_profile("house", deadline=None, max_examples=50)
    settings.load_profile("house")
    # An audit hook sees what asyncio and libraries in C do with sockets too; patched methods would not.
    sys.addaudithook(refuse_beyond_this_machine)


def refuse_beyond_this_machine(event: str, arguments: tuple[object, ...]) -> None:
    if event in ("socket.connect", "socket.sendto", "socket.sendmsg"):
        sock, address = arguments
        assert isinstance(sock, socket.socket | socket.SocketType)
        if sock.family in (socket.AF_INET, socket.AF_INET6) and isinstance(address, tuple):
            refuse_unless_here(str(address[0]), event)
    elif event in ("socket.getaddrinfo", "socket.gethostbyname") and isinstance(arguments[0], str | bytes):
        host = arguments[0]
        refuse_unless_here(host.decode("ascii", "replace") if isinstance(host, bytes) else host, event)


def refuse_unless_here(host: str, event: str) -> None:
    if host in ("", "localhost", socket.gethostname()) or host.endswith(".localhost"):
        return
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        pass
    else:
        if address.is_loopback or address.is_unspecified:
            return
    refused.append(f"{event} to {host!r}")
    raise NetworkRefused(
        f"{event} to {host!r}: a test reaches nothing beyond this machine. Serve what it needs on 127.0.0.1."
    )


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Modules and tests stay until the end: the garbage collector need not visit a million objects of theirs again
    and again, neither while they are collected nor in each test.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.fixture(autouse=True)
def stays_on_this_machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Fails the test that tried to leave. A test of the guard itself empties the list."""
    refused.clear()
    for name, value in CHILDREN_STAY_HERE.items():
        monkeypatch.setenv(name, value)
    yield refused
    if refused:
        pytest.fail(f"the test tried to reach beyond this machine: {'; '.join(refused)}", pytrace=False)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(BENCHMARKS):
            item.add_marker(pytest.mark.bench)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """How many attacks on the sandbox were tried: a skipped one proves nothing."""
    counts = {
        outcome: sum("attack" in report.keywords for report in terminalreporter.stats.get(outcome, ()))
        for outcome in ("passed", "failed", "skipped")
    }
    if total := sum(counts.values()):
        tried = counts["passed"] + counts["failed"]
        terminalreporter.write_line(
            f"attacks on the sandbox: {tried} of {total} tried, {counts['failed']} succeeded"
        )
