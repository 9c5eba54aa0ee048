import { anyCharacter } from "../../kit/any-character";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { indexWords, matchOf, parseSearchTerms } from "../../../src/platform/db/text/text-search";
import { assertProperty } from "../../kit/property";

/** The full-text query for all words of `q`; null if it contains no word. */
function matchExpression(organization: number, q: string): string | null {
  const terms = parseSearchTerms(organization, q);
  return terms === null ? null : matchOf(terms);
}

/** Simulates the full-text index: every word of the query is a term or, if followed by a star, the beginning of one. */
function finds(organization: number, texts: (string | null)[], q: string): boolean {
  const indexed = indexWords(organization, texts).split(" ");
  const expression = matchExpression(organization, q);
  const isIndexed = (word: string): boolean =>
    word.endsWith("*") ? indexed.some((term) => term.startsWith(word.slice(1, -2))) : indexed.includes(word.slice(1, -1));
  return expression !== null && expression.split(" AND ").every(isIndexed);
}

const anyText = fc.string({ unit: anyCharacter, maxLength: 60 });
const readable = fc.string({ unit: "grapheme", maxLength: 60 });
const letters = fc.stringMatching(/^[A-Za-z0-9]{1,40}$/);

describe("a text is found", () => {
  it("by itself, if it has a word", async () => {
    await assertProperty(
      fc.property(fc.oneof(anyText, readable), (text) => {
        if (matchExpression(1, text) !== null) expect(finds(1, [null, text], text)).toBe(true);
      }),
      { cases: 500 },
    );
  });

  it("by the beginning of any of its words, in any letter case and order", async () => {
    await assertProperty(
      fc.property(fc.array(letters, { minLength: 1, maxLength: 4 }), fc.array(fc.nat(), { minLength: 1, maxLength: 4 }), (words, picks) => {
        const asked = picks.map((pick) => {
          const word = words[pick % words.length] ?? "";
          return word.slice(0, 1 + (pick % word.length)).toUpperCase();
        });
        expect(finds(1, [words.join("-")], asked.join(" "))).toBe(true);
      }),
      { cases: 100 },
    );
  });

  it("whether its letters are composed or not, and without their marks", async () => {
    await assertProperty(
      fc.property(readable, (text) => {
        expect(matchExpression(1, text.normalize("NFD"))).toBe(matchExpression(1, text.normalize("NFC")));
      }),
      { cases: 100 },
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

  it("not by the middle of a word, nor by a missing word", () => {
    expect(finds(1, ["Blue Mug"], "ug")).toBe(false);
    expect(finds(1, ["Blue Mug"], "blue red")).toBe(false);
    expect(finds(1, ["Mug"], "mugs")).toBe(false);
  });

  it("only in its own organization", () => {
    expect(finds(1, ["1 mug 11"], "mug")).toBe(true);
    const indexed = indexWords(11, ["mug"]);
    expect(matchExpression(1, "mug")).toBe('"1~mug"');
    expect(indexed.split(" ").some((word) => word.startsWith("1~mug"))).toBe(false);
    // No query can contain another organization's words.
    expect(matchExpression(1, '2~mug" OR "2~mug')).toBe('"1~2" AND "1~mug" AND "1~or"');
  });
});

describe("the terms of the index", () => {
  it("contain nothing that its tokenizer or its query language would interpret", async () => {
    await assertProperty(
      fc.property(fc.oneof(anyText, readable), (text) => {
        expect(indexWords(7, [text])).toMatch(/^(?:7~[a-z0-9_]{1,64}(?: 7~[a-z0-9_]{1,64})*)?$/);
        expect(matchExpression(7, text) ?? "").toMatch(/^(?:"7~[a-z0-9_]{1,64}"\*?(?: AND "7~[a-z0-9_]{1,64}"\*?)*)?$/);
      }),
      { cases: 500 },
    );
  });

  const terms = (text: string): string[] => indexWords(1, [text]).split(" ").toSorted();

  it("have each word and each beginning of it once", () => {
    expect(indexWords(1, ["Mug mug MUG", null, undefined, "tee my"])).toBe("1~m 1~mu 1~mug 1~t 1~te 1~tee 1~my");
    expect(terms("第一")).toEqual(["1~_7b2c_", "1~_7b2c__4e00_"]);
  });

  it("have at most 64 characters of a word, and beginnings of at most 16", () => {
    const xs = Array.from({ length: 16 }, (_, n) => `1~${"x".repeat(n + 1)}`);
    expect(terms("x".repeat(100))).toEqual([...xs, `1~${"x".repeat(64)}`]);
    expect(terms("x".repeat(16))).toEqual(xs);
    for (const [indexed, q] of [
      [100, 90],
      [100, 17],
      [20, 17],
      [17, 17],
      [16, 16],
    ] as const) {
      expect(finds(1, ["x".repeat(indexed)], "x".repeat(q)), `${indexed} ${q}`).toBe(true);
    }
    expect(finds(1, ["x".repeat(16)], "x".repeat(17))).toBe(false);
    expect(finds(1, ["x".repeat(20)], "x".repeat(21))).toBe(false);
    // Other letters take more bytes: fewer than 16 of them are indexed.
    expect(finds(1, ["第".repeat(20)], "第".repeat(14))).toBe(true);
    expect(finds(1, ["第".repeat(5)], "第".repeat(6))).toBe(false);
  });

  it("take at most 1.35 MB, and whole words above that are omitted", () => {
    const many = Array.from({ length: 40_000 }, (_, n) => `w${n}long`).join(" ");
    const text = indexWords(1, [many]);
    expect(text.length).toBeLessThanOrEqual(1_350_000);
    // Another word would have been too long.
    expect(text.length).toBeGreaterThan(1_350_000 - 200);
    expect(finds(1, [many], "w0long")).toBe(true);
    expect(finds(1, [many], "w39999long")).toBe(false);
  });

  it("are the same whether a text is ASCII or has another letter", async () => {
    await assertProperty(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        expect(indexWords(1, [`${text} \u00e9`])).toBe(indexWords(1, [text, "\u00e9"]));
      }),
      { cases: 100 },
    );
  });

  it("are empty if there is no word", () => {
    for (const text of ["", " ", "#!?", "☕", "\u0301", "\ud800"]) {
      expect(matchExpression(1, text), text).toBeNull();
      expect(indexWords(1, [text])).toBe("");
    }
  });
});
