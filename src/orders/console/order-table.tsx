import type { Child } from "hono/jsx";
import type { OrderSortField } from "../list/sort.sql.ts";
import type { Sort } from "../../platform/db/list/sort";
import type { OrderRow } from "../rows.sql.ts";
import { toAmount } from "../../platform/values/money";
import { usePageRequest } from "../../console/page-request";
import { Badge } from "../../console/parts/badge";
import { Moment, Money } from "../../console/parts/figures";
import { PageLink } from "../../console/parts/link";
import { type Sortable, sortable } from "../../console/parts/sortable";
import { Table } from "../../console/parts/table";

/** What people call an order: its number, else the source's id, else ours. */
export function orderName({ number, external_id, id }: Pick<OrderRow, "number" | "external_id" | "id">): string {
  return number ?? external_id ?? `#${id}`;
}

const COLUMNS: readonly Sortable<OrderSortField>[] = [
  { name: "Order", main: true },
  { name: "Date", by: "date", first: "desc" },
  { name: "Customer", by: "customer_name", first: "asc" },
  { name: "Store", by: "store_name", first: "asc" },
  { name: "Status", by: "status", first: "asc" },
  { name: "Items", figures: true },
  { name: "Total", figures: true, by: "total_amount", first: "desc" },
];

function rowOf(order: OrderRow) {
  return {
    cells: [
      <PageLink page={`/orders/${order.id}`}>{orderName(order)}</PageLink>,
      <Moment at={order.date} />,
      order.customer_name,
      order.store_name,
      <Badge status={order.status} />,
      order.item_count,
      <Money amount={toAmount(order.total_amount)} currency={order.currency} />,
    ],
  };
}

/** The orders of a page; its headings sort, and the other way where they did so already. */
export function OrderTable({ orders, sort, empty }: { orders: readonly OrderRow[]; sort: Sort<OrderSortField>; empty: Child }) {
  const { here } = usePageRequest();
  const columns = sortable(COLUMNS, sort, here);
  return <Table caption="Orders" columns={columns} rows={orders.map(rowOf)} empty={empty} />;
}
