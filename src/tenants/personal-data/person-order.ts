import { keyedHash } from "../../resources/orders/ingest/payload-hash";
import { ingestWrites } from "../../resources/orders/ingest/write.sql.ts";
import { replaceTexts } from "../../resources/orders/replace-texts";
import type { FulfillmentRow, OrderRow, StoredItem } from "../../resources/orders/rows.sql.ts";
import type { OrgDb } from "../../platform/db/org-db";
import { yieldToOthers } from "../../platform/yield";
import { type FoundRow, findInRow, identifyingKinds, isIdentifying } from "./erased-values";
import type { Identifier, Person } from "./person";
import { eraseRows, personalTable } from "./scan.sql.ts";

export interface WholeOrder {
  order: OrderRow;
  items: StoredItem[];
  fulfillments: FulfillmentRow[];
}

/** What is known of a person in an order. */
export interface PersonInOrder {
  whole: WholeOrder;
  rows: FoundRow[];
  /** The person with the identifiers that the order has, if the order is theirs. Null if somebody else's order only mentions them. */
  owner: Person | null;
}

const ORDERS = personalTable("orders");
const ITEMS = personalTable("order_items");
const FULFILLMENTS = personalTable("fulfillments");

/** What an order and its items say about who ordered. Parts of an address without a number, such as a city, do not identify anybody. */
function ownIdentifiers({ order, items }: WholeOrder): Identifier[] {
  const all = [{ table: ORDERS, row: { ...order } }, ...items.map((item) => ({ table: ITEMS, row: { ...item } }))].flatMap(
    ({ table, row }) =>
      table.columns.filter(isIdentifying).flatMap(({ name, kind }): Identifier[] => {
        const value = (row as Record<string, unknown>)[name];
        return typeof value === "string" && (kind !== "address" || /\d/.test(value)) ? [[kind, value]] : [];
      }),
  );
  // The items of an order mostly have the same values.
  return [...new Map(all.map((identifier) => [identifier.join(":"), identifier])).values()];
}

/** Rows of an order that are compared before other requests of the isolate go on. */
const ROWS_AT_ONCE = 100;

/** Whether any of the items identifies the person. */
async function isItemOf(items: readonly StoredItem[], person: Person): Promise<boolean> {
  for (const [index, item] of items.entries()) {
    if ((await identifyingKinds(ITEMS, { ...item }, person)).length > 0) return true;
    if (index % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await yieldToOthers();
  }
  return false;
}

/** The person's data in an order. With `isOwner`, the order is theirs, whatever identifies them. A large order is compared in parts. */
export async function findInOrder(
  whole: WholeOrder,
  person: Person,
  { isOwner: isKnownOwner = false }: { isOwner?: boolean } = {},
): Promise<PersonInOrder> {
  const { order, items, fulfillments } = whole;
  const isOwner = isKnownOwner || (await identifyingKinds(ORDERS, { ...order }, person)).length > 0 || (await isItemOf(items, person));
  const owner = isOwner ? await person.withIdentifiers(ownIdentifiers(whole)) : null;
  const all = [
    { table: ORDERS, id: order.id, row: order },
    ...items.map((item) => ({ table: ITEMS, id: item.id, row: item })),
    ...fulfillments.map((fulfillment) => ({ table: FULFILLMENTS, id: fulfillment.id, row: fulfillment })),
  ];
  const rows: FoundRow[] = [];
  for (const [index, { table, id, row }] of all.entries()) {
    const found = await findInRow(table, { id: String(id), row: { ...row } }, { person: owner ?? person, isOwner: isOwner });
    if (found !== null) rows.push({ ...found, matched: await person.kindsOf(Object.values(found.data)) });
    if (index % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await yieldToOthers();
  }
  return { whole, rows, owner };
}

/** Erases what was found in an order, in one batch, with its history entry, its event and its search words. */
export async function eraseOrder(org: OrgDb, { whole, rows }: PersonInOrder, hashSecret: string): Promise<void> {
  const { order, items } = whole;
  const erasedOf = (table: string) => new Map(rows.filter((row) => row.table === table).map((row) => [row.id, row]));
  const [ofItems, ofFulfillments] = [erasedOf("order_items"), erasedOf("fulfillments")];
  const fulfillments = whole.fulfillments.map((row) => ({ ...row, ...ofFulfillments.get(row.id)?.erased }));
  const update = replaceTexts(
    org,
    { order, items, fulfillments },
    {
      // The hash covers a payload with the person's data, which somebody could guess.
      order: {
        ...erasedOf("orders").get(String(order.id))?.erased,
        source_hash: order.source_hash === null ? null : await keyedHash(hashSecret, order.source_hash),
      },
      items: new Map([...ofItems].map(([id, { erased }]) => [Number(id), erased])),
    },
  );
  const erasedFulfillments = whole.fulfillments.flatMap((row) => {
    const found = ofFulfillments.get(row.id);
    return found === undefined ? [] : [{ found, row: { ...row } }];
  });
  await org.commit({
    writes: [...ingestWrites(org, [], [update]), ...eraseRows(org, { ...FULFILLMENTS, key: ["id"] }, erasedFulfillments)],
    marker: {},
  });
}
