import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** Only `moneyText` formats an amount for people (docs/spec/amounts-and-figures.md#shown-amounts). */

const FORMATTER = "src/platform/values/money-text.ts";

/** Files of pages that convert an amount to a number, with the reason. */
const CONVERTING_PAGES: Readonly<Record<string, string>> = {
  "src/resources/orders/console/in-place/item-fields.tsx": "the values of a form, as people type them",
  "src/resources/supplier-orders/console/invoice-page.tsx": "the values of a form, as people type them",
  "src/resources/expenses/console/expense-facts.tsx": "a percentage",
  "src/resources/analytics/console/chart-time.tsx": "the heights of a chart",
};

const sources = (pattern: string) => globSync(pattern).map((file) => ({ file, text: readFileSync(file, "utf8") }));

describe("amounts for people", () => {
  it("have one function that formats them", () => {
    const others = sources("src/**/*.{ts,tsx}").filter(({ text }) => /style:\s*"currency"|toFixed\(2\)/.test(text));
    expect(others.map(({ file }) => file)).toEqual([FORMATTER]);
  });

  it("are passed to it in stored units, and not as a number", () => {
    const pages = sources("src/**/{console,public}/**/*.{ts,tsx}").filter(({ text }) => /\btoAmount\b/.test(text));
    expect(pages.map(({ file }) => file).toSorted()).toEqual(Object.keys(CONVERTING_PAGES).toSorted());
  });
});
