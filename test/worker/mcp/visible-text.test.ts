import { describe, expect, it } from "vitest";
import { withVisibleCharacters, withVisibleTexts } from "../../../src/entrypoints/mcp/visible-text";

describe("an invisible character is written as an escape", () => {
  const ESCAPED: Record<string, readonly [text: string, shown: string]> = {
    "zero-width space": ["a\u200Bb", "a\\u200Bb"],
    "direction marks": ["a\u200E\u200F\u061Cb", "a\\u200E\\u200F\\u061Cb"],
    "direction overrides and isolates": ["\u202Aa\u202E\u2066b\u2069", "\\u202Aa\\u202E\\u2066b\\u2069"],
    "word joiner and the operators beside it": ["\u2060\u2061\u2064\u2065\u206A\u206F", "\\u2060\\u2061\\u2064\\u2065\\u206A\\u206F"],
    "Mongolian vowel separator": ["a\u180Eb", "a\\u180Eb"],
    "byte order mark": ["\uFEFFa", "\\uFEFFa"],
    "tags, which can spell any text, behind a flag too": ["\u{1F3F4}\u{E0067}\u{E007F}", "\u{1F3F4}\\u{E0067}\\u{E007F}"],
    "variation selectors behind a letter": ["a\uFE0Fb\uFE00\u{E0100}", "a\\uFE0Fb\\uFE00\\u{E0100}"],
    "a second selector behind an emoji": ["\u2764\uFE0F\uFE0F\uFE01", "\u2764\uFE0F\\uFE0F\\uFE01"],
    "a selector behind a digit that is no keycap": ["1\uFE0F2", "1\\uFE0F2"],
    "joiners between Latin letters": ["a\u200Db\u200Cc", "a\\u200Db\\u200Cc"],
    "a joiner behind an emoji that joins nothing": ["\u{1F600}\u200Da", "\u{1F600}\\u200Da"],
    "a second joiner": ["\u0645\u200C\u200C\u06CC", "\u0645\u200C\\u200C\u06CC"],
    "soft hyphen, grapheme joiner, fillers": ["\u00AD\u034F\u115F\u3164\uFFA0", "\\u00AD\\u034F\\u115F\\u3164\\uFFA0"],
    "a Braille pattern without dots": ["a\u2800b", "a\\u2800b"],
    "line and paragraph separators, interlinear marks, C1 controls": ["\u2028\u2029\uFFF9\u0085", "\\u2028\\u2029\\uFFF9\\u0085"],
  };

  it.each(Object.entries(ESCAPED))("%s", (_name, [text, shown]) => {
    expect(withVisibleCharacters(text)).toBe(shown);
  });

  it("in lists, in objects and in names of fields", () => {
    expect(withVisibleTexts({ list: ["\u200B", 1, null, true], "na\u200Bme": { inner: "\uFEFF" } })).toEqual({
      list: ["\\u200B", 1, null, true],
      "na\\u200Bme": { inner: "\\uFEFF" },
    });
  });
});

describe("visible texts are kept, and so are the invisible characters that a script or an emoji needs", () => {
  const KEPT: Record<string, string> = {
    "Persian with a non-joiner": "\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645",
    "Hindi with a joiner and a non-joiner": "\u0915\u094D\u200D\u0937 \u0915\u094D\u200C\u0937",
    "Sinhala with a joiner": "\u0DC1\u0DCA\u200D\u0DBB\u0DD3",
    "Mongolian with a variation selector": "\u182D\u180B",
    "a family, a skin tone, a profession":
      "\u{1F468}\u200D\u{1F469}\u200D\u{1F467} \u{1F44D}\u{1F3FD} \u{1F469}\u{1F3FD}\u200D\u2695\uFE0F",
    "hearts, a rainbow flag, a pirate flag": "\u2764\uFE0F\u200D\u{1F525} \u{1F3F3}\uFE0F\u200D\u{1F308} \u{1F3F4}\u200D\u2620\uFE0F",
    "keycaps and a text selector": "1\uFE0F\u20E3 #\uFE0F\u20E3 \u2603\uFE0E",
    "other scripts, quotes, spaces and line ends": "Łódź 東京 שלום «x» — \u00A0\n\tok",
  };

  it.each(Object.entries(KEPT))("%s", (_name, text) => {
    expect(withVisibleCharacters(text)).toBe(text);
  });
});
