"""Starts the Chromium named by the first argument as the judge would, and draws a word with it.

Prints its version, or one line that says why not. Exit code 1: it does not start. 3: it has no font to draw with.
"""

import re
import sys

from playwright.sync_api import Browser, Error, sync_playwright

STARTS_NOT = 1
NO_FONT = 3
START_MS = 60_000
COUNT_INKED_PIXELS = """() => {
    const canvas = document.createElement('canvas');
    const pen = canvas.getContext('2d');
    pen.font = '40px sans-serif';
    pen.fillText('Benchwright', 10, 60);
    const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
    return data.filter((value, i) => i % 4 === 3 && value > 0).length;
}"""


def main(program: str) -> int:
    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=program, timeout=START_MS)
        except Error as error:
            print(reason(error.message))
            return STARTS_NOT
        print(browser.version)
        return 0 if draws(browser) else NO_FONT


def draws(browser: Browser) -> bool:
    inked: int = browser.new_page().evaluate(COUNT_INKED_PIXELS)
    browser.close()
    return inked > 0


def reason(message: str) -> str:
    """Of Playwright's long account the program's own first word, else how it ended, else the first line."""
    for telling in (r"\[err\] (.*)", r"<process did exit: (.*)>", r"(.*)"):
        if found := re.search(telling, message):
            return found.group(1)
    return message


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
