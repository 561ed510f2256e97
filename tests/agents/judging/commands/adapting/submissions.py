"""The catalog's plant register as three people would have built it who were free to call everything as they like.

Each is the composed reference with another front: what it keeps and prints is as the PRD has it, how it is started and
called is not.
"""

from plans.records.project import Files, Project

ARGPARSE = '''
"""The register, by sub-commands."""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "src"))

from plantbook.console import DATA, make_app  # noqa: E402


class Parser(argparse.ArgumentParser):
    def error(self, message):
        print(f"Error: {message}")
        sys.exit(2)


def parser():
    made = Parser(description="Keep an eye on the plants.")
    made.add_argument("--db", type=Path, default=DATA, metavar="FILE", help="another data file")
    commands = made.add_subparsers(dest="command", required=True)
    commands.add_parser("all", help="show all plants").set_defaults(does="list", takes=())
    view = commands.add_parser("view", help="show one plant")
    view.add_argument("plant_id")
    view.set_defaults(does="show", takes=("plant_id",))
    new = commands.add_parser("new", help="add a plant")
    for name in ("name", "family", "price", "bought", "keeper", "note"):
        new.add_argument(f"--{name}", required=True)
    new.set_defaults(does="add", takes=("name", "family", "price", "bought", "keeper", "note"))
    edit = commands.add_parser("edit", help="change a value of a plant")
    edit.add_argument("field")
    edit.add_argument("id")
    edit.add_argument("value")
    edit.set_defaults(does="change", takes=("id", "field", "value"))
    remove = commands.add_parser("rm", help="remove a plant")
    remove.add_argument("id")
    remove.set_defaults(does="delete", takes=("id",))
    return made


def main():
    given = parser().parse_args()
    app = make_app(given.db)
    values = [getattr(given, name) for name in given.takes]
    return 0 if app.attempt(given.does, values) else 2


sys.exit(main())
'''
ARGPARSE_README = """# Plants

Start it so:

```sh
$ python plants.py --help
$ python plants.py all
```
"""

MENU = '''
"""The register, by a menu of its own order; commands are called as usual."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "src"))

from plantbook.console import DATA, ask, make_app  # noqa: E402

ENTRIES = (
    ("a", "Create plant", "add"),
    ("d", "Remove plant", "delete"),
    ("f", "Find plants", "search"),
    ("l", "View all plants", "list"),
    ("s", "View plant", "show"),
    ("u", "Update plant", "change"),
)


def menu(app):
    actions = {action.name: action for action in app.actions}
    while True:
        print("*** PLANTS ***")
        for key, title, _ in ENTRIES:
            print(f"[{key}] {title}")
        print("[x] Exit")
        try:
            choice = ask("What now?")
            if choice == "x":
                break
            name = next((name for key, _, name in ENTRIES if key == choice), None)
            if name is None:
                print(f"Error: {choice!r} is no choice")
                continue
            values = [ask(value.capitalize()) for value in actions[name].arguments]
        except EOFError:
            print()
            break
        app.attempt(name, values)
    print("Goodbye.")
    return 0


def main(given):
    path = DATA
    if given[:1] == ["--data"]:
        path, given = Path(given[1]), given[2:]
    app = make_app(path)
    if not given:
        return menu(app)
    return 0 if app.attempt(given[0], given[1:]) else 2


sys.exit(main(sys.argv[1:]))
'''
MENU_README = """# Plants

Run `python register.py`. Without anything it shows a menu; `python register.py list` lists.
"""

PACKAGE = '''
"""The register as a package that is started by its name."""

import sys

from plantbook.console import main

NAMES = {"ls": "list", "get": "show", "create": "add", "update": "change", "delete": "delete", "find": "search"}
USAGE = """Usage: python -m plantbook [--data FILE] COMMAND

Commands:
  ls                                            List plants
  get ID                                        Show a plant
  create NAME FAMILY PRICE BOUGHT KEEPER NOTE   Add a plant
  update ID FIELD VALUE                         Change a plant
  delete ID                                     Delete a plant
  find TEXT                                     Search plants
"""


def named(given):
    at = 2 if given[:1] == ["--data"] else 0
    if len(given) > at:
        given[at] = NAMES.get(given[at], f"unknown-{given[at]}" if given[at] in NAMES.values() else given[at])
    return given


if "--help" in sys.argv:
    print(USAGE)
else:
    sys.exit(main(named(sys.argv[1:])))
'''
PACKAGE_README = """# Plants

```
cd src && python -m plantbook ls
```
"""


def by_argparse(project: Project) -> Files:
    """Sub-commands under other names, values by options, no search, and no menu."""
    return {**_without_front(project), "plants.py": ARGPARSE, "README.md": ARGPARSE_README}


def by_menu(project: Project) -> Files:
    """A menu in another order, with letters for choices."""
    return {**_without_front(project), "register.py": MENU, "README.md": MENU_README}


def by_package(project: Project) -> Files:
    """A package that is started by `-m`, with a help text of its own."""
    return {**_without_front(project), "src/plantbook/__main__.py": PACKAGE, "README.md": PACKAGE_README}


def _without_front(project: Project) -> Files:
    """The reference without its program and its README."""
    return {
        name: text for name, text in project.reference.items() if name not in ("src/main.py", "README.md")
    }
