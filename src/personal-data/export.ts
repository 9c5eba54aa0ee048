import type { OrgReader } from "../platform/db/org-db";
import { logError } from "../platform/log";
import { viewRow } from "./contract";
import type { Person } from "./person";
import { type OrganizationRows, rowsOfStep, SEARCH_START, type SearchPosition } from "./search";

/** Everything that is stored of a person, as JSON lines. It is read while it is downloaded, so only one step is in memory. */
export function exportLines(rows: OrganizationRows<OrgReader>, person: Person): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let position: SearchPosition | null = SEARCH_START;
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          let text = "";
          while (text === "" && position !== null) {
            const step: Awaited<ReturnType<typeof rowsOfStep>> = await rowsOfStep(rows, person, position);
            position = step.next;
            text = step.rows.map((row) => `${JSON.stringify(viewRow(row))}\n`).join("");
          }
          if (text !== "") controller.enqueue(encoder.encode(text));
          if (position === null) controller.close();
        } catch (error) {
          logError("personal_data.export", error, { organization_id: rows.own.organization.id });
          throw error;
        }
      },
    },
    { highWaterMark: 0 },
  );
}
