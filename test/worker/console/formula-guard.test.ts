import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { guardFormulas, unguardFormulas } from "../../../src/resources/orders/files/formula-guard";
import { assertProperty } from "../../kit/property";

/** The required guard as a regular expression. It takes quadratic time, so it is only for short texts. */
const FORMULA = /(^|[;\t\r\n])([\s"']*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

describe("a text in a CSV file", () => {
  it.each([
    ["=1+1", "'=1+1"],
    ["  @SUM(A1)", "  '@SUM(A1)"],
    ["a;=b", "a;'=b"],
    ["a\n\t -b", "a\n\t '-b"],
    ["a=b", "a=b"],
    ["a -b", "a -b"],
    ["\uff1d1", "'\uff1d1"],
    // In a file, the quote is doubled: an empty quoted part, if semicolons separate cells.
    ['a;"=b;', `a;"'=b;`],
    ['a;" "=b', `a;" "'=b`],
    ['a"=b', 'a"=b'],
    ["==", "'=="],
    // A leading apostrophe gets another one, so that the text can be read back.
    ["'=1", "''=1"],
    ["it's", "it's"],
    ["'quoted'", "'quoted'"],
  ])("%j is written as %j", (text, guarded) => {
    expect(guardFormulas(text)).toBe(guarded);
    expect(unguardFormulas(guarded)).toBe(text);
  });

  it("never begins a formula, and no part of it does", () =>
    assertProperty(
      fc.asyncProperty(
        fc.array(fc.constantFrom("=", "+", "-", "@", "\uff1d", ";", "\t", "\r", "\n", " ", "\u00a0", "\u2028", '"', "a", "'")),
        async (characters) => {
          const text = characters.join("");
          expect(guardFormulas(text)).toBe(text.replaceAll(FORMULA, "$1$2'"));
          expect(unguardFormulas(guardFormulas(text))).toBe(text);
        },
      ),
      { cases: 200 },
    ));

  it("is read unchanged if a person has typed it without a guard", () => {
    for (const text of ["=1+1", " -5", "a;=1"]) expect(unguardFormulas(text)).toBe(text);
  });

  it("takes linear time", () => {
    // In quadratic time, this would take hours.
    const text = `${"\t ".repeat(2_000_000)}x=`;
    expect(guardFormulas(text)).toBe(text);
  });
});
