import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sortKey } from "../../../src/platform/db/text/sort-key";
import { assertProperty } from "../../kit/property";

describe("sortKey", () => {
  it.each([
    ["Ígor", "igor"],
    ["ÅNGSTRÖM", "angstrom"],
    ["Nguyễn Thị Ánh", "nguyen thi anh"],
    ["İstanbul Işık", "istanbul isik"],
    ["Łódź", "lodz"],
    ["Øyvind", "oyvind"],
    ["Đorđe, Đặng", "dorde, dang"],
    ["Straße, STRAẞE", "strasse, strasse"],
    ["Æsir, Œuvre", "aesir, oeuvre"],
    ["Þór, Guðrún", "thor, gudrun"],
    ["Ｆｕｌｌ ｗｉｄｔｈ", "full width"],
    ["Οδυσσεύς", "οδυσσευσ"],
    ["Андрей", "андреи"],
    ["がくせい", "かくせい"],
    // Vowel signs of Indic scripts are letters of the word.
    ["हिन्दी", "हिन्दी"],
    ["木村", "木村"],
  ])("%s is sorted as %s", (text, key) => {
    expect(sortKey(text)).toBe(key);
  });

  it("is null for printable ASCII and for a missing text", () => {
    for (const text of ["Igor", "IGOR_2 ~!", "", null, undefined]) expect(sortKey(text)).toBeNull();
  });

  it("is the same for a text in any letter case and normal form, has at most 255 characters, and is its own sort key", async () => {
    await assertProperty(
      fc.asyncProperty(fc.string({ unit: "grapheme", maxLength: 300 }), async (text) => {
        const key = sortKey(text);
        expect(sortKey(text.normalize("NFD")) ?? text.toLowerCase()).toBe(key ?? text.toLowerCase());
        expect(sortKey(text.toLowerCase()) ?? text.toLowerCase()).toBe(key ?? text.toLowerCase());
        expect(key?.length ?? 0).toBeLessThanOrEqual(255);
        if (key !== null && key.length < 255) expect(sortKey(key) ?? key).toBe(key);
      }),
      { cases: 300 },
    );
  });
});
