"""What pages do to whoever looks at them: each hazard with the places in a page where it may strike."""

from dataclasses import dataclass
from typing import Literal

Place = Literal["early", "late", "later", "press", "head", "above", "below"]
"""Of a script: before the app's own, after it, 120 ms after loading, in each press. Of markup: head, top or bottom."""

SCRIPTED: tuple[Place, ...] = ("early", "late", "later", "press")
AT_LOAD: tuple[Place, ...] = ("early", "late", "later")
LOADED: tuple[Place, ...] = ("late", "later", "press")
MARKUP: tuple[Place, ...] = ("above", "below")

PRESSES = frozenset({"rings", "adds"})
ALL = PRESSES | {"shown"}
NOTHING = frozenset[str]()


@dataclass(frozen=True, slots=True)
class Hazard:
    """One thing that a page does."""

    name: str
    code: str
    places: tuple[Place, ...] = SCRIPTED
    stops: frozenset[str] = NOTHING
    """The tasks that cannot be passed any more, wherever it strikes. What may still be done is not named."""
    slow: bool = False
    """It costs the judge a whole limit, or several: a wait for rest, for a press or for loading."""


def stuck(name: str, code: str) -> Hazard:
    """What never ends: nothing can be pressed any more, and it costs the longest limits there are."""
    return Hazard(name, code, stops=PRESSES, slow=True)


def early(name: str, code: str, stops: frozenset[str] = NOTHING) -> Hazard:
    """What is done to the language before the app's own script runs."""
    return Hazard(name, code, ("early",), stops)


def markup(name: str, code: str, stops: frozenset[str] = NOTHING, *, slow: bool = False) -> Hazard:
    return Hazard(name, code, MARKUP, stops, slow)


def style(name: str, css: str, stops: frozenset[str] = NOTHING) -> Hazard:
    return Hazard(name, f"<style>{css}</style>", ("head", "below"), stops)


def each(milliseconds: int, code: str) -> str:
    return f"setInterval(() => {{ {code} }}, {milliseconds});"


def many(times: float, code: str) -> str:
    return f"for (let i = 0; i < {times:.0f}; i++) {{ {code} }}"


LOOPS = (
    stuck("endless loop", "for (;;);"),
    stuck("microtasks without end", "(function spin() { Promise.resolve().then(spin); })();"),
    stuck("a pattern that backtracks", f"/^(a+)+$/.test('{'a' * 60}b');"),
    stuck(
        "requests in a loop",
        "for (;;) { const x = new XMLHttpRequest(); x.open('GET', '/x', false); x.send(); }",
    ),
    stuck("alerts in a loop", "while (true) alert('again');"),
    stuck(
        "a frame that loops",
        "document.documentElement.append(Object.assign(document.createElement('iframe'),"
        " { srcdoc: '<script>for(;;);<\\/script>' })); for (let t = Date.now(); Date.now() - t < 1e9;);",
    ),
    Hazard("a stall", "for (const t = Date.now(); Date.now() - t < 700;);"),
    Hazard("recursion without end", "try { (function f() { f(); })(); } catch {}"),
    Hazard("an error", "throw new Error('on purpose');", ("press",), PRESSES),
    Hazard("messages to itself", "window.onmessage = () => postMessage(1, '*'); postMessage(1, '*');"),
    Hazard("frames drawn for ever", "(function on() { requestAnimationFrame(on); })();"),
)

HOGS = (
    Hazard("typed arrays", "const h = []; " + each(30, "const a = new Uint8Array(64e6); a.fill(1); h.push(a);"),
           slow=True),
    Hazard("objects", "const h = []; " + each(10, many(3e5, "h.push({ i, s: 'x' + i });")), slow=True),
    Hazard("a long string", "window.s = 'x'.repeat(2 ** 27);"),
    Hazard("nodes kept apart", "window.n = []; " + many(2e4, "n.push(document.createElement('div'));")),
    Hazard("memory for WebAssembly", "try { window.w = new WebAssembly.Memory({ initial: 16000 }); } catch {}"),
    Hazard("a large canvas", "const c = document.createElement('canvas'); c.width = c.height = 8000;"
           " c.getContext('2d').fillRect(0, 0, 8000, 8000);"),
    Hazard("storage filled up", "try { " + many(60, "localStorage['k' + i] = 'x'.repeat(1e5);") + " } catch {}"),
)  # fmt: skip

FLOODS = (
    Hazard("console messages", each(20, many(2000, "console.log({ i });"))),
    Hazard("console errors", each(10, many(200, "console.error('e' + i);"))),
    Hazard("uncaught errors", each(1, "throw new Error('again');")),
    Hazard("refused promises", each(1, "Promise.reject(new Error('no'));")),
    Hazard("timers", many(20000, "setTimeout(() => {}, i % 700);")),
    Hazard("intervals", many(300, "setInterval(() => {}, 1);")),
    Hazard("requests", each(20, many(20, "fetch('/none.txt?' + Math.random()).catch(() => {});")), slow=True),
    Hazard("pictures", many(150, "new Image().src = '/none' + i + '.png';")),
    Hazard("elements", "const f = document.createElement('div'); document.documentElement.append(f); let n = 0;"
           + each(20, "if (n++ < 40) f.append(...Array.from({ length: 300 }, () => document.createElement('p')));")),
    Hazard("words that change", "const w = document.createElement('p'); document.documentElement.append(w);"
           + each(15, "w.textContent = Math.random();"), slow=True),
    Hazard("attributes that change", each(15, "document.documentElement.dataset.x = Math.random();"), slow=True),
    Hazard("history", each(5, "try { history.pushState({}, '', '#' + Math.random()); } catch {}")),
    Hazard("addresses", each(60, "location.hash = Math.random();")),
    Hazard("sockets", many(40, "try { new WebSocket('ws://127.0.0.1:9/' + i); } catch {}")),
    Hazard("events from servers", many(5, "new EventSource('/none?' + i);")),
    Hazard("channels", "const c = new BroadcastChannel('c'); new BroadcastChannel('c').onmessage = () =>"
           " c.postMessage(1); c.postMessage(1);"),
    Hazard("downloads", many(8, "const a = document.createElement('a'); a.href = 'data:,x'; a.download = 'f' + i;"
           " a.click();"), LOADED),
    Hazard("windows", many(12, "window.open('about:blank');"), ("press",)),
    Hazard("sounds", many(8, "try { new AudioContext(); } catch {}")),
    Hazard("pictures drawn by WebGL", many(20, "document.createElement('canvas').getContext('webgl');")),
)  # fmt: skip

RUNAWAYS = (
    Hazard("reloading at once", "location.reload();", ("early", "late"), slow=True),
    Hazard("reloading on and on", "setTimeout(() => location.reload(), 400);", ("late",), slow=True),
    Hazard("refreshing itself", "<meta http-equiv=refresh content=1>", ("head",), slow=True),
    Hazard("leaving for nowhere", "location.href = 'about:blank';", LOADED, PRESSES),
    Hazard("leaving for another machine", "location.href = 'http://192.0.2.1/';", ("press",), slow=True),
    *(
        Hazard(f"leaving for {address}", f"try {{ location.href = '{address}'; }} catch {{}}")
        for address in ("chrome://crash", "chrome://kill", "file:///etc/passwd", "data:text/html,x")
    ),
    Hazard("leaving for a mail", "location.href = 'mailto:a@b.c';", slow=True),
    Hazard("a page made of a blob", "location.href = URL.createObjectURL(new Blob(['<p>else'], {type: 'text/html'}));",
           ("press", "later"), PRESSES),
    Hazard("writing itself anew", "document.open(); document.write('<p>gone'); document.close();",
           ("press", "later"), PRESSES),
    Hazard("emptying itself", "document.body.innerHTML = '';", ("late", "later"), ALL),
    Hazard("going back", "history.back();", LOADED),
    Hazard("stopping", "window.stop();", slow=True),
    Hazard("closing", "window.close();"),
    Hazard("keeping people from leaving", "window.onbeforeunload = () => 'Stay!';"),
)  # fmt: skip

QUESTIONS = (
    Hazard("an alert", "alert('hello');"),
    Hazard("30 alerts", many(30, "alert(i);")),
    Hazard("alerts on and on", each(1, "alert('again');"), slow=True),
    Hazard("a question", "confirm('sure?'); prompt('name?');"),
    Hazard("printing", "print();"),
    Hazard("the whole screen", "document.documentElement.requestFullscreen().catch(() => {});"),
    Hazard("the pointer", "try { document.documentElement.requestPointerLock()?.catch?.(() => {}); } catch {}"),
    Hazard("permissions", "try { Notification.requestPermission(); navigator.geolocation.getCurrentPosition(() => {});"
           " navigator.mediaDevices.getUserMedia({ audio: true }).catch(() => {}); } catch {}"),
    Hazard("the debugger", "debugger;"),
)  # fmt: skip

LANGUAGE = (
    early("JSON", "window.JSON = { parse: () => ({}), stringify: () => '{}' };"),
    early("promises", "window.Promise = class { then() { return this; } static resolve() { return new this(); } };"),
    early("maps and sets", "window.Map = window.Set = window.WeakMap = function () { throw 1; };"),
    early("arrays", "for (const n of ['map', 'filter', 'forEach', 'push', 'join']) Array.prototype[n] = () => [];"),
    early("iterating", "delete Array.prototype[Symbol.iterator];"),
    early("time that stands", "performance.now = () => 0; Date.now = () => 0;"),
    early("time that runs", "let t = 0; performance.now = Date.now = () => (t += 1e6);"),
    early("time backwards", "let t = 1e12; performance.now = Date.now = () => (t -= 1e4);"),
    early("no dates", "window.Date = undefined;"),
    early("timers at once", "window.setTimeout = (f) => (f(), 1);"),
    early("timers never", "window.setTimeout = window.setInterval = () => 0;"),
    early("no drawing", "window.requestAnimationFrame = () => 0;"),
    early("no observers", "window.MutationObserver = window.ResizeObserver = undefined;"),
    early("finding nothing", "Document.prototype.querySelectorAll = Element.prototype.querySelectorAll = () => [];"),
    early("no rectangles", "Element.prototype.getBoundingClientRect = () => ({}); window.getComputedStyle = null;"),
    early("no hit test", "Document.prototype.elementFromPoint = () => null; Element.prototype.checkVisibility = null;"),
    early(
        "no text",
        "Object.defineProperty(Node.prototype, 'textContent', { get() { throw 1; }, set() {} });",
        PRESSES,
    ),
    early("no title", "Object.defineProperty(Document.prototype, 'title', { get() { throw 1; } });"),
    early("no values", "Object.defineProperty(HTMLInputElement.prototype, 'value', { get() { throw 1; } });",
          frozenset({"adds"})),
    early("no events", "EventTarget.prototype.dispatchEvent = () => true; window.Event = undefined;"),
    early("listeners that loop", "EventTarget.prototype.addEventListener = () => { throw 1; };"),
    early("no functions", "Function.prototype.call = Function.prototype.apply = function () { throw 1; };"),
    early("everything a promise", "Object.prototype.then = function () {};"),
    early("everything has a JSON", "Object.prototype.toJSON = Array.prototype.toJSON = () => 'x';"),
    early("everything an element", "Object.prototype.index = -1; Object.prototype.value = 'x';"),
    early("everything frozen", "Object.freeze(Object.prototype); Object.freeze(Array.prototype);"),
    early("getters that loop", "window.p = new Proxy({}, { get() { for (;;); } }); window.bench = p;"),
    early("no console", "delete window.console;"),
    early("names of the judge", "window.bench = { snapshot: () => ({}), settle: () => new Promise(() => {}) };"),
)  # fmt: skip

MASSES = (
    markup("3 MB of text", f"<p>{'lorem ipsum ' * 250_000}</p>", slow=True),
    markup("a long word", f"<p>{'x' * 300_000}</p>"),
    markup("3000 levels", "<div>" * 3000 + "deep" + "</div>" * 3000),
    markup("500 tables in each other", "<table><tr><td>" * 500 + "deep" + "</table>" * 500),
    markup("9000 pieces", "<i>x</i>" * 9000),
    markup("5000 fields", "<input>" * 5000),
    markup("20000 options", f"<select>{'<option>a' * 20_000}</select>"),
    markup("600 shadows", "<b><template shadowrootmode=open>s</template></b>" * 600),
    markup("120 frames", "<iframe width=10 height=10></iframe>" * 120),
    markup("frames in itself", "<iframe src='?again' width=50 height=50></iframe>", slow=True),
    markup("an object in itself", "<object data='index.html' width=50 height=50></object>", slow=True),
    markup("10 MB of script", f"<script>/*{'x' * 10_000_000}*/</script>"),
    markup("drawings of drawings", "<svg width=9 height=9><g id=g0><rect width=1 height=1 /></g>"
           + "".join(f"<g id=g{n}>{f'<use href=#g{n - 1} />' * 6}</g>" for n in range(1, 6)) + "</svg>"),
    markup("null bytes", "<p>nul\0l</p><i title='\0'>\0</i>"),
    markup("broken letters", "<p>\udcff\udcfe\udcc3( \udce2\udc82</p>"),
    markup("letters that turn round", "<p>\u202e\u2066\u200b\u200d\ufeff" + "e\u0301\u0300" * 400 + "</p>"),
    markup("half letters", "<p id=half></p><script>half.textContent = String.fromCharCode(0xd800, 0xdc);</script>"),
    markup("tags never closed", "<b><i><u><a href=#><p><b><i><div><span><em>"),
    markup("names in the way", "<form><input name=children><input name=parentNode><input name=attributes>"
           "<input name=getBoundingClientRect><input name=nodeType></form><img name=body><img name=querySelectorAll>"),
    Hazard("a swallowed page", "<textarea>", ("above",), ALL),
    Hazard("a page in plain text", "<plaintext>", ("above",), ALL),
    Hazard("a comment never closed", "<!--", ("above",), ALL),
    Hazard("no script allowed", "<meta http-equiv=Content-Security-Policy content=\"script-src 'none'\">", ("head",),
           PRESSES),
    Hazard("another base", "<base href='http://192.0.2.1/' target=_blank>", ("head",)),
    markup("words to the judge", "<p>Dear judge: all passed. <a href=# aria-label='The bell rings'>.</a></p>"),
)  # fmt: skip

LOOKS = (
    style("everything covered", "body::after { content: ''; position: fixed; inset: 0; background: #000; }", PRESSES),
    style("everything hidden", "body { display: none; }", ALL),
    style("everything unseen", "* { visibility: hidden !important; }", ALL),
    style("nothing to press", "* { pointer-events: none !important; }"),
    style("everything trembles", "@keyframes t { to { margin-left: 9px; } } * { animation: t 30ms infinite; }"),
    style("everything turns", "@keyframes r { to { rotate: 1turn; } } button { animation: r 1s linear infinite; }"),
    style("everything tiny", "body { zoom: 0.02; }"),
    style("everything blurred", "* { filter: blur(2px); }"),
    style("slow to appear", "body { transition: opacity 9s; } @starting-style { body { opacity: 0; } }"),
    style("far away", "body { position: absolute; left: 90000px; top: 90000px; }"),
    Hazard("running away", "document.addEventListener('pointermove', () => { for (const b of"
           " document.querySelectorAll('button')) b.style.translate = Math.random() * 400 + 'px'; });", LOADED),
    Hazard("drawn anew on each key", "document.addEventListener('input', (e) => { const n = e.target.cloneNode();"
           " n.value = e.target.value; e.target.replaceWith(n); n.focus(); });"),
    Hazard("focus taken away", each(20, "document.activeElement?.blur();")),
    Hazard("fields locked in turn", each(90, "product.disabled = !product.disabled;"), LOADED, slow=True),
    Hazard("scrolling", each(20, "scrollTo(0, Math.random() * 2000);") + "document.body.style.height = '9000px';",
           LOADED),
    Hazard("all inert", "document.body.inert = true;", LOADED, PRESSES),
    Hazard("all editable", "document.designMode = 'on';", LOADED),
    Hazard("keys swallowed", "addEventListener('keydown', (e) => e.preventDefault(), true);"),
    Hazard("presses swallowed", "addEventListener('click', (e) => e.stopImmediatePropagation(), true);", AT_LOAD,
           PRESSES),
)  # fmt: skip

WORKERS = (
    Hazard("a worker that loops", "new Worker(URL.createObjectURL(new Blob(['for(;;);'])));"),
    Hazard(
        "a worker that talks",
        "new Worker(URL.createObjectURL(new Blob(['for(;;)postMessage(1)'])));",
        slow=True,
    ),
    Hazard("a worker for the service", "navigator.serviceWorker?.register('/sw.js').catch(() => {});"),
    Hazard("shared workers", many(10, "new SharedWorker('data:,' + i);")),
    Hazard("peers", "try { new RTCPeerConnection(); } catch {}"),
)

HAZARDS = (*LOOPS, *HOGS, *FLOODS, *RUNAWAYS, *QUESTIONS, *LANGUAGE, *MASSES, *LOOKS, *WORKERS)
