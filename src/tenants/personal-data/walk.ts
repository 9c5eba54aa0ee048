import type { OrderParts } from "../../resources/orders/rows.sql.ts";
import type { Snapshot } from "../../resources/supplier-orders/snapshot";
import { ApiError } from "../../platform/api-error";
import type { Budget } from "../../platform/budget";
import type { OrgReader } from "../../platform/db/org-db";
import { ERASED, type FoundRow, findInRow } from "./erased-values";
import type { Person } from "./person";
import { readOrderParts } from "../../resources/orders/read-order-set";
import { findInOrder, type PersonInOrder } from "./person-order";
import {
  isFullOrderSlice,
  type Key,
  mayBelongToOrder,
  type RowToErase,
  type ScannedRow,
  type ScannedTable,
  SCANNED_TABLES,
  scanOrders,
  scanRows,
} from "./scan.sql.ts";
import { parseStored } from "../../platform/reading/json";

/**
 * Where a walk through an organization's rows has got to: the last key of a stage. Null: at its start. In the first stage, the key is the id
 * of an order. If it is the person's, it has the name of a table and a key too, until the table's rows of the order are read.
 */
export type WalkPosition = readonly [stage: string, after: Key | null];

const ORDERS = "orders";

/** A step reads at most so many of the orders that may have an identifier, and at most so many bytes of them, but at least one order. */
const MAX_ORDERS_READ = 200;
const MAX_BYTES_READ = 8 * 1024 * 1024;
/** It reads them in groups of at most so many orders and so many bytes, but at least one order. */
const MAX_READ_AT_ONCE = 50;
const MAX_BYTES_AT_ONCE = 2 * 1024 * 1024;

/** The stages of a walk, in order. */
export const STAGES: readonly string[] = [ORDERS, ...SCANNED_TABLES.map(({ name }) => name)];

export const WALK_START: WalkPosition = [ORDERS, null];

/** Rows of one table with the person's data. */
export interface FoundInTable {
  table: ScannedTable;
  rows: RowToErase[];
}

/** What a step of a walk has found: at most one order, or rows of one table. `next` is null at the end of the walk. */
export interface WalkStep {
  order: PersonInOrder | null;
  inTable: FoundInTable | null;
  next: WalkPosition | null;
}

export function rowsOf({ order, inTable }: Omit<WalkStep, "next">): FoundRow[] {
  return [...(order?.rows ?? []), ...(inTable?.rows ?? []).map(({ found }) => found)];
}

/** The position after an order and everything that belongs to it. */
export const afterOrder = (id: number): WalkPosition => [ORDERS, [id]];

/** The start of the stage after one; null at the end of the walk. */
function nextStage(stage: string): WalkPosition | null {
  const next = STAGES[STAGES.indexOf(stage) + 1];
  return next === undefined ? null : [next, null];
}

interface WalkOptions {
  position: WalkPosition;
  budget: Budget;
}

/**
 * Makes the next step of a walk that looks for a person: up to an order with their data, or a slice of rows. A step that reads many orders ends
 * early if the budget is spent.
 */
export async function walk(org: OrgReader, person: Person, { position: [stage, key], budget }: WalkOptions): Promise<WalkStep> {
  if (stage === ORDERS) {
    const [id, related, ...rest] = key ?? [];
    if (typeof related !== "string") return await walkOrders(org, person, { from: Number(id ?? 0), budget });
    return await walkRelated(org, person, { id: Number(id), related, after: rest });
  }
  const table = SCANNED_TABLES.find(({ name }) => name === stage);
  if (table === undefined) throw new Error(`There is no stage ${stage}.`);
  const rows = await org.read(scanRows(org, table, { patterns: person.patterns, after: key, orderId: null }));
  const last = rows.at(-1);
  const next: WalkPosition | null = last?.has_more === 1 ? [stage, parseStored<Key>(last.key)] : nextStage(stage);
  return { order: null, inTable: { table, rows: await foundIn(table, rows, person, "anybody") }, next };
}

async function walkOrders(org: OrgReader, person: Person, { from, budget }: { from: number; budget: Budget }): Promise<WalkStep> {
  const slice = await org.read(scanOrders(org, person.patterns, from));
  const candidates = slice.flatMap(({ id, bytes }) => (bytes === null ? [] : [{ id, bytes }]));
  const read = ordersOfStep(candidates);
  for (const ids of groupsOf(read)) {
    for await (const whole of readInTurn(org, ids)) {
      const order = await findInOrder(whole, person);
      const { id } = whole.order;
      if (order.rows.length > 0) return { order, inTable: null, next: order.owner === null ? afterOrder(id) : relatedTo(id, 0) };
    }
    if (budget.isSpent) return { order: null, inTable: null, next: afterOrder(ids.at(-1) ?? from) };
  }
  const nextCandidate = candidates[read.length];
  const last = nextCandidate === undefined ? slice.at(-1) : read.at(-1);
  const isEnd = last === undefined || (nextCandidate === undefined && !isFullOrderSlice(slice));
  return { order: null, inTable: null, next: isEnd ? nextStage(ORDERS) : afterOrder(last.id) };
}

interface Candidate {
  id: number;
  bytes: number;
}

/** The orders that one step reads. */
function ordersOfStep(candidates: readonly Candidate[]): Candidate[] {
  let bytes = 0;
  const end = candidates.findIndex((candidate, index) => {
    bytes += candidate.bytes;
    return index === MAX_ORDERS_READ || (index > 0 && bytes > MAX_BYTES_READ);
  });
  return candidates.slice(0, end === -1 ? candidates.length : end);
}

/** Reads orders together, or in parts if they are too large together. One alone never is. */
async function* readInTurn(org: OrgReader, ids: readonly number[]): AsyncGenerator<OrderParts> {
  const found = await readOrderParts(org, ids).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === "payload_too_large") return null;
    throw error;
  });
  if (found !== null) return yield* found;
  const half = Math.ceil(ids.length / 2);
  for (const part of [ids.slice(0, half), ids.slice(half)]) yield* readInTurn(org, part);
}

/** Divides orders into groups that are read at once. */
function groupsOf(orders: readonly Candidate[]): number[][] {
  const groups: number[][] = [];
  let remainingBytes = 0;
  for (const { id, bytes } of orders) {
    const group = groups.at(-1);
    if (group === undefined || group.length === MAX_READ_AT_ONCE || bytes > remainingBytes) {
      groups.push([id]);
      remainingBytes = MAX_BYTES_AT_ONCE;
    } else group.push(id);
    remainingBytes -= bytes;
  }
  return groups;
}

/** The tables with rows that belong to an order, or to its tickets. Events have no index by order, and have nothing of the customer but subjects of tickets. */
const RELATED = SCANNED_TABLES.filter((table) => mayBelongToOrder(table) && table.name !== "events");

/** The position before the nth related table of an order; after the order, if there is none. */
function relatedTo(id: number, nth: number): WalkPosition {
  const table = RELATED[nth];
  return table === undefined ? afterOrder(id) : [ORDERS, [id, table.name]];
}

/** Reads the next rows that belong to an order of the person. */
async function walkRelated(
  org: OrgReader,
  person: Person,
  { id, related, after: key }: { id: number; related: string; after: Key },
): Promise<WalkStep> {
  const order = await findOrder(org, id, person);
  const nth = RELATED.findIndex(({ name }) => name === related);
  const table = RELATED[nth];
  if (order === null || order.owner === null || table === undefined) return { order: null, inTable: null, next: afterOrder(id) };
  const slice = await relatedRows(org, table, { id, owner: order.owner, person, after: key.length === 0 ? null : key });
  return { order: null, inTable: slice, next: slice.next === null ? relatedTo(id, nth + 1) : [ORDERS, [id, related, ...slice.next]] };
}

/** The person's data in an order. Null if there is none. With `isOwner`, the order is theirs, whatever identifies them. */
export async function findOrder(org: OrgReader, id: number, person: Person, options?: { isOwner: boolean }): Promise<PersonInOrder | null> {
  const [whole] = await readOrderParts(org, [id]);
  const found = whole === undefined ? null : await findInOrder(whole, person, options);
  return found === null || found.rows.length === 0 ? null : found;
}

/** The rows with the person's data that belong to an order, slice by slice, because it may have thousands of notes. */
export async function* slicesOfOrder(org: OrgReader, { whole, owner }: PersonInOrder): AsyncGenerator<FoundInTable> {
  if (owner === null) return;
  for (const table of RELATED) {
    let key: Key | null = null;
    do {
      const slice: RelatedSlice = await relatedRows(org, table, { id: whole.order.id, owner, person: owner, after: key });
      yield slice;
      key = slice.next;
    } while (key !== null);
  }
}

interface RelatedSlice extends FoundInTable {
  next: Key | null;
}

async function relatedRows(
  org: OrgReader,
  table: ScannedTable,
  { id, owner, person, after: key }: { id: number; owner: Person; person: Person; after: Key | null },
): Promise<RelatedSlice> {
  const scanned = await org.read(scanRows(org, table, { patterns: [], after: key, orderId: id }));
  const rows: RowToErase[] = [];
  for (const { row, found } of await foundIn(table, scanned, owner, "owner"))
    rows.push({ row, found: { ...found, matched: await person.kindsOf(Object.values(found.data)) } });
  const last = scanned.at(-1);
  return { table, rows, next: last?.has_more === 1 ? parseStored<Key>(last.key) : null };
}

/** The rows of a slice with the person's data. `of`: the rows belong to an order of the person (`owner`), or of anybody. */
async function foundIn(table: ScannedTable, rows: readonly ScannedRow[], person: Person, of: "owner" | "anybody"): Promise<RowToErase[]> {
  const all: RowToErase[] = [];
  for (const { row: json, has_erased_subject } of rows) {
    if (json === null) continue;
    const row = parseStored<Record<string, unknown>>(json);
    const id = table.key.map((part) => String(row[part])).join("/");
    const found =
      (await findInRow(table, { id, row }, { person, isOwner: false })) ?? (has_erased_subject === 1 ? withErasedSubject(id, row) : null);
    const complete = of === "owner" && table.name === SUPPLIER_ORDER_LINES ? withErasedAddress(id, row, found) : found;
    if (complete !== null) all.push({ row, found: complete });
  }
  return all;
}

const SUPPLIER_ORDER_LINES = "supplier_order_lines";

/** A line of a supplier order of the person's order, whose snapshot says where it is sent, or was sent before the order was corrected. */
function withErasedAddress(id: string, row: Record<string, unknown>, found: FoundRow | null): FoundRow | null {
  const snapshot = parseStored<Snapshot>(found?.erased["snapshot"] ?? String(row["snapshot"]));
  if (snapshot.address === null || Object.values(snapshot.address).every((part) => part === null)) return found;
  const address = Object.fromEntries(Object.keys(snapshot.address).map((name) => [name, null]));
  return {
    table: SUPPLIER_ORDER_LINES,
    id,
    matched: found?.matched ?? [],
    data: { ...found?.data, snapshot: String(row["snapshot"]) },
    erased: { ...found?.erased, snapshot: JSON.stringify({ ...snapshot, address }) },
  };
}

/** An event whose ticket's subject was erased. If it has an identifier too, it is found first by that, and then again. */
function withErasedSubject(id: string, { body }: Record<string, unknown>): FoundRow {
  const event = parseStored<Record<string, unknown>>(String(body));
  const erased = JSON.stringify({ ...event, subject: ERASED });
  return { table: "events", id, matched: [], data: { body: String(body) }, erased: { body: erased } };
}
