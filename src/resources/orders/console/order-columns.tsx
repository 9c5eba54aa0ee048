import type { Child } from "hono/jsx";
import { usePageRequest } from "../../../console/page-request";
import { Table, type Column, type RowSelection } from "../../../console/parts/table";
import { PageLink } from "../../../console/parts/link";
import { Age, Badge, Money } from "../../../console/parts/values";
import type { OrderSortField } from "../list/sort.sql.ts";
import { OPEN_STATUSES, shownStatus } from "../order-status";
import { readList } from "../text-list";
import type { OrderSummary } from "../rows.sql.ts";
import { workDays } from "../work-days";
import { countryName } from "./country-name";
import { orderName } from "./order-name";
import { ShipBy } from "./ship-by";
import type { Sort } from "../../../platform/db/list/sort";

const OPEN: ReadonlySet<string> = new Set(OPEN_STATUSES);

/** An open order that is older than this is amber (docs/spec/console.md#order-list). */
const OLD_ORDER_MS = 3 * 86_400_000;

/** The age of an order. An old open one stands out, unless it must be shipped on a later day. */
function OrderAge({ order: { date, status, ship_by_date } }: { order: OrderSummary }) {
  const { member, now } = usePageRequest();
  const { today } = workDays({ organization: member.organization, now });
  const isOld = OPEN.has(status) && now - date > OLD_ORDER_MS && (ship_by_date === null || ship_by_date <= today);
  return isOld ? (
    <span class="due">
      <Age at={date} note="Open for more than 3 days" />
    </span>
  ) : (
    <Age at={date} />
  );
}

/** The first tags of an order, and how many more there are. */
function Tags({ order: { tags, tag_count } }: { order: OrderSummary }) {
  const first = readList(tags);
  const more = tag_count - first.length;
  return <>{[...first, ...(more > 0 ? [`${more} more`] : [])].join(", ")}</>;
}

/** The number of items. On a phone, where no heading says so, with its unit. */
function ItemCount({ count }: { count: number }) {
  return (
    <>
      {count}
      <span class="unit">{count === 1 ? " item" : " items"}</span>
    </>
  );
}

export interface OrderColumn extends Column<OrderSortField> {
  /** Its name in the form that chooses columns, and in the browser's memory. */
  id: string;
  cell: (order: OrderSummary) => Child;
  /** Whether the list has it until the person chooses columns. */
  byDefault?: true;
}

/** The column that every list has: it leads to the order. */
const ORDER_COLUMN: OrderColumn = {
  id: "order",
  name: "Order",
  cell: (order) => <PageLink page={`/orders/${order.id}`}>{orderName(order)}</PageLink>,
};

export const ORDER_COLUMNS: readonly OrderColumn[] = [
  { id: "customer", name: "Customer", by: "customer_name", beside: true, byDefault: true, cell: ({ customer_name }) => customer_name },
  { id: "items", name: "Items", figures: true, byDefault: true, cell: ({ units }) => <ItemCount count={units} /> },
  { id: "store", name: "Store", by: "store_name", byDefault: true, cell: ({ store_name }) => store_name },
  { id: "status", name: "Status", by: "status", byDefault: true, cell: (order) => <Badge status={shownStatus(order)} /> },
  { id: "ship-by", name: "Ship by", by: "ship_by_date", isOneWay: true, byDefault: true, cell: (order) => <ShipBy order={order} /> },
  { id: "ship-to", name: "Ship to", cell: ({ ship_country }) => (ship_country === null ? null : countryName(ship_country)) },
  { id: "service", name: "Service", cell: ({ shipping_service }) => shipping_service },
  { id: "tags", name: "Tags", cell: (order) => <Tags order={order} /> },
  { id: "assignee", name: "Assignee", cell: ({ assignee }) => assignee },
  { id: "date", name: "Date", by: "date", first: "desc", byDefault: true, cell: (order) => <OrderAge order={order} /> },
  { id: "created", name: "Created", by: "created_at", first: "desc", cell: ({ created_at }) => <Age at={created_at} /> },
  {
    id: "total",
    name: "Total",
    figures: true,
    by: "total_amount",
    first: "desc",
    byDefault: true,
    cell: ({ total_amount, currency }) => <Money units={total_amount} currency={currency} />,
  },
];

const SEPARATOR = ".";

/** The ids of chosen columns as the browser remembers them. Unknown ids are left out. */
export function columnsText(ids: readonly string[]): string {
  return ORDER_COLUMNS.filter(({ id }) => ids.includes(id))
    .map(({ id }) => id)
    .join(SEPARATOR);
}

/** The columns of the list from what the browser remembers: the chosen ones, or those by default if none is chosen. */
export function columnsOf(remembered: string | null): readonly OrderColumn[] {
  const ids = (remembered ?? "").split(SEPARATOR);
  const chosen = ORDER_COLUMNS.filter(({ id }) => ids.includes(id));
  return [ORDER_COLUMN, ...(chosen.length > 0 ? chosen : ORDER_COLUMNS.filter(({ byDefault }) => byDefault === true))];
}

interface OrderTableProps {
  orders: readonly OrderSummary[];
  columns: readonly OrderColumn[];
  sort: Sort<OrderSortField>;
  /** The id of the form that the orders can be selected for. */
  form?: string | undefined;
  /** The ids of the orders that are selected when the page is opened. */
  selectedIds?: ReadonlySet<number>;
  empty: Child;
}

export function OrderTable({ orders, columns, sort, form, selectedIds, empty }: OrderTableProps) {
  const choices = orders.map((order) => {
    const isChecked = selectedIds?.has(order.id) === true;
    return { value: order.id, label: `Select order ${orderName(order)}`, isChecked };
  });
  const selection: RowSelection | undefined = form === undefined ? undefined : { form, name: "ids", rows: choices };
  const rows = orders.map((order) => columns.map(({ cell }) => cell(order)));
  return <Table caption="Orders" columns={columns} sort={sort} rows={rows} selection={selection} empty={empty} />;
}
