import type { z } from "zod";
import { TICKET_FILTERS } from "../filters";
import type { TicketPosition } from "../list.sql.ts";
import type { TicketRow } from "../rows.sql.ts";
import { memberLookupOf } from "../../../accounts/members/assignees";
import { changeTicket, createTicket } from "../commands";
import { listTicketsAfter, readTicket, ticketFromMarker } from "../read-ticket";
import { pickValues } from "../../../platform/values/record";
import { momentText } from "../../../platform/values/zone";
import { created, ok, reads, type Reply, resource, writes } from "../../../platform/http/endpoint";
import { readFilter } from "../../../platform/http/input/filters";
import { cursorPage, listSchema, listReply } from "../../../platform/http/input/lists";
import { NewTicket, Ticket, TicketChange, TicketListQuery, TicketPath } from "./contract";

function presentTicket(row: TicketRow): z.output<typeof Ticket> {
  return { ...pickValues(row, Ticket.shape), created_at: momentText(row.created_at), updated_at: momentText(row.updated_at) };
}

const createdReply = (row: TicketRow): Reply => created(presentTicket(row), `/tickets/${row.id}`);

const route = resource("Tickets", reads("tickets:read"), writes("tickets:write", { idempotencyKey: "optional" }));

export const ticketEndpoints = [
  route.get("/tickets", {
    operationId: "listTickets",
    summary: "List tickets, newest first, by cursor",
    input: { query: TicketListQuery },
    responses: { 200: listSchema(Ticket) },
    handle: async ({ org, query: { filter, sort, limit, cursor }, settings: { masterSecrets } }) => {
      const page = await cursorPage(
        { masterSecrets, cursor, organizationId: org.organization.id, list: "listTickets", query: [filter, sort] },
        (after: TicketPosition | null) => listTicketsAfter(org, readFilter(TICKET_FILTERS, org, filter), { sort, after, limit }),
        (ticket) => [ticket[sort.field], ticket.id],
      );
      return listReply(page, presentTicket);
    },
  }),
  route.get("/tickets/:id", {
    operationId: "getTicket",
    summary: "Get a ticket",
    input: { param: TicketPath },
    responses: { 200: Ticket },
    handle: async ({ org, param }) => ok(presentTicket(await readTicket(org, param.id))),
  }),
  route.post("/tickets", {
    operationId: "createTicket",
    summary: "Create a ticket",
    input: { json: NewTicket },
    responses: { 201: Ticket },
    rebuildReply: async ({ org }, marker) => createdReply(await ticketFromMarker(org, marker)),
    handle: async ({ org, json, env }) => createdReply(await createTicket(org, json, memberLookupOf(env, org))),
  }),
  route.patch("/tickets/:id", {
    operationId: "updateTicket",
    summary: "Update a ticket",
    description: "Omitted fields do not change, and `null` clears a field.",
    input: { param: TicketPath, json: TicketChange },
    responses: { 200: Ticket },
    rebuildReply: async ({ org, param }) => ok(presentTicket(await readTicket(org, param.id))),
    handle: async ({ org, param, json, env }) => ok(presentTicket(await changeTicket(org, param, json, memberLookupOf(env, org)))),
  }),
];
