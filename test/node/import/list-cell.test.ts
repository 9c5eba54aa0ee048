import fc from "fast-check";
import { expect, it } from "vitest";
import { formatListCell, readListCell } from "../../../src/resources/orders/files/list-cell.ts";
import { assertProperty } from "../../kit/property.ts";

// The texts of a list are trimmed and not empty.
const text = fc
  .string({ unit: fc.constantFrom("a", ",", '"', " ", "ü", "'"), minLength: 1, maxLength: 6 })
  .map((value) => value.trim())
  .filter((value) => value !== "");

it("every list that is written is read back", async () => {
  await assertProperty(
    fc.property(fc.array(text, { maxLength: 5 }), (texts) => {
      expect(readListCell(formatListCell(texts))).toEqual(texts);
    }),
    { cases: 2000 },
  );
});

it("plain texts are written without quotes, and lists that a person writes are read", () => {
  expect(formatListCell(["gift", "VIP, Berlin", '12" wide'])).toBe('gift, "VIP, Berlin", "12"" wide"');
  expect(readListCell("gift,VIP , ,rush")).toEqual(["gift", "VIP", "rush"]);
  expect(readListCell('"a" b, c"')).toEqual(['"a" b', 'c"']);
});
