"""Files that are given to an app: to a field, behind a button, in a dialog, and submitted where they have to be."""

import pytest

from agents.browser.actions.perform import ActionResult, perform
from agents.browser.grounding.ground import Knowledge
from plans.made_up import MadeUp
from plans.records.steps import Target, Upload
from tests.agents.browser.conftest import OpenApp
from tests.agents.browser.test_choosing import Visitor

pytestmark = pytest.mark.browser

TARGET = {"role": "file", "name": "Import CSV", "synonyms": ["Import", "Upload CSV", "Upload"]}
TAKE = """<ul id=l><li>Oak</ul><p id=m></p><script>
const take = async (file) => { const [, ...rows] = (await file.text()).trim().split("\\n");
 for (const row of rows) l.innerHTML += `<li>${row.split(",")[0]}`; m.textContent = `${rows.length} imported`; };
</script>"""
FILE = "<input type=file id=f"
APPS = {
    "a field that takes it at once": f"<label>Import CSV {FILE} onchange='take(f.files[0])'></label>"
    f"<button onclick='m.textContent=\"Added\"'>Add tree</button>{TAKE}",
    "a button that opens the browser's own dialog": f"{FILE} hidden onchange='take(f.files[0])'>"
    f"<button onclick='m.textContent=\"\"; f.click()'>Import CSV</button>{TAKE}",
    "a field with a button beside it": f"<div><label>CSV file {FILE}></label>"
    f"<button onclick='take(f.files[0])'>Import</button></div>{TAKE}",
    "a dialog": "<button onclick='d.showModal()'>Upload CSV …</button><dialog id=d><h2>Upload</h2>"
    f"<label>File {FILE}></label><button onclick='d.close(); take(f.files[0])'>Add to the list</button>"
    f"<button onclick='d.close()'>Cancel</button></dialog>{TAKE}",
    "a box that is opened, and a zone in it": "<button onclick='b.hidden = false'>Import</button><div id=b hidden>"
    "<div role=button tabindex=0 onclick='f.click()'>Choose a file …</div>"
    f"{FILE} style='display:none' onchange='b.hidden = true; take(f.files[0])'></div>{TAKE}",
    "a look at it before it is taken": "<button onclick='b.hidden = false'>Import</button><form id=b hidden "
    f"onsubmit='return false'>{FILE} onchange='p.textContent=\"1 row will be imported\"; g.disabled = false'>"
    f"<p id=p></p><button disabled id=g onclick='b.hidden = true; take(f.files[0])'>Import rows</button></form>{TAKE}",
    "a window that is only made invisible": "<button onclick='w.style.visibility=\"visible\"'>Import CSV</button>"
    f"<div id=w style='visibility:hidden;position:fixed;inset:80px;background:white'>{FILE}>"
    f"<button onclick='w.style.visibility=\"hidden\"; take(f.files[0])'>Upload</button></div>{TAKE}",
}


@pytest.mark.slow
@pytest.mark.parametrize("app", APPS)
async def test_a_file_is_given_and_submitted_once(open_app: OpenApp, app: str) -> None:
    visitor = Visitor(await open_app(html=APPS[app]))
    await visitor.does("upload", target=TARGET, filename="list.csv", content="title\nElm\n")
    assert await visitor.script("l.innerText.trim().split('\\n').join()") == "Oak,Elm"
    assert await visitor.script("m.textContent") == "1 imported"


@pytest.mark.slow
async def test_of_several_buttons_that_may_submit_a_file_none_is_pressed(open_app: OpenApp) -> None:
    """What does not come about then is no proof that the app takes no file."""
    buttons = "".join(
        f"<button onclick='m.textContent = \"pressed\"'>{name}</button>" for name in ("Replace", "Append")
    )
    page = await open_app(html=f"<form onsubmit='return false'>{FILE}>{buttons}</form><p id=m></p>")
    step = Upload(
        do="upload", target=Target(role="file", name="Import"), filename="list.csv", content="title\nElm\n"
    )
    assert await perform(
        page, step, page.page.url, Knowledge(), MadeUp(0, page.settings.today)
    ) == ActionResult(is_guess=True)
    assert "pressed" not in (await page.look()).content
