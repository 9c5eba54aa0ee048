import { linesOf } from "./lines.ts";

/** Limits of one request: the service accepts 4 MiB and 1,000 rows. */
const MAX_BYTES = 3_500_000;
const MAX_ROWS = 1000;

/** Throws an error that names the line, unless it is one JSON object or array: other text could add fields to a request. */
function assertRow(text: string, path: string, line: number): void {
  try {
    const row: unknown = JSON.parse(text);
    if (typeof row === "object" && row !== null) return;
  } catch {
    // Not JSON.
  }
  throw new Error(`${path}, line ${line}: expected a row as JSON. Somebody has changed the file.`);
}

/** The rows of a file after the first `present` ones, in the batches in which the service accepts them: a JSON array of each, and its length. */
export async function* rowBatches(path: string, present = 0): AsyncGenerator<{ json: string; count: number }> {
  let [rows, bytes, line] = [[] as string[], 0, 0];
  const batch = () => ({ json: `[${rows.join()}]`, count: rows.length });
  for await (const { text } of linesOf(path)) {
    line += 1;
    assertRow(text, path, line);
    if (line <= present) continue;
    const size = Buffer.byteLength(text) + 1;
    if (rows.length === MAX_ROWS || bytes + size > MAX_BYTES) {
      yield batch();
      [rows, bytes] = [[], 0];
    }
    rows.push(text);
    bytes += size;
  }
  if (rows.length > 0) yield batch();
}
