import { hasCancelledCost } from "./derived-columns.sql.ts";
import { foldCase } from "../../platform/values/fold-case";
import { fulfillmentsOfOrders, itemsOfOrders, namesAndAddressesOfOrders, type AddressedOrder } from "./select.sql.ts";
import { HISTORY, NOTES, type HistoryRow, type NoteRow } from "./history/records.sql.ts";
import { assertPageFits } from "../../platform/db/list/page-fit";
import type { MoneyReader, OrgReader } from "../../platform/db/org-db";
import { notFound, orNotFound } from "../../platform/api-error";
import { ticketsAfter } from "../tickets/list.sql.ts";
import type { TicketRow } from "../tickets/rows.sql.ts";
import { assemble } from "./list/list-orders";
import { singleOrder } from "./order-set.sql.ts";
import { profitOfOrder } from "./profits/by-profit.sql.ts";
import { reprintsOf, type ReprintRow } from "./reprint/reprints.sql.ts";
import { type RefundRow, refundsOf } from "./refunds/refunds.sql.ts";
import type { Statement } from "../../platform/db/statement";
import type { OrderParts } from "./rows.sql.ts";
import { orderByExternalId, ordersByExternalIds, type OrderState } from "./find-order.sql.ts";

export type OrderId = Parameters<typeof singleOrder>[1];

/** Reads one order with its items and, if requested, its fulfillments. Throws 404 Not Found for an unknown order. One round trip. */
export async function readOrder(org: OrgReader, id: OrderId, withFulfillments = false): Promise<OrderParts> {
  const { orders, ids } = singleOrder(org, id, { withFulfillments });
  const rows = await org.read({
    orders,
    items: itemsOfOrders(org, ids),
    fulfillments: withFulfillments ? fulfillmentsOfOrders(org, ids) : null,
  });
  assertPageFits(rows.orders, org.pageLimit);
  return orNotFound(assemble(rows)[0]);
}

/** Reads an order with its items and fulfillments, and the rows of further statements. Throws 404 Not Found for an unknown order. One round trip. */
export async function readOrderWith<Row>(
  org: OrgReader,
  id: number,
  ...statements: readonly Statement<Row>[]
): Promise<[OrderParts, ...Row[][]]> {
  const { orders, ids } = singleOrder(org, id, { withFulfillments: true });
  const { others, ...rows } = await org.read({
    orders,
    items: itemsOfOrders(org, ids),
    fulfillments: fulfillmentsOfOrders(org, ids),
    others: statements,
  });
  assertPageFits(rows.orders, org.pageLimit);
  return [orNotFound(assemble(rows)[0]), ...others];
}

/** How people know an order. */
export interface OrderNames {
  id: number;
  /** In lower case: number, also without `#`, external id and id. */
  names: string[];
  /** Where it is sent, for comparison with other orders. */
  address: string;
}

/** Reads the names and addresses of orders. One round trip. */
export async function readNamesAndAddresses(org: OrgReader, ids: readonly number[]): Promise<OrderNames[]> {
  const orders = await org.read(namesAndAddressesOfOrders(org, ids));
  return orders.map((order) => {
    const { id, number, external_id } = order;
    const names = [number, number?.replace(/^#/, ""), external_id].flatMap((name) =>
      name === null || name === undefined ? [] : [foldCase(name)],
    );
    return { id, names: [...names, String(id)], address: addressKey(order) };
  });
}

/** The address of an order, without regard to case, blanks and the recipient's name. */
function addressKey({ customer_address, ...order }: AddressedOrder): string {
  const { ship_address1, ship_address2, ship_city, ship_zipcode, ship_country } = order;
  const parts = [ship_address1, ship_address2, ship_city, ship_zipcode, ship_country].map((part) => part ?? "");
  const text = parts.join("") === "" ? (customer_address ?? "") : parts.join(",");
  return foldCase(text).replaceAll(/\s+/g, "");
}

/** The newest rows of a list, newest first. `nextBefore` is the id to continue before, or null if there are no more rows. */
interface Newest<Row> {
  rows: Row[];
  nextBefore: number | null;
}

/** The cost and the profit of an order, in stored units. Null: unknown (docs/spec/analytics.md#profit-of-orders). */
export interface OrderFigures {
  cost: number | null;
  profit: number | null;
  /** Whether the costs contain those of items that were cancelled after they were sent to a supplier. */
  hasCancelledCosts: boolean;
}

/** An order with its items, fulfillments, notes, history, newest tickets, reprints, refunds and figures. */
export interface OrderDetail extends OrderParts {
  notes: Newest<NoteRow>;
  history: Newest<HistoryRow>;
  tickets: TicketRow[];
  reprints: ReprintRow[];
  /** Oldest first. */
  refunds: RefundRow[];
  /** Null for a caller who may not see them. */
  figures: OrderFigures | null;
}

const MAX_TICKETS = 20;

function newest<Row extends { id: number }>(found: readonly Row[], size: number): Newest<Row> {
  const rows = found.slice(0, size);
  return { rows, nextBefore: found.length > size ? (rows.at(-1)?.id ?? null) : null };
}

/** What to read besides the order: up to `size` notes and history entries each, before an id or the newest, and its figures if `money` is given. */
interface DetailPage {
  money: MoneyReader | null;
  size: number;
  noteBefore: number | null;
  historyBefore: number | null;
}

/** Reads everything that the console shows of an order. Throws 404 Not Found for an unknown order. One round trip. */
export async function readOrderDetail(org: OrgReader, id: number, page: DetailPage): Promise<OrderDetail> {
  const { money, size, noteBefore, historyBefore } = page;
  const { orders, ids } = singleOrder(org, id, { withFulfillments: true });
  const { notes, history, tickets, reprints, refunds, profits, ...rows } = await org.read({
    orders,
    items: itemsOfOrders(org, ids),
    fulfillments: fulfillmentsOfOrders(org, ids),
    notes: NOTES.before(org, id, { before: noteBefore, limit: size + 1 }),
    history: HISTORY.before(org, id, { before: historyBefore, limit: size + 1 }),
    tickets: ticketsAfter(org, { orderId: id }, { sort: { field: "id", direction: "desc" }, after: null, limit: MAX_TICKETS }),
    reprints: reprintsOf(org, id),
    refunds: refundsOf(org, id),
    profits: money === null ? null : profitOfOrder(money, id),
  });
  assertPageFits(rows.orders, org.pageLimit);
  const [parts] = assemble(rows);
  if (parts === undefined) throw notFound();
  const figures = money === null ? null : figuresOf(parts, profits[0]?.profit ?? null);
  return { ...parts, notes: newest(notes, size), history: newest(history, size), tickets, reprints, refunds, figures };
}

function figuresOf({ order, items }: OrderParts, profit: number | null): OrderFigures {
  const hasCancelledCosts = items.some((item) => hasCancelledCost(item, order.status));
  return { cost: profit === null ? null : order.production_cost, profit, hasCancelledCosts };
}

/** Reads an order with its items and its reprints. Throws 404 Not Found for an unknown order. One round trip. */
export async function readReprintable(org: OrgReader, id: number): Promise<{ parts: OrderParts; reprints: ReprintRow[] }> {
  const { orders, ids } = singleOrder(org, id, { withFulfillments: false });
  const { reprints, ...rows } = await org.read({ orders, items: itemsOfOrders(org, ids), reprints: reprintsOf(org, id) });
  assertPageFits(rows.orders, org.pageLimit);
  return { parts: orNotFound(assemble(rows)[0]), reprints };
}

/** The state of the order with an external id in a store. Null if there is none. One round trip. */
export async function findOrderState(org: OrgReader, key: { storeId: number; externalId: string }): Promise<OrderState | null> {
  const [row] = await org.read(orderByExternalId(org, key));
  return row ?? null;
}

/** The states of the orders with these external ids in a store, by the external id. One round trip. */
export async function findOrderStates(
  org: OrgReader,
  key: { storeId: number; externalIds: readonly string[] },
): Promise<ReadonlyMap<string, OrderState>> {
  const rows = await org.read(ordersByExternalIds(org, key));
  return new Map(rows.map(({ external_id, ...state }) => [external_id, state]));
}
