import type { Child } from "hono/jsx";
import type { OrderSortField } from "../list/sort.sql.ts";
import type { Sort } from "../../platform/db/list/sort";
import type { ShownOrder } from "../rows.sql.ts";
import { toAmount } from "../../platform/values/money";
import { Badge, Moment, Money } from "../../console/parts/values";
import { PageLink } from "../../console/parts/link";
import { type Column, Table } from "../../console/parts/table";

/** The name of an order for people: its number, else its external id, else our id. */
export function orderName({ number, external_id, id }: Pick<ShownOrder, "number" | "external_id" | "id">): string {
  return number ?? external_id ?? `#${id}`;
}

const COLUMNS: readonly (string | Column<OrderSortField>)[] = [
  "Order",
  { name: "Date", by: "date", first: "desc" },
  { name: "Customer", by: "customer_name" },
  { name: "Store", by: "store_name" },
  { name: "Status", by: "status" },
  { name: "Items", figures: true },
  { name: "Total", figures: true, by: "total_amount", first: "desc" },
];

function rowOf(order: ShownOrder) {
  return [
    <PageLink page={`/orders/${order.id}`}>{orderName(order)}</PageLink>,
    <Moment at={order.date} />,
    order.customer_name,
    order.store_name,
    <Badge status={order.status} />,
    order.item_count,
    <Money amount={toAmount(order.total_amount)} currency={order.currency} />,
  ];
}

/** A page of orders as a table. */
export function OrderTable({ orders, sort, empty }: { orders: readonly ShownOrder[]; sort: Sort<OrderSortField>; empty: Child }) {
  return <Table caption="Orders" columns={COLUMNS} sort={sort} rows={orders.map(rowOf)} empty={empty} />;
}
