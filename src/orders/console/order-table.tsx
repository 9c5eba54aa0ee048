import type { Child } from "hono/jsx";
import type { OrderSortField } from "../list/sort.sql.ts";
import type { Sort } from "../../platform/db/list/sort";
import type { ShownOrder } from "../rows.sql.ts";
import { toAmount } from "../../platform/values/money";
import { usePageRequest } from "../../console/page-request";
import { Age, Badge, Day, Money } from "../../console/parts/values";
import { PageLink } from "../../console/parts/link";
import { OPEN_STATUSES } from "../order-status";
import { workDays } from "../work-days";
import { type Column, type Picks, Table } from "../../console/parts/table";

/** The name of an order for people: its number, else its external id, else our id. */
export function orderName({ number, external_id, id }: Pick<ShownOrder, "number" | "external_id" | "id">): string {
  return number ?? external_id ?? `#${id}`;
}

const COLUMNS: readonly (string | Column<OrderSortField>)[] = [
  "Order",
  { name: "Customer", by: "customer_name" },
  { name: "Store", by: "store_name" },
  { name: "Status", by: "status" },
  "Ship by",
  { name: "Date", by: "date", first: "desc" },
  { name: "Items", figures: true },
  { name: "Total", figures: true, by: "total_amount", first: "desc" },
];

const OPEN: ReadonlySet<string> = new Set(OPEN_STATUSES);

/** The day by which an open order must be shipped: red if it is over, amber if it is today. */
function ShipBy({ order: { ship_by_date, status } }: { order: ShownOrder }) {
  const { member, now } = usePageRequest();
  if (ship_by_date === null) return null;
  if (!OPEN.has(status)) return <Day day={ship_by_date} />;
  const { today } = workDays({ organization: member.organization, now });
  if (ship_by_date > today) return <Day day={ship_by_date} />;
  return ship_by_date === today ? (
    <span class="due">Today</span>
  ) : (
    <span class="late">
      Late: <Day day={ship_by_date} />
    </span>
  );
}

function rowOf(order: ShownOrder) {
  return [
    <PageLink page={`/orders/${order.id}`}>{orderName(order)}</PageLink>,
    order.customer_name,
    order.store_name,
    <Badge status={order.status} />,
    <ShipBy order={order} />,
    <Age at={order.date} />,
    order.item_count,
    <Money amount={toAmount(order.total_amount)} currency={order.currency} />,
  ];
}

interface OrderTableProps {
  orders: readonly ShownOrder[];
  sort: Sort<OrderSortField>;
  /** The id of the form that the orders can be selected for. */
  form?: string | undefined;
  empty: Child;
}

/** A page of orders as a table. */
export function OrderTable({ orders, sort, form, empty }: OrderTableProps) {
  const rows = orders.map((order) => ({ value: order.id, label: `Select order ${orderName(order)}` }));
  const picks: Picks | undefined = form === undefined ? undefined : { form, name: "ids", rows };
  return <Table caption="Orders" columns={COLUMNS} sort={sort} rows={orders.map(rowOf)} picks={picks} empty={empty} />;
}
