import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { type ApiResponse, ingestOrder, type Shop } from "../../kit/client";
import { assertProperty } from "../../kit/property";
import { anItem, aProducingShop, change, reject, send } from "./kit";

/** What is left of an item to send, after any changes of it and of its supplier orders, as docs/spec/supplier-orders.md#quantities defines it. */

let shop: Shop;
beforeAll(async () => {
  shop = await aProducingShop();
});

interface Line {
  id: string;
  quantity: number;
  shipped: number;
  state: string;
  rejected: boolean;
}

/** One item of an order, with what the changes before have made of it. */
interface Life {
  orderId: number;
  itemId: string;
  quantity: number;
  /** Units that are not shipped any more because they were refunded. */
  refunded: number;
  /** Units that were refunded after they were shipped. */
  refundedLater: number;
  /** Units in parcels to the buyer, of the organization and of a supplier that ships to buyers. */
  inParcels: number;
  /** The parcels of the organization that are neither lost nor cancelled. */
  ownParcels: { id: string; units: number }[];
  lines: Line[];
  shipsToBuyer: boolean;
}

const isAllocated = ({ state, rejected }: Line): boolean => !rejected && state !== "rejected" && state !== "cancelled";

const sum = (lines: readonly Line[], units: (line: Line) => number): number => lines.reduce((total, line) => total + units(line), 0);

/** How many units are neither refunded, nor in a line that is not rejected or cancelled, nor shipped without a supplier order. */
function leftOf({ quantity, refunded, inParcels, lines }: Life): number {
  const allocated = lines.filter(isAllocated);
  const shipped = sum(allocated, (line) => (line.state === "shipped" ? line.quantity : line.shipped));
  return Math.max(0, quantity - refunded - sum(allocated, (line) => line.quantity) - Math.max(0, inParcels - shipped));
}

type Change = (life: Life, amount: number) => Promise<void>;

const isOk = ({ status }: ApiResponse): boolean => status < 300;

/** The line that a change is about. */
const lineAt = ({ lines }: Life, index: number): Line | undefined => lines[index % Math.max(1, lines.length)];

const sendUnits =
  (state: "draft" | "sent"): Change =>
  async (life, amount) => {
    const response = await send(shop, { items: [{ order_item_id: life.itemId, quantity: amount }], state });
    expect({ amount, life, isSent: isOk(response) }).toEqual({ amount, life, isSent: amount <= leftOf(life) });
    if (!isOk(response)) return;
    const { id } = response.body.supplier_orders[0];
    life.lines.push({ id, quantity: amount, shipped: 0, state, rejected: false });
  };

const setState =
  (state: string): Change =>
  async (life, index) => {
    const line = lineAt(life, index);
    if (line === undefined) return;
    const response = await change(shop, line.id, { state, reason: "Changed" });
    if (isOk(response)) line.state = state;
  };

const CHANGES = {
  send: sendUnits("sent"),
  draft: sendUnits("draft"),
  start: setState("in_production"),
  finish: setState("shipped"),
  cancel: setState("cancelled"),
  rejectOrder: setState("rejected"),
  rejectLine: async (life, index) => {
    const line = lineAt(life, index);
    if (line === undefined) return;
    const response = await reject(shop, line.id, life.itemId);
    if (!isOk(response)) return;
    line.state = response.body.state;
    if (line.shipped === 0) line.rejected = true;
    else line.quantity = line.shipped;
  },
  shipBySupplier: async (life, amount) => {
    const line = lineAt(life, amount);
    if (line === undefined) return;
    const body = { lines: [{ order_item_id: life.itemId, quantity: amount }], tracking_number: "T1" };
    const response = await shop.v2(`/supplier-orders/${line.id}/ship`, { body });
    if (!isOk(response)) return;
    line.shipped += amount;
    line.state = response.body.state;
    if (life.shipsToBuyer) life.inParcels += amount;
  },
  shipByShop: async (life, amount) => {
    const body = { status: "in_transit", tracking_number: "OWN", items: [{ order_item_id: life.itemId, quantity: amount }] };
    const response = await shop.v2(`/orders/${life.orderId}/fulfillments`, { body });
    if (!isOk(response)) return;
    life.inParcels += amount;
    life.ownParcels.push({ id: response.body.id, units: amount });
  },
  loseParcel: async (life, index) => {
    const parcel = life.ownParcels[index % Math.max(1, life.ownParcels.length)];
    if (parcel === undefined) return;
    const response = await shop.v2(`/fulfillments/${parcel.id}`, { method: "PATCH", body: { status: "lost" } });
    if (!isOk(response)) throw new Error(response.text);
    life.ownParcels = life.ownParcels.filter((each) => each !== parcel);
    life.inParcels -= parcel.units;
    // Units that were refunded after they were shipped are not shipped again.
    const notAgain = Math.min(parcel.units, life.refundedLater);
    life.refunded += notAgain;
    life.refundedLater -= notAgain;
  },
  refund: async (life, amount) => {
    const body = { items: [{ order_item_id: life.itemId, quantity: amount }] };
    if (!isOk(await shop.v2(`/orders/${life.orderId}/refunds`, { body }))) return;
    const unshipped = Math.min(amount, life.quantity - life.inParcels - life.refunded);
    life.refunded += unshipped;
    life.refundedLater += amount - unshipped;
  },
  resize: async (life, amount) => {
    const response = await shop.v2(`/order-items/${life.itemId}`, { method: "PATCH", body: { quantity: amount } });
    if (!isOk(response)) return;
    // The units that are no longer wanted are those that were refunded, as far as there are any.
    life.refunded = Math.max(0, life.refunded - Math.max(0, life.quantity - amount));
    life.quantity = amount;
  },
} satisfies Record<string, Change>;

/** An item keeps these statuses although its parcel is lost: only a person lists it as ready again, by another status. */
const HAS_LEFT = new Set(["Shipped", "Delivered"]);

const names = Object.keys(CHANGES) as (keyof typeof CHANGES)[];
const aChange = fc.record({ name: fc.constantFrom(...names), amount: fc.integer({ min: 1, max: 4 }) });

/** What the API says of an item and its order: how many units can be sent, or why none, and whether the item is listed as ready. */
async function readItem({ orderId, itemId }: Life) {
  const tooMany = await send(shop, { items: [{ order_item_id: itemId, quantity: 1000 }] });
  const [{ code, left }] = tooMany.body.error.details;
  const [order, ready] = [(await shop.v2(`/orders/${orderId}`)).body, (await shop.v2("/order-items?ready=true")).body];
  const isReady = ready.data.some(({ id }: { id: string }) => id === itemId);
  return { code, left: left ?? 0, isReady, status: order.items[0].status };
}

describe("what is left of an item to send", () => {
  it("is what no supplier order has and nobody has shipped or refunded, after any changes, and is listed as ready", async () => {
    const item = fc.record({ quantity: fc.integer({ min: 1, max: 4 }), assigned_supplier: fc.constantFrom("Acme", "Bag works") });
    await assertProperty(
      fc.asyncProperty(item, fc.array(aChange, { minLength: 1, maxLength: 12 }), async (fields, changes) => {
        const order = await ingestOrder(shop, { items: [anItem(fields)] });
        const none = { refunded: 0, refundedLater: 0, inParcels: 0, ownParcels: [], lines: [] };
        const shipsToBuyer = fields.assigned_supplier === "Acme";
        const life: Life = { orderId: order.id, itemId: String(order.items[0].id), quantity: fields.quantity, shipsToBuyer, ...none };
        for (const { name, amount } of changes) {
          await CHANGES[name](life, amount);
          const { code, left, isReady, status } = await readItem(life);
          expect(["quantity_exceeded", "not_sendable"]).toContain(code);
          const isAtSupplier = ["Sent to Supplier", "In Production"].includes(status);
          expect({ name, amount, life, left, isReady, isAtNoSupplier: isAtSupplier && !life.lines.some(isAllocated) }).toEqual({
            name,
            amount,
            life,
            left: leftOf(life),
            isReady: leftOf(life) > 0 && !HAS_LEFT.has(status),
            isAtNoSupplier: false,
          });
        }
      }),
      { cases: 20 },
    );
  });
});
