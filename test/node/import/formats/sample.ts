import { csvLine } from "../../../../src/resources/orders/files/csv.ts";
import { FORMATS } from "../../../../src/resources/orders/files/formats.ts";
import { assembleText } from "../assemble-file.ts";

/** The values of a row by column. */
export type Fields = Readonly<Record<string, string>>;

/** A CSV file with these columns. The samples are made from the platforms' published column names, not by a platform. */
export function sampleCsv(header: string, rows: readonly Fields[]): string {
  const columns = header.split(",");
  return `${[header, ...rows.map((row) => csvLine(columns.map((name) => row[name] ?? "")))].join("\n")}\n`;
}

/** Assembles the orders of a file whose format must be recognized. */
export async function assembleRecognized(contents: string | Buffer, encoding?: string) {
  return await assembleText(contents, null, { formats: FORMATS, ...(encoding !== undefined && { encoding }) });
}
