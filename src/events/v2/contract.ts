import * as z from "zod";
import { ORDER_STATUSES } from "../../orders/order-status";
import { TICKET_PRIORITIES, TICKET_STATUSES } from "../../tickets/fields";
import { cursorQuery } from "../../platform/http/input/query";
import { listQuery } from "../../platform/http/input/lists";

const Moment = z.iso.datetime();
const Id = z.int().min(1);
const Currency = z.string().regex(/^[A-Z]{3}$/);
const OrderStatus = z.enum(ORDER_STATUSES);
const TicketStatus = z.enum(TICKET_STATUSES);
const ChangedFields = z.array(z.string()).min(1);

/** What every event has (docs/spec/events.md#payloads). */
const base = { event_id: z.string().startsWith("evt_"), organization_id: Id, occurred_at: Moment };

/** What every event of an order has besides (docs/spec/events.md#order-of-events). */
const ofOrder = { ...base, sequence: z.int().min(1).describe("Counts the events of the order from 1, without gaps."), order_id: Id };

/** Left out where there is none. */
const tracking = { tracking_number: z.string().optional(), carrier: z.string().optional() };

const OrderCreated = z
  .strictObject({
    event: z.literal("order.created"),
    ...ofOrder,
    external_id: z.string().nullable(),
    store_id: Id,
    store_name: z.string(),
    status: OrderStatus,
    currency: Currency,
    total_amount: z.number(),
    item_count: z.int().min(1),
    date: Moment,
    created_at: Moment,
  })
  .meta({ id: "OrderCreatedEvent" });

const OrderUpdated = z
  .strictObject({
    event: z.literal("order.updated"),
    ...ofOrder,
    changed_fields: ChangedFields,
    version: z.int().min(2),
    updated_at: Moment,
  })
  .meta({ id: "OrderUpdatedEvent" });

const OrderStatusChanged = z
  .strictObject({ event: z.literal("order.status_changed"), ...ofOrder, old_status: OrderStatus, new_status: OrderStatus, ...tracking })
  .meta({ id: "OrderStatusChangedEvent" });

const FulfillmentShipped = z
  .strictObject({
    event: z.literal("order.fulfillment.shipped"),
    ...ofOrder,
    fulfillment_id: z.string().startsWith("ful_"),
    ...tracking,
    tracking_url: z.string().optional(),
    items: z.array(z.strictObject({ order_item_id: z.string().regex(/^[1-9]\d*$/), quantity: z.int().min(1) })),
    is_partial: z.boolean(),
    shipped_at: Moment,
  })
  .meta({ id: "OrderFulfillmentShippedEvent" });

const FulfillmentDelivered = z
  .strictObject({
    event: z.literal("order.fulfillment.delivered"),
    ...ofOrder,
    fulfillment_id: z.string().startsWith("ful_"),
    ...tracking,
    delivered_at: Moment,
  })
  .meta({ id: "OrderFulfillmentDeliveredEvent" });

const ExpenseCreated = z
  .strictObject({
    event: z.literal("expense.created"),
    ...base,
    expense_id: Id,
    category: z.string(),
    amount: z.number().min(0),
    currency: Currency,
    date: z.iso.date(),
    store_id: z.string().nullable().describe("null for overhead."),
  })
  .meta({ id: "ExpenseCreatedEvent" });

const TicketCreated = z
  .strictObject({
    event: z.literal("ticket.created"),
    ...base,
    ticket_id: Id,
    order_id: Id.nullable(),
    subject: z.string(),
    status: TicketStatus,
    priority: z.enum(TICKET_PRIORITIES),
    channel: z.string().nullable(),
    created_at: Moment,
  })
  .meta({ id: "TicketCreatedEvent" });

const TicketUpdated = z
  .strictObject({
    event: z.literal("ticket.updated"),
    ...base,
    ticket_id: Id,
    order_id: Id.nullable(),
    changed_fields: ChangedFields,
    old_status: TicketStatus.optional(),
    new_status: TicketStatus.optional(),
    updated_at: Moment,
  })
  .meta({ id: "TicketUpdatedEvent" });

/** The events, each as webhooks deliver it (docs/spec/events.md#payloads). */
export const EVENTS = [
  OrderCreated,
  OrderUpdated,
  OrderStatusChanged,
  FulfillmentShipped,
  FulfillmentDelivered,
  ExpenseCreated,
  TicketCreated,
  TicketUpdated,
] as const;

export const Event = z.discriminatedUnion("event", EVENTS).meta({ id: "Event" });

/** A page of the feed: it always says where to go on from. */
export const EventFeed = z
  .strictObject({
    data: z.array(Event),
    has_more: z.boolean().describe("Whether to continue at once."),
    next_cursor: z.string().describe("The cursor to continue from, now or later. Present on the last page too."),
  })
  .meta({ id: "EventFeed" });

/** GET /api/v2/events. `cursor` is the name that the other lists have for `after`; `after` wins. */
export const EventFeedQuery = z.object({
  after: cursorQuery().describe("A `next_cursor` of this feed. Without a cursor the feed starts with the oldest event."),
  ...listQuery,
});
