import type { Format } from "./format.ts";
import { missingColumns } from "./header.ts";

/**
 * The format whose required columns a file has. If no format's are complete, the one with the largest part of them, so that the missing ones
 * can be named. Null if a file has less than half of each format's.
 */
export function recognizeFormat(names: readonly string[], formats: readonly Format[]): Format | null {
  const shares = formats.map((format) => {
    const missingCount = missingColumns(names, format).length;
    // Of two formats that are complete, the one with more required columns is the more specific one.
    return { format, share: 1 - missingCount / format.required.length, count: format.required.length - missingCount };
  });
  const [best] = shares.toSorted((a, b) => b.share - a.share || b.count - a.count);
  return best === undefined || best.share < 0.5 ? null : best.format;
}

/** The message for a file that is in none of the formats. */
export function unknownFormat(formats: readonly Format[]): string {
  return `Its columns are not those of a known export. Expected one of these: ${formats.map(({ name }) => name).join(", ")}.`;
}
