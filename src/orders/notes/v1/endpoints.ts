import * as z from "zod";
import type { NoteRow } from "../../history/records.sql.ts";
import { addNote, listNotes, noteFromMarker } from "../notes";
import { momentText } from "../../../platform/values/zone";
import { created, endpoint, reads, writes } from "../../../platform/http/endpoint";
import { OrderPath, PartQuery } from "../../v1/contract";
import { wholeOrPart } from "../../../platform/http/v1-envelope";
import { NewNote, OrderNote } from "./contract";

function presentNote({ organization_id: _organization, created_at, ...note }: NoteRow): z.output<typeof OrderNote> {
  return { ...note, created_at: momentText(created_at) };
}

/** Notes have no page of their own: a new one is found in its order's list. */
const at = (note: NoteRow) => `/orders/${note.order_id}/notes`;

const listOrderNotes = endpoint(
  {
    method: "get",
    path: "/orders/:id/notes",
    operationId: "listOrderNotes",
    summary: "List the notes of an order, oldest first",
    tag: "Order notes",
    guard: reads("orders:read"),
    input: { param: OrderPath, query: PartQuery },
    responses: { 200: z.array(OrderNote) },
  },
  async ({ org, param, query }) => {
    const { notes, total } = await listNotes(org, param.id, query);
    return wholeOrPart(notes.map(presentNote), query, total);
  },
);

const createOrderNote = endpoint(
  {
    method: "post",
    path: "/orders/:id/notes",
    operationId: "createOrderNote",
    summary: "Create a note",
    tag: "Order notes",
    guard: writes("orders:write", { idempotencyKey: "required" }),
    input: { param: OrderPath, json: NewNote },
    responses: { 201: OrderNote },
    rebuildReply: async ({ org }, marker) => {
      const note = await noteFromMarker(org, marker);
      return created(presentNote(note), at(note));
    },
  },
  async ({ org, param, json }) => {
    const note = await addNote(org, param.id, json.content);
    return created(presentNote(note), at(note));
  },
);

export const noteEndpoints = [listOrderNotes, createOrderNote];
