import type { FoundOrder } from "../../list/list.sql.ts";
import type { OrgReader } from "../../../platform/db/org-db";
import type { OrderParts } from "../../rows.sql.ts";
import { ORDER_FILTERS } from "../../list/filters";
import { findOrders, readOrders } from "../../list/list-orders";
import { readFilter } from "../../../platform/http/input/filters";
import { dayNumber, dayText } from "../../../platform/values/zone";
import { logError } from "../../../platform/log";
import { ApiError } from "../../../platform/api-error";
import { type OrderListParams, OrderListQuery } from "../order-query";
import { page } from "../../../console/page";
import { countText } from "../../../console/count-text";
import { beginExport, type ExportLock } from "./export-lock";
import { CSV_HEAD, csvOf } from "./order-csv";

/** Limits of one batch, which bound the memory in use. All ids are in memory too. */
const MAX_BATCH = { orders: 200, items: 4_000, bytes: 8 * 1024 * 1024 };
/** Each batch takes two queries, so these are 900 of the 1,000 queries that D1 allows for one request. */
const MAX_BATCH_COUNT = 450;
const MAX_EXPORTED = 50_000;

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

interface Export {
  /** The ids of the orders. */
  batches: readonly number[][];
  /** The orders of the first batch. */
  first: readonly OrderParts[];
  lock: ExportLock;
}

/**
 * Streams the file as the client reads it, one batch at a time. The set of orders is fixed at the start. The stream fails if the database
 * does, so that a partial file does not look complete.
 */
function csvStream(org: OrgReader, { batches, first, lock }: Export): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let orders = first;
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

function tooMany(problem: string): ApiError {
  return new ApiError("validation_error", [], { message: `${problem} Narrow the filters, for example by date.` });
}

/** Finds the orders that match the filters, in batches. */
async function findBatches(org: OrgReader, { filter, sort }: OrderListParams): Promise<number[][]> {
  const { found, total } = await findOrders(org, readFilter(ORDER_FILTERS, org, filter), { sort, limit: MAX_EXPORTED });
  if (total > MAX_EXPORTED) {
    throw tooMany(`${countText(total)} orders match. A file can contain at most ${countText(MAX_EXPORTED)}.`);
  }
  const batches = splitBatches(found);
  if (batches.length > MAX_BATCH_COUNT) throw tooMany("These orders have too many items for one file.");
  return batches;
}

/** Exports the orders that match the list's filters as CSV, with one line for each item. order-csv.ts has the columns. */
export const exportPage = page({ path: "/orders.csv", permission: "read", query: OrderListQuery, waitsForMember: true }, async (args) => {
  const { org, query, now } = args;
  const lock = await beginExport(args);
  try {
    const batches = await findBatches(org, query);
    const day = dayText(dayNumber(now, org.organization.timezone));
    return new Response(csvStream(org, { batches, first: await readOrders(org, batches[0] ?? []), lock }), {
      headers: { "Content-Type": "text/csv; charset=utf-8", "Content-Disposition": `attachment; filename="orders-${day}.csv"` },
    });
  } catch (error) {
    await lock.end();
    throw error;
  }
});
