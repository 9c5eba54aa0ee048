import type { FoundOrder } from "../list/list.sql.ts";
import type { OrgReader } from "../../platform/db/org-db";
import type { OrderFilter } from "../list/match.sql.ts";
import type { OrderSortField } from "../list/sort.sql.ts";
import type { Sort } from "../../platform/db/list/sort";
import { countOrders, findOrders, readOrders } from "../list/list-orders";
import type { ExportLock } from "../../platform/export-lock";
import { logError } from "../../platform/log";
import { ApiError } from "../../platform/api-error";
import { CSV_HEAD, csvOf } from "./order-csv";

/** Limits of one batch, which bound the memory in use. All ids are in memory too. */
const MAX_BATCH = { orders: 200, items: 4_000, bytes: 8 * 1024 * 1024 };
/** Each batch takes two queries, so these are 900 of the 1,000 queries that D1 allows for one request. */
const MAX_BATCH_COUNT = 450;
const MAX_EXPORTED = 50_000;

/** The media type of a file of orders. */
export const ORDER_FILE_TYPE = "text/csv; charset=utf-8";

/** A list of orders to export. */
export interface OrderList {
  filter: OrderFilter;
  sort: Sort<OrderSortField>;
  /** The number of a part, from 1. Null: all orders, in one file. */
  part: number | null;
}

/** Orders of one part of an export of all orders. They may have 90 items each. */
const PART_SIZE = 20_000;

/** A part of all orders, in the order of their creation, which new orders do not change. */
export const orderPart = (part: number): OrderList => ({ filter: {}, sort: { field: "created_at", direction: "asc" }, part });

/** The number of parts of all orders. One round trip. */
export async function partCount(org: OrgReader): Promise<number> {
  return Math.ceil((await countOrders(org, {})) / PART_SIZE);
}

/** Splits the orders' ids into batches that fit into memory. An order above the limits is a batch by itself. */
function splitBatches(found: readonly FoundOrder[]): number[][] {
  const batches: number[][] = [];
  let current: number[] = [];
  let [items, bytes] = [0, 0];
  for (const { id, page_items, page_bytes } of found) {
    const hasRoom = items + page_items <= MAX_BATCH.items && bytes + page_bytes <= MAX_BATCH.bytes;
    if (current.length === MAX_BATCH.orders || (current.length > 0 && !hasRoom)) {
      batches.push(current);
      current = [];
      [items, bytes] = [0, 0];
    }
    current.push(id);
    items += page_items;
    bytes += page_bytes;
  }
  if (current.length > 0) batches.push(current);
  return batches;
}

/** Finds the orders of a file, in batches. Throws 400 Bad Request if they are too many. */
async function findBatches(org: OrgReader, { filter, sort, part }: OrderList): Promise<number[][]> {
  const { found, total } = await findOrders(org, filter, { sort, page: part ?? 1, size: part === null ? MAX_EXPORTED : PART_SIZE });
  const tooMany = (problem: string) =>
    new ApiError("validation_error", [], { message: `${problem} Narrow the filters, for example by date.` });
  if (part === null && total > MAX_EXPORTED) {
    const [matching, limit] = [total, MAX_EXPORTED].map((count) => count.toLocaleString("en-US"));
    throw tooMany(`${matching} orders match. A file can contain at most ${limit}.`);
  }
  const batches = splitBatches(found);
  if (batches.length > MAX_BATCH_COUNT) throw tooMany("These orders have too many items for one file.");
  return batches;
}

/**
 * Streams orders as CSV (order-csv.ts) as the client reads the file, one batch at a time. The set of orders is fixed at the start. The stream
 * fails if the database does, so that a partial file does not look complete. Throws 400 Bad Request if the orders are too many.
 */
export async function exportOrders(org: OrgReader, list: OrderList, lock: ExportLock): Promise<ReadableStream<Uint8Array>> {
  const batches = await findBatches(org, list);
  let orders = await readOrders(org, batches[0] ?? []);
  const encoder = new TextEncoder();
  let nextBatch = 1;
  let header = CSV_HEAD;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          controller.enqueue(encoder.encode(header + csvOf(orders)));
          header = "";
          const batch = batches[nextBatch];
          if (batch === undefined) {
            await lock.end();
            return controller.close();
          }
          await lock.keep();
          orders = await readOrders(org, batch);
          nextBatch += 1;
        } catch (error) {
          logError("export.broken", error, { organization_id: org.organization.id });
          await lock.end();
          throw error;
        }
      },
      cancel: () => lock.end(),
    },
    { highWaterMark: 0 },
  );
}

/** The response with a file of orders. */
export function orderFile(lines: ReadableStream<Uint8Array>, name: string): Response {
  return new Response(lines, {
    headers: { "Content-Type": ORDER_FILE_TYPE, "Content-Disposition": `attachment; filename="${name}.csv"` },
  });
}
