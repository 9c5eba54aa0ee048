import * as z from "zod";
import { ORDER_STATUSES } from "../orders/order-status";
import { SUPPLIER_ORDER_STATES } from "../supplier-orders/states";
import { TICKET_PRIORITIES, TICKET_STATUSES } from "../tickets/fields";

const Moment = z.iso.datetime();
const Id = z.int().min(1);
const Currency = z.string().regex(/^[A-Z]{3}$/);
const OrderStatus = z.enum(ORDER_STATUSES);
const TicketStatus = z.enum(TICKET_STATUSES);
const ChangedFields = z.array(z.string()).min(1);

/** The fields of every event (docs/spec/events.md#payloads). */
const base = { event_id: z.string().startsWith("evt_"), organization_id: Id, occurred_at: Moment };

/** The fields of every event of an order (docs/spec/events.md#order-of-events). */
const orderBase = { ...base, sequence: z.int().min(1).describe("Counts the events of the order from 1, without gaps."), order_id: Id };

const SupplierOrderState = z.enum(SUPPLIER_ORDER_STATES);

/** The fields of every event of a supplier order. */
const supplierOrder = {
  ...base,
  supplier_order_id: z.string().startsWith("sor_"),
  number: z.int().min(1),
  supplier_id: z.string().startsWith("sup_"),
};

/** The fields of every event of a proof. */
const proof = {
  ...base,
  proof_id: z.string().startsWith("prf_"),
  order_id: Id,
  order_item_id: z.string().regex(/^[1-9]\d*$/),
  version: z.int().min(1).describe("Counts the proofs of the item from 1."),
};

/** Absent if the fulfillment or order has no tracking. */
const tracking = { tracking_number: z.string().optional(), carrier: z.string().optional() };

/** The name of the event's schema in the OpenAPI document: `OrderCreatedEvent` for `order.created`. */
const schemaName = (type: string) => `${`.${type}`.replaceAll(/[._]([a-z])/g, (_all, letter: string) => letter.toUpperCase())}Event`;

/** When each event is sent, as a sentence without its full stop. Not part of the schemas. */
const summaries = z.registry<{ summary: string }>();

/** Defines an event: the schema of its body, and when it is sent. */
function event<const T extends string, F extends z.ZodRawShape>(type: T, summary: string, fields: F) {
  return z
    .strictObject({ event: z.literal(type), ...fields })
    .meta({ id: schemaName(type) })
    .register(summaries, { summary });
}

/** The events that an endpoint may subscribe to, in the form in which webhooks deliver them (docs/spec/events.md#payloads). */
export const EVENTS = [
  event("order.created", "An order was created", {
    ...orderBase,
    external_id: z.string().nullable(),
    store_id: Id,
    store_name: z.string(),
    status: OrderStatus,
    currency: Currency,
    total_amount: z.number(),
    item_count: z.int().min(1),
    date: Moment,
    created_at: Moment,
  }),
  event("order.updated", "An order or one of its items changed", {
    ...orderBase,
    changed_fields: ChangedFields,
    version: z.int().min(2),
    updated_at: Moment,
  }),
  event("order.status_changed", "The status of an order changed", {
    ...orderBase,
    old_status: OrderStatus,
    new_status: OrderStatus,
    ...tracking,
  }),
  event("order.fulfillment.shipped", "A fulfillment was shipped", {
    ...orderBase,
    fulfillment_id: z.string().startsWith("ful_"),
    ...tracking,
    tracking_url: z.string().optional(),
    items: z.array(z.strictObject({ order_item_id: z.string().regex(/^[1-9]\d*$/), quantity: z.int().min(1) })),
    is_partial: z.boolean(),
    shipped_at: Moment,
  }),
  event("order.fulfillment.delivered", "A fulfillment was delivered", {
    ...orderBase,
    fulfillment_id: z.string().startsWith("ful_"),
    ...tracking,
    delivered_at: Moment,
  }),
  event("supplier_order.created", "Items were sent to a supplier, or reserved for it by a draft", {
    ...supplierOrder,
    supplier_name: z.string(),
    state: SupplierOrderState,
    line_count: z.int().min(1),
    due_date: z.iso.date().nullable(),
    created_at: Moment,
  }),
  event("supplier_order.updated", "A supplier order or one of its lines changed", {
    ...supplierOrder,
    changed_fields: ChangedFields,
    old_state: SupplierOrderState.optional(),
    new_state: SupplierOrderState.optional(),
    updated_at: Moment,
  }),
  event("proof.sent", "A link that shows a proof to the buyer was created", { ...proof, sent_at: Moment }),
  event("proof.approved", "A buyer approved a proof, or somebody recorded it", { ...proof, decided_at: Moment }),
  event("proof.changes_requested", "A buyer asked for a change of a proof, or somebody recorded it", { ...proof, decided_at: Moment }),
  event("expense.created", "An expense was recorded", {
    ...base,
    expense_id: Id,
    category: z.string(),
    amount: z.number().min(0),
    currency: Currency,
    date: z.iso.date(),
    store_id: z.string().nullable().describe("null for overhead."),
  }),
  event("ticket.created", "A ticket was opened", {
    ...base,
    ticket_id: Id,
    order_id: Id.nullable(),
    subject: z.string(),
    status: TicketStatus,
    priority: z.enum(TICKET_PRIORITIES),
    channel: z.string().nullable(),
    created_at: Moment,
  }),
  event("ticket.updated", "A ticket changed", {
    ...base,
    ticket_id: Id,
    order_id: Id.nullable(),
    changed_fields: ChangedFields,
    old_status: TicketStatus.optional(),
    new_status: TicketStatus.optional(),
    updated_at: Moment,
  }),
] as const;

type EventSchema = (typeof EVENTS)[number];

export type EventType = z.output<EventSchema>["event"];

export type EventBodies = { [S in EventSchema as z.output<S>["event"]]: z.output<S> };

export const EVENT_TYPES: readonly EventType[] = EVENTS.map(({ shape }) => shape.event.value);

/** The events that an endpoint of a supplier may subscribe to. Their bodies have nothing that a supplier may not see. */
export const SUPPLIER_EVENT_TYPES = ["supplier_order.created", "supplier_order.updated"] as const satisfies readonly EventType[];

/** When an event is sent, as a sentence without its full stop. */
export const summaryOf = (body: z.ZodType): string => summaries.get(body)?.summary ?? "";

/** The body of a test (docs/spec/webhooks.md#test). It is sent on request only. Endpoints cannot subscribe to it, and the feed omits it. */
export const WebhookTestEvent = event("webhook.test", "A test was requested", {
  event_id: base.event_id,
  webhook_id: z.string().startsWith("we_"),
  message: z.string(),
  occurred_at: Moment,
});
