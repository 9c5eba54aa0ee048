import { WriteConflict, assertRowsChanged } from "../../platform/db/change";
import {
  allNotesOf,
  insertNote,
  newestNote,
  noteById,
  noteCount,
  type NoteRow,
  notesOf,
  orderExists,
  type Part,
  noteMarker,
} from "../history/records.sql.ts";
import type { OrgDb, OrgReader } from "../../platform/db/org-db";
import { PAGE_LIMIT, unmeasuredRows } from "../../platform/db/list/page-limit";
import { MAX_NOTE_BYTES } from "../text-bytes.sql.ts";
import { notFound } from "../../platform/api-error";
import { assertWholeFits } from "../../platform/db/list/page-fits";

/** Any so many notes fit in a page. */
const MAX_UNMEASURED = unmeasuredRows(MAX_NOTE_BYTES, PAGE_LIMIT);

/**
 * An order's notes, oldest first, all of them without a `part`, and how many there are. 404 for an unknown order, 400 if all of them do not
 * fit in a page. One trip; for all of a long list, another one.
 */
export async function listNotes(org: OrgReader, orderId: number, part: Part | null): Promise<{ notes: NoteRow[]; total: number }> {
  const first = part ?? { page: 1, size: MAX_UNMEASURED };
  const [orders, notes, counts] = await org.read(orderExists(org, orderId), notesOf(org, orderId, first), noteCount(org, orderId));
  if (orders.length === 0) throw notFound();
  const total = counts[0]?.total ?? 0;
  if (part !== null || total <= first.size) return { notes, total };
  const [all] = await org.read(allNotesOf(org, orderId));
  assertWholeFits(all, total);
  return { notes: all, total: all.length };
}

/** Writes a note on an order; nothing need be read before. 404 for an unknown order. */
export async function addNote(org: OrgDb, orderId: number, text: string): Promise<NoteRow> {
  try {
    const { rows } = await org.commit({
      writes: [insertNote(org, orderId, text), assertRowsChanged()],
      events: [],
      markerResult: noteMarker(org, orderId),
      returning: [newestNote(org, orderId)],
    });
    return found(rows[0][0]);
  } catch (error) {
    // The one thing that can keep a note from being written is that there is no such order.
    throw error instanceof WriteConflict ? notFound() : error;
  }
}

/** The note that a marker names. */
export async function noteFromMarker(org: OrgReader, marker: unknown): Promise<NoteRow> {
  const [[note]] = await org.read(noteById(org, (marker as { note_id: number }).note_id));
  return found(note);
}

function found(note: NoteRow | undefined): NoteRow {
  if (note === undefined) throw notFound();
  return note;
}
