import type { OrderPosition, Sort } from "../../db/order-list";
import type { OrderFilter } from "../../db/order-match";
import type { OrgReader } from "../../db/org-db";
import type { OrderParts } from "../../db/rows";
import { listOrders, ordersBehind } from "../../domain/orders/list-orders";
import { dayNumber, dayText } from "../../domain/zone";
import { logFault } from "../../log";
import { Refusal } from "../../refusal";
import { filterIn, OrderListQuery } from "../orders/order-query";
import { page } from "../page";
import { countText } from "../parts/figures";
import { CSV_HEAD, csvOf } from "./order-csv";

/** Orders of one trip: what is in memory at a time. */
const PAGE_SIZE = 200;
/** Two queries a page are 500 of the 1,000 that D1 allows one request. */
export const MOST_EXPORTED = 50_000;

/** Sorts that a list can be read on from a position by, and that no change of an order moves it in while the file is made. */
type SteadySort = Sort<"date" | "created_at">;

function steady(sort: Sort<string> | undefined): SteadySort {
  const field = sort?.field;
  return field === "date" || field === "created_at"
    ? { field, direction: sort?.direction ?? "desc" }
    : { field: "date", direction: "desc" };
}

interface Asked {
  org: OrgReader;
  filter: OrderFilter;
  sort: SteadySort;
}

type Read = Awaited<ReturnType<typeof ordersBehind>>;

async function readBehind({ org, filter, sort }: Asked, last: OrderParts | undefined): Promise<Read> {
  const position: OrderPosition | null = last === undefined ? null : { value: last.order[sort.field], id: last.order.id };
  return await ordersBehind(org, filter, sort, position, PAGE_SIZE);
}

/** The file, page by page as it is taken. Where the database goes away it breaks off: half a file must not look like a whole one. */
function csvStream(asked: Asked, first: Read): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let read = first;
  let head = CSV_HEAD;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          controller.enqueue(encoder.encode(head + csvOf(read.orders)));
          head = "";
          if (!read.hasMore) return controller.close();
          read = await readBehind(asked, read.orders.at(-1));
        } catch (error) {
          logFault("export.broken", error, { organization_id: asked.org.organization.id });
          throw error;
        }
      },
    },
    { highWaterMark: 0 },
  );
}

/** The orders that the list's filters find, as a CSV file: one line for each item. It has the columns of order-csv.ts. */
export const exportPage = page({ path: "/orders.csv", needs: "read", query: OrderListQuery }, async ({ org, query, now }) => {
  const asked: Asked = { org, filter: filterIn(org, query), sort: steady(query.sort) };
  const [{ total }, first] = await Promise.all([listOrders(org, asked.filter, asked.sort, 1, 1, false), readBehind(asked, undefined)]);
  if (total > MOST_EXPORTED) {
    const told = `These are ${countText(total)} orders; a file holds at most ${countText(MOST_EXPORTED)}. Narrow the filters, by date for example.`;
    throw new Refusal("validation_error", [], {}, told);
  }
  const day = dayText(dayNumber(now, org.organization.timezone));
  return new Response(csvStream(asked, first), {
    headers: { "Content-Type": "text/csv; charset=utf-8", "Content-Disposition": `attachment; filename="orders-${day}.csv"` },
  });
});
