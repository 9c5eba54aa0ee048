import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvLine } from "../../../src/resources/orders/files/csv";
import { guardFormulas } from "../../../src/resources/orders/files/formula-guard";
import { UnreadableFile } from "../../../src/resources/orders/files/text-file";
import { MAX_FILE_ROWS, readSupplierFile } from "../../../src/resources/supplier-orders/file-rows";
import { assertProperty } from "../../kit/property";

/** How the file of a supplier is read (docs/spec/supplier-orders.md#files-that-come-back). */

const COLUMNS = [
  { name: "PO-Nr.", field: "supplier_order" },
  { name: "Zeile", field: "order_item_id" },
  { name: "Menge", field: "quantity" },
  { name: "=Sendung", field: "tracking_number" },
  { name: "Dienst", field: "carrier" },
  { name: "Grund", field: "reject_reason" },
] as const;

/** Texts as carriers, people and spreadsheets write them. */
const text = fc.oneof(
  fc.constantFrom("1Z999AA10123456784", "0012345678905", "RR123456789DE", "=1+1", "-5", "a;b", 'say "no"', "Zoë", "two\nlines", "'quoted"),
  fc.string({ unit: fc.constantFrom("a", "1", '"', ";", ",", "\t", "=", "'", "ü", " ", "\n"), minLength: 1, maxLength: 12 }),
);

const isFilledIn = (value: string): boolean => value.trim() !== "";

interface Layout {
  delimiter: string;
  end: string;
  encode: (text: string) => Uint8Array;
  hasTitle: boolean;
}

const utf16 = (content: string): Uint8Array => {
  const units = Uint16Array.from(`\uFEFF${content}`, (character) => character.charCodeAt(0));
  return new Uint8Array(units.buffer);
};

const layout: fc.Arbitrary<Layout> = fc.record({
  delimiter: fc.constantFrom(",", ";", "\t"),
  end: fc.constantFrom("\n", "\r\n"),
  encode: fc.constantFrom(
    (content: string) => new TextEncoder().encode(content),
    (content: string) => new TextEncoder().encode(`\uFEFF${content}`),
    utf16,
  ),
  hasTitle: fc.boolean(),
});

/** A line in another layout. Every value is in quotes, so that it may have any delimiter. */
const lineOf = (values: readonly string[], { delimiter }: Layout) =>
  values.map((value) => `"${value.replaceAll('"', '""')}"`).join(delimiter);

describe("the file of a supplier", () => {
  it("has each row that was filled in, with its supplier order and its item, in whatever way a spreadsheet has saved it", async () => {
    const row = fc.record({
      order: fc.integer({ min: 1, max: 9999 }),
      item: fc.integer({ min: 1 }),
      quantity: fc.integer({ min: 1, max: 99 }),
      reason: text,
    });
    await assertProperty(
      fc.property(fc.array(row, { minLength: 1, maxLength: 6 }), layout, (rows, how) => {
        const lines = [
          ...(how.hasTitle ? [["Orders for Acme", "", "", "", "", ""]] : []),
          COLUMNS.map(({ name }) => guardFormulas(name)),
          ...rows.map(({ order, item, quantity, reason }) => [
            String(order),
            String(item),
            String(quantity),
            "",
            "",
            guardFormulas(reason),
          ]),
        ];
        const bytes = how.encode(lines.map((line) => lineOf(line, how) + how.end).join(""));
        const { rows: found, problems, silentCount } = readSupplierFile(bytes, COLUMNS);
        // An apostrophe before a reason is that of a guarded formula.
        const hasReason = ({ reason }: { reason: string }) => isFilledIn(reason.replace(/^\s*'/, "")) && isFilledIn(reason);
        // Rows are numbered from 1, with the title and the header.
        const headCount = how.hasTitle ? 2 : 1;
        const filledIn = rows.flatMap((each, index) => (hasReason(each) ? [headCount + index + 1] : []));
        expect(problems).toEqual([]);
        expect(found.length + silentCount).toBe(rows.length);
        expect(found.map(({ row: number }) => number)).toEqual(expect.arrayContaining(filledIn));
        for (const { row: number, supplierOrder, itemId } of found) {
          const source = rows[number - headCount - 1];
          expect({ supplierOrder, itemId }).toEqual({ supplierOrder: source?.order, itemId: source?.item });
        }
      }),
      { cases: 300 },
    );
  });

  it("is read, or rejected with a sentence, whatever its bytes are", async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc
        .string({
          unit: fc.constantFrom("supplier_order", "tracking_number", ",", ";", '"', "\n", "1", "9.4E+21", "\0", "\r"),
          maxLength: 40,
        })
        .map((content) => new TextEncoder().encode(content)),
    );
    await assertProperty(
      fc.property(bytes, (content) => {
        try {
          readSupplierFile(content, null);
        } catch (error) {
          if (!(error instanceof UnreadableFile)) throw error;
          expect(error.message).not.toBe("");
        }
      }),
      { cases: 500 },
    );
  });

  it("keeps tracking numbers that are as they should be, and rejects those that a spreadsheet has damaged", () => {
    const read = (number: string) => {
      const csv = [csvLine(["supplier_order", "tracking_number"]), csvLine(["1", number])].join("\n");
      const { rows, problems } = readSupplierFile(new TextEncoder().encode(csv), null);
      return problems[0]?.code ?? rows[0]?.trackingNumber;
    };
    // A spreadsheet keeps 15 digits of a long number, and makes the others zeros.
    for (const number of ["1Z999AA10123456784", "9400110200881269505", "9400110200881269500000", "0012345", "JD014600003SG9", "420 1234"])
      expect(read(number)).toBe(number);
    // Both mark a text, so that a spreadsheet does not take it for a number.
    expect([read("'0012"), read('="0012"')]).toEqual(["0012", "0012"]);
    for (const damaged of ["9.4E+21", "9,40011E+21", "9400110200881260000000", "#####", "#NAME?", "3-Mar"])
      expect(read(damaged)).toBe("value_damaged");
  });

  it("has at most 500 rows, which are counted once the quotes of the whole file are checked", () => {
    const csv = `supplier_order,tracking_number\n${"1,A\n".repeat(MAX_FILE_ROWS)}`;
    const bytes = (content: string) => new TextEncoder().encode(content);
    expect(readSupplierFile(bytes(csv), null).rows).toHaveLength(MAX_FILE_ROWS);
    expect(() => readSupplierFile(bytes(`${csv}1,A\n"unclosed`), null)).toThrow(/^Line 503: a value begins with a quote/);
    expect(() => readSupplierFile(bytes(`${csv}1,A\n`), null)).toThrow(/more than 500 rows/);
  });
});
