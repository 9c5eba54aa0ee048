import type { OrgReader } from "../platform/db/org-db";
import { ERASED, type FoundRow, findInRow } from "./erased-values";
import type { Person } from "./person";
import { findInOrder, type PersonInOrder, readWholeOrder, type WholeOrder } from "./person-order";
import {
  isFullOrderSlice,
  isFullSlice,
  type Key,
  type RowToErase,
  type ScannedRow,
  type ScannedTable,
  SCANNED_TABLES,
  scanOrders,
  scanRows,
} from "./scan.sql.ts";

/** Where a walk through an organization's rows has got to: the last key of a stage. Null: at its start. */
export type WalkPosition = readonly [stage: string, after: Key | null];

const ORDERS = "orders";

/** How many orders that may have an identifier a step reads. */
const MAX_ORDERS_READ = 20;

/** The stages of a walk, in order. */
export const STAGES: readonly string[] = [ORDERS, ...SCANNED_TABLES.map(({ name }) => name)];

export const WALK_START: WalkPosition = [ORDERS, null];

/** Rows of one table with the person's data. */
export interface FoundInTable {
  table: ScannedTable;
  rows: RowToErase[];
}

/** An order with the person's data, and the rows of other tables that belong to it. */
export interface FoundOrder extends PersonInOrder {
  whole: WholeOrder;
  related: FoundInTable[];
}

/** What a step of a walk has found: at most one order, or rows of one table. `next` is null at the end of the walk. */
export interface WalkStep {
  order: FoundOrder | null;
  inTable: FoundInTable | null;
  next: WalkPosition | null;
}

/** All rows that a step has found. */
export function rowsOf({ order, inTable }: Omit<WalkStep, "next">): FoundRow[] {
  const tables = [...(order?.related ?? []), ...(inTable === null ? [] : [inTable])];
  return [...(order?.rows ?? []), ...tables.flatMap(({ rows }) => rows.map(({ found }) => found))];
}

function after(stage: string): WalkPosition | null {
  const next = STAGES[STAGES.indexOf(stage) + 1];
  return next === undefined ? null : [next, null];
}

/** Makes the next step of a walk that looks for a person: up to an order with their data, or a slice of rows. */
export async function walk(org: OrgReader, person: Person, [stage, key]: WalkPosition): Promise<WalkStep> {
  if (stage === ORDERS) return await walkOrders(org, person, Number(key?.[0] ?? 0));
  const table = SCANNED_TABLES.find(({ name }) => name === stage);
  if (table === undefined) throw new Error(`There is no stage ${stage}.`);
  const [rows] = await org.read(scanRows(org, table, { patterns: person.patterns, after: key, orderId: null }));
  const last = rows.at(-1);
  const next: WalkPosition | null = last === undefined || !isFullSlice(rows) ? after(stage) : [stage, JSON.parse(last.key) as Key];
  return { order: null, inTable: { table, rows: foundIn(table, rows, person) }, next };
}

async function walkOrders(org: OrgReader, person: Person, from: number): Promise<WalkStep> {
  const [slice] = await org.read(scanOrders(org, person.patterns, from));
  let read = 0;
  for (const { id, found } of slice) {
    if (found === 0) continue;
    const order = await findOrder(org, id, person);
    read += 1;
    if (order !== null || read === MAX_ORDERS_READ) return { order, inTable: null, next: [ORDERS, [id]] };
  }
  const last = slice.at(-1);
  const next: WalkPosition | null = last === undefined || !isFullOrderSlice(slice) ? after(ORDERS) : [ORDERS, [last.id]];
  return { order: null, inTable: null, next };
}

/** The person's data in an order and in everything that belongs to it. Null if there is none. */
export async function findOrder(org: OrgReader, id: number, person: Person, isTheirs = false): Promise<FoundOrder | null> {
  const whole = await readWholeOrder(org, id);
  if (whole === null) return null;
  const found = findInOrder(whole, person, isTheirs);
  if (found.owner === null) return found.rows.length === 0 ? null : { ...found, whole, related: [] };
  const related: FoundInTable[] = [];
  for (const table of SCANNED_TABLES) {
    // Events have no index by order. They contain nothing of the customer but subjects of tickets (HAS_ERASED_SUBJECT).
    if (!table.stored.includes("order_id") || table.name === "events") continue;
    related.push({ table, rows: await relatedRows(org, table, { id, owner: found.owner, person }) });
  }
  const isEmpty = found.rows.length === 0 && related.every(({ rows }) => rows.length === 0);
  return isEmpty ? null : { ...found, whole, related };
}

async function relatedRows(
  org: OrgReader,
  table: ScannedTable,
  { id, owner, person }: { id: number; owner: Person; person: Person },
): Promise<RowToErase[]> {
  const all: RowToErase[] = [];
  let key: Key | null = null;
  for (;;) {
    const [rows]: readonly [ScannedRow[]] = await org.read(scanRows(org, table, { patterns: [], after: key, orderId: id }));
    all.push(...foundIn(table, rows, owner));
    const last = rows.at(-1);
    if (last === undefined || !isFullSlice(rows)) break;
    key = JSON.parse(last.key) as Key;
  }
  return all.map(({ row, found }) => ({ row, found: { ...found, matched: person.kindsOf(Object.values(found.data)) } }));
}

function foundIn(table: ScannedTable, rows: readonly ScannedRow[], person: Person): RowToErase[] {
  return rows.flatMap(({ row: json, has_erased_subject }) => {
    if (json === null) return [];
    const row = JSON.parse(json) as Record<string, unknown>;
    const id = table.key.map((part) => String(row[part])).join("/");
    const found =
      findInRow(table, { id, row }, { person, isPersons: false }) ?? (has_erased_subject === 1 ? withErasedSubject(id, row) : null);
    return found === null ? [] : [{ row, found }];
  });
}

/** An event whose ticket's subject was erased. If it has an identifier too, it is found first by that, and then again. */
function withErasedSubject(id: string, { body }: Record<string, unknown>): FoundRow {
  const event = JSON.parse(String(body)) as Record<string, unknown>;
  const erased = JSON.stringify({ ...event, subject: ERASED });
  return { table: "events", id, matched: [], data: { body: String(body) }, erased: { body: erased } };
}
