import * as z from "zod";
import type { TicketSortField } from "../list.sql.ts";
import { MAX_BODY_LENGTH, TICKET_PRIORITIES, TICKET_STATUSES } from "../fields";
import type { IncomingTicket, TicketPatch } from "../rows.sql.ts";
import { TICKET_FILTERS } from "../filters";
import { ANY_CASE, enumSchema, IntegerId } from "../../../platform/http/input/query";
import { optionalText, patchBody, requiredText } from "../../../platform/http/input/text";
import { cursorListQuery } from "../../../platform/http/input/lists";

const nullableText = z.string().nullable();
const moment = z.iso.datetime();

/** A support ticket (docs/spec/tickets.md#ticket-fields). */
export const Ticket = z
  .strictObject({
    id: z.int(),
    number: z.int().describe("Counts the tickets of the organization, for people."),
    order_id: z.int().nullable(),
    subject: z.string(),
    body: z.string(),
    status: z.enum(TICKET_STATUSES),
    priority: z.enum(TICKET_PRIORITIES),
    channel: nullableText,
    customer_name: nullableText,
    assignee: nullableText,
    due_date: z.iso.date().nullable(),
    created_at: moment,
    updated_at: moment,
  })
  .meta({ id: "Ticket" });

export const TicketPath = z.object({ id: IntegerId });

/** One of several names, ignoring case. */
function caseInsensitiveEnum<const Names extends readonly string[]>(names: Names) {
  return z
    .preprocess((value) => (typeof value === "string" ? value.trim().toLowerCase() : value), z.enum(names))
    .meta({ override: enumSchema(names) });
}

export const Status = caseInsensitiveEnum(TICKET_STATUSES);
const Priority = caseInsensitiveEnum(TICKET_PRIORITIES);

const FIELDS = {
  subject: requiredText(255),
  body: requiredText(MAX_BODY_LENGTH),
  order_id: z.int().min(1).nullable().optional().describe("The order that the ticket is about."),
  status: Status.optional().describe(`Default for a new ticket: open. Any status may follow any other. ${ANY_CASE}`),
  priority: Priority.optional().describe(`Default for a new ticket: normal. ${ANY_CASE}`),
  channel: optionalText(64).describe("How the customer wrote: email, chat or any other text."),
  customer_name: optionalText(255),
  assignee: optionalText(320).describe("Email address of the member who answers the ticket. Case is ignored."),
  due_date: z.iso.date().nullable().optional().describe("The day by which the ticket should be answered."),
};

export const NewTicket = z.object(FIELDS).meta({ id: "NewTicket" }) satisfies z.ZodType<IncomingTicket>;

export const TicketChange = patchBody(
  z.object({ ...FIELDS, subject: FIELDS.subject.optional(), body: FIELDS.body.optional() }),
  "TicketChange",
) satisfies z.ZodType<TicketPatch>;

const SORTS: Readonly<Record<string, TicketSortField>> = { id: "id", updated_at: "updated_at" };
const TICKET_LIST = { filters: TICKET_FILTERS, sorts: SORTS, defaultSort: { field: "id", direction: "desc" } } as const;

export const TicketListQuery = cursorListQuery(TICKET_LIST);

/** The query of the console's list, whose cursor parameter is `after`. */
export const TicketPageQuery = cursorListQuery(TICKET_LIST, "after");
