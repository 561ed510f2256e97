"""What counts as seen: what is drawn in colours that differ, where people can scroll to."""

import pytest

from agents.browser.page import LivePage
from tests.agents.browser.conftest import OpenApp

pytestmark = pytest.mark.browser


async def words(page: LivePage) -> list[str]:
    page.touch()
    return (await page.look()).content.split()


def each(styles: dict[str, str], around: str = "<div>{}</div>") -> str:
    """A paragraph for each style, that says its key."""
    return "".join(around.format(f"<p style='{style}'>{word}</p>") for word, style in styles.items())


CARDS = [f"card{number}" for number in range(12)]


@pytest.mark.slow
async def test_what_scrolled_out_of_a_scroller_is_seen_still(open_app: OpenApp) -> None:
    cards = "".join(f"<li style='position:relative;height:200px'>{card}</li>" for card in CARDS)
    page = await open_app(
        html="<style>html, body {height:100%; margin:0; overflow:hidden} main {height:100%; overflow:auto}</style>"
        f"<main><ul>{cards}</ul></main>"
    )
    assert await words(page) == CARDS
    await page.call("document.querySelector('main').scrollTop = 1500")
    assert await words(page) == CARDS


async def test_a_body_that_scrolls_by_itself_and_a_list_from_the_bottom_up_are_seen_whole(
    open_app: OpenApp,
) -> None:
    page = await open_app(
        html="<style>html {overflow:hidden; height:100%} body {overflow:auto; height:100%; margin:0}"
        "#chat {display:flex; flex-direction:column-reverse; height:50px; overflow:auto}</style>"
        "<p>First</p><div style='height:3000px'></div><div id=chat><p>Newest</p><div style='flex:0 0 900px'></div>"
        "<p>Oldest</p></div><p>Last</p>"
    )
    shown = ["First", "Newest", "Oldest", "Last"]
    assert await words(page) == shown
    await page.call("document.body.scrollTop = 4000")
    assert await words(page) == shown


async def test_light_words_over_what_is_dark_are_seen_below_the_fold_too(open_app: OpenApp) -> None:
    over = (
        "<div style='display:grid'><i style='grid-area:1/1;background:#036'></i>"
        "<b style='grid-area:1/1'>{}</b></div>"
    )
    page = await open_app(
        html="<style>body {color:#fff; background:#fff}</style>"
        + over.format("Top") + "<div style='height:2000px'></div>" + over.format("Caption")
        + "<p>Nothing</p>" + over.replace("#036", "#fff").format("White")
    )  # fmt: skip
    assert await words(page) == ["Top", "Caption"]


async def test_words_that_are_drawn_nowhere_are_not_seen(open_app: OpenApp) -> None:
    page = await open_app(
        html="<p>Shown</p><canvas>Canvas</canvas><video>Video</video><progress>Progress</progress>"
        "<svg><text y=20>Drawn</text><desc>Desc</desc><metadata>Meta</metadata></svg>"
        "<div hidden=until-found>Found</div><div style='content-visibility:hidden'>Skipped</div>"
        "<div style='height:3000px'></div><p style='content-visibility:auto'>Later</p>"
    )
    assert await words(page) == ["Shown", "Drawn", "Later"]


async def test_what_is_clipped_out_of_reach_is_not_seen(open_app: OpenApp) -> None:
    page = await open_app(
        html="<p>Shown</p>"
        + each(
            {
                "Rect": "position:absolute; clip:rect(0, 0, 0, 0)",
                "Circle": "clip-path:circle(1px at 0 0)",
                "Side": "clip-path:inset(0 100% 0 0)",
                "Polygon": "clip-path:polygon(0 0, 0 0, 0 0)",
                "Indent": "text-indent:-500px; overflow:hidden; width:200px",
                "Right": "text-indent:2000px; overflow:hidden; white-space:nowrap",
                "Beside": "position:fixed; left:200vw; top:0",
                "Beneath": "position:fixed; top:200vh",
                "Speck": "font-size:1px",
                "Shrunk": "transform:scale(.03)",
                "Turned": "transform:rotateY(89.9deg)",
            }
        )
        + "<div style='height:30px; overflow:hidden'><p style='margin:60px 0 0'>Low</p></div>"
        "<div style='position:relative; width:100px; height:20px; overflow:hidden'>"
        "<b style='position:absolute; left:400px'>Far</b></div>"
        "<div style='height:0; overflow:auto'><p>Flat</p></div>"
    )
    assert await words(page) == ["Shown"]


async def test_what_seems_clipped_and_can_be_read_is_seen(open_app: OpenApp) -> None:
    shown = {
        "Half": "padding-top:60px; clip-path:inset(50% 0 0 0)",
        "Indented": "text-indent:-1000px; padding-left:1000px",
        "Circle": "clip-path:circle(40px at 0 0)",
    }
    page = await open_app(
        html=each(shown) + "<div style='position:absolute; left:-2000px; width:10px; white-space:nowrap'>"
        "<b style='position:relative; left:2000px; top:300px'>Back</b></div>"
        "<div style='width:0; height:0; overflow:hidden'><p style='position:absolute; top:400px'>Free</p></div>"
        "<div style='width:0; height:0; overflow:auto'><p style='position:fixed; top:450px'>Fixed</p></div>"
        "<div style='height:40px; overflow:auto'><div style='height:500px'></div><p>Deep</p></div>"
    )
    assert await words(page) == [*shown, "Back", "Free", "Fixed", "Deep"]


async def test_words_without_a_colour_of_their_own_are_not_seen(open_app: OpenApp) -> None:
    page = await open_app(
        html="<style>body {background:#fff}</style><p>Shown</p><p style='color:rgb(0 0 0 / .5)'>Half</p>"
        + each(
            {
                "Alpha": "color:rgba(0, 0, 0, .01)",
                "Lightness": "color:oklch(1 0 0)",
                "Space": "color:color(srgb 1 1 1)",
                "Shadowed": "color:#fff; text-shadow:0 0 1px #fff",
                "Stroke": "color:#fff; -webkit-text-stroke:1px #fff",
                "Filter": "filter:opacity(0)",
            }
        )
        + "<div style='opacity:.3'><div style='opacity:.3'><p style='opacity:.3'>Nested</p></div></div>"
    )
    assert await words(page) == ["Shown", "Half"]


async def test_what_slides_into_the_window_is_seen_already(open_app: OpenApp) -> None:
    page = await open_app(
        html="<style>aside {position:fixed; top:0; right:0; width:200px; transition:transform .6s}"
        ".away {transform:translateX(100%)}</style><p>Shop</p><aside class=away>Cart</aside><button>Open</button>"
    )
    assert await words(page) == ["Shop", "Open"]
    await page.call("document.querySelector('aside').className = ''")
    assert await words(page) == ["Shop", "Cart", "Open"]


async def test_letters_that_show_nothing_are_no_words(open_app: OpenApp) -> None:
    """A heading of them was one that is there, and a name with one of them was another name."""
    letters = "\u115f\u1160\u180b\u180d\u180f\u2800\u3164\ufe00\ufe0e\ufe0f\u200b\u2060"
    page = await open_app(
        html="".join(f"<p>{letter}</p><button aria-label='{letter}'></button>" for letter in letters)
        + "<p>Fe\u3164rn</p><p>I\ufe0fvy</p><p>\u270f\ufe0f</p>"
    )
    assert await words(page) == ["Fern", "Ivy", "\u270f\ufe0f"]
    assert {element.name for element in (await page.look()).elements} == {""}


@pytest.mark.slow
async def test_attributes_of_megabytes_are_looked_at_in_time(open_app: OpenApp) -> None:
    page = await open_app(
        html="<body><script>const long = 'word '.repeat(1e6); for (let i = 0; i < 100; i++) {"
        "const b = document.createElement('button'); b.title = b.dataset.action = b.ariaLabel = long;"
        "b.textContent = `n${i}`; document.body.append(b) }</script>"
    )
    assert await words(page) == [f"n{number}" for number in range(100)]


async def test_what_no_filter_and_no_size_leaves_readable_is_not_seen(open_app: OpenApp) -> None:
    """A page of 3 pixels a letter, all brought to one grey by a filter, passed everything."""
    styles = {
        "Grey": "filter:contrast(0)", "Black": "filter:brightness(0)", "Both": "filter:contrast(0.2) brightness(0.3)",
        "Tiny": "font-size:3px", "Plain": "", "Small": "font-size:8px", "Dimmed": "filter:brightness(0.6)",
        "Strong": "filter:contrast(1.5) brightness(1.2)", "Bare": "filter:grayscale(1)",
    }  # fmt: skip
    page = await open_app(html=each(styles))
    assert await words(page) == ["Plain", "Small", "Dimmed", "Strong", "Bare"]


async def test_words_in_the_colour_behind_a_moved_box_are_not_seen(open_app: OpenApp) -> None:
    """What was positioned without a colour of its own passed for standing on something else."""
    page = await open_app(
        html="<style>body {background:#fff} b {color:#fff} .on::before {content:''; position:absolute; inset:0;"
        "background:#036; z-index:-1} .on {position:relative; z-index:0}</style>"
        "<div style='position:relative'><b>Plain</b></div><div class=on><b>Drawn</b></div><p>Shown</p>"
    )
    assert await words(page) == ["Drawn", "Shown"]


@pytest.mark.parametrize(
    "style",
    [
        "clip-path:circle(1px at 0 0)",
        "clip-path:ellipse(0 0)",
        "clip-path:path('M0 0')",
        "mask-image:url(nothing.svg)",
        "mask-image:linear-gradient(transparent, transparent)",
    ],
)
async def test_a_page_with_words_of_which_nobody_knows_what_is_left_is_seen_in_part(
    open_app: OpenApp, style: str
) -> None:
    page = await open_app(html=f'<p>Shown</p><p style="{style}">Cut</p><button style="{style}">Go</button>')
    snapshot = await page.look()
    assert (snapshot.content, snapshot.left_out) == ("Shown", {"text"})
    assert snapshot.obstacles == ("a part of it is masked",)


LID = "<div style='position:relative'><h2>Covered</h2><i style='position:{}; inset:0; background:{}'>{}</i></div>"


@pytest.mark.parametrize(
    ("lid", "is_seen"),
    [
        (LID.format("absolute", "#fff", ""), False),
        (LID.format("absolute", "rgb(0 0 0 / .4)", ""), True),
        (LID.format("absolute; z-index:-1", "#eee", ""), True),
        # A message or a menu is gone a moment later.
        (LID.format("absolute", "#fff", "Saved"), True),
        (LID.format("absolute", "#fff", "<button>Undo</button>"), True),
        # What stands at the edge of the window is scrolled off.
        (LID.format("fixed; max-height:100px", "#fff", ""), True),
        (LID.format("fixed", "#fff", ""), False),
    ],
)
async def test_what_lies_under_an_empty_box_leaves_the_page_seen_in_part(
    open_app: OpenApp, lid: str, is_seen: bool
) -> None:
    snapshot = await (await open_app(html=lid)).look()
    (heading,) = [element for element in snapshot.elements if element.role == "heading"]
    assert ("Covered" in snapshot.content, heading.is_shown) == (is_seen, is_seen)
    assert snapshot.left_out == (frozenset() if is_seen else {"text"})


async def test_letters_that_nobody_can_read_are_not_seen(open_app: OpenApp) -> None:
    page = await open_app(
        html="<style>body {background:#fff}</style><p>Shown</p>"
        + each({"Near": "color:#f8f8f8", "Scaled": "transform:scale(.2)", "Blurred": "filter:blur(6px)"})
        + "<div style='transform:scale(.15)'><div><p>Deep</p></div></div>"
        + each(
            {
                "Grey": "color:#ccc",
                "Small": "transform:scale(.7)",
                "Soft": "filter:blur(.5px)",
                "Turned": "transform:rotate(90deg); width:60px",
            }
        )
    )
    assert await words(page) == ["Shown", "Grey", "Small", "Soft", "Turned"]


async def test_of_a_card_that_is_turned_over_the_side_in_front_is_seen(open_app: OpenApp) -> None:
    page = await open_app(
        html="<style>.card {width:90px; height:60px; position:relative; transform-style:preserve-3d}"
        ".card p {position:absolute; inset:0; backface-visibility:hidden} .back, .turned {transform:rotateY(180deg)}"
        "li {backface-visibility:hidden}</style>"
        "<div class=card><p class=front>Question</p><p class=back>Answer</p></div><div style='height:3000px'></div>"
        "<ul><li>Below</li></ul>"
    )
    assert await words(page) == ["Question", "Below"]
    await page.call("document.querySelector('.card').classList.add('turned')")
    assert await words(page) == ["Answer", "Below"]
