import type { MasterSecrets } from "../../platform/crypto/master-key";
import type { ExportLock } from "../../platform/export-lock";
import { type FilePart, openFileStream } from "../../platform/file-stream";
import type { WorkMemory } from "../../platform/reading/memory";
import { NDJSON } from "../lifecycle/export";
import { presentRow } from "./contract";
import { withSlotOf } from "./search-slot";
import { rowsOfStep } from "./search";
import type { SearchSource } from "./search-source";
import { type PartRequest, ResumableSearch } from "./search-cursor";

/** A step ends after about this many bytes, except one with a large order. */
const STEP_BYTES = 2 * 1024 * 1024;

/** A part ends after the step with which it has this many characters. */
const PART_LENGTH = 4 * 1024 * 1024;

/**
 * A part of everything that is stored of a person, as JSON lines. It is read while it is downloaded, so only one step is in memory. It ends when it is
 * long enough or the budget is spent. Its last line has the cursor of the next part, and says that the part is complete.
 * Throws 400 Bad Request for a cursor of another export, and 429 Too Many Requests while the isolate searches for the organization already.
 */
export async function exportPart(
  masterSecrets: MasterSecrets,
  { source, request, lock }: { source: SearchSource; request: PartRequest; lock: ExportLock },
): Promise<Response> {
  const organizationId = source.rows.own.organization.id;
  const search = new ResumableSearch(masterSecrets, "exportPersonalData", { organizationId, request });
  let [state, length, isDone] = [await search.start(), 0, false];
  const read = async (memory: WorkMemory): Promise<string> => {
    const { rows, next } = await rowsOfStep(source, search.person, { state, memory });
    const lines = rows.map((row) => `${JSON.stringify(presentRow(row))}\n`).join("");
    length += lines.length;
    isDone = next === null || length >= PART_LENGTH || source.budget.isSpent;
    if (next !== null) state = next;
    return isDone ? `${lines}${JSON.stringify({ next_cursor: await search.cursorAt(next) })}\n` : lines;
  };
  const next = (): FilePart | null => (isDone ? null : { bytes: STEP_BYTES, reservesMemory: true, read });
  const file = await openFileStream({ organizationId, next, lock: withSlotOf(organizationId, lock), event: "personal_data.export" });
  const headers = { "Content-Type": NDJSON, "Content-Disposition": 'attachment; filename="personal-data.ndjson"' };
  return new Response(file, { headers });
}
