import type { z } from "zod";
import { TICKET_FILTERS } from "../filters";
import type { TicketPosition } from "../list.sql.ts";
import type { TicketRow } from "../rows.sql.ts";
import { changeTicket, createTicket } from "../commands";
import { ticketsBehind } from "../list-tickets";
import { readTicket, ticketFromMarker } from "../read-ticket";
import { momentText } from "../../platform/values/zone";
import { created, endpoint, one, reads, type Reply, writes } from "../../platform/http/endpoint";
import { readFilter } from "../../platform/http/input/filters";
import { cursorPage, listOf, listReply } from "../../platform/http/input/lists";
import { NewTicket, Ticket, TicketChange, TicketListQuery, TicketPath } from "./contract";

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
    responses: { 200: listOf(Ticket) },
  },
  async ({ org, query: { filter, sort, limit, cursor }, pageLimit, settings: { masterSecrets } }) => {
    const page = await cursorPage(
      { masterSecrets, cursor, organizationId: org.organization.id, list: "listTickets", query: [filter, sort] },
      (after: TicketPosition | null) => ticketsBehind(org, readFilter(TICKET_FILTERS, org, filter), { sort, after, limit, pageLimit }),
      (ticket) => [ticket[sort.field], ticket.id],
    );
    return listReply(page, presentTicket);
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
    responses: { 200: Ticket },
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
    responses: { 201: Ticket },
    rebuildReply: async ({ org }, marker) => opened(await ticketFromMarker(org, marker)),
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
    responses: { 200: Ticket },
    rebuildReply: async ({ org, param }) => one(presentTicket(await readTicket(org, param.id))),
  },
  async ({ org, param, json }) => one(presentTicket(await changeTicket(org, param, json))),
);

export const ticketEndpoints = [listTickets, getTicket, openTicket, updateTicket];
