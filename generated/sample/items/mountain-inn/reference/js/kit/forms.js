/* Benchmark material: do not train on it. Canary: benchwright-canary-3bf3d7f3-2a25-5ea5-82f7-2daa1629cf26 */
"use strict";

/** Fields and forms. */
App.kitParts.push((ui) => {
  const { h } = App;

  function options(spec) {
    const list = spec.options.map((option) => (typeof option === "string" ? { value: option, label: option } : option));
    const head = spec.value === "" || spec.value === undefined ? [{ value: "", label: spec.placeholder ?? "Please choose" }] : [];
    const hasEmpty = list.some((option) => option.value === "");
    return [...(hasEmpty ? [] : head), ...list].map(({ value, label }) =>
      h("option", { value, selected: value === spec.value }, label),
    );
  }

  function control(spec, id) {
    const shared = {
      id, name: spec.name, placeholder: spec.placeholder, "aria-required": spec.required ? "true" : null,
      disabled: spec.disabled,
      onInput: spec.onInput && ((event) => spec.onInput(event.target.value)),
      onChange: spec.onChange && ((event) => spec.onChange(spec.type === "checkbox" ? event.target.checked : event.target.value)),
    };
    if (spec.type === "select") return h("select", shared, options(spec));
    if (spec.type === "textarea") return h("textarea", { ...shared, rows: spec.rows ?? 3, value: spec.value ?? "" });
    if (spec.type === "checkbox") return h("input", { ...shared, type: "checkbox", checked: spec.value });
    const { min, max, step, value } = spec;
    const list = spec.suggestions && App.uid("list");
    const input = h("input", { ...shared, type: spec.type ?? "text", min, max, step, value: value ?? "", list });
    if (!list) return input;
    return h("span", { class: "suggesting" }, input, h("datalist", { id: list }, spec.suggestions.map((value) => h("option", { value }))));
  }

  /**
   * A labelled field: {name, label, type, value, options, required, hint, placeholder, min, max, step, rows,
   * suggestions, disabled, compact, onInput(value), onChange(value)}. A compact field does not show its label.
   * type: text, search, number, date, time, email, password, textarea, select, checkbox.
   */
  ui.field = (spec) => {
    const id = App.uid("field");
    const label = h("label", { for: id, class: spec.compact ? "hidden-label" : null }, spec.label, spec.required && h("span", { class: "required", "aria-hidden": "true" }, " *"));
    const hint = spec.hint && h("small", { class: "muted" }, spec.hint);
    const message = h("small", { class: "error", id: `${id}-error`, hidden: true });
    const parts = spec.type === "checkbox" ? [control(spec, id), label] : [label, control(spec, id)];
    return h("div", { class: `field ${spec.type ?? "text"}`, "data-field": spec.name }, parts, hint, message);
  };

  function mark(field, text) {
    const message = field.querySelector(".error");
    const input = field.querySelector("input, select, textarea");
    message.textContent = text ?? "";
    message.hidden = !text;
    if (text) {
      input.setAttribute("aria-invalid", "true");
      input.setAttribute("aria-describedby", message.id);
    } else input.removeAttribute("aria-invalid");
  }

  /** Puts the cursor into the field of that name. */
  ui.focusField = (name) => document.querySelector(`[name="${name}"]`)?.focus();

  function valuesOf(form) {
    const controls = [...form.querySelectorAll("[data-field] :is(input, select, textarea)")];
    return Object.fromEntries(controls.map((input) => [input.name, input.type === "checkbox" ? input.checked : input.value]));
  }

  /**
   * A form: {label, fields, submit, onSubmit(values), cancel, onCancel, extra}. `onSubmit` gives what is wrong, as
   * {field name: message} (`form` for the whole), or nothing; then the messages are shown and the values are kept.
   */
  ui.form = ({ label, fields, submit, onSubmit, cancel = "Cancel", onCancel, extra = [] }) => {
    const general = h("p", { class: "error", role: "alert", hidden: true });
    const form = h(
      "form", { "aria-label": label, class: "form", novalidate: true, onSubmit: send },
      fields.map((spec) => ui.field(spec)), general, extra,
      h("div", { class: "row" }, h("button", { type: "submit", class: "button primary" }, submit), onCancel && ui.button({ label: cancel, kind: "quiet", onClick: onCancel })),
    );

    function send(event) {
      event.preventDefault();
      const wrong = onSubmit(valuesOf(form)) ?? {};
      form.querySelectorAll("[data-field]").forEach((field) => mark(field, wrong[field.dataset.field]));
      general.textContent = wrong.form ?? "";
      general.hidden = !wrong.form;
      form.querySelector("[aria-invalid]")?.focus();
    }
    return form;
  };

  /** One of a few, all in sight: {label, options, value, onChange(value)}. */
  ui.choice = ({ label, options: choices, value, onChange }) => {
    const name = App.uid("choice");
    return h(
      "fieldset", { class: "choice" }, h("legend", {}, label),
      choices.map((option) => {
        const { value: own, label: text } = typeof option === "string" ? { value: option, label: option } : option;
        const input = h("input", { type: "radio", name, checked: own === value, onChange: () => onChange(own) });
        return h("label", {}, input, h("span", {}, text));
      }),
    );
  };

  /** On or off: {label, on, onChange(on)}. */
  ui.toggle = ({ label, on, onChange, describe }) =>
    h("label", { class: "toggle" }, h("input", { type: "checkbox", checked: on, "aria-label": describe, onChange: (event) => onChange(event.target.checked) }), h("span", {}, label));

  /** Takes a file: {label, accept, onFile(text, name)}. */
  ui.filePick = ({ label, accept, onFile }) => {
    const id = App.uid("file");
    async function take(event) {
      const [file] = event.target.files;
      if (!file) return;
      const text = await file.text();
      event.target.value = "";
      onFile(text, file.name);
    }
    return h("div", { class: "field file" }, h("label", { for: id }, App.icon("upload"), label), h("input", { id, type: "file", accept, onChange: take }));
  };
});
