import type { Change } from "../../model/change.ts";
import type { Order } from "../../model/order.ts";
import { toNumber } from "../../model/units.ts";
import { type Page, tokenIn, type Visitor } from "../console/kit";
import { fulfillmentBody, type Ids, type Key, type Outcome, resultOf } from "./send";

/** Sends changes of the model as forms of the console. */

/** A change as a form makes it; null if no form does. */
export function asForm(change: Change, order: Order): Change | null {
  switch (change.kind) {
    case "update": {
      const [only, ...others] = change.items;
      // A form clears the flag of an audit.
      if (only === undefined) return { kind: "update", amounts: { requiresAudit: false }, items: new Map() };
      if (others.length > 0) return null;
      const [index, { tax, ...patch }] = only;
      // A form has all values, and equal ones are not a change. It matters for the tax, which follows the price and the quantity unless it is sent.
      const changesTax = tax !== undefined && tax !== order.items[index]?.tax;
      return { kind: "update", amounts: {}, items: new Map([[index, { ...patch, ...(changesTax && { tax }) }]]) };
    }
    case "add_item": {
      // An empty field is not sent.
      const { externalId: _id, cost, tax, ...item } = change.item;
      const known = { ...(typeof cost === "bigint" && { cost }), ...(typeof tax === "bigint" && { tax }) };
      return { kind: "add_item", item: { ...item, ...known } };
    }
    // A form that moves an order back needs a reason.
    case "order_status":
      return { ...change, hasReason: true };
    case "item_status":
      return change.items.length === 1 ? change : null;
    // The form has a quantity for each line.
    case "fulfillment":
      return change.lines?.every(({ quantity }) => quantity !== undefined) === false ? null : change;
    case "remove_item":
    case "order_supplier":
    case "fulfillment_status":
      return change;
    case "ingest":
    case "item_supplier":
    case "carrier_report":
    case "match":
    case "erasure":
      return null;
  }
}

type Fields = Record<string, string | readonly string[]>;

const typed = (amount: bigint | null | undefined): string => (amount === null || amount === undefined ? "" : String(toNumber(amount)));

/** The path and the fields of the form. `order` is the order before the change. */
function formOf(change: Change, order: Order, ids: Ids, key: Key): [path: string, fields: Fields] {
  const path = `/orders/${ids.order}`;
  const itemPath = (index = 0): string => `${path}/items/${ids.items[index]}`;
  switch (change.kind) {
    case "update": {
      const [only] = change.items;
      if (only === undefined) return [`${path}/clear-audit`, {}];
      const [index, patch] = only;
      const { quantity = 1n, price, cost, tax } = { ...order.items[index], ...patch };
      return [itemPath(index), { name: "Mug", quantity: String(quantity), price: typed(price), cost: typed(cost), tax: typed(tax) }];
    }
    case "add_item": {
      const { quantity, price, cost, tax, sku = "" } = change.item;
      const count = quantity === undefined ? "" : String(quantity);
      return [`${path}/items/new`, { name: "Mug", sku, quantity: count, price: typed(price), cost: typed(cost), tax: typed(tax) }];
    }
    case "remove_item":
      return [`${itemPath(change.item)}/remove`, {}];
    case "item_status":
      return [`${itemPath(change.items[0])}/status`, { status: "New", custom_status: change.status }];
    case "order_status":
      return [`${path}/status`, { status: change.status, reason: "a reason" }];
    case "order_supplier":
      return ["/orders/bulk", { ids: [String(ids.order)], do: "supplier", supplier: change.supplier ?? "", as: "data" }];
    case "fulfillment": {
      const { status, tracking_number = "", items = [] } = fulfillmentBody(change, ids, key);
      const quantities = items.map(({ order_item_id, quantity }) => [`take_${order_item_id}`, String(quantity)]);
      return [`${path}/fulfillments`, { status, tracking_number, ...Object.fromEntries(quantities) }];
    }
    case "fulfillment_status":
      return [`${path}/fulfillments/${ids.fulfillments[change.fulfillment]}`, { status: change.status }];
    case "ingest":
    case "item_supplier":
    case "carrier_report":
    case "match":
    case "erasure":
      throw new Error(`No form makes the change ${change.kind}.`);
  }
}

/** The result of a form: the console shows a message instead of a code. */
function outcomeOf({ status, text, location }: Page): Outcome {
  if (status === 200) return resultOf(JSON.parse(text).results[0]);
  if (status >= 500 || location?.includes("sign-in") === true) throw new Error(`${status} ${location} ${text}`);
  return status === 303 ? null : String(status);
}

/** Sends the form of a change. `order` is the order before it. */
export async function sendForm(
  person: Visitor,
  change: Change,
  { order, ids, key }: { order: Order; ids: Ids; key: Key },
): Promise<Outcome> {
  const [path, fields] = formOf(change, order, ids, key);
  // A form that is sent twice is executed once, so each needs its own token, from a small page.
  const form_token = tokenIn(await person.open("/tickets"));
  return outcomeOf(await person.open(path, { form: { form_token, ...fields } }));
}
