import { sql } from "drizzle-orm";
import { ApiError, conflict, conflictError, notFound } from "../../platform/api-error";
import { newId } from "../../platform/crypto/random";
import { retryOnConflict } from "../../platform/db/change";
import type { OrgDb } from "../../platform/db/org-db";
import type { WriteStatement } from "../../platform/db/statement";
import { momentText } from "../../platform/values/zone";
import { newEvent } from "../events/new-event";
import type { Fulfillment, OrderFulfillments } from "../orders/fulfillments/fulfillment";
import { planWrite } from "../orders/fulfillments/fulfillment-change";
import { writeFulfillments } from "../orders/fulfillments/write.sql.ts";
import { newFulfillment, overridesOf, parseFulfillments } from "../orders/fulfillments/write-fulfillment";
import { assertItemsShippable, assertOrderShippable, isShippable, orderObstacle } from "../orders/items/shippable";
import { readOrderSet } from "../orders/read-order-set";
import { readinessOf, type ReadinessRow } from "../orders/readiness/blockers.sql.ts";
import { assertLinesRead, idsOfTexts, linesOf, type SupplierOrderRow, supplierOrdersByIds } from "./rows.sql.ts";
import { wholeOrders, type WholeSupplierOrder } from "./send-items";
import { isWork, nextStates } from "./states";
import { assertVisible, type Viewer } from "./viewer";
import { leftOfLine } from "./work";
import { ordersOfLines, type WorkLine, workLines } from "./work.sql.ts";
import { addLineHistory, shipUnits, updateSupplierOrder } from "./write.sql.ts";

/** What a supplier has sent off: lines of one of its orders. Without `lines`, everything that is left and may be shipped. */
export interface Shipment {
  supplier_order_id: string;
  lines?: readonly { order_item_id: number; quantity?: number | undefined }[] | undefined;
  tracking_number: string | null;
  /** Absent: the carrier that the number shows. */
  carrier?: string | null | undefined;
}

/** What is stored of what is to be shipped. */
interface Stored {
  orders: SupplierOrderRow[];
  lines: WorkLine[];
  /** The customers' orders. */
  customers: Map<number, OrderFulfillments>;
  readiness: ReadinessRow[];
}

/** What is shipped does not depend on what was to be made. */
const NO_SNAPSHOT = sql`'{}'`;

interface ShippedLine {
  line: WorkLine;
  quantity: number;
}

async function readStored(org: OrgDb, shipments: readonly Shipment[]): Promise<Stored> {
  const ids = [...new Set(shipments.map(({ supplier_order_id }) => supplier_order_id))];
  const named = shipments.every(({ lines }) => lines !== undefined);
  const itemIds = named ? shipments.flatMap(({ lines = [] }) => lines.map(({ order_item_id }) => order_item_id)) : null;
  const customerIds = ordersOfLines(org, ids, itemIds);
  const [{ orders, lines, readiness }, customers] = await Promise.all([
    org.read({
      orders: supplierOrdersByIds(org, ids),
      lines: workLines(org, idsOfTexts(ids), NO_SNAPSHOT),
      readiness: readinessOf(org, customerIds),
    }),
    readOrderSet(org, customerIds),
  ]);
  return { orders, lines, readiness, customers: new Map(customers.map((parts) => [parts.order.id, parseFulfillments(parts)])) };
}

/**
 * Records that a supplier has shipped lines of its orders. Returns the order if there is only one. What it ships to buyers becomes fulfillments, one for each customer's order and shipment. An
 * order of which nothing is left becomes `shipped`. All of it is one transaction. Throws 404 Not Found, and 409 Conflict if an order is not open, less
 * of a line is left (`quantity_exceeded`, `nothing_left`), or something may not be shipped (`not_shippable`, `not_ready`), which nothing overrides.
 */
export async function shipLines(org: OrgDb, shipments: readonly Shipment[], viewer: Viewer = null): Promise<WholeSupplierOrder[]> {
  return await retryOnConflict(
    async () => {
      const stored = await readStored(org, shipments);
      for (const order of stored.orders) assertVisible(order, viewer);
      const shipping = new Shipping(org, stored);
      for (const [index, shipment] of shipments.entries()) shipping.add(shipment, shipments.length === 1 ? "" : `shipments[${index}].`);
      const ids = stored.orders.map(({ id }) => id);
      // Whoever ships several does not need them.
      const returned = ids.length === 1 ? ids : [];
      if (returned.length > 0) assertLinesRead(org, stored.lines);
      const returning = { orders: supplierOrdersByIds(org, returned), lines: linesOf(org, idsOfTexts(returned)) };
      return wholeOrders(await org.commit({ writes: shipping.writes(), marker: { supplier_order_ids: ids }, returning }));
    },
    () => conflictError("these supplier orders"),
  );
}

const unitsOf = (lines: readonly ShippedLine[]): number => lines.reduce((sum, { quantity }) => sum + quantity, 0);

/** Shipments of one request, which may be of the same line or the same customer's order. */
class Shipping {
  readonly #shipped: ShippedLine[] = [];
  /** The new fulfillments of each customer's order. */
  readonly #created = new Map<number, Fulfillment[]>();

  constructor(
    private readonly org: OrgDb,
    private readonly stored: Stored,
  ) {}

  add({ supplier_order_id, lines: requested, tracking_number, carrier }: Shipment, path: string): void {
    const order = this.stored.orders.find(({ id }) => id === supplier_order_id);
    if (order === undefined) throw notFound();
    assertWork(order);
    const chosen = requested === undefined ? this.#everything(order) : this.#requested(order, requested, `${path}lines`);
    for (const [customerId, lines] of Map.groupBy(chosen, ({ line }) => line.order_id)) {
      const customer = this.#customer(customerId);
      if (order.shipping === "to_buyer") this.#fulfill(customer, lines, { tracking_number, ...(carrier !== undefined && { carrier }) });
      else this.#assertShippable(customer, lines);
      this.#shipped.push(...lines);
    }
  }

  /** How many units of a line are left, after what the request has had of it so far. */
  #leftOf(line: WorkLine): number {
    const ofItem = this.#shipped.filter((one) => one.line.order_item_id === line.order_item_id);
    const ofLine = ofItem.filter((one) => one.line.supplier_order_id === line.supplier_order_id);
    return leftOfLine(line, { ofLine: unitsOf(ofLine), ofItem: unitsOf(ofItem) });
  }

  #customer(id: number): OrderFulfillments {
    const found = this.stored.customers.get(id);
    // Its lines were read at another moment.
    if (found === undefined) throw notFound();
    const { fulfillments, ...rest } = found;
    return { ...rest, fulfillments: [...fulfillments, ...(this.#created.get(id) ?? [])] };
  }

  #everything({ id }: SupplierOrderRow): ShippedLine[] {
    const left = this.stored.lines
      .filter((line) => line.supplier_order_id === id)
      .map((line) => ({ line, quantity: this.#leftOf(line) }))
      .filter(({ quantity }) => quantity > 0);
    const shippable = left.filter(({ line }) => this.#isShippable(line));
    if (shippable.length > 0) return shippable;
    for (const [customerId, lines] of Map.groupBy(left, ({ line }) => line.order_id))
      this.#assertShippable(this.#customer(customerId), lines);
    throw conflict("nothing_left", "Nothing of this supplier order is left to ship.");
  }

  #requested({ id }: SupplierOrderRow, requested: NonNullable<Shipment["lines"]>, path: string): ShippedLine[] {
    return requested.map(({ order_item_id, quantity }, index) => {
      const line = this.stored.lines.find((one) => one.supplier_order_id === id && one.order_item_id === order_item_id);
      if (line === undefined) throw notFound(`${path}[${index}].order_item_id`, "No such line in this supplier order.");
      if (line.state !== "open") throw conflict("line_not_open", "Only an open line can be shipped.", { path: `${path}[${index}]` });
      const left = this.#leftOf(line);
      const wanted = quantity ?? left;
      // What is cancelled or refunded has nothing left, and says so itself.
      if (left === 0) this.#assertShippable(this.#customer(line.order_id), [{ line, quantity: wanted }]);
      if (wanted > left || wanted < 1) {
        const message = `Only ${left} of this line can still be shipped.`;
        throw conflict("quantity_exceeded", message, { path: `${path}[${index}].quantity`, left });
      }
      return { line, quantity: wanted };
    });
  }

  #isShippable({ order_id, order_item_id }: WorkLine): boolean {
    const { order, items } = this.#customer(order_id);
    const item = items.find(({ id }) => id === order_item_id);
    return item !== undefined && orderObstacle(order, this.org.now) === null && isShippable(item, this.org.now);
  }

  #assertShippable({ order, items }: OrderFulfillments, lines: readonly ShippedLine[]): void {
    const { now } = this.org;
    assertOrderShippable(order, now);
    const ids = new Set(lines.map(({ line }) => line.order_item_id));
    assertItemsShippable(
      items.filter(({ id }) => ids.has(id)),
      now,
    );
  }

  /** Creates a fulfillment of lines of one customer's order. Whoever creates one by hand may override what an item lacks: a supplier may not. */
  #fulfill(
    customer: OrderFulfillments,
    lines: readonly ShippedLine[],
    tracking: { tracking_number: string | null; carrier?: string | null },
  ): void {
    const { org } = this;
    const requested = lines.map(({ line, quantity }) => ({ order_item_id: String(line.order_item_id), quantity }));
    const update = { status: "in_transit", ...tracking } as const;
    const after = newFulfillment(customer, { id: newId("ful", org.now), sourceId: null, lines: requested, update }, org.now);
    overridesOf(org, { readiness: this.stored.readiness, after, reason: null });
    this.#created.set(customer.order.id, [...(this.#created.get(customer.order.id) ?? []), after]);
  }

  writes(): WriteStatement[] {
    const { org, stored } = this;
    const fulfillments = [...this.#created].flatMap(([id, created]) => {
      const customer = stored.customers.get(id);
      return customer === undefined
        ? []
        : [
            planWrite(
              org,
              customer,
              created.map((after) => ({ before: null, after })),
            ),
          ];
    });
    return [...stored.orders.flatMap((order) => this.#orderWrites(order)), ...writeFulfillments(org, fulfillments)];
  }

  #orderWrites(order: SupplierOrderRow): WriteStatement[] {
    const { org } = this;
    const shipped = this.#shipped.filter(({ line }) => line.supplier_order_id === order.id);
    const lines = this.stored.lines.filter((line) => line.supplier_order_id === order.id);
    const isDone = lines.every((line) => this.#leftOf(line) === 0);
    const state = isDone ? "shipped" : order.state;
    const event = newEvent(org, "supplier_order.updated", {
      supplier_order_id: order.id,
      number: order.number,
      supplier_id: order.supplier_id,
      changed_fields: isDone ? ["state", "lines"] : ["lines"],
      ...(isDone && { old_state: order.state, new_state: state }),
      updated_at: momentText(org.now),
    });
    return [
      ...updateSupplierOrder(org, order, { change: { state, reason: order.reason, due_date: order.due_date }, event }),
      ...shipUnits(
        org,
        order.id,
        shipped.map(({ line, quantity }) => ({ item: line.order_item_id, quantity })),
      ),
      ...addLineHistory(
        org,
        shipped.map(({ line }) => line),
        { from: order.state, to: `shipped ${order.id}`, reason: null },
      ),
    ];
  }
}

/** Throws 409 Conflict for an order that is not with its supplier: a draft, or one that is shipped, rejected or cancelled. */
function assertWork({ state }: SupplierOrderRow): void {
  if (isWork(state)) return;
  const message = `A supplier order in the state ${state} can't be shipped.`;
  const allowed = nextStates(state);
  throw new ApiError("invalid_transition", [{ path: "state", code: "invalid_transition", message, from: state, to: "shipped", allowed }]);
}
