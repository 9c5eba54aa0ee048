import type { Child } from "hono/jsx";
import type { OrderSortField } from "../list/sort.sql.ts";
import type { Sort } from "../../../platform/db/list/sort";
import type { OrderSummary } from "../rows.sql.ts";
import { type Picks, Table } from "../../../console/parts/table";
import type { OrderColumn } from "./order-columns";
import { orderName } from "./order-name";

interface OrderTableProps {
  orders: readonly OrderSummary[];
  columns: readonly OrderColumn[];
  sort: Sort<OrderSortField>;
  /** The id of the form that the orders can be selected for. */
  form?: string | undefined;
  empty: Child;
}

export function OrderTable({ orders, columns, sort, form, empty }: OrderTableProps) {
  const selected = orders.map((order) => ({ value: order.id, label: `Select order ${orderName(order)}` }));
  const picks: Picks | undefined = form === undefined ? undefined : { form, name: "ids", rows: selected };
  const rows = orders.map((order) => columns.map(({ cell }) => cell(order)));
  return <Table caption="Orders" columns={columns} sort={sort} rows={rows} picks={picks} empty={empty} />;
}
