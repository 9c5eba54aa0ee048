import { beforeAll, expect, it } from "vitest";
import { assembleGroup } from "../../../src/resources/orders/files/assemble";
import { SHOP_FACT } from "../../../src/resources/orders/files/format";
import { FORMATS } from "../../../src/resources/orders/files/formats";
import { readHeader } from "../../../src/resources/orders/files/header";
import { createShop, type Shop } from "../../kit/client";
import { sampleOf } from "../../kit/file-samples";
import { HOSTILE, HOSTILE_KINDS } from "../../kit/hostile-texts";

/** The API accepts the orders of a file, whatever its texts are (docs/spec/import.md). */

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});

/**
 * Identifying texts are never shortened, so an order with one that is too long is rejected (docs/spec/import.md). A wrong
 * currency would change the value of the amounts.
 */
const REJECTED = /^(?:currency|customer_email|items\[\d\]\.(?:sku|external_id|tracking_code))$/;

/** The native export updates stored orders. An invalid row in it is rejected, because it is a person's change. */
const CREATING_FORMATS = FORMATS.filter(({ updates }) => updates !== true);

it.each(CREATING_FORMATS)("an order of a file is created whatever one of its texts is: $name", async (format) => {
  const columns = Object.keys(format.columns);
  const { value } = readHeader({ line: 1, values: columns }, format);
  const { name, values } = sampleOf(format);
  for (const kind of HOSTILE_KINDS) {
    const hostile = HOSTILE[kind];
    const text = typeof hostile === "string" ? hostile : JSON.stringify(hostile);
    const orders = columns.flatMap((hostileColumn) => {
      const cellOf = (column: string) => (column === hostileColumn ? text : (values[column] ?? (column === name ? "Mug" : "")));
      const rows = [{ line: 2, values: columns.map(cellOf) }];
      const { order, error } = assembleGroup(format, { key: value(rows[0] ?? { line: 2, values: [] }, format.keyColumn), rows }, value);
      // Amounts, dates and quantities are not free texts, an order needs a number and an item with a name, and a
      // spreadsheet writes ids as 1e+308.
      if (order === null) expect(error?.reason, error?.message).toMatch(/^(?:invalid_|no_|id_damaged$|order_number_too_long$)/);
      return order === null ? [] : [{ ...order, ...SHOP_FACT, store: "gift", external_id: crypto.randomUUID() }];
    });
    // Most columns of a file are free texts, so enough orders remain for the check to mean something.
    expect(orders.length, kind).toBeGreaterThan(columns.length / 3);
    const { status, body } = await shop.v2("/orders/bulk", { body: { orders, on_error: "skip" } });
    expect(status).toBe(200);
    const paths = body.results.flatMap(
      ({ error }: { error: { details: { path: string }[] } | null }) => error?.details.map(({ path }) => path) ?? [],
    );
    expect({ kind, paths: paths.filter((path: string) => !REJECTED.test(path)) }).toEqual({ kind, paths: [] });
  }
});
