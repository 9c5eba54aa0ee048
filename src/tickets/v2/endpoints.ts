import type { z } from "zod";
import type { TicketRow } from "../rows.sql.ts";
import { changeTicket, createTicket } from "../commands";
import { ticketsBehind } from "../list-tickets";
import { readTicket, recallTicket } from "../read-ticket";
import { momentText } from "../../platform/values/zone";
import { readCursor, writeCursor } from "../../platform/http/input/cursor";
import { created, endpoint, one, reads, type Reply, writes } from "../../platform/http/endpoint";
import { listOf } from "../../platform/http/input/cursor-list";
import { NewTicket, Ticket, TicketChange, TicketListQuery, TicketPath } from "./contract";

const NEWEST_FIRST = { field: "id", direction: "desc" } as const;

function presentTicket(row: TicketRow): z.output<typeof Ticket> {
  const { id, order_id, subject, body, status, priority, channel, customer_name, created_at, updated_at } = row;
  const ticket = { id, order_id, subject, body, status, priority, channel, customer_name };
  return { ...ticket, created_at: momentText(created_at), updated_at: momentText(updated_at) };
}

const opened = (row: TicketRow): Reply => created(presentTicket(row), `/tickets/${row.id}`);

const listTickets = endpoint(
  {
    method: "get",
    path: "/tickets",
    operationId: "listTickets",
    summary: "List tickets, newest first, by cursor",
    tag: "Tickets",
    guard: reads("tickets:read"),
    input: { query: TicketListQuery },
    answers: { 200: listOf(Ticket) },
  },
  async ({ org, query: { cursor, limit = 50, sort = NEWEST_FIRST, ...query }, pageLimit, settings: { masterSecrets } }) => {
    const use = { organizationId: org.organization.id, list: "listTickets", query: [query, sort] };
    const [value, id] = cursor === undefined ? [] : await readCursor(masterSecrets, use, cursor);
    const position = id === undefined ? null : { value: Number(value), id: Number(id) };
    const { order_id: orderId, ...filter } = query;
    const { tickets, hasMore } = await ticketsBehind(org, { ...filter, orderId }, sort, position, limit, pageLimit);
    const last = tickets.at(-1);
    const next = hasMore && last !== undefined ? await writeCursor(masterSecrets, use, [last[sort.field], last.id]) : null;
    return one({ data: tickets.map(presentTicket), has_more: hasMore, next_cursor: next });
  },
);

const getTicket = endpoint(
  {
    method: "get",
    path: "/tickets/:id",
    operationId: "getTicket",
    summary: "Get a ticket",
    tag: "Tickets",
    guard: reads("tickets:read"),
    input: { param: TicketPath },
    answers: { 200: Ticket },
  },
  async ({ org, param }) => one(presentTicket(await readTicket(org, param.id))),
);

const openTicket = endpoint(
  {
    method: "post",
    path: "/tickets",
    operationId: "createTicket",
    summary: "Create a ticket",
    tag: "Tickets",
    guard: writes("tickets:write", { idempotencyKey: "optional" }),
    input: { json: NewTicket },
    answers: { 201: Ticket },
    recall: async ({ org }, remembered) => opened(await recallTicket(org, remembered)),
  },
  async ({ org, json }) => opened(await createTicket(org, json)),
);

const updateTicket = endpoint(
  {
    method: "patch",
    path: "/tickets/:id",
    operationId: "updateTicket",
    summary: "Update a ticket",
    description: "Omitted fields do not change, and `null` clears a field.",
    tag: "Tickets",
    guard: writes("tickets:write", { idempotencyKey: "optional" }),
    input: { param: TicketPath, json: TicketChange },
    answers: { 200: Ticket },
    recall: async ({ org, param }) => one(presentTicket(await readTicket(org, param.id))),
  },
  async ({ org, param, json }) => one(presentTicket(await changeTicket(org, param, json))),
);

export const ticketEndpoints = [listTickets, getTicket, openTicket, updateTicket];
