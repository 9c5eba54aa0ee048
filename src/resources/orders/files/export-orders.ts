import type { FoundOrder } from "../list/list.sql.ts";
import type { OrgReader } from "../../../platform/db/org-db";
import type { OrderFilterValues } from "../list/filters";
import type { OrderSortField } from "../list/sort.sql.ts";
import type { Sort } from "../../../platform/db/list/sort";
import { countOrders, findOrders, findOrdersWithIds, readExportedOrders } from "../list/list-orders";
import type { ExportLock } from "../../../platform/export-lock";
import { type FilePart, openFileStream } from "../../../platform/file-stream";
import { ApiError } from "../../../platform/api-error";
import { CSV_HEAD, csvOf, LINE_BYTES } from "./order-csv";

/** Limits of one batch, which bound the memory in use. All ids are in memory too. */
const MAX_BATCH = { orders: 200, items: 4_000, bytes: 2 * 1024 * 1024 };
/** Each batch takes two queries, so these are 900 of the 1,000 queries that D1 allows for one request. */
const MAX_BATCH_COUNT = 450;
const MAX_EXPORTED_ORDERS = 50_000;

/** The most bytes of a file, estimated from the sizes of its orders. Quotes may double a text, and orders may change while the file is written. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;
const MAX_WRITTEN_BYTES = 2 * MAX_FILE_BYTES;

export const ORDER_FILE_TYPE = "text/csv; charset=utf-8";

export interface OrderList {
  filter: OrderFilterValues;
  sort: Sort<OrderSortField>;
  /** The number of a part, from 1. Null: all orders, in one file. */
  part: number | null;
}

/** Orders of one part of an export of all orders. They fit in MAX_BATCH_COUNT batches if they have 90 items each. */
const PART_SIZE = 20_000;

/** A part of all orders, in the order of their creation, which new orders do not change. */
export const orderPart = (part: number): OrderList => ({ filter: {}, sort: { field: "created_at", direction: "asc" }, part });

/** The number of parts of all orders. One round trip. */
export async function partCount(org: OrgReader): Promise<number> {
  return Math.ceil((await countOrders(org, {})) / PART_SIZE);
}

/** Orders that are read together, and about how many bytes they have in the file. */
interface Batch {
  ids: number[];
  items: number;
  bytes: number;
}

/** Splits the orders into batches that fit into memory. An order above the limits is a batch by itself. */
function splitBatches(found: readonly FoundOrder[]): Batch[] {
  const batches: Batch[] = [];
  // `page_bytes` are those of all texts of an order and its items, and `name_bytes` those that each of its lines repeats.
  for (const { id, page_items, page_bytes, name_bytes } of found) {
    const bytes = page_bytes + Math.max(1, page_items) * (LINE_BYTES + name_bytes);
    const last = batches.at(-1);
    const hasRoom =
      last !== undefined &&
      last.ids.length < MAX_BATCH.orders &&
      last.items + page_items <= MAX_BATCH.items &&
      last.bytes + bytes <= MAX_BATCH.bytes;
    const batch = hasRoom ? last : { ids: [], items: 0, bytes: 0 };
    if (!hasRoom) batches.push(batch);
    batch.ids.push(id);
    batch.items += page_items;
    batch.bytes += bytes;
  }
  return batches;
}

/** Orders to export: those of a list, or chosen ones. */
export type OrdersToExport = OrderList | { ids: readonly number[] };

/** Finds the orders of a file. Orders of `ids` that do not exist are left out. */
async function findAll(org: OrgReader, orders: OrdersToExport): Promise<{ found: FoundOrder[]; total: number }> {
  if ("ids" in orders) {
    const found = await findOrdersWithIds(org, orders.ids);
    return { found, total: found.length };
  }
  const { filter, sort, part } = orders;
  return await findOrders(org, filter, { sort, page: part ?? 1, size: part === null ? MAX_EXPORTED_ORDERS : PART_SIZE });
}

/** Finds the orders of a file, in batches. Throws 400 Bad Request if they are too many or too large. */
async function findBatches(org: OrgReader, orders: OrdersToExport): Promise<Batch[]> {
  const part = "ids" in orders ? null : orders.part;
  const { found, total } = await findAll(org, orders);
  const advice = part === null ? "Narrow the filters, for example by date." : "Download the files of the tables instead.";
  const tooMany = (problem: string) => new ApiError("validation_error", [], { message: `${problem} ${advice}` });
  if (part === null && total > MAX_EXPORTED_ORDERS) {
    const [matching, limit] = [total, MAX_EXPORTED_ORDERS].map((count) => count.toLocaleString("en-US"));
    throw tooMany(`${matching} orders match. A file can contain at most ${limit}.`);
  }
  const batches = splitBatches(found);
  if (batches.length > MAX_BATCH_COUNT) throw tooMany("These orders have too many items for one file.");
  const bytes = batches.reduce((sum, batch) => sum + batch.bytes, 0);
  if (bytes > MAX_FILE_BYTES) {
    const [size, limit] = [bytes, MAX_FILE_BYTES].map((count) => Math.ceil(count / 1024 ** 2).toLocaleString("en-US"));
    throw tooMany(`The file of these orders would have about ${size} MiB. A file can have at most ${limit} MiB.`);
  }
  return batches;
}

/**
 * Streams orders as CSV (order-csv.ts) as the client reads the file, one batch at a time. The set of orders is fixed at the start. Throws 400 Bad
 * Request if the orders are too many or too large for one file.
 */
export async function exportOrders(org: OrgReader, orders: OrdersToExport, lock: ExportLock): Promise<ReadableStream<Uint8Array>> {
  const batches = await findBatches(org, orders);
  let count = 0;
  const next = (): FilePart | null => {
    const index = count++;
    const batch = batches[index];
    if (batch === undefined) return index === 0 ? { bytes: 0, read: async () => CSV_HEAD } : null;
    const { ids, bytes } = batch;
    return {
      bytes,
      read: async () => (index === 0 ? CSV_HEAD : "") + csvOf(await readExportedOrders(org, ids), org.organization.timezone),
    };
  };
  return await openFileStream({ organizationId: org.organization.id, next, lock, maxBytes: MAX_WRITTEN_BYTES, event: "export.broken" });
}

export function orderFile(lines: ReadableStream<Uint8Array>, name: string): Response {
  return new Response(lines, {
    headers: { "Content-Type": ORDER_FILE_TYPE, "Content-Disposition": `attachment; filename="${name}.csv"` },
  });
}
