import * as z from "zod";
import { addNote, listNotes, noteFromMarker } from "../notes";
import { reads, resource, writes } from "../../../../platform/http/endpoint";
import { OrderPath, OptionalPageQuery } from "../../v1/contract";
import { listOrPage } from "../../../../platform/http/v1-envelope";
import { createdNote, NewNote, OrderNote, presentNote } from "../contract";

const route = resource("Order notes", reads("orders:read"), writes("orders:write", { idempotencyKey: "required" }));

export const noteEndpoints = [
  route.get("/orders/:id/notes", {
    operationId: "listOrderNotes",
    summary: "List the notes of an order, oldest first",
    input: { param: OrderPath, query: OptionalPageQuery },
    responses: { 200: z.array(OrderNote) },
    handle: async ({ org, param, query }) => {
      const { rows, total } = await listNotes(org, { orderId: param.id, page: query });
      return listOrPage(rows.map(presentNote), query, total);
    },
  }),
  route.post("/orders/:id/notes", {
    operationId: "createOrderNote",
    summary: "Create a note",
    input: { param: OrderPath, json: NewNote },
    responses: { 201: OrderNote },
    rebuildReply: async ({ org }, marker) => createdNote(await noteFromMarker(org, marker)),
    handle: async ({ org, param, json }) => createdNote(await addNote(org, param.id, json.content)),
  }),
];
