import { type SQL, sql } from "drizzle-orm";
import { COPIED_TABLES } from "../move/tenant-tables.sql.ts";
import type { OrgDb, OrgReader } from "../platform/db/org-db";
import { jsonChunks } from "../platform/db/sql-values";
import type { Statement, WriteStatement } from "../platform/db/statement";
import { PERSONAL_TABLES, type PersonalTable } from "./columns.sql.ts";
import { ERASED, type FoundRow } from "./erased-values";

/** Reads rows slice by slice. The cost of a slice is bounded, so the cost of a request is. */

/** The values of a key. */
export type Key = readonly (string | number)[];

/** Orders are compared in the database, which returns only their ids. */
const SLICE_ORDERS = 1000;
/** The rows of other tables are read, and a text can have tens of thousands of characters. */
const SLICE_ROWS = 200;

/** D1 allows 32 arguments of a function. */
const MAX_COLUMNS_AT_ONCE = 31;

/** Tables that are read in the order of an index of the organization which is not the one of their primary key. */
const SCAN_KEYS: Readonly<Record<string, readonly string[]>> = {
  order_notes: ["order_id", "id"],
  order_history: ["order_id", "id"],
  audit_log: ["at", "id"],
};

/** A table whose rows are read one after another. Orders are read together with their items and fulfillments. */
export interface ScannedTable extends PersonalTable {
  key: readonly string[];
  scanKey: readonly string[];
  /** Whether an index has the organization's rows in the order of `scanKey`. Otherwise the slices have rows of other organizations too. */
  hasScanIndex: boolean;
}

const OF_ORDERS: ReadonlySet<string> = new Set(["orders", "order_items", "fulfillments"]);

/** The tables that are read row by row. */
export const SCANNED_TABLES: readonly ScannedTable[] = COPIED_TABLES.flatMap(({ name, key, hasKeyIndex }) => {
  const table = PERSONAL_TABLES.get(name);
  if (table === undefined || OF_ORDERS.has(name)) return [];
  const scanKey = SCAN_KEYS[name];
  return [{ ...table, key, scanKey: scanKey ?? key, hasScanIndex: hasKeyIndex || scanKey !== undefined }];
});

/** The declaration of a table. */
export function personalTable(name: string): PersonalTable {
  const table = PERSONAL_TABLES.get(name);
  if (table === undefined) throw new Error(`The table ${name} has no personal data.`);
  return table;
}

const list = (names: readonly string[]): SQL => sql.raw(names.map((name) => `"${name}"`).join(", "));

/** SQL condition: a text of the row matches one of the patterns. */
function mayContain({ columns }: PersonalTable, patterns: readonly string[], alias: string): SQL {
  const groups = Array.from({ length: Math.ceil(columns.length / MAX_COLUMNS_AT_ONCE) }, (_, n) =>
    columns.slice(n * MAX_COLUMNS_AT_ONCE, (n + 1) * MAX_COLUMNS_AT_ONCE),
  );
  const texts = groups.map((group) => sql.raw(`concat_ws(' ', ${group.map(({ name }) => `${alias}."${name}"`).join(", ")})`));
  const conditions = texts.flatMap((text) => patterns.map((pattern) => sql`${text} like ${pattern}`));
  return sql`(${sql.join(conditions, sql` or `)})`;
}

/** An order of a slice. `found` is 1 if the texts of its row, its items or its fulfillments may contain an identifier. */
export interface ScannedOrder {
  id: number;
  found: 0 | 1;
}

/** The next orders after an id, and which of them may contain one of the patterns. */
export function scanOrders(org: OrgReader, patterns: readonly string[], after: number): Statement<ScannedOrder> {
  const [orders, items, fulfillments] = [personalTable("orders"), personalTable("order_items"), personalTable("fulfillments")];
  return org.rows<ScannedOrder>()`select o.id, (${mayContain(orders, patterns, "o")}
      or exists (select 1 from order_items i where i.organization_id = ${org.key} and i.order_id = o.id and ${mayContain(items, patterns, "i")})
      or exists (select 1 from fulfillments f where f.organization_id = ${org.key} and f.order_id = o.id
        and ${mayContain(fulfillments, patterns, "f")})) as found
    from orders o where o.organization_id = ${org.key} and o.id > ${after} order by o.id limit ${SLICE_ORDERS}`;
}

/**
 * SQL condition on an event `t`: it has the subject of a ticket whose subject was erased. A ticket of the person's order may be found by
 * values of the order that the search did not name, and events cannot be read by their order.
 */
const HAS_ERASED_SUBJECT = sql`(t.type = 'ticket.created' and exists (select 1 from tickets k
  where k.organization_id = t.organization_id and k.id = t.body->>'ticket_id' and k.subject = ${ERASED} and t.body->>'subject' <> k.subject))`;

/** A row of a slice. `row` is JSON of its columns; null if it can't contain an identifier. */
export interface ScannedRow {
  key: string;
  row: string | null;
  /** 1 for an event with the subject of a ticket whose subject was erased. */
  has_erased_subject: 0 | 1;
}

/** The next rows of a table after a key. With `orderId`, only rows of this order, whatever they contain. */
export function scanRows(
  org: OrgReader,
  table: ScannedTable,
  { patterns, after, orderId }: { patterns: readonly string[]; after: Key | null; orderId: number | null },
): Statement<ScannedRow> {
  const names = [
    ...new Set([...table.key, ...table.columns.map(({ name }) => name), ...table.stored.filter((name) => name === "version")]),
  ];
  const row = sql.raw(`json_object(${names.map((name) => `'${name}', t."${name}"`).join(", ")})`);
  const follows = table.name === "events" ? HAS_ERASED_SUBJECT : sql`false`;
  const values =
    after === null
      ? []
      : [
          sql.join(
            after.map((value) => sql`${value}`),
            sql`, `,
          ),
        ];
  const conditions = [
    ...(table.hasScanIndex ? [sql`organization_id = ${org.key}`] : []),
    ...(orderId === null ? [] : [sql`order_id = ${orderId}`]),
    ...values.map((value) => sql`(${list(table.scanKey)}) > (${value})`),
    sql`true`,
  ];
  const found = orderId === null ? sql`(${mayContain(table, patterns, "t")} or ${follows})` : sql`true`;
  return org.rows<ScannedRow>()`select json_array(${list(table.scanKey)}) as "key",
      case when t.organization_id = ${org.key} and ${found} then ${row} end as "row", ${follows} as has_erased_subject
    from ${sql.raw(table.name)} t where ${sql.join(conditions, sql` and `)} order by ${list(table.scanKey)} limit ${SLICE_ROWS}`;
}

/** How many rows the last slice of a table has at most. */
export const isFullSlice = (rows: readonly unknown[]): boolean => rows.length === SLICE_ROWS;
export const isFullOrderSlice = (rows: readonly unknown[]): boolean => rows.length === SLICE_ORDERS;

/** A row to erase: what was found in it, and all its values. */
export interface RowToErase {
  found: FoundRow;
  row: Readonly<Record<string, unknown>>;
}

/** Stores the erased values of rows. A row with another version is left as it is: it is found again. */
export function eraseRows(
  org: OrgDb,
  { name, key, columns, stored }: PersonalTable & Pick<ScannedTable, "key">,
  rows: readonly RowToErase[],
): WriteStatement[] {
  const texts = columns.map((column) => `"${column.name}" = j.value->>'${column.name}'`);
  const isVersioned = stored.includes("version");
  const assignments = sql.raw([...texts, ...(isVersioned ? [`version = ${name}.version + 1`] : [])].join(", "));
  const updatedAt = stored.includes("updated_at") ? sql`, updated_at = ${org.now}` : sql``;
  const match = sql.raw(
    [...key, ...(isVersioned ? ["version"] : [])].map((part) => `${name}."${part}" = j.value->>'${part}'`).join(" and "),
  );
  return jsonChunks(rows, ({ row, found }) => ({ ...row, ...found.erased })).map(
    (chunk) => org.write()`update ${sql.raw(name)} set ${assignments}${updatedAt} from json_each(${chunk}) j
      where +${sql.raw(name)}.organization_id = ${org.key} and ${match}`,
  );
}
