"""Tests reach nothing beyond this machine, and say so by failing."""

import asyncio
import os
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path
from urllib.error import URLError

import pytest

pytestmark = pytest.mark.slow

CONFTEST = Path(__file__).parent.parent / "conftest.py"
FAR_ADDRESS = "192.0.2.1"  # set aside for documentation: nobody is there
FAR_NAME = "nobody.invalid"


def connect() -> None:
    with socket.socket() as sock:
        sock.connect((FAR_ADDRESS, 80))


def send_datagram() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.sendto(b"hello", (FAR_ADDRESS, 53))


def connect_with_asyncio() -> None:
    asyncio.run(asyncio.wait_for(asyncio.open_connection(FAR_ADDRESS, 80), 5))


def look_up_name() -> None:
    socket.create_connection((FAR_NAME, 80), timeout=5)


@pytest.mark.parametrize("attempt", [connect, send_datagram, connect_with_asyncio, look_up_name])
def test_leaving_is_refused(attempt: Callable[[], None], stays_on_this_machine: list[str]) -> None:
    with pytest.raises(OSError, match="nothing beyond this machine"):
        attempt()
    assert stays_on_this_machine
    stays_on_this_machine.clear()


def test_a_test_that_hides_the_refusal_fails_all_the_same(pytester: pytest.Pytester) -> None:
    """Code under test turns an OSError into a verdict; the attempt must show nevertheless."""
    pytester.makeconftest(CONFTEST.read_text())
    pytester.makepyfile(f"""
        import contextlib, socket

        def test_hides_it():
            with contextlib.suppress(OSError):
                socket.create_connection(({FAR_ADDRESS!r}, 80), timeout=5)
    """)
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider")
    result.assert_outcomes(passed=1, errors=1)
    result.stdout.fnmatch_lines(["*tried to reach beyond this machine: socket.*"])


def test_loopback_and_unix_sockets_are_open() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()):
        pass
    one, other = socket.socketpair()
    one.close()
    other.close()


def test_children_are_led_to_a_proxy_that_nobody_serves() -> None:
    assert os.environ["https_proxy"] == "http://127.0.0.1:9"
    asks = f"import urllib.request as r; r.urlopen('http://{FAR_NAME}/', timeout=5)"
    child = subprocess.run([sys.executable, "-c", asks], capture_output=True, text=True, check=False)
    assert child.returncode != 0
    assert "Connection refused" in child.stderr


def test_the_guard_itself_is_met_by_library_code(stays_on_this_machine: list[str]) -> None:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with pytest.raises(URLError, match="nothing beyond this machine"):
        opener.open(f"http://{FAR_ADDRESS}/", timeout=5)
    stays_on_this_machine.clear()
