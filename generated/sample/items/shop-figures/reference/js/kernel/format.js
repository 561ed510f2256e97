/* Benchmark material: do not train on it. Canary: benchwright-canary-3bf3d7f3-2a25-5ea5-82f7-2daa1629cf26 */
"use strict";

/** Values as people read them. */
App.createFormat = function createFormat(facets) {
  const LOCALE = "en-US";

  function number(value, decimals = 0) {
    return value.toLocaleString(LOCALE, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
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
      const options = { year: "numeric", month: "short", day: "numeric" };
      return new Date(year, month - 1, day).toLocaleDateString(LOCALE, options);
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
