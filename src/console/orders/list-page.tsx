import * as z from "zod";
import { orderFilterQuery } from "../../api/order-filter-query";
import type { OrderParts } from "../../db/rows";
import { listOrders } from "../../domain/orders/list-orders";
import { orderFilter } from "../../domain/orders/order-filter";
import { listStores } from "../../domain/stores/read-store";
import { toAmount } from "../../domain/money";
import { pageQuery, sortQuery } from "../../http/query";
import { page } from "../page";
import { Badge } from "../parts/badge";
import { Moment, Money } from "../parts/figures";
import { To } from "../parts/link";
import { PageHead } from "../parts/page-head";
import { Pager } from "../parts/pager";
import { Table } from "../parts/table";
import { OrderFilters } from "./order-filters";

const SORTS = { date: "date", created_at: "created_at", updated_at: "updated_at", total_amount: "total_amount" } as const;

const OrderListQuery = z.object({ ...orderFilterQuery, sort: sortQuery(SORTS, "date:desc"), ...pageQuery });

const PAGE_SIZE = 50;
/** Stores that the filter offers; another one can still be named in the address. */
const MOST_STORES = 200;

const COLUMNS = [
  { name: "Order", main: true },
  { name: "Date" },
  { name: "Customer" },
  { name: "Store" },
  { name: "Status" },
  { name: "Items", figures: true },
  { name: "Total", figures: true },
];

function rowOf({ order, items }: OrderParts) {
  return {
    cells: [
      <To page={`/orders/${order.id}`}>{order.number ?? order.external_id ?? `#${order.id}`}</To>,
      <Moment at={order.date} />,
      order.customer_name,
      order.store_name,
      <Badge status={order.status} />,
      items.length,
      <Money amount={toAmount(order.total_amount)} currency={order.currency} />,
    ],
  };
}

/** The orders, by the API's filters. */
export const orderListPage = page({ path: "/orders", needs: "read", query: OrderListQuery }, async ({ org, query, search }) => {
  const filter = orderFilter(org, {
    q: query.q ?? query.search,
    status: query.status,
    store: query.store_id,
    supplier: query.supplier_id,
    createdAfter: query.created_after,
    createdBefore: query.created_before,
    updatedAfter: query.updated_after,
    timezone: query.timezone,
    missingSku: query.missingSku,
    missingDesign: query.missingDesign,
  });
  const [number, size] = [query.page ?? 1, query.page_size ?? PAGE_SIZE];
  const sort = query.sort ?? { field: "date", direction: "desc" };
  const [{ orders, total }, { stores }] = await Promise.all([
    listOrders(org, filter, sort, number, size, false),
    listStores(org, 1, MOST_STORES),
  ]);
  const body = (
    <>
      <PageHead title="Orders" />
      <OrderFilters search={search} stores={stores} />
      <Table caption="Orders" columns={COLUMNS} rows={orders.map(rowOf)} empty="No orders match." />
      <Pager page={number} size={size} total={total} />
    </>
  );
  return { title: "Orders", body };
});
