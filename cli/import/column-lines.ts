import { columnReport } from "../../src/resources/orders/files/header.ts";
import type { Outline } from "./group-rows.ts";
import { LABEL_WIDTH } from "./import-summary.ts";

/** Formats how the import uses the file's columns: the format, and the names of the columns that are not imported or not in the file. */
export function formatColumns({ format, header }: Pick<Outline, "format" | "header">): string {
  const { used, readOnly, ignored, absent } = columnReport(header, format);
  const counts = [`${used.length} used`, ...(readOnly.length > 0 ? [`${readOnly.length} not changed`] : []), `${ignored.length} ignored`];
  const lines: [string, string][] = [
    ["format", format.name],
    ["columns", [...counts, `${absent.length} absent`].join(", ")],
    ...(readOnly.length > 0 ? [["  not changed", readOnly.map(({ name }) => name).join(", ")] as [string, string]] : []),
    ...(ignored.length > 0 ? [["  ignored", ignored.join(", ")] as [string, string]] : []),
    ...(absent.length > 0 ? [["  absent", absent.join(", ")] as [string, string]] : []),
  ];
  return lines.map(([name, text]) => `${name.padEnd(LABEL_WIDTH)} ${text}`).join("\n");
}
