import * as z from "zod";
import { exportOrders, orderFile } from "../../files/export-orders";
import { dayNumber, dayText } from "../../../../platform/values/zone";
import { OrderListQuery, readOrderFilter } from "../order-query";
import { page } from "../../../../console/page";
import { exportFile } from "../../../../console/parts/export-file";
import { chosenIds } from "../chosen-ids";

/** The query of the list. With ids, these orders are exported instead. */
const ExportQuery = z.intersection(z.object({ ids: chosenIds("exported").optional() }), OrderListQuery);

/**
 * Exports the orders that match the list's filters, or those that were selected in it, as CSV, with one line for each item. files/order-csv.ts has
 * the columns.
 */
export const exportPage = page({ path: "/orders.csv", permission: "read", query: ExportQuery, waitsForMember: true }, async (args) => {
  const { org, query, now } = args;
  const { ids, filter, sort } = query;
  const orders = ids === undefined ? { filter: readOrderFilter(org, filter), sort, part: null } : { ids };
  const name = `orders-${dayText(dayNumber(now, org.organization.timezone))}`;
  return await exportFile(args, async (lock) => orderFile(await exportOrders(org, orders, lock), name));
});
