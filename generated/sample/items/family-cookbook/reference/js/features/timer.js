/* Benchmark material: do not train on it. Canary: benchwright-canary-7db267ff-f5ea-554c-a4f8-1119dfab21ef */
"use strict";

/** A countdown. What is left is reckoned from the clock, so that a sleeping tab catches up. */
App.feature("timer", ({ app, ui, config }) => {
  const whole = config.minutes * 60;
  const SECOND = 1000;
  let left = whole;
  let endsAt = null;
  let ticking = null;

  const isRunning = () => endsAt !== null;
  const secondsLeft = () => (isRunning() ? Math.max(0, Math.ceil((endsAt - Date.now()) / SECOND)) : left);

  function clock() {
    const two = (value) => String(value).padStart(2, "0");
    return `${two(Math.floor(secondsLeft() / 60))}:${two(secondsLeft() % 60)}`;
  }

  const face = ui.text(clock(), { tone: "clock" });
  const show = () => { face.textContent = clock(); };

  function start() {
    endsAt = Date.now() + left * SECOND;
    ticking = setInterval(tick, SECOND);
    app.redraw();
  }

  function stop() {
    left = secondsLeft();
    endsAt = null;
    clearInterval(ticking);
    show();
    app.redraw();
  }

  function tick() {
    show();
    if (secondsLeft() === 0) stop();
  }

  function reset() {
    stop();
    left = whole;
    show();
    app.redraw();
  }

  function controls() {
    const isFresh = left === whole && !isRunning();
    const go = isFresh ? "Start" : "Resume";
    return ui.row(
      isRunning()
        ? ui.button({ label: "Pause", icon: "pause", kind: "primary", onClick: stop })
        : ui.button({ label: go, icon: "play", kind: "primary", disabled: left === 0, onClick: start }),
      ui.button({ label: "Reset", icon: "refresh", disabled: isFresh, onClick: reset }),
    );
  }

  app.route("/timer", {
    title: "Timer",
    nav: { label: "Timer", icon: "clock", order: 80 },
    render: () =>
      ui.section({
        title: "Timer",
        level: 1,
        body: [ui.text("Time left"), face, app.live(() => left === 0 && ui.status("Time is up!")), app.live(controls)],
      }),
  });
});
