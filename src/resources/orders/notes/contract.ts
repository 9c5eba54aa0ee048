import * as z from "zod";
import type { Weighed } from "../../../platform/db/list/page-limit";
import { created, type Reply } from "../../../platform/http/endpoint";
import { momentText } from "../../../platform/values/zone";
import type { NoteRow } from "../history/records.sql.ts";
import { requiredText } from "../../../platform/http/input/text";

/** A note (docs/spec/notes-and-history.md#note-fields). The request body calls the text `content`. */
export const OrderNote = z
  .strictObject({
    id: z.int(),
    order_id: z.int(),
    author_user_id: z.int().nullable(),
    author_token_id: z.int().nullable(),
    author_name: z.string(),
    text: z.string(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "OrderNote" });

/** A note as both APIs return it. */
export function presentNote({
  organization_id: _organization,
  is_cut: _cut,
  created_at,
  ...note
}: Weighed<NoteRow>): z.output<typeof OrderNote> {
  return { ...note, created_at: momentText(created_at) };
}

/** The response for a new note. A single note has no URL, so `Location` is the list of the order's notes. */
export function createdNote(note: NoteRow): Reply {
  return created(presentNote(note), `/orders/${note.order_id}/notes`);
}

export const NewNote = z.object({ content: requiredText(5000) });
