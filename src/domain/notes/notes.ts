import { LostRace, mustHaveChanged } from "../../db/commit";
import {
  insertNote,
  newestNote,
  noteById,
  noteCount,
  type NoteRow,
  notesOf,
  orderExists,
  type Part,
  rememberNote,
} from "../../db/order-records";
import type { OrgDb, OrgReader } from "../../db/org-db";
import { notFound } from "../../refusal";
import { assertWholeFits } from "../page-fits";

/** An order's notes, oldest first, whole or a part, and how many there are. 404 for an unknown order, 400 for a whole that is too large. One trip. */
export async function listNotes(org: OrgReader, orderId: number, part: Part | null): Promise<{ notes: NoteRow[]; total: number }> {
  const [orders, notes, counts] = await org.read(orderExists(org, orderId), notesOf(org, orderId, part), noteCount(org, orderId));
  if (orders.length === 0) throw notFound();
  const total = counts[0]?.total ?? 0;
  assertWholeFits(part, notes.length, total);
  return { notes, total };
}

/** Writes a note on an order; nothing need be read before. 404 for an unknown order. */
export async function addNote(org: OrgDb, orderId: number, text: string): Promise<NoteRow> {
  try {
    const { rows } = await org.commit({
      writes: [insertNote(org, orderId, text), mustHaveChanged()],
      events: [],
      remember: rememberNote(org, orderId),
      answer: [newestNote(org, orderId)],
    });
    return found(rows[0][0]);
  } catch (error) {
    // The one thing that can keep a note from being written is that there is no such order.
    throw error instanceof LostRace ? notFound() : error;
  }
}

/** The note that a marker remembers. */
export async function recallNote(org: OrgReader, remembered: unknown): Promise<NoteRow> {
  const [[note]] = await org.read(noteById(org, (remembered as { note_id: number }).note_id));
  return found(note);
}

function found(note: NoteRow | undefined): NoteRow {
  if (note === undefined) throw notFound();
  return note;
}
