import { page } from "../../../../console/page";
import { findOrders } from "../../list/list-orders";
import { OrderListQuery, readOrderFilter } from "../order-query";

/** How many orders can be selected at once. A script changes them in batches. */
export const MAX_MATCHING_IDS = 5000;

/** The ids of the orders that match the filters of the list. They are fixed before a bulk action starts, because it may change the match. */
export const matchingIdsPage = page({ path: "/orders/ids", permission: "write", query: OrderListQuery }, async ({ org, query }) => {
  const { found } = await findOrders(org, readOrderFilter(org, query.filter), {
    sort: query.sort,
    page: 1,
    size: MAX_MATCHING_IDS,
  });
  return Response.json({ ids: found.map(({ id }) => id) });
});
