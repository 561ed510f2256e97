"use strict";

/** Fields and forms: the label is inside the field where it can be, else a plain word beside it. */
App.kitParts.push((ui) => {
  const { h, word } = App;

  function listed(spec) {
    return spec.options.map((option) => (typeof option === "string" ? { value: option, label: option } : option));
  }

  function control(spec) {
    const label = word(spec.label) + (spec.required ? " *" : "");
    const shared = {
      name: spec.name, disabled: spec.disabled, "aria-label": spec.type === "checkbox" ? null : word(spec.label),
      onInput: spec.onInput && ((event) => spec.onInput(event.target.value)),
      onChange: spec.onChange && ((event) => spec.onChange(spec.type === "checkbox" ? event.target.checked : event.target.value)),
    };
    const { min, max, step, value } = spec;
    if (spec.type === "select") {
      const isOpen = value === "" || value === undefined;
      const rest = listed(spec).map((option) => h("option", { value: option.value, selected: option.value === value }, word(option.label)));
      return h("select", { ...shared, title: label }, isOpen && !listed(spec).some((o) => o.value === "") && h("option", { value: "" }, `${label} …`), rest);
    }
    if (spec.type === "textarea") return h("textarea", { ...shared, placeholder: label, value: value ?? "" });
    if (spec.type === "checkbox") return h("input", { ...shared, type: "checkbox", checked: value });
    return h("input", { ...shared, type: spec.type ?? "text", placeholder: label, title: spec.compact ? label : null, min, max, step, value: value ?? "" });
  }

  ui.field = (spec) => {
    const isBeside = ["select", "date", "time", "number", "checkbox"].includes(spec.type);
    const beside = isBeside && !spec.compact && h("span", { class: "cap" }, word(spec.label));
    const hint = spec.hint && h("div", { class: "dim" }, spec.hint);
    return h(spec.type === "checkbox" ? "label" : "div", { class: "slot", "data-field": spec.name }, beside, control(spec), hint);
  };

  /** Puts the cursor into the field of that name. */
  ui.focusField = (name) => document.querySelector(`[name="${name}"]`)?.focus();

  function valuesOf(form) {
    const controls = [...form.querySelectorAll("[data-field] :is(input, select, textarea)")];
    return Object.fromEntries(controls.map((input) => [input.name, input.type === "checkbox" ? input.checked : input.value]));
  }

  ui.form = ({ fields, submit, onSubmit, cancel = "Cancel", onCancel, extra = [] }) => {
    const wrong = h("div", { class: "wrong", role: "alert" });
    const send = (event) => {
      event.preventDefault();
      const found = Object.values(onSubmit(valuesOf(form)) ?? {});
      wrong.replaceChildren(...found.map((message) => h("div", {}, message)));
    };
    const form = h(
      "form", { class: "pile", novalidate: true, onSubmit: send }, wrong, fields.map((spec) => ui.field(spec)), extra,
      h("div", { class: "line" }, h("input", { type: "submit", class: "btn primary", value: word(submit) }), onCancel && ui.button({ label: cancel, onClick: onCancel })),
    );
    return form;
  };

  ui.choice = ({ label, options, value, onChange }) =>
    h("div", { class: "line", role: "group", "aria-label": word(label) }, h("span", { class: "cap" }, word(label)), options.map((option) => {
      const own = typeof option === "string" ? option : option.value;
      const text = typeof option === "string" ? option : option.label;
      return h("button", { type: "button", class: `btn ${own === value ? "lit" : ""}`, "aria-pressed": String(own === value), onClick: (event) => {
        for (const other of event.currentTarget.parentElement.querySelectorAll(".btn")) {
          other.classList.toggle("lit", other === event.currentTarget);
          other.setAttribute("aria-pressed", String(other === event.currentTarget));
        }
        onChange(own);
      } }, word(text));
    }));

  ui.toggle = ({ label, on, onChange, describe }) =>
    h("label", { class: "slot", title: describe ? word(describe) : null }, h("input", { type: "checkbox", checked: on, onChange: (event) => onChange(event.target.checked) }), word(label));

  ui.filePick = ({ label, accept, onFile }) => {
    async function take(file) {
      if (file) onFile(await file.text(), file.name);
    }
    const input = h("input", { type: "file", accept, hidden: true, onChange: (event) => take(event.target.files[0]) });
    return h(
      "div", { class: "drop", ...App.pressable(() => input.click()), onDragover: (event) => event.preventDefault(), onDrop: (event) => { event.preventDefault(); take(event.dataTransfer.files[0]); } },
      word(label), input,
    );
  };
});
