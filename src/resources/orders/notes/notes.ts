import { WriteConflict, assertRowsChanged } from "../../../platform/db/change";
import { insertNote, noteById, type NoteRow, NOTES, noteMarker, type RowsAfterId } from "../history/records.sql.ts";
import { listRecords, readRowsAfter, type RecordPage } from "../history/list-history";
import type { OrgDb, OrgReader } from "../../../platform/db/org-db";
import { notFound, orNotFound } from "../../../platform/api-error";

export const listNotes = (org: OrgReader, page: RecordPage) => listRecords(org, NOTES, page);

export const listNotesAfter = (org: OrgReader, range: RowsAfterId<number>) => readRowsAfter(org, range, NOTES.after);

/** Adds a note to an order without reading the order first. Throws 404 Not Found for an unknown order. */
export async function addNote(org: OrgDb, orderId: number, text: string): Promise<NoteRow> {
  try {
    const [written] = await org.commit({
      writes: [insertNote(org, orderId, text), assertRowsChanged()],
      marker: noteMarker(org, orderId),
      // The newest note of the order is the new one.
      returning: NOTES.before(org, orderId, { before: null, limit: 1 }),
    });
    return orNotFound(written);
  } catch (error) {
    // The insert only conflicts if there is no such order.
    throw error instanceof WriteConflict ? notFound() : error;
  }
}

export async function noteFromMarker(org: OrgReader, marker: unknown): Promise<NoteRow> {
  const [note] = await org.read(noteById(org, (marker as { note_id: number }).note_id));
  return orNotFound(note);
}
