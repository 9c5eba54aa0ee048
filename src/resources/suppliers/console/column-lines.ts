import { type FileColumn } from "../fields";

/** The columns of a supplier's file as a form shows them: one on a line, as `Heading = field`. */
export function columnLines(columns: readonly FileColumn[] | null): string {
  return (columns ?? []).map(({ name, field }) => (name === field ? field : `${name} = ${field}`)).join("\n");
}

/** The column of a line. A line without "=" names a field whose heading is its name. */
function columnOf(line: string): { name: string; field: string } {
  const at = line.lastIndexOf("=");
  const [name, field] = at === -1 ? [line, line] : [line.slice(0, at), line.slice(at + 1)];
  return { name: name.trim(), field: field.trim() };
}

/** The fields of a form with the columns of its lines, which the schema checks. */
export function withColumns(fields: unknown): unknown {
  const sent = { ...(fields as Record<string, unknown>) };
  const { file_columns: lines } = sent;
  if (typeof lines !== "string") return sent;
  const filled = lines.split("\n").filter((line) => line.trim() !== "");
  return { ...sent, file_columns: filled.map(columnOf) };
}
