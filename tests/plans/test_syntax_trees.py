"""Two threads made trees at once, and Python 3.11 ended a verification with a SystemError."""

import ast
import gc
import sys
from concurrent.futures import ThreadPoolExecutor

from plans.syntax_trees import expression_tree, module_tree

DEEP = " + ".join(["(" * 12 + "1" + ")" * 12] * 4)
FILE = "\n".join(f"def f{n}(x):\n    return [{DEEP}]" for n in range(4))


def nothing(phase: str, info: object) -> None: ...


def test_threads_that_make_trees_at_once_all_get_theirs() -> None:
    interval, thresholds = sys.getswitchinterval(), gc.get_threshold()
    # Threads change where Python collects garbage, in the middle of a tree too.
    sys.setswitchinterval(1e-6)
    gc.set_threshold(1)
    gc.callbacks.append(nothing)
    try:
        with ThreadPoolExecutor(8) as threads:
            made = list(
                threads.map(lambda n: module_tree(FILE) if n % 2 else expression_tree(DEEP), range(160))
            )
    finally:
        gc.callbacks.remove(nothing)
        gc.set_threshold(*thresholds)
        sys.setswitchinterval(interval)
    assert {type(tree) for tree in made} == {ast.Module, ast.Expression}
