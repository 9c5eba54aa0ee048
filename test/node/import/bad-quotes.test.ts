import { CsvError, parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, it } from "vitest";
import { describeBadQuotes, QuoteCheck } from "../../../src/resources/orders/files/bad-quotes.ts";
import { csvOptions } from "../../../src/resources/orders/files/csv.ts";
import { assertProperty } from "../../kit/property.ts";

const COMMAS = { delimiter: ",", isQuoted: true };

async function* piecesOf(...texts: string[]): AsyncGenerator<string> {
  yield* texts;
}

const described = async (...texts: string[]): Promise<string> => await describeBadQuotes("orders.csv", piecesOf(...texts), COMMAS);

it.each([
  ["an unclosed quote", 'a,b\n1,"open\n2,x\n3,y\n', "orders.csv, line 2: a value begins with a quote that is not closed."],
  [
    "an unclosed quote that a later one closes",
    'a,b\n1,"open\n2,"x"\n',
    "orders.csv, line 2: a value begins with a quote, and text follows the closing quote on line 3.",
  ],
  [
    "a quote that is not doubled",
    'a,b\n1,"12" wide"\n',
    "orders.csv, line 2: a value begins with a quote, and text follows the closing quote. A closing quote is missing, or",
  ],
  ["a quote in a plain value", 'a,b\n"1\n1",12" wide\n', "orders.csv, line 3: a value has a quote, but does not begin with one."],
  ["a row that never ends", `a,b\n1,"${"x".repeat(1024 * 1024)}"\n`, "orders.csv, line 2: a value begins with a quote that is not closed."],
  ["a plain row that never ends", `a,b\n1,${"x".repeat(1024 * 1024)}\n`, "orders.csv, line 2: a row is longer than 1 MiB."],
])("names the line to correct: %s", async (_name, text, expected) => {
  expect(await described(text)).toContain(expected);
  // Also if it is read in two parts.
  const half = Math.floor(text.length / 2);
  expect(await described(text.slice(0, half), text.slice(half))).toContain(expected);
});

it("an error is found exactly in the texts that the parser rejects", async () => {
  const text = fc.string({ unit: fc.constantFrom("a", '"', '"', ",", "\n", "\r\n", " "), maxLength: 14 });
  await assertProperty(
    fc.property(text, (csv) => {
      const check = new QuoteCheck(COMMAS);
      const found = check.read(csv) ?? check.end();
      let rejected: unknown = null;
      try {
        parse(csv, csvOptions(COMMAS));
      } catch (error) {
        rejected = error;
      }
      expect(found !== null, csv).toBe(rejected instanceof CsvError);
    }),
    { cases: 2000 },
  );
});
