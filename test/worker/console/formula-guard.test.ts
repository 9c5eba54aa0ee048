import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { guardFormulas, unguardFormulas } from "../../../src/resources/orders/files/formula-guard";
import { assertProperty } from "../../kit/property";

/** What the guard must do, as a regular expression. It takes quadratic time, so it is for short texts alone. */
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
    // Written into the file, the quote becomes two: an empty quoted part, where semicolons separate cells.
    ['a;"=b;', `a;"'=b;`],
    ['a;" "=b', `a;" "'=b`],
    ['a"=b', 'a"=b'],
    ["==", "'=="],
    // An apostrophe of its own gets another one, so that the text can be read back.
    ["'=1", "''=1"],
    ["it's", "it's"],
    ["'quoted'", "'quoted'"],
  ])("%j becomes %j", (text, guarded) => {
    expect(guardFormulas(text)).toBe(guarded);
    expect(unguardFormulas(guarded)).toBe(text);
  });

  it("never begins a formula, nor does a part of it", () =>
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

  it("is read as it is if a person has typed it and nothing guards it", () => {
    for (const text of ["=1+1", " -5", "a;=1"]) expect(unguardFormulas(text)).toBe(text);
  });

  it("takes one look at each character of a long one", () => {
    const text = `${"\t ".repeat(2_000_000)}x=`;
    expect(guardFormulas(text)).toBe(text);
  });
});
