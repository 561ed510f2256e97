"""Starts the Chromium named by the first argument as the judge would, and draws a word with it.

Prints its version. Exit code 3: it starts but has no font to draw with. Any other failure: it does not start.
"""

import sys

from playwright.sync_api import sync_playwright

NO_FONT = 3
START_MS = 60_000
INKED_PIXELS = """() => {
    const canvas = document.createElement('canvas');
    const pen = canvas.getContext('2d');
    pen.font = '40px sans-serif';
    pen.fillText('Benchwright', 10, 60);
    return pen.getImageData(0, 0, canvas.width, canvas.height).data.filter((_, i) => i % 4 == 3).filter(Boolean).length;
}"""


def main(program: str) -> int:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, timeout=START_MS)
        page = browser.new_page()
        page.set_content("<title>a page</title>")
        print(browser.version)
        inked: int = page.evaluate(INKED_PIXELS)
        browser.close()
    return 0 if inked else NO_FONT


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
