import { describe, expect, it } from "vitest";
import { acceptedLanguage } from "../../../src/public/language";
import { LANGUAGE_CODES, LANGUAGES, type TextKey, textsOf } from "../../../src/public/texts/catalog";

/** The languages of public pages (docs/spec/links.md#languages). */

const namesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted();
const english = LANGUAGES.en.texts;
const KEYS = Object.keys(english) as TextKey[];

describe("the catalog of public pages", () => {
  it.each(LANGUAGE_CODES)("has every text in %s, with the same values", (code) => {
    const { texts } = LANGUAGES[code];
    expect(Object.keys(texts).toSorted()).toEqual(KEYS.toSorted());
    expect(KEYS.filter((key) => texts[key].trim() === "")).toEqual([]);
    expect(KEYS.filter((key) => namesIn(texts[key]).join() !== namesIn(english[key]).join())).toEqual([]);
  });

  it.each(LANGUAGE_CODES.filter((code) => code !== "en"))("translates each text into %s", (code) => {
    expect(KEYS.filter((key) => LANGUAGES[code].texts[key] === english[key])).toEqual([]);
  });

  it("puts values into a text, and leaves out those that it does not get", () => {
    expect([textsOf("en")("order", { number: "7" }), textsOf("en")("order")]).toEqual(["Order #7", "Order #"]);
  });
});

describe("the language of a browser", () => {
  it.each([
    ["vi", "vi"],
    ["vi-VN,vi;q=0.9,en;q=0.8", "vi"],
    ["zh-CN,zh;q=0.9", "zh-Hans"],
    // Of Chinese, the catalog has only this script.
    ["zh-Hant-TW", "zh-Hans"],
    ["fr-FR,vi;q=0.3,en;q=0.7", "en"],
    ["de,en;q=0.1,vi;q=0.2", "vi"],
    ["vi;q=0,zh", "zh-Hans"],
    ["de", "en"],
    ["", "en"],
    // An invalid weight is ignored.
    [";;;,q=2,vi;q=x", "vi"],
  ])("that accepts %j is %s", (header, expected) => {
    expect(acceptedLanguage(header)).toBe(expected);
  });
});
