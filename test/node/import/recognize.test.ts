import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Format } from "../../../src/resources/orders/files/format.ts";
import { FORMATS } from "../../../src/resources/orders/files/formats.ts";
import { recognizeFormat, UnknownFormat } from "../../../src/resources/orders/files/recognize.ts";
import { assertProperty } from "../../kit/property.ts";

/** The format that a file with these columns is recognized as, or null. */
function recognized(names: readonly string[], formats: readonly Format[] = FORMATS): Format | null {
  try {
    return recognizeFormat(names, formats);
  } catch (error) {
    if (error instanceof UnknownFormat) return null;
    throw error;
  }
}

const problemOf = (names: readonly string[]): string => {
  try {
    return `It is recognized as ${recognizeFormat(names, FORMATS).name}.`;
  } catch (error) {
    return error instanceof UnknownFormat ? error.problem : String(error);
  }
};

/** The columns of a format. */
const columnsOf = ({ columns, readOnly = {} }: Format): string[] => Object.keys({ ...columns, ...readOnly });

/** Every name that a file of a format may have for a column, with the name of the column. */
function columnNames(format: Format): [name: string, column: string][] {
  return [...columnsOf(format).map((name): [string, string] => [name, name]), ...Object.entries(format.aliases ?? {})];
}

/** A name of a column without case, spaces and punctuation. Two columns may share it. */
const plainName = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");

/** Changes of a column: an equivalent spelling, an unknown name, or none. */
const CHANGES = {
  kept: (name: string) => [name],
  capitals: (name: string) => [name.toUpperCase()],
  spaces: (name: string) => [` ${name.replaceAll(/[\s_-]+/g, " ")} `],
  renamed: (name: string) => [`my ${name} 2`],
  removed: () => [],
};
type Change = keyof typeof CHANGES;
/** How many columns are changed at most. Those after them are kept. */
const CHANGE_COUNT = 200;
const isSameName = (change: Change): boolean => change !== "renamed" && change !== "removed";

describe.each(FORMATS)("a file in the format $name", (format) => {
  it("is recognized by its identifying columns, with any of the others in any order and spelling", { tags: "long" }, async () => {
    const all = columnsOf(format);
    expect(recognized(all)).toBe(format);
    expect(recognized([...format.required, "Something else"])).toBe(format);
    const change = fc.constantFrom<Change>("kept", "capitals", "spaces", "renamed", "removed");
    await assertProperty(
      fc.property(
        fc.shuffledSubarray(all, { minLength: 0 }),
        fc.array(change, { minLength: CHANGE_COUNT, maxLength: CHANGE_COUNT }),
        (some, changes) => {
          const others = some.filter((name) => !format.required.includes(name));
          const names = [...others.flatMap((name, at) => CHANGES[changes[at] ?? "kept"](name)), ...format.required];
          expect(recognized(names)?.name).toBe(format.name);
        },
      ),
      { cases: 100 },
    );
  });

  it("is never recognized as another one, with columns removed, renamed or reordered", { tags: "long" }, async () => {
    const names = columnNames(format);
    const change = fc.constantFrom<Change>("kept", "kept", "kept", "capitals", "spaces", "renamed", "removed");
    await assertProperty(
      fc.property(
        fc.shuffledSubarray(names, { minLength: 1 }),
        fc.array(change, { minLength: CHANGE_COUNT, maxLength: CHANGE_COUNT }),
        fc.array(fc.string({ maxLength: 12 }), { maxLength: 5 }),
        (some, changes, unknown) => {
          const columns = some.flatMap(([name], at) => CHANGES[changes[at] ?? "kept"](name));
          const found = recognized([...columns, ...unknown.map((name) => `${name} (unknown)`)]);
          expect([format.name, undefined]).toContain(found?.name);
          const kept = new Set(some.flatMap(([name], at) => (isSameName(changes[at] ?? "kept") ? [plainName(name)] : [])));
          const present = new Set(names.flatMap(([name, column]) => (kept.has(plainName(name)) ? [column] : [])));
          if (found !== null) expect(format.required.filter((name) => !present.has(name))).toEqual([]);
        },
      ),
      { cases: 200 },
    );
  });

  it.each(format.required)("is not recognized without %s, which the message names", (column) => {
    const names = columnsOf(format).filter((name) => name !== column);
    expect(recognized(names)).toBeNull();
    expect(problemOf(names)).toBe(`It looks like ${format.name}, but has no column “${column}”.`);
  });
});

describe("the native export", () => {
  const EXPORTED = ["order_id", "number", "external_id", "date", "status", "store_id", "store_name", "version", "item_id"];
  const LIKE_WOOCOMMERCE = ["number", "status", "date", "item_name", "item_quantity"];

  it("is not recognized as an export of WooCommerce, although it has all columns of one", () => {
    expect(recognized([...EXPORTED, "item_name", "item_quantity"])?.id).toBe("order-operations");
    for (const missing of ["version", "store_id"]) {
      const names = [...EXPORTED, "item_name", "item_quantity"].filter((name) => name !== missing);
      expect(problemOf(names)).toBe(`It looks like Order Operations export, but has no column “${missing}”.`);
    }
  });

  it("is not distinguished from that of WooCommerce by shared columns: such a file has no format, and the message names both", () => {
    expect(problemOf(LIKE_WOOCOMMERCE)).toBe("Its columns fit several formats: Order Operations export, WooCommerce orders.");
    // With a column that only WooCommerce has, it is.
    expect(recognized([...LIKE_WOOCOMMERCE, "billing_first_name"])?.id).toBe("woocommerce");
  });
});

it("no format is recognized in another kind of file, and the message lists the columns that each format needs", () => {
  for (const names of [["Name", "Quantity", "Price"], ["email", "first name"], []]) {
    expect(problemOf(names)).toBe("Its columns are not those of a known export.");
  }
  const expected = expect.objectContaining({
    message: expect.stringContaining("\n  Etsy sold order items: Order ID, Sale Date, Item Name,") as string,
    expected: FORMATS.map(({ name, required }) => ({ format: name, columns: required })),
  });
  expect(() => recognizeFormat(["email"], FORMATS)).toThrow(expected as Error);
});
