"use strict";

/** Values as people read them: US English, by hand, since the first use of Intl takes as long as showing a page. */
App.createFormat = function createFormat(facets) {
  const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

  function number(value, decimals = 0) {
    // Half a cent that binary fractions store a little too low is rounded up all the same.
    const [whole, fraction] = (Math.abs(value) * (1 + Number.EPSILON)).toFixed(decimals).split(".");
    const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
    return `${value < 0 ? "-" : ""}${grouped}${fraction ? `.${fraction}` : ""}`;
  }

  return {
    number,
    /** An amount with its unit: $34.50, −$5.00, 25 min, 120 points. */
    amount(value) {
      const { kind, unit, decimals } = facets.amount;
      if (kind === "money") {
        const sum = number(Math.abs(value), 2);
        return `${value < 0 ? "−" : ""}${/\w/.test(unit) ? `${sum} ${unit}` : `${unit}${sum}`}`;
      }
      if (kind === "percent") return `${number(value, decimals)}%`;
      return `${number(value, decimals)} ${unit}`;
    },
    /** 2026-03-14 as Mar 14, 2026. */
    date(iso) {
      const [year, month, day] = iso.split("-").map(Number);
      const date = new Date(year, month - 1, day);
      if (Number.isNaN(date.valueOf())) return "no date";
      return `${MONTHS[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()}`;
    },
    /** 1 plant, 2 plants. */
    count(count, singular, plural) {
      return `${number(count)} ${count === 1 ? singular : plural}`;
    },
  };
};

/** Today as YYYY-MM-DD, local time. */
App.today = () => App.isoDate(new Date());

App.isoDate = (date) => {
  const two = (value) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};

/** "potted plant" as "Potted plant". */
App.capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
