import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvOptions } from "../../../src/resources/orders/files/csv.ts";
import { parseCsv } from "../../../src/resources/orders/files/parse-csv.ts";
import { assertProperty } from "../../kit/property.ts";

const start = { delimiter: ",", isQuoted: true };

/** What a parser makes of a text. Null: it rejects it. */
function recordsOf(parser: () => Iterable<string[]>): string[][] | null {
  try {
    return [...parser()];
  } catch {
    return null;
  }
}

describe("CSV in memory", () => {
  it("is parsed, or rejected, exactly as csv-parse does", async () => {
    const piece = fc.constantFrom("a", '"', '""', ",", "\n", "\r\n", "\r", " ", "ü", ";", '","', '"\n"');
    await assertProperty(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const text = pieces.join("");
        const expected = recordsOf(() => parse(text, csvOptions(start)));
        expect(recordsOf(() => parseCsv(text, start))).toEqual(expected);
      }),
      { cases: 1500 },
    );
  });

  it("keeps a quote as an ordinary character if values are not quoted", () => {
    expect([...parseCsv('a\t"b\nc\t\n', { delimiter: "\t", isQuoted: false })]).toEqual([
      ["a", '"b'],
      ["c", ""],
    ]);
  });

  // If the work grew with the square of the length, this would take minutes.
  it.each([
    ["empty values", ",\n".repeat(100_000)],
    ["a quote that is not closed", '"'.repeat(200_001)],
    ["one value of quotes", `"${'""'.repeat(100_000)}"`],
    ["empty lines", "\n".repeat(200_000)],
    ["text after a quote", '"a"b'.repeat(100_000)],
  ])("is parsed, or rejected, exactly as csv-parse does, if it has 200,000 separators or quotes: %s", (_name, text) => {
    const expected = recordsOf(() => parse(text, csvOptions(start)));
    expect(JSON.stringify(recordsOf(() => parseCsv(text, start)))).toBe(JSON.stringify(expected));
  });
});
