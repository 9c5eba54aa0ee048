import { type SQL, sql } from "drizzle-orm";
import { COPIED_TABLES } from "../move/tenant-tables.sql.ts";
import type { OrgDb, OrgReader } from "../../platform/db/org-db";
import { textKeyNames, textKeys } from "../../platform/db/text/text-keys";
import { jsonChunks } from "../../platform/db/sql-values";
import type { Statement, WriteStatement } from "../../platform/db/statement";
import { PERSONAL_TABLES, type PersonalTable } from "./personal-tables.sql.ts";
import { ERASED, type FoundRow } from "./erased-values";

/** Reads rows slice by slice. The cost of a slice is bounded, so the cost of a request is. */

export type Key = readonly (string | number)[];

/** Orders are compared in the database, which returns only their ids. */
const SLICE_ORDERS = 1000;
/** The rows of other tables are read. */
const SLICE_ROWS = 200;
/** A text can have tens of thousands of characters, so a slice ends earlier after this many bytes. */
const SLICE_BYTES = 2 * 1024 * 1024;

/** D1 allows 32 arguments of a function. */
const MAX_COLUMNS_AT_ONCE = 31;

/** Tables that are read in the order of an index of the organization which is not the one of their primary key. */
const SCAN_KEYS: Readonly<Record<string, readonly string[]>> = {
  order_notes: ["order_id", "id"],
  order_history: ["order_id", "id"],
  ticket_messages: ["ticket_id", "id"],
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

export function personalTable(name: string): PersonalTable {
  const table = PERSONAL_TABLES.get(name);
  if (table === undefined) throw new Error(`The table ${name} has no personal data.`);
  return table;
}

const quotedNames = (names: readonly string[]): SQL => sql.raw(names.map((name) => `"${name}"`).join(", "));

/**
 * SQL condition: a text of the row may contain an identifier. It matches one of the patterns, or only the Worker can compare it, because it
 * has characters beyond ASCII or encoded ones (normalized-text.ts).
 */
function mayContain({ columns }: PersonalTable, patterns: readonly string[], alias: string): SQL {
  const groups = Array.from({ length: Math.ceil(columns.length / MAX_COLUMNS_AT_ONCE) }, (_, n) =>
    columns.slice(n * MAX_COLUMNS_AT_ONCE, (n + 1) * MAX_COLUMNS_AT_ONCE),
  );
  const isCandidate = sql.join(
    [
      sql`octet_length(text) <> length(text) or instr(text, '%') or text glob '*&[#a-zA-Z]*;*' or instr(text, '\\u')`,
      ...patterns.map((pattern) => sql`text like ${pattern}`),
    ],
    sql` or `,
  );
  const texts = groups.map((group) =>
    sql.raw(`select concat_ws(' ', ${group.map(({ name }) => `${alias}."${name}"`).join(", ")}) as text`),
  );
  return sql`exists (select 1 from (${sql.join(texts, sql` union all `)}) where ${isCandidate})`;
}

/** An order of a slice. `bytes` is its size if the texts of its row, its items or its fulfillments may contain an identifier, and else null. */
export interface ScannedOrder {
  id: number;
  bytes: number | null;
}

/** About what the columns of an item without texts take. */
const ITEM_BYTES = 2000;

export function scanOrders(org: OrgReader, patterns: readonly string[], after: number): Statement<ScannedOrder> {
  const [orders, items, fulfillments] = [personalTable("orders"), personalTable("order_items"), personalTable("fulfillments")];
  return org.rows<ScannedOrder>()`select o.id, case when ${mayContain(orders, patterns, "o")}
      or exists (select 1 from order_items i where i.organization_id = ${org.key} and i.order_id = o.id and ${mayContain(items, patterns, "i")})
      or exists (select 1 from fulfillments f where f.organization_id = ${org.key} and f.order_id = o.id
        and ${mayContain(fulfillments, patterns, "f")})
      then o.text_bytes + ${ITEM_BYTES} * (1 + o.item_count) end as bytes
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
  /** 1 for the last row of a slice after which there may be more. */
  has_more: 0 | 1;
}

/** Whether rows of a table belong to an order: by themselves, or by their ticket. */
export function mayBelongToOrder({ stored }: PersonalTable): boolean {
  return stored.includes("order_id") || stored.includes("ticket_id");
}

/** SQL condition: a row belongs to an order. */
function belongsTo(org: OrgReader, { stored }: PersonalTable, orderId: number): SQL {
  if (stored.includes("order_id")) return sql`order_id = ${orderId}`;
  return sql`ticket_id in (select k.id from tickets k where k.organization_id = ${org.key} and k.order_id = ${orderId})`;
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
  const hasErasedSubject = table.name === "events" ? HAS_ERASED_SUBJECT : sql`false`;
  const afterValues = sql.join(
    (after ?? []).map((value) => sql`${value}`),
    sql`, `,
  );
  const conditions = [
    ...(table.hasScanIndex ? [sql`organization_id = ${org.key}`] : []),
    ...(orderId === null ? [] : [belongsTo(org, table, orderId)]),
    ...(after === null ? [] : [sql`(${quotedNames(table.scanKey)}) > (${afterValues})`]),
    sql`true`,
  ];
  const found = orderId === null ? sql`(${mayContain(table, patterns, "t")} or ${hasErasedSubject})` : sql`true`;
  const key = quotedNames(table.scanKey);
  const keyParts = sql.raw(table.scanKey.map((name, n) => `"${name}" as k${n}`).join(", "));
  const keyOrder = sql.raw(table.scanKey.map((_, n) => `k${n}`).join(", "));
  // The first row is returned, however long it is.
  return org.rows<ScannedRow>()`with slice as (
      select ${keyParts}, json_array(${key}) as "key", case when t.organization_id = ${org.key} and ${found} then ${row} end as "row",
        ${hasErasedSubject} as has_erased_subject
      from ${sql.raw(table.name)} t where ${sql.join(conditions, sql` and `)} order by ${key} limit ${SLICE_ROWS}),
    measured as (select *, row_number() over w as n, sum(coalesce(octet_length("row"), 0)) over w as bytes, lead("key") over w as following
      from slice window w as (order by ${keyOrder}))
    select "key", "row", has_erased_subject, n = ${SLICE_ROWS} or (following is not null and bytes >= ${SLICE_BYTES}) as has_more
    from measured where n = 1 or bytes - coalesce(octet_length("row"), 0) < ${SLICE_BYTES} order by n`;
}

/** Whether there may be more orders after a slice. */
export const isFullOrderSlice = (rows: readonly unknown[]): boolean => rows.length === SLICE_ORDERS;

export interface RowToErase {
  found: FoundRow;
  row: Readonly<Record<string, unknown>>;
}

/**
 * Stores the erased values of rows. A row with another version is left as it is: it is found again. The plus makes
 * SQLite find the rows by their key.
 */
export function eraseRows(
  org: OrgDb,
  { name, key, columns, stored, table }: PersonalTable & Pick<ScannedTable, "key">,
  rows: readonly RowToErase[],
): WriteStatement[] {
  // The keys of the texts are erased with them.
  const texts = [...columns.map((column) => column.name), ...textKeyNames(table)].map((column) => `"${column}" = j.value->>'${column}'`);
  const isVersioned = stored.includes("version");
  const assignments = sql.raw([...texts, ...(isVersioned ? [`version = ${name}.version + 1`] : [])].join(", "));
  const updatedAt = stored.includes("updated_at") ? sql`, updated_at = ${org.now}` : sql``;
  const match = sql.raw(
    [...key, ...(isVersioned ? ["version"] : [])].map((part) => `${name}."${part}" = j.value->>'${part}'`).join(" and "),
  );
  return jsonChunks(rows, ({ row, found }) => ({ ...row, ...found.erased, ...textKeys(table, { ...row, ...found.erased }) })).map(
    (chunk) => org.write()`update ${sql.raw(name)} set ${assignments}${updatedAt} from json_each(${chunk}) j
      where +${sql.raw(name)}.organization_id = ${org.key} and ${match}`,
  );
}
