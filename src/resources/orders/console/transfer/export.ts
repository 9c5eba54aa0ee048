import { exportOrders, orderFile } from "../../files/export-orders";
import { dayNumber, dayText } from "../../../../platform/values/zone";
import { OrderListQuery, readOrderFilter } from "../order-query";
import { page } from "../../../../console/page";
import { exportFile } from "../../../../console/parts/export-file";

/** Exports the orders that match the list's filters as CSV, with one line for each item. files/order-csv.ts has the columns. */
export const exportPage = page({ path: "/orders.csv", permission: "read", query: OrderListQuery, waitsForMember: true }, async (args) => {
  const { org, query, now } = args;
  const list = { filter: readOrderFilter(org, query.filter), sort: query.sort, part: null };
  const name = `orders-${dayText(dayNumber(now, org.organization.timezone))}`;
  return await exportFile(args, async (lock) => orderFile(await exportOrders(org, list, lock), name));
});
