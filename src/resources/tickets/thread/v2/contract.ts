import * as z from "zod";
import { MAX_BODY_LENGTH, MESSAGE_KINDS } from "../../fields";
import { IntegerId } from "../../../../platform/http/input/query";
import { requiredText } from "../../../../platform/http/input/text";
import { listQuery } from "../../../../platform/http/input/lists";
import { Status, TicketPath } from "../../v2/contract";
import type { IncomingMessage } from "../messages";

/** A message of a ticket (docs/spec/tickets.md#messages). */
export const TicketMessage = z
  .strictObject({
    id: z.int(),
    ticket_id: z.int(),
    kind: z.enum(MESSAGE_KINDS),
    body: z.string(),
    author_user_id: z.int().nullable(),
    author_token_id: z.int().nullable(),
    author_name: z.string(),
    created_at: z.iso.datetime(),
    sent_at: z.iso.datetime().nullable(),
    sent_by_name: z.string().nullable(),
  })
  .meta({ id: "TicketMessage" });

export const NewTicketMessage = z
  .object({
    kind: z.enum(MESSAGE_KINDS).describe("note: only the organization sees it. reply: a message to the buyer."),
    body: requiredText(MAX_BODY_LENGTH).describe("A reply must not contain placeholders such as `{{order_number}}`."),
    status: Status.nullable().optional().describe("The new status of the ticket. Without it, the ticket keeps its status."),
  })
  .meta({ id: "NewTicketMessage" }) satisfies z.ZodType<IncomingMessage>;

export const MessageListQuery = z.object(listQuery);

export const MessagePath = TicketPath.extend({ ticket_message_id: IntegerId });
