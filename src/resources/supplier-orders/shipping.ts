import { ApiError, conflict, notFound } from "../../platform/api-error";
import { newId } from "../../platform/crypto/random";
import type { OrgDb } from "../../platform/db/org-db";
import type { WriteStatement } from "../../platform/db/statement";
import { momentText } from "../../platform/values/zone";
import { newEvent } from "../events/new-event";
import { carrierOfNumber } from "../orders/fulfillments/carrier-of-number";
import type { Fulfillment, OrderFulfillments } from "../orders/fulfillments/fulfillment";
import { planWrite } from "../orders/fulfillments/fulfillment-change";
import { writeFulfillments } from "../orders/fulfillments/write.sql.ts";
import { newFulfillment, overridesOf } from "../orders/fulfillments/write-fulfillment";
import { assertItemsShippable, assertOrderShippable, isShippable, orderObstacle } from "../orders/items/shippable";
import { transitionLines } from "./change-state";
import { addShipment, type ParcelTracking, readShipments } from "./line-shipments";
import type { SupplierOrderRow } from "./rows.sql.ts";
import type { Rejection, Shipment, WorkToChange } from "./shipment";
import { isWorkState, nextStates } from "./states";
import { isRejectable, leftOfLine } from "./work";
import type { WorkLine } from "./work.sql.ts";
import { addLineHistory, setShipped, updateSupplierOrder } from "./write.sql.ts";

interface ShippedLine {
  line: WorkLine;
  quantity: number;
  tracking: ParcelTracking;
  /** The fulfillment that it becomes, if it goes to the buyer. */
  fulfillment_ids: readonly string[];
}

const unitsOf = (lines: readonly ShippedLine[]): number => lines.reduce((sum, { quantity }) => sum + quantity, 0);

/** Shipments and rejections of one request, which may be about the same line or the same customer's order. */
export class Shipping {
  readonly #shipped: ShippedLine[] = [];
  readonly #rejected: { line: WorkLine; reason: string }[] = [];
  /** The new fulfillments of each customer's order. */
  readonly #created = new Map<number, Fulfillment[]>();

  constructor(
    private readonly org: OrgDb,
    private readonly stored: WorkToChange,
  ) {}

  /** The supplier orders that change. */
  get changedOrders(): SupplierOrderRow[] {
    const ids = new Set([...this.#shipped, ...this.#rejected].map(({ line }) => line.supplier_order_id));
    return this.stored.orders.filter(({ id }) => ids.has(id));
  }

  /**
   * Adds a shipment. Throws 404 Not Found, and 409 Conflict if the order is not open, less of a line is left (`quantity_exceeded`, `nothing_left`) or
   * not as much as expected (`left_changed`), or something may not be shipped (`not_shippable`, `not_ready`). Then nothing of it is added if its
   * lines are of one customer's order, and otherwise this object must not be used any more. `pathPrefix` is put before the paths of errors.
   */
  ship({ supplier_order_id, lines: requested, tracking_number, carrier, tracking_url = null }: Shipment, pathPrefix = ""): void {
    const order = this.#workOrder(supplier_order_id);
    const recognized = tracking_number === null ? null : carrierOfNumber(tracking_number);
    const tracking = { tracking_number, carrier: carrier === undefined ? recognized : carrier, tracking_url };
    const chosen = requested === undefined ? this.#everythingLeft(order) : this.#requestedLines(order, requested, `${pathPrefix}lines`);
    for (const [customerOrderId, lines] of Map.groupBy(chosen, ({ line }) => line.order_id)) {
      const customerOrder = this.#customerOrder(customerOrderId);
      // A new fulfillment asserts that its lines may be shipped.
      const fulfillment_ids = order.shipping === "to_buyer" ? [this.#fulfill(customerOrder, lines, tracking)] : [];
      if (order.shipping !== "to_buyer") this.#assertShippable(customerOrder, lines);
      this.#shipped.push(...lines.map((each) => ({ ...each, tracking, fulfillment_ids })));
    }
  }

  /** Rejects what is left of a line. Throws 404 Not Found, and 409 Conflict if the order or the line is not open, or all of it is shipped. */
  reject({ supplier_order_id, order_item_id, reason }: Rejection): void {
    const line = this.#line(supplier_order_id, order_item_id);
    const order = this.stored.orders.find(({ id }) => id === supplier_order_id);
    if (line === undefined || order === undefined) throw notFound();
    if (line.state === "open" && line.shipped_quantity >= line.quantity)
      throw conflict("line_shipped", "All of this line is shipped, so nothing of it can be rejected.");
    if (!isRejectable(order, line)) throw conflict("line_not_open", "Only an open line can be rejected.");
    this.#rejected.push({ line, reason });
  }

  #workOrder(id: string): SupplierOrderRow {
    const order = this.stored.orders.find((each) => each.id === id);
    if (order === undefined) throw notFound();
    if (isWorkState(order.state)) return order;
    const { state } = order;
    const message = `A supplier order in the state ${state} can't be shipped.`;
    const detail = { path: "state", code: "invalid_transition", message, from: state, to: "shipped", allowed: nextStates(state) };
    throw new ApiError("invalid_transition", [detail]);
  }

  #line(supplierOrderId: string, itemId: number): WorkLine | undefined {
    return this.stored.lines.find((line) => line.supplier_order_id === supplierOrderId && line.order_item_id === itemId);
  }

  #isRejected(line: WorkLine): boolean {
    return this.#rejected.some((rejected) => rejected.line === line);
  }

  /** How many units of a line are left, after the shipments that were added before. */
  #leftOf(line: WorkLine): number {
    const ofItem = this.#shipped.filter((one) => one.line.order_item_id === line.order_item_id);
    const ofLine = ofItem.filter((one) => one.line.supplier_order_id === line.supplier_order_id);
    return leftOfLine(line, { ofLine: unitsOf(ofLine), ofItem: unitsOf(ofItem) });
  }

  #customerOrder(id: number): OrderFulfillments {
    const found = this.stored.customerOrders.get(id);
    // Only the orders of open lines are read. This line was closed between the reads of the lines and of the orders.
    if (found === undefined) throw notFound();
    const { fulfillments, ...rest } = found;
    return { ...rest, fulfillments: [...fulfillments, ...(this.#created.get(id) ?? [])] };
  }

  #everythingLeft({ id }: SupplierOrderRow): ChosenLine[] {
    const left = this.stored.lines
      .filter((line) => line.supplier_order_id === id)
      .map((line) => ({ line, quantity: this.#leftOf(line) }))
      .filter(({ quantity }) => quantity > 0);
    const shippable = left.filter(({ line }) => this.#isShippable(line));
    if (shippable.length > 0) return shippable;
    for (const [customerOrderId, lines] of Map.groupBy(left, ({ line }) => line.order_id))
      this.#assertShippable(this.#customerOrder(customerOrderId), lines);
    throw conflict("nothing_left", "Nothing of this supplier order is left to ship.");
  }

  #requestedLines({ id }: SupplierOrderRow, requested: NonNullable<Shipment["lines"]>, path: string): ChosenLine[] {
    return requested.map(({ order_item_id, quantity, left: expected }, index) => {
      const line = this.#line(id, order_item_id);
      if (line === undefined) throw notFound(`${path}[${index}].order_item_id`, "No such line in this supplier order.");
      if (line.state !== "open" || this.#isRejected(line))
        throw conflict("line_not_open", "Only an open line can be shipped.", { path: `${path}[${index}]` });
      const left = this.#leftOf(line);
      const wanted = quantity ?? left;
      // A second person, or the same one in a second window, would ship the same units again.
      if (left > 0 && expected !== undefined && expected !== left)
        throw conflict("left_changed", `${left} of this line are left now, and not ${expected}.`, { path: `${path}[${index}]`, left });
      // What is cancelled or refunded has nothing left, and says so itself.
      if (left === 0) this.#assertShippable(this.#customerOrder(line.order_id), [{ line, quantity: wanted }]);
      if (wanted > left || wanted < 1) {
        const message = `Only ${left} of this line can still be shipped.`;
        throw conflict("quantity_exceeded", message, { path: `${path}[${index}].quantity`, left });
      }
      return { line, quantity: wanted };
    });
  }

  #isShippable({ order_id, order_item_id }: WorkLine): boolean {
    const { order, items } = this.#customerOrder(order_id);
    const item = items.find(({ id }) => id === order_item_id);
    return item !== undefined && orderObstacle(order, this.org.now) === null && isShippable(item, this.org.now);
  }

  #assertShippable({ order, items }: OrderFulfillments, lines: readonly ChosenLine[]): void {
    const { now } = this.org;
    assertOrderShippable(order, now);
    const ids = new Set(lines.map(({ line }) => line.order_item_id));
    assertItemsShippable(
      items.filter(({ id }) => ids.has(id)),
      now,
    );
  }

  /** Creates a fulfillment of lines of one customer's order, and returns its id. Whoever creates one by hand may override what an item lacks: a supplier may not. */
  #fulfill(customerOrder: OrderFulfillments, lines: readonly ChosenLine[], tracking: ParcelTracking): string {
    const { org } = this;
    const requested = lines.map(({ line, quantity }) => ({ order_item_id: String(line.order_item_id), quantity }));
    const update = { status: "in_transit", ...tracking } as const;
    const after = newFulfillment(customerOrder, { id: newId("ful", org.now), sourceId: null, lines: requested, update }, org.now);
    // Called only for the errors that it throws.
    overridesOf(org, { readiness: this.stored.readiness, after, reason: null });
    this.#created.set(customerOrder.order.id, [...(this.#created.get(customerOrder.order.id) ?? []), after]);
    return after.id;
  }

  writes(): WriteStatement[] {
    const { org, stored } = this;
    const fulfillments = [...this.#created].flatMap(([id, created]) => {
      const customerOrder = stored.customerOrders.get(id);
      const changes = created.map((after) => ({ before: null, after }));
      return customerOrder === undefined ? [] : [planWrite(org, customerOrder, changes)];
    });
    const changed = this.changedOrders;
    return [
      ...changed.flatMap((order) => this.#orderWrites(order)),
      // They assert the versions of the customers' orders, which the statuses of rejected items change after them.
      ...writeFulfillments(org, fulfillments),
      ...this.#rejectionWrites(changed),
    ];
  }

  #orderWrites(order: SupplierOrderRow): WriteStatement[] {
    const { org } = this;
    const shipped = this.#shipped.filter(({ line }) => line.supplier_order_id === order.id);
    const rejected = this.#rejected.filter(({ line }) => line.supplier_order_id === order.id);
    const own = this.stored.lines.filter((line) => line.supplier_order_id === order.id);
    const open = own.filter((line) => line.state === "open" && !this.#isRejected(line));
    // Rejected if no line is open any more and nothing of the order was ever shipped. Done if nothing is left of any open line.
    const isRejected = open.length === 0 && shipped.length === 0 && rejected.every(({ line }) => line.shipped_quantity === 0);
    const isDone = !isRejected && open.every((line) => this.#leftOf(line) === 0);
    const doneState = isDone ? "shipped" : order.state;
    const state = isRejected ? "rejected" : doneState;
    const reason = isRejected ? (rejected.at(-1)?.reason ?? order.reason) : order.reason;
    const event = newEvent(org, "supplier_order.updated", {
      supplier_order_id: order.id,
      number: order.number,
      supplier_id: order.supplier_id,
      changed_fields: [...(state === order.state ? [] : ["state"]), ...(reason === order.reason ? [] : ["reason"]), "lines"],
      ...(state !== order.state && { old_state: order.state, new_state: state }),
      updated_at: momentText(org.now),
    });
    const byItem = [...Map.groupBy(shipped, ({ line }) => line.order_item_id)].map(([item, parts]) => {
      // A group has at least one part: the default is only for the compiler.
      const [{ line } = { line: null }] = parts;
      const before = line === null ? [] : readShipments(line);
      const shipments = parts.reduce(
        (all, { quantity, tracking, fulfillment_ids }) => addShipment(all, { quantity, ...tracking, fulfillment_ids, former_numbers: [] }),
        before,
      );
      return { item, quantity: (line?.shipped_quantity ?? 0) + unitsOf(parts), shipments };
    });
    return [
      ...updateSupplierOrder(org, order, { change: { state, reason, due_date: order.due_date }, event }),
      ...setShipped(org, order.id, byItem),
      ...addLineHistory(org, [...new Set(shipped.map(({ line }) => line))], { from: order.state, to: `shipped ${order.id}`, reason: null }),
    ];
  }

  #rejectionWrites(orders: readonly SupplierOrderRow[]): WriteStatement[] {
    // By item: what the rejections of the orders before this one free. The states were read without it.
    const freedUnits = new Map<number, number>();
    return orders.flatMap((order) => {
      const rejected = this.#rejected.filter(({ line }) => line.supplier_order_id === order.id);
      const states = this.stored.lineStates
        .filter(({ supplier_order_id }) => supplier_order_id === order.id)
        .map((state) => {
          const ofItem = freedUnits.get(state.id) ?? 0;
          return { ...state, unsent: state.unsent + ofItem, unshipped_elsewhere: state.unshipped_elsewhere - ofItem };
        });
      for (const { line } of rejected)
        freedUnits.set(line.order_item_id, (freedUnits.get(line.order_item_id) ?? 0) + line.quantity - line.shipped_quantity);
      return [...Map.groupBy(rejected, ({ reason }) => reason)].flatMap(([reason, some]) =>
        transitionLines(this.org, { order, states }, { open: some.map(({ line }) => line), state: "rejected", reason }),
      );
    });
  }
}

/** Units of a line that are to be shipped. */
type ChosenLine = Pick<ShippedLine, "line" | "quantity">;
