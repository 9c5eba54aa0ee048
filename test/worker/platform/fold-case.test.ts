import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldCase } from "../../../src/platform/values/fold-case";
import { sortKey } from "../../../src/platform/db/text/sort-key";
import { assertProperty } from "../../kit/property";

/** The last code point of the planes that have letters with case. */
const LAST_CODE_POINT = 0x1_ff_ff;
const isSurrogate = (code: number): boolean => code >= 0xd8_00 && code <= 0xdf_ff;
const characters = Array.from({ length: LAST_CODE_POINT + 1 }, (_, code) => code)
  .filter((code) => !isSurrogate(code))
  .map((code) => String.fromCodePoint(code));

/** Regular expressions ignore case by the simple case folding of Unicode. */
const escaped = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
const isSameIgnoringCase = (one: string, other: string): boolean => new RegExp(`^${escaped(one)}$`, "iu").test(other);

const isSingle = (text: string): boolean => Array.from(text).length === 1;

describe("folding case", () => {
  it("matches the simple case folding of Unicode for every character", () => {
    const cased = characters.filter((character) => character.toLowerCase() !== character || character.toUpperCase() !== character);
    // Unicode has about 3,000 of them.
    expect(cased.length).toBeGreaterThan(2800);
    const wrong: string[] = [];
    for (const character of cased) {
      // Canonically equivalent characters are the same in a composed text.
      const composed = character.normalize("NFC");
      const others = [character.toLowerCase(), character.toUpperCase(), character.toUpperCase().toLowerCase()].filter(isSingle);
      if (!isSingle(composed)) continue;
      for (const other of others) {
        const expected = isSameIgnoringCase(composed, other.normalize("NFC"));
        if ((foldCase(character) === foldCase(other)) !== expected) wrong.push(`${character} ${other}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it("keeps a character without case, or composes it", () => {
    const uncased = characters.filter((character) => character.toLowerCase() === character && character.toUpperCase() === character);
    const changed = uncased.filter((character) => ![character, character.normalize("NFC")].includes(foldCase(character)));
    expect(changed).toEqual([]);
  });

  it.each([
    ["HÀ NỘI PRINT", "hà nội print"],
    ["Übermug", "ÜBERMUG"],
    ["ĐỒ ĂN", "đồ ăn"],
    ["NGUYỄN ÁNH", "nguyễn ánh"],
    ["ΟΔΟΣ", "οδος"],
    ["οδός", "ΟΔΌΣ"],
    ["U\u0308bermug", "übermug"],
    ["STRAẞE", "straße"],
    ["ЁЛКА", "ёлка"],
    ["𐐀", "𐐨"],
  ])("%s is %s", (one, other) => {
    expect(foldCase(one)).toBe(foldCase(other));
  });

  it.each([
    ["Übermug", "Ubermug"],
    ["HÀ NỘI", "HA NOI"],
    ["STRASSE", "straße"],
    // The Turkish letters differ from I and i in every language.
    ["İ", "i"],
    ["İ", "I"],
    ["ı", "i"],
    ["ı", "I"],
  ])("%s is not %s", (one, other) => {
    expect(foldCase(one)).not.toBe(foldCase(other));
  });

  it("gives the same result when it is repeated and in any normal form, with the sort key of the original", async () => {
    const letters = fc.string({
      unit: fc.oneof(
        fc.constantFrom(...Array.from("aZÀỘộđĐßẞσςΣİıǰᾼᾳ\u0308\u0301\u0345")),
        fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
      ),
      maxLength: 20,
    });
    await assertProperty(
      fc.asyncProperty(letters, async (text) => {
        const folded = foldCase(text);
        expect(foldCase(folded)).toBe(folded);
        expect(folded.normalize("NFC")).toBe(folded);
        for (const form of ["NFC", "NFD"] as const) expect(foldCase(text.normalize(form))).toBe(folded);
        // Texts that are equal except for case have the same sort key. U+0345 is a mark that folds to a letter.
        if (!text.normalize("NFD").includes("\u0345")) expect(sortKey(folded) ?? folded).toBe(sortKey(text) ?? text.toLowerCase());
      }),
      { cases: 500 },
    );
  });
});
