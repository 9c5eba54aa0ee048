import type { z } from "zod";
import { pickValues } from "../../../../platform/values/record";
import { momentOrNull, momentText } from "../../../../platform/values/zone";
import { created, ok, reads, type Reply, resource, writes } from "../../../../platform/http/endpoint";
import { cursorPage, listReply, listSchema } from "../../../../platform/http/input/lists";
import { DEFAULT_PAGE_SIZE } from "../../../../platform/http/input/query";
import { TicketPath } from "../../v2/contract";
import { addMessage, listMessagesAfter, markSent, messageFromMarker, readMessage } from "../messages";
import type { MessageRow } from "../thread.sql.ts";
import { MessageListQuery, MessagePath, NewTicketMessage, TicketMessage } from "./contract";

function presentMessage(row: MessageRow): z.output<typeof TicketMessage> {
  const { created_at, sent_at } = row;
  return {
    ...pickValues(row, TicketMessage.shape),
    created_at: momentText(created_at),
    sent_at: momentOrNull(sent_at),
  };
}

/** A single message has no URL, so `Location` is the list of the ticket's messages. */
const createdReply = (row: MessageRow): Reply => created(presentMessage(row), `/tickets/${row.ticket_id}/messages`);

const route = resource("Tickets", reads("tickets:read"), writes("tickets:write", { idempotencyKey: "optional" }));

export const ticketMessageEndpoints = [
  route.get("/tickets/:id/messages", {
    operationId: "listTicketMessages",
    summary: "List the messages of a ticket, oldest first",
    description: "Internal notes and messages to the buyer. The text with which the ticket was opened is its `body`.",
    input: { param: TicketPath, query: MessageListQuery },
    responses: { 200: listSchema(TicketMessage) },
    handle: async ({ org, param, query: { limit = DEFAULT_PAGE_SIZE, cursor }, settings: { masterSecrets } }) => {
      const page = await cursorPage(
        { masterSecrets, cursor, organizationId: org.organization.id, list: "listTicketMessages", query: param },
        (after: readonly [id: number] | null) => listMessagesAfter(org, param.id, { after: after?.[0] ?? null, limit }),
        ({ id }) => [id],
      );
      return listReply(page, presentMessage);
    },
  }),
  route.post("/tickets/:id/messages", {
    operationId: "createTicketMessage",
    summary: "Add a note or a reply to a ticket",
    description: "No email is sent. Send a reply to the buyer yourself, then mark it as sent.",
    input: { param: TicketPath, json: NewTicketMessage },
    responses: { 201: TicketMessage },
    rebuildReply: async ({ org, param }, marker) => createdReply(await messageFromMarker(org, param.id, marker)),
    handle: async ({ org, param, json }) => createdReply(await addMessage(org, param.id, json)),
  }),
  route.post("/tickets/:id/messages/:ticket_message_id/sent", {
    operationId: "markTicketMessageSent",
    summary: "Mark a reply as sent",
    description: "Records who has sent the reply, and when. A reply that is marked already stays as it is.",
    input: { param: MessagePath },
    responses: { 200: TicketMessage },
    rebuildReply: async ({ org, param }) => ok(presentMessage(await readMessage(org, param.id, param.ticket_message_id))),
    handle: async ({ org, param }) => ok(presentMessage(await markSent(org, param.id, param.ticket_message_id))),
  }),
];
