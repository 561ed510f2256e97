"""How submissions are served: the rule, and what a server must not give away."""

import http.client
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from agents.sandbox.serving import CommandSite, StaticServer, StaticSite, dependencies, find_site, serve_files
from plans.errors import NotServable


def page(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "index.html").write_text("<h1>Hello</h1>", encoding="utf-8")
    return folder


def get(url: str, path: str) -> tuple[int, dict[str, str], bytes]:
    """Ask for a path as it is written, without the tidying that a browser would do."""
    wire = http.client.HTTPConnection(urlsplit(url).netloc, timeout=5)
    wire.request("GET", path)
    answer = wire.getresponse()
    body = answer.read()
    wire.close()
    return answer.status, {name.lower(): value for name, value in answer.getheaders()}, body


def test_a_start_page_at_the_root_goes_before_built_ones(tmp_path: Path) -> None:
    page(tmp_path / "dist")
    assert find_site(tmp_path) == StaticSite(tmp_path / "dist")
    page(tmp_path)
    assert find_site(tmp_path) == StaticSite(tmp_path)


def test_two_built_folders_are_nobodys_choice(tmp_path: Path) -> None:
    page(tmp_path / "dist")
    page(tmp_path / "build")
    with pytest.raises(NotServable, match="2 of dist/, build/, public/"):
        find_site(tmp_path)


def test_an_empty_submission_says_what_was_looked_for(tmp_path: Path) -> None:
    with pytest.raises(NotServable, match=r"no index\.html at its root"):
        find_site(tmp_path)


@pytest.mark.parametrize(
    ("scripts", "script"), [('{"start": "x", "dev": "y"}', "start"), ('{"dev": "y"}', "dev")]
)
def test_a_start_script_goes_before_everything(tmp_path: Path, scripts: str, script: str) -> None:
    page(tmp_path)
    (tmp_path / "package.json").write_text(f'{{"scripts": {scripts}}}')
    assert find_site(tmp_path) == CommandSite(tmp_path, ("npm", "run", "--silent", script))


@pytest.mark.parametrize("package", ["not json", "[]", '{"scripts": {"build": "tsc"}}', '{"scripts": []}'])
def test_a_package_without_such_a_script_is_served_as_files(tmp_path: Path, package: str) -> None:
    page(tmp_path)
    (tmp_path / "package.json").write_text(package)
    assert find_site(tmp_path) == StaticSite(tmp_path)


@pytest.mark.parametrize("package", ["[" * 100_000, "1" * 5_000, '{"a": "' + "x" * 1_000_000 + '"}'])
def test_a_package_that_cannot_be_read_is_no_start_script(tmp_path: Path, package: str) -> None:
    """Deep brackets once ended the run with a traceback."""
    (tmp_path / "package.json").write_text(package)
    with pytest.raises(NotServable, match="it has one that cannot be read"):
        find_site(tmp_path)
    assert dependencies(tmp_path) == []
    page(tmp_path)
    assert find_site(tmp_path) == StaticSite(tmp_path)


PACKAGE = '{"scripts": {"dev": "%s"}, "devDependencies": {"vite": "^7"}}'


@pytest.mark.parametrize("script", ["vite", "NODE_ENV=production vite --port $PORT", "npx vite"])
def test_what_was_built_stands_in_for_a_script_without_its_package(tmp_path: Path, script: str) -> None:
    """A Vite project once failed although its dist/ lay there: its program comes in a package, and none is kept."""
    (tmp_path / "package.json").write_text(PACKAGE % script)
    page(tmp_path)
    assert find_site(tmp_path) == CommandSite(tmp_path, ("npm", "run", "--silent", "dev"))
    page(tmp_path / "dist")
    assert find_site(tmp_path) == StaticSite(tmp_path / "dist", instead_of="dev")


@pytest.mark.parametrize("script", ["node server.js", "npm run serve", "./serve", "python3 -m http.server"])
def test_a_script_that_can_start_is_run_whatever_was_built(tmp_path: Path, script: str) -> None:
    page(tmp_path / "dist")
    (tmp_path / "package.json").write_text(PACKAGE % script)
    assert find_site(tmp_path) == CommandSite(tmp_path, ("npm", "run", "--silent", "dev"))


def test_a_script_whose_packages_are_there_is_run(tmp_path: Path) -> None:
    page(tmp_path / "dist")
    (tmp_path / "package.json").write_text(PACKAGE % "vite")
    (tmp_path / "node_modules").mkdir()
    assert find_site(tmp_path) == CommandSite(tmp_path, ("npm", "run", "--silent", "dev"))


async def test_a_project_that_serves_itself_is_not_for_the_static_server(tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text('{"scripts": {"start": "node ."}}')
    with pytest.raises(NotServable, match="needs a sandbox"):
        async with StaticServer().serve(tmp_path):
            pass


async def test_files_have_types_and_are_not_kept(tmp_path: Path) -> None:
    page(tmp_path)
    (tmp_path / "app.js").write_text("1")
    (tmp_path / "data.csv").write_text("a,b")
    async with StaticServer().serve(tmp_path) as url:
        status, headers, body = get(url, "/")
        assert (status, body) == (200, b"<h1>Hello</h1>")
        assert headers["content-type"] == "text/html; charset=utf-8"
        assert headers["cache-control"] == "no-store"
        assert get(url, "/app.js")[1]["content-type"] == "text/javascript; charset=utf-8"
        assert get(url, "/data.csv?x=1")[2] == b"a,b"


def test_nothing_outside_of_the_folder_is_served(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret")
    site = page(tmp_path / "site")
    (site / "link.txt").symlink_to(tmp_path / "secret.txt")
    (site / "out").symlink_to(tmp_path)
    with serve_files(site) as url:
        for path in (
            "/../secret.txt",
            "/%2e%2e/secret.txt",
            "/link.txt",
            "/out/secret.txt",
            "//../secret.txt",
            "/..%5csecret.txt",
            "/%00",
        ):
            status, _, body = get(url, path)
            assert b"secret" not in body, path
            assert status == 404, path


def test_folders_are_not_listed(tmp_path: Path) -> None:
    site = page(tmp_path)
    (site / "img").mkdir()
    (site / "img" / "logo.svg").write_text("<svg/>")
    with serve_files(site) as url:
        assert b"logo" not in get(url, "/img/")[2]
        assert get(url, "/img/logo.svg")[0] == 200


def test_a_route_of_the_app_leads_to_its_start_page_and_a_missing_file_does_not(tmp_path: Path) -> None:
    with serve_files(page(tmp_path)) as url:
        assert get(url, "/items/3")[2] == b"<h1>Hello</h1>"
        assert get(url, "/missing.js")[0] == 404


def test_a_start_page_that_may_have_been_cut_is_not_asked_for_again(tmp_path: Path) -> None:
    """An agent whose index.html was not kept, for 20,000 files beside it, was told to put index.html at the root."""
    with pytest.raises(
        NotServable, match="it may be among what was not kept: 'index.html', more than 20,000 files"
    ) as said:
        find_site(tmp_path, "'index.html', more than 20,000 files")
    assert "put index.html" not in str(said.value)
