import { page } from "../../../../console/page";
import { findOrders } from "../../list/list-orders";
import { OrderListQuery, readOrderFilter } from "../order-query";

/** How many orders can be selected at once. A script changes them in batches. */
export const MAX_MATCHING_IDS = 20_000;

/** How many of their ids a request returns. */
export const MATCHING_IDS_SIZE = 5000;

/** A page of the ids of the orders that match the filters of the list. All are read before a bulk action starts, because it may change the match. */
export const matchingIdsPage = page({ path: "/orders/ids", permission: "write", query: OrderListQuery }, async ({ org, query }) => {
  const { found } = await findOrders(org, readOrderFilter(org, query.filter), {
    sort: query.sort,
    page: query.page,
    size: MATCHING_IDS_SIZE,
  });
  return Response.json({ ids: found.map(({ id }) => id) });
});
