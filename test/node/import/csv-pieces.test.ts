import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, it } from "vitest";
import { csvLine, csvOptions, csvPieces } from "../../../src/resources/orders/files/csv.ts";
import { assertProperty } from "../../kit/property.ts";

async function* chunksOf(text: string, sizes: readonly number[]): AsyncGenerator<string> {
  let at = 0;
  for (const size of sizes) {
    yield text.slice(at, at + size);
    at += size;
  }
  yield text.slice(at);
}

const START = { delimiter: ",", isQuoted: true };

const value = fc.string({ unit: fc.constantFrom("a", "ü", '"', ",", "\n", "\r\n", " ", ";"), maxLength: 6 });
const records = fc.array(fc.array(value, { minLength: 2, maxLength: 3 }), { minLength: 1, maxLength: 6 });

it("CSV is divided at record ends, for any chunks, so that each part is valid CSV", async () => {
  await assertProperty(
    fc.asyncProperty(
      records,
      fc.constantFrom("\n", "\r\n"),
      fc.boolean(),
      fc.array(fc.integer({ min: 0, max: 9 })),
      async (rows, end, ended, sizes) => {
        const text = rows.map(csvLine).join(end) + (ended ? end : "");
        const pieces: string[] = [];
        for await (const piece of csvPieces(chunksOf(text, sizes), START.isQuoted)) pieces.push(piece);
        expect(pieces.join("")).toBe(text);
        expect(pieces.flatMap((piece) => parse(piece, csvOptions(START)))).toEqual(rows);
      },
    ),
    { cases: 300 },
  );
  const pieces: string[] = [];
  for await (const piece of csvPieces(chunksOf('a,b\nc,"d\ne"\nf', [5, 8]), START.isQuoted)) pieces.push(piece);
  expect(pieces).toEqual(["a,b\n", 'c,"d\ne"\n', "f"]);
});

it("a text whose quotes never end is divided into parts of a few MiB, because each is kept in memory", async () => {
  const endless = (async function* () {
    yield 'a,"';
    for (let n = 0; n < 40; n += 1) yield `${"x".repeat(1024 * 1024)}\n`;
  })();
  const lengths: number[] = [];
  for await (const piece of csvPieces(endless, START.isQuoted)) lengths.push(piece.length);
  // The longest part is 4 MiB, with the chunk that exceeds it.
  expect(Math.max(...lengths)).toBeLessThan(6 * 1024 * 1024);
});
