import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, it } from "vitest";
import { assembleGroup } from "../../../../src/resources/orders/files/assemble.ts";
import { csvLine, csvOptions } from "../../../../src/resources/orders/files/csv.ts";
import { FORMATS } from "../../../../src/resources/orders/files/formats.ts";
import { readHeader } from "../../../../src/resources/orders/files/header.ts";
import { sampleOf } from "../../../kit/file-samples.ts";
import { assembleRecognized } from "./sample.ts";
import { assertProperty } from "../../../kit/property.ts";

/** A text that a seller or a buyer may have typed. Formats trim values. */
const typedText = (units: readonly string[]) =>
  fc
    .string({ unit: fc.constantFrom(...units), minLength: 1, maxLength: 12 })
    .map((text) => text.trim())
    .filter((text) => text !== "");
const QUOTABLE = ["a", "é", '"', ",", ";", "\t", "|", "\n", "\r\n", " ", "'", "ü", "日", "😀"];
const TAB_SEPARATED = ["a", "é", '"', ",", ";", "|", " ", "'", "ü"];

// Two of the formats in `npm test`, the others in the long run.
const [EXAMPLES, OTHERS] = [FORMATS.slice(0, 2), FORMATS.slice(2)];

const KEEPS = "keeps every character of a text with any delimiter: $name";
it.each(EXAMPLES)(KEEPS, testKeepsText);
it.each(OTHERS)(KEEPS, { tags: "long" }, testKeepsText);

async function testKeepsText(format: (typeof FORMATS)[number]): Promise<void> {
  const { name, city, values } = sampleOf(format);
  await assertProperty(
    fc.asyncProperty(
      typedText(QUOTABLE),
      typedText(QUOTABLE),
      fc.constantFrom(",", ";", "\t", "|"),
      async (itemName, cityName, delimiter) => {
        const row = { ...values, [name]: itemName, [city]: cityName };
        const quoted = (texts: readonly string[]) => texts.map((text) => `"${text.replaceAll('"', '""')}"`).join(delimiter);
        const [read] = (await assembleRecognized(`${quoted(Object.keys(row))}\n${quoted(Object.values(row))}\n`)).values();
        expect({ name: read?.order?.items[0]?.name, ship_city: read?.order?.ship_city }).toEqual({ name: itemName, ship_city: cityName });
      },
    ),
    { cases: 25 },
  );
}

/** A value that looks like one of a spreadsheet. A report whose quotes are all of this kind is read as a spreadsheet's. */
const ENCLOSED = /^"(?:[^"]|"")*""(?:[^"]|"")*"$/;

it("keeps every character of a text in Amazon's reports, which have no quotes around values, in both encodings", async () => {
  const amazon = FORMATS.find(({ id }) => id === "amazon");
  if (amazon === undefined) throw new Error("There is no format amazon.");
  const { name, city, values } = sampleOf(amazon);
  const text = typedText(TAB_SEPARATED).filter((value) => !ENCLOSED.test(value));
  await assertProperty(
    fc.asyncProperty(text, text, fc.boolean(), async (itemName, cityName, isLatin1) => {
      const row = { ...values, [name]: itemName, [city]: cityName };
      const report = `${Object.keys(row).join("\t")}\r\n${Object.values(row).join("\t")}\r\n`;
      const reading = isLatin1 ? assembleRecognized(Buffer.from(report, "latin1"), "latin1") : assembleRecognized(report);
      const [read] = (await reading).values();
      expect({ name: read?.order?.items[0]?.name, ship_city: read?.order?.ship_city }).toEqual({ name: itemName, ship_city: cityName });
    }),
    { cases: 50 },
  );
});

const ANY_VALUE = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.constantFrom("", "0", "-1", "1,234", "1e9", "$", "€1", "NaN", "null", "00/00/00", "Feb-30-25", "2025-13-45T99:99:99Z", "=1+1"),
);

const RETURNS = "returns an order, an error or skipped rows for any values, and never throws: $name";
it.each(EXAMPLES)(RETURNS, testReturnsResult);
it.each(OTHERS)(RETURNS, { tags: "long" }, testReturnsResult);

async function testReturnsResult(format: (typeof FORMATS)[number]): Promise<void> {
  const columns = Object.keys(format.columns);
  const { value } = readHeader({ line: 1, values: columns }, format);
  const { values: good } = sampleOf(format);
  const row = fc.array(fc.option(ANY_VALUE, { nil: null, freq: 3 }), { minLength: columns.length, maxLength: columns.length });
  await assertProperty(
    fc.property(fc.array(row, { minLength: 1, maxLength: 3 }), (rows) => {
      const filled = rows.map((cells, index) => ({
        line: index + 2,
        values: cells.map((cell, at) => cell ?? good[columns[at] ?? ""] ?? ""),
      }));
      const { order, error, skipped, total } = assembleGroup(format, { key: "1", rows: filled }, value);
      expect([order !== null, error !== null, skipped.length > 0].filter(Boolean)).toHaveLength(1);
      expect(Number.isFinite(total)).toBe(true);
      // The line is valid CSV, so that it can be reported.
      const cells = filled[0]?.values ?? [];
      expect(parse(csvLine(cells), csvOptions({ delimiter: ",", isQuoted: true }))).toEqual([cells]);
    }),
    { cases: 100 },
  );
}
