import fc from "fast-check";
import { expect, it } from "vitest";
import { toStorableText } from "../../../src/platform/values/storable-text";
import { anyCharacter } from "../../kit/any-character";
import { assertProperty } from "../../kit/property";

const bytesOf = (text: string) => new TextEncoder().encode(text).length;

it("a storable text is without control characters, but keeps tabs and line breaks", () => {
  expect(toStorableText("a\u0000b\u0001\u001B[1m\tc\r\nd\u007F\u0085e\u009F")).toBe("ab[1m\tc\r\nde");
});

it("a storable text is without characters that change the direction of later text, but keeps directional marks", () => {
  expect(toStorableText("\u202Aa\u202B\u202C\u202D\u202Eb\u2066\u2067\u2068\u2069c\u200E\u200F\u061Cd")).toBe("abc\u200E\u200F\u061Cd");
});

it("a storable text has replacements for halves of surrogate pairs, and keeps other characters", () => {
  expect(toStorableText("\uD800x\u00A0\u00AD\u200B\u2028😀")).toBe("\uFFFDx\u00A0\u00AD\u200B\u2028😀");
});

it("the JSON of a storable text has at most twice its bytes", async () => {
  const texts = fc.string({
    unit: fc.oneof(
      anyCharacter,
      fc.integer({ min: 0, max: 0xff }).map((code) => String.fromCodePoint(code)),
    ),
  });
  await assertProperty(
    fc.asyncProperty(texts, async (text) => {
      const stored = toStorableText(text);
      expect(bytesOf(JSON.stringify(stored))).toBeLessThanOrEqual(2 * bytesOf(stored) + 2);
    }),
    { cases: 5_000, examples: [["\u0000\u0001\u001F\u007F"], ['"\\\n\t']] },
  );
});
