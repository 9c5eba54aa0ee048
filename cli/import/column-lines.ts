import { columnReport } from "../../src/orders/files/header.ts";
import type { Outline } from "./group-rows.ts";
import { LABEL_WIDTH } from "./import-summary.ts";

/** Formats how the import uses the file's columns: the format, and the names of the columns that are not imported or not in the file. */
export function formatColumns({ format, header }: Pick<Outline, "format" | "header">): string {
  const { used, ignored, absent } = columnReport(header, format);
  const lines: [string, string][] = [
    ["format", format.name],
    ["columns", `${used.length} used, ${ignored.length} ignored, ${absent.length} absent`],
    ...(ignored.length > 0 ? [["  ignored", ignored.join(", ")] as [string, string]] : []),
    ...(absent.length > 0 ? [["  absent", absent.join(", ")] as [string, string]] : []),
  ];
  return lines.map(([name, text]) => `${name.padEnd(LABEL_WIDTH)} ${text}`).join("\n");
}
