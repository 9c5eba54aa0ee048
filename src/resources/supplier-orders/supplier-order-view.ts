import * as z from "zod";
import { toAmount } from "../../platform/values/money";
import { momentOrNull, momentText } from "../../platform/values/zone";
import { SUPPLIER_SHIPPING } from "../suppliers/fields";
import { readShipments } from "./line-shipments";
import type { WholeSupplierOrder } from "./send-items";
import { readSnapshot } from "./snapshot";
import { SupplierOrderTotal, totalsOf, presentTotal } from "./totals";
import type { Viewer } from "./viewer";
import { leftOfLine, type WorkLine } from "./work";
import { isOpen, LINE_STATES, SUPPLIER_ORDER_STATES } from "./states";

const moment = z.iso.datetime();
const nullableText = z.string().nullable();

const Address = z.strictObject({
  ship_name: nullableText,
  ship_address1: nullableText,
  ship_address2: nullableText,
  ship_city: nullableText,
  ship_state: nullableText,
  ship_zipcode: nullableText,
  ship_country: nullableText,
});

/** What is to be made of one item. Its texts are those of the item when the supplier order was created. */
const SupplierOrderLine = z.strictObject({
  order_item_id: z.string(),
  order_id: z.int(),
  order_number: nullableText,
  quantity: z.int(),
  unit_cost: z.number().nullable().describe("The agreed cost of one unit. null if unknown."),
  charged_cost: z.number().nullable().describe("What the supplier's invoice says that one unit costs. null if unknown."),
  currency: z.string().describe("The currency of the costs: that of the order."),
  state: z.enum(LINE_STATES),
  reject_reason: nullableText,
  shipped_quantity: z.int().describe("How many units the supplier has shipped."),
  shipments: z
    .array(
      z.strictObject({
        quantity: z.int(),
        tracking_number: nullableText,
        carrier: nullableText,
        tracking_url: nullableText,
      }),
    )
    .describe("The parcels in which it has shipped them."),
  name: nullableText,
  sku: nullableText,
  custom_sku: nullableText,
  personalization: nullableText,
  variations: nullableText,
  material: nullableText,
  style: nullableText,
  type: nullableText,
  size: nullableText,
  color: nullableText,
  design_url: nullableText,
  comment: nullableText,
  properties: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  address: Address.nullable().describe(
    "Where the supplier ships it. null if it ships to you. The supplier sees it as long as something of the line is left to ship.",
  ),
});

/** A supplier order (docs/spec/supplier-orders.md#supplier-order-fields). */
export const SupplierOrder = z
  .strictObject({
    id: z.string(),
    number: z.int().describe("Counts the supplier orders of the organization, for people."),
    supplier_id: z.string(),
    supplier_name: z.string(),
    state: z.enum(SUPPLIER_ORDER_STATES),
    shipping: z.enum(SUPPLIER_SHIPPING),
    due_date: z.iso.date().nullable(),
    reason: nullableText.describe("Why it was rejected or cancelled."),
    sent_at: moment.nullable(),
    accepted_at: moment.nullable(),
    shipped_at: moment.nullable(),
    invoice_number: nullableText,
    paid_at: moment.nullable().describe("When it was recorded as paid."),
    totals: z.array(SupplierOrderTotal).describe("What it costs, in each currency of its lines."),
    version: z.int(),
    created_at: moment,
    updated_at: moment,
    lines: z.array(SupplierOrderLine),
  })
  .meta({ id: "SupplierOrder" });

function presentLine(line: WorkLine, viewer: Viewer): z.output<typeof SupplierOrderLine> {
  const { order_number, address, ...made } = readSnapshot(line.snapshot);
  return {
    order_item_id: String(line.order_item_id),
    order_id: line.order_id,
    order_number,
    quantity: line.quantity,
    unit_cost: line.unit_cost === null ? null : toAmount(line.unit_cost),
    charged_cost: line.charged_cost === null ? null : toAmount(line.charged_cost),
    currency: line.currency,
    state: line.state,
    reject_reason: line.reject_reason,
    shipped_quantity: line.shipped_quantity,
    shipments: readShipments(line).map(({ quantity, tracking_number, carrier, tracking_url }) => ({
      quantity,
      tracking_number,
      carrier,
      tracking_url,
    })),
    ...made,
    address: viewer === null || leftOfLine(line) > 0 ? address : null,
  };
}

export function presentSupplierOrder({ order, lines }: WholeSupplierOrder, viewer: Viewer): z.output<typeof SupplierOrder> {
  return {
    id: order.id,
    number: order.number,
    supplier_id: order.supplier_id,
    supplier_name: order.supplier_name,
    state: order.state,
    shipping: order.shipping,
    due_date: order.due_date,
    reason: order.reason,
    sent_at: momentOrNull(order.sent_at),
    accepted_at: momentOrNull(order.accepted_at),
    shipped_at: momentOrNull(order.shipped_at),
    invoice_number: order.invoice_number,
    paid_at: momentOrNull(order.paid_at),
    totals: totalsOf(lines).map(presentTotal),
    version: order.version,
    created_at: momentText(order.created_at),
    updated_at: momentText(order.updated_at),
    lines: lines.map((line) => presentLine(line, viewer)),
  };
}

/** What people call a supplier order. */
export const supplierOrderName = ({ number, supplier_name }: WholeSupplierOrder["order"]): string => `#${number} ${supplier_name}`;

/** Whether an order should have been shipped before a day. */
export const isLate = ({ state, due_date }: Pick<WholeSupplierOrder["order"], "state" | "due_date">, today: string): boolean =>
  isOpen(state) && due_date !== null && due_date < today;
