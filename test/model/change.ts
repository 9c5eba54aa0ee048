import { addItem, type ItemPatch, removeItem, updateOrder } from "./update.ts";
import { type Catalog, createOrder, type SentAmounts, type SentItem, type SentOrder, suppliedCost } from "./create.ts";
import {
  afterItemChange,
  type CarrierReport,
  createFulfillment,
  reportTracking,
  type SentFulfillment,
  setFulfillmentStatus,
} from "./fulfillments.ts";
import { ingestUpdate } from "./ingest-update.ts";
import { isLive, type Item, type Order, Rejected, type Rejection, type Settings } from "./order.ts";
import { setItemStatuses, setOrderStatus } from "./status.ts";

/** A change of an order. Items and fulfillments are identified by their positions. */
export type Change =
  | { kind: "update"; amounts: SentAmounts; items: ReadonlyMap<number, ItemPatch> }
  | { kind: "ingest"; order: SentOrder }
  | { kind: "add_item"; item: SentItem }
  | { kind: "remove_item"; item: number }
  | { kind: "item_status"; items: readonly number[]; status: string }
  | { kind: "order_status"; status: string; hasReason: boolean }
  | { kind: "order_supplier"; supplier: string | null }
  | { kind: "item_supplier"; items: readonly number[]; supplier: string | null }
  | ({ kind: "fulfillment" } & SentFulfillment)
  | { kind: "fulfillment_status"; fulfillment: number; status: string }
  | ({ kind: "carrier_report" } & CarrierReport)
  /** What products supply to items that lack a cost (docs/spec/catalog.md#match-again). */
  | { kind: "match" }
  /** Personal data is erased: figures do not change (docs/spec/personal-data.md#erasure). */
  | { kind: "erasure" };

/** What the effect of a change depends on besides the order. */
export interface OrganizationState extends Settings {
  catalog: Catalog;
}

/** An order after a bulk action with a supplier (docs/spec/orders.md#bulk-actions). */
function withSupplier(order: Order, isMeant: (item: Item) => boolean, supplier: string | null): Order {
  return { ...order, items: order.items.map((item) => (isMeant(item) ? { ...item, supplier } : item)) };
}

/** An order after its items were matched with the catalog again. */
function withCatalogCosts(order: Order, catalog: Catalog): Order {
  if (order.status === "Complete" || order.status === "Cancelled") return order;
  const items = order.items.map((item) =>
    item.cost === null && isLive(item) ? { ...item, cost: suppliedCost(item, order.currency, catalog) ?? null } : item,
  );
  return { ...order, items };
}

function orderAfter(order: Order, change: Change, organization: OrganizationState): Order {
  switch (change.kind) {
    case "update":
      return afterItemChange(order, updateOrder(order, change.amounts, change.items), organization);
    case "ingest":
      return afterItemChange(order, ingestUpdate(order, change.order, organization.catalog), organization);
    case "add_item":
      return addItem(order, change.item, organization.catalog);
    case "remove_item":
      return afterItemChange(order, removeItem(order, change.item), organization);
    case "item_status":
      return setItemStatuses(order, change.items, change.status, organization);
    case "order_status":
      return setOrderStatus(order, change.status, change.hasReason);
    case "fulfillment":
      return createFulfillment(order, change, organization);
    case "order_supplier":
      return withSupplier(order, isLive, change.supplier);
    case "item_supplier":
      return withSupplier(order, ({ index }) => change.items.includes(index), change.supplier);
    case "fulfillment_status":
      return setFulfillmentStatus(order, change.fulfillment, change.status, organization);
    case "carrier_report":
      return reportTracking(order, change, organization);
    case "match":
      return withCatalogCosts(order, organization.catalog);
    case "erasure":
      return order;
  }
}

/** The order after a change, or the reason for its rejection. A rejected change changes nothing. */
export function apply(order: Order, change: Change, organization: OrganizationState): { order: Order; rejection: Rejection | null } {
  return orRejection(order, () => orderAfter(order, change, organization));
}

/** A new order, or the reason for its rejection. */
export function create(sent: SentOrder, organization: OrganizationState): { order: Order | null; rejection: Rejection | null } {
  return orRejection(null, () => createOrder(sent, organization.catalog));
}

function orRejection<Before>(before: Before, change: () => Order): { order: Order | Before; rejection: Rejection | null } {
  try {
    return { order: change(), rejection: null };
  } catch (error) {
    if (error instanceof Rejected) return { order: before, rejection: error.rejection };
    throw error;
  }
}
