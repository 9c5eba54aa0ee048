import type { OrgReader } from "../platform/db/org-db";
import type { ExportLock } from "../platform/export-lock";
import { type FilePart, openFile } from "../platform/file-stream";
import type { WorkMemory } from "../platform/reading/memory";
import { viewRow } from "./contract";
import type { Person } from "./person";
import { type OrganizationRows, rowsOfStep, SEARCH_START, type SearchPosition } from "./search";

/** A step ends after about this many bytes, except one with a large order. */
const STEP_BYTES = 2 * 1024 * 1024;

/** Everything that is stored of a person, as JSON lines. It is read while it is downloaded, so only one step is in memory. */
export async function exportLines(
  rows: OrganizationRows<OrgReader>,
  person: Person,
  lock: ExportLock,
): Promise<ReadableStream<Uint8Array>> {
  let position: SearchPosition | null = SEARCH_START;
  const readFrom = async (start: SearchPosition, memory: WorkMemory): Promise<string> => {
    const step = await rowsOfStep(rows, person, { position: start, memory });
    position = step.next;
    return step.rows.map((row) => `${JSON.stringify(viewRow(row))}\n`).join("");
  };
  const next = (): FilePart | null => {
    const start = position;
    return start === null ? null : { bytes: STEP_BYTES, reservesMemory: true, read: async (memory) => await readFrom(start, memory) };
  };
  return await openFile({ organizationId: rows.own.organization.id, next, lock, event: "personal_data.export" });
}
