import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { indexWords, matchExpression } from "../../../src/domain/search-words";

/** What the full-text index does: every asked word is the beginning of some indexed one. */
function finds(organization: number, texts: (string | null)[], q: string): boolean {
  const indexed = indexWords(organization, texts).split(" ");
  const asked = matchExpression(organization, q);
  return asked !== null && asked.split(" AND ").every((word) => indexed.some((other) => other.startsWith(word.slice(1, -2))));
}

const anyText = fc.string({ unit: "binary", maxLength: 60 });
const readable = fc.string({ unit: "grapheme", maxLength: 60 });
const letters = fc.stringMatching(/^[A-Za-z0-9]{1,40}$/);

describe("a text is found", () => {
  it("by itself, if it has a word", () => {
    fc.assert(
      fc.property(fc.oneof(anyText, readable), (text) => {
        if (matchExpression(1, text) !== null) expect(finds(1, [null, text], text)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it("by the beginning of any of its words, in any case and order", () => {
    fc.assert(
      fc.property(fc.array(letters, { minLength: 1, maxLength: 4 }), fc.array(fc.nat(), { minLength: 1, maxLength: 4 }), (words, picks) => {
        const asked = picks.map((pick) => {
          const word = words[pick % words.length] ?? "";
          return word.slice(0, 1 + (pick % word.length)).toUpperCase();
        });
        expect(finds(1, [words.join("-")], asked.join(" "))).toBe(true);
      }),
    );
  });

  it("whether its letters are composed or not, and without their marks", () => {
    fc.assert(
      fc.property(readable, (text) => {
        expect(matchExpression(1, text.normalize("NFD"))).toBe(matchExpression(1, text.normalize("NFC")));
      }),
    );
    for (const [text, q] of [
      ["José Ñandú", "jose nandu"],
      ["ÅNGSTRÖM", "ang"],
      ["Ｆｕｌｌ　ｗｉｄｔｈ", "full wid"],
      ["ﬁne", "fin"],
      ["Плакат", "ПЛАК"],
      ["한국어", "한국"],
      ["ΣΑΣΑ", "ΣΑΣ"],
      ["İstanbul", "istan"],
      ["第一号", "第一"],
      ["#10-42", "10 42"],
      ["MUG_12", "mug_1"],
    ] as const) {
      expect(finds(1, [text], q), q).toBe(true);
    }
  });

  it("not by the middle of a word, nor by a word that it lacks", () => {
    expect(finds(1, ["Blue Mug"], "ug")).toBe(false);
    expect(finds(1, ["Blue Mug"], "blue red")).toBe(false);
    expect(finds(1, ["Mug"], "mugs")).toBe(false);
  });

  it("in its own organization alone", () => {
    expect(finds(1, ["1 mug 11"], "mug")).toBe(true);
    const indexed = indexWords(11, ["mug"]);
    expect(matchExpression(1, "mug")).toBe('"1~mug"*');
    expect(indexed.split(" ").some((word) => word.startsWith("1~mug"))).toBe(false);
    // Whatever a caller writes can't name another organization's words.
    expect(matchExpression(1, '2~mug" OR "2~mug')).toBe('"1~2"* AND "1~mug"* AND "1~or"*');
  });
});

describe("what reaches the index", () => {
  it("is made of nothing that its tokenizer or its query language would read otherwise", () => {
    fc.assert(
      fc.property(fc.oneof(anyText, readable), (text) => {
        expect(indexWords(7, [text])).toMatch(/^(?:7~[a-z0-9_]{1,64}(?: 7~[a-z0-9_]{1,64})*)?$/);
        expect(matchExpression(7, text) ?? "").toMatch(/^(?:"7~[a-z0-9_]{1,64}"\*(?: AND "7~[a-z0-9_]{1,64}"\*)*)?$/);
      }),
      { numRuns: 500 },
    );
  });

  it("holds each word once, and at most 64 characters of it", () => {
    expect(indexWords(1, ["Mug mug MUG", null, undefined, "tee"])).toBe("1~mug 1~tee");
    expect(indexWords(1, ["x".repeat(100)])).toBe(`1~${"x".repeat(64)}`);
    expect(finds(1, ["x".repeat(100)], "x".repeat(90))).toBe(true);
  });

  it("is nothing where there is no word", () => {
    for (const text of ["", " ", "#!?", "☕", "\u0301", "\ud800"]) {
      expect(matchExpression(1, text), text).toBeNull();
      expect(indexWords(1, [text])).toBe("");
    }
  });
});
