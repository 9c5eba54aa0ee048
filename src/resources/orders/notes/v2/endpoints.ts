import * as z from "zod";
import { reads, resource, writes } from "../../../../platform/http/endpoint";
import { cursorPage, listQuery, listReply, listSchema } from "../../../../platform/http/input/lists";
import { DEFAULT_PAGE_SIZE } from "../../../../platform/http/input/query";
import { OrderPath } from "../../v2/contract";
import { addNote, listNotesAfter, noteFromMarker } from "../notes";
import { createdNote, NewNote, OrderNote, presentNote } from "../contract";

const route = resource("Order notes", reads("orders:read"), writes("orders:write", { idempotencyKey: "optional" }));

export const noteEndpointsV2 = [
  route.get("/orders/:id/notes", {
    operationId: "listOrderNotesV2",
    summary: "List the notes of an order, oldest first",
    input: { param: OrderPath, query: z.object(listQuery) },
    responses: { 200: listSchema(OrderNote) },
    handle: async ({ org, param, query: { limit = DEFAULT_PAGE_SIZE, cursor }, settings: { masterSecrets } }) => {
      const page = await cursorPage(
        { masterSecrets, cursor, organizationId: org.organization.id, list: "listOrderNotesV2", query: param },
        (after: readonly [id: number] | null) => listNotesAfter(org, { orderId: param.id, after: after?.[0] ?? 0, limit }),
        ({ id }) => [id],
      );
      return listReply(page, presentNote);
    },
  }),
  route.post("/orders/:id/notes", {
    operationId: "createOrderNoteV2",
    summary: "Create a note",
    input: { param: OrderPath, json: NewNote },
    responses: { 201: OrderNote },
    rebuildReply: async ({ org }, marker) => createdNote(await noteFromMarker(org, marker)),
    handle: async ({ org, param, json }) => createdNote(await addNote(org, param.id, json.content)),
  }),
];
