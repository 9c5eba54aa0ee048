import * as z from "zod";
import { textQuery } from "../../../platform/http/input/query";
import { page } from "../../../console/page";
import { MAX_PICKS, picksResponse } from "../../../console/picks";
import { MAX_SEARCH_LENGTH } from "../order-limits";
import { listOrderSummaries } from "../list/list-orders";
import { orderLabel } from "./order-name";
import { readOrderFilter } from "./order-query";

/** The newest orders that a search finds, as JSON for the field of a ticket's order. One sequential round trip. */
export const pickOrders = page(
  { path: "/pick/orders", permission: "write", query: z.object({ q: textQuery(MAX_SEARCH_LENGTH) }) },
  async ({ org, query: { q } }) => {
    if (q === undefined) return picksResponse([]);
    const sort = { field: "date", direction: "desc" } as const;
    const { orders } = await listOrderSummaries(org, readOrderFilter(org, { q }), { page: 1, size: MAX_PICKS, sort });
    return picksResponse(orders.map((order) => ({ value: String(order.id), label: orderLabel(order), fields: {} })));
  },
);
