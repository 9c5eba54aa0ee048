import { repeatTransient } from "../transient";
import { isTransientError } from "./outage";

interface CompiledStatement {
  sql: string;
  params: readonly unknown[];
}

/** The insert of a write marker (org-db.ts). */
const MARKER = /^\s*insert into write_markers \(operation_id/;
/** A statement that only reads begins in this way and has no word for a write, because a WITH may be before an insert, too. */
const READ = /^\s*(?:select|with)\b/i;
const WRITES = /\b(?:insert|update|delete|replace|pragma|create|drop)\b/i;

/** What D1 says of a marker that exists (change.ts). */
const MARKER_EXISTS = "UNIQUE constraint failed: write_markers.operation_id";

/**
 * Runs a batch, and repeats it after a transient error if that can't write twice: a batch that only reads, or one with a write marker. The first
 * batch may have been committed, and only its response lost. Then the repeated one fails, in whatever way, but its marker exists. It may also be
 * committed later: `onLostWrite` is told of each batch with a marker that has failed with a transient error.
 */
export async function repeatBatch<T>(
  statements: readonly CompiledStatement[],
  run: () => Promise<T>,
  { hasMarker, onLostWrite }: { hasMarker: (operationId: unknown) => Promise<boolean>; onLostWrite: () => void },
): Promise<T> {
  const marker = statements.find(({ sql }) => MARKER.test(sql));
  return await repeatTransient(
    async (repeats) => {
      try {
        return await run();
      } catch (error) {
        if (marker !== undefined && isTransientError(error)) onLostWrite();
        if (repeats === 0 || marker === undefined || isTransientError(error)) throw error;
        if (await repeatTransient(async () => await hasMarker(marker.params[0]), isTransientError))
          throw new Error(MARKER_EXISTS, { cause: error });
        throw error;
      }
    },
    (error) => isTransientError(error) && (marker !== undefined || statements.every(({ sql }) => READ.test(sql) && !WRITES.test(sql))),
  );
}
