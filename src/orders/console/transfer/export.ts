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
import { countText } from "../../../console/parts/values";
import { beginExport, type ExportLock } from "./export-lock";
import { CSV_HEAD, csvOf } from "./order-csv";

/** Orders of one trip, and their items: what is in memory at a time, besides the ids of all. */
const MAX_BATCH = { orders: 200, items: 4_000, bytes: 8 * 1024 * 1024 };
/** Two queries a trip are 900 of the 1,000 that D1 allows one request. */
const MAX_TRIPS = 450;
const MAX_EXPORTED = 50_000;

/** The orders in portions that fit into memory, by their ids. An order that is larger is a portion of its own. */
function portionsOf(found: readonly FoundOrder[]): number[][] {
  const portions: number[][] = [];
  let open: number[] = [];
  let [items, bytes] = [0, 0];
  for (const { id, page_items, page_bytes } of found) {
    const hasRoom = items + page_items <= MAX_BATCH.items && bytes + page_bytes <= MAX_BATCH.bytes;
    if (open.length === MAX_BATCH.orders || (open.length > 0 && !hasRoom)) {
      portions.push(open);
      open = [];
      [items, bytes] = [0, 0];
    }
    open.push(id);
    items += page_items;
    bytes += page_bytes;
  }
  if (open.length > 0) portions.push(open);
  return portions;
}

/**
 * The file, portion by portion as it is taken: of these orders, whatever becomes of the list meanwhile. Where the database goes away
 * it breaks off: half a file must not look like a whole one.
 */
function csvStream(
  org: OrgReader,
  portions: readonly number[][],
  first: readonly OrderParts[],
  lock: ExportLock,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let orders = first;
  let taken = 1;
  let head = CSV_HEAD;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          controller.enqueue(encoder.encode(head + csvOf(orders)));
          head = "";
          const portion = portions[taken];
          if (portion === undefined) {
            await lock.end();
            return controller.close();
          }
          await lock.keep();
          orders = await readOrders(org, portion);
          taken += 1;
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

function tooMany(told: string): ApiError {
  return new ApiError("validation_error", [], {}, `${told} Narrow the filters, by date for example.`);
}

/** The orders that the filters find, in portions. */
async function findPortions(org: OrgReader, { filter, sort }: OrderListParams): Promise<number[][]> {
  const { found, total } = await findOrders(org, readFilter(ORDER_FILTERS, org, filter), sort, MAX_EXPORTED);
  if (total > MAX_EXPORTED) {
    throw tooMany(`These are ${countText(total)} orders; a file holds at most ${countText(MAX_EXPORTED)}.`);
  }
  const portions = portionsOf(found);
  if (portions.length > MAX_TRIPS) throw tooMany("These orders have too many items for one file.");
  return portions;
}

/** The orders that the list's filters find, as a CSV file: one line for each item. It has the columns of order-csv.ts. */
export const exportPage = page({ path: "/orders.csv", permission: "read", query: OrderListQuery, waitsForMember: true }, async (args) => {
  const { org, query, now } = args;
  const lock = await beginExport(args);
  try {
    const portions = await findPortions(org, query);
    const day = dayText(dayNumber(now, org.organization.timezone));
    return new Response(csvStream(org, portions, await readOrders(org, portions[0] ?? []), lock), {
      headers: { "Content-Type": "text/csv; charset=utf-8", "Content-Disposition": `attachment; filename="orders-${day}.csv"` },
    });
  } catch (error) {
    await lock.end();
    throw error;
  }
});
