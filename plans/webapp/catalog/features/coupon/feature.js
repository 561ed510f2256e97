"use strict";

/** One code that takes a share off the cart's total. */
App.feature("coupon", ({ app, ui, config }) => {
  app.store.define("coupon", null);

  const cents = (amount) => Math.round(amount * 100) / 100;
  const applied = () => app.store.get("coupon") !== null;

  function discount(subtotal) {
    if (!applied()) return null;
    return { label: `${config.code} (${config.percent}% off)`, amount: -cents((subtotal * config.percent) / 100) };
  }

  function apply({ code }) {
    const typed = code.trim().toUpperCase();
    if (!typed) return { code: "Please enter a coupon code." };
    if (typed !== config.code) return { code: `The code ${typed} is not valid.` };
    if (applied()) return { code: `The code ${typed} is applied already.` };
    app.store.commit(`Applied ${typed}`, (state) => { state.coupon = typed; });
    ui.notice(`${config.percent}% are taken off with ${typed}.`);
    return null;
  }

  function form() {
    return ui.form({
      label: "Coupon",
      fields: [{ name: "code", label: "Coupon code", type: "text" }],
      submit: "Apply",
      onSubmit: apply,
    });
  }

  app.cart.adjust(discount);
  app.slot("cart-actions", () => ui.section({ title: "Do you have a coupon?", body: [form()] }), 40);
});
