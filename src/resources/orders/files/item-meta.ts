import { toStorableText } from "../../../platform/values/storable-text.ts";

/** What plugins write between two entries of the meta data of an item. One separates only if every part has a name. */
const SEPARATORS = [/\r?\n/, /\|/, /;/, /,/] as const;

/** An entry such as `Color: Red` or `_print_file_url=https://…`. A URL alone has no name. */
function readEntry(text: string): { name: string; value: string } | null {
  const at = text.search(/[:=]/);
  const name = text.slice(0, Math.max(at, 0)).trim();
  return name === "" || text.startsWith("//", at + 1) ? null : { name, value: text.slice(at + 1).trim() };
}

/** Reads the meta data of an item, as export plugins of WooCommerce write it in one cell. Empty if it has no names. */
export function readItemMeta(text: string): { name: string; value: string }[] {
  const cell = toStorableText(text);
  for (const separator of SEPARATORS) {
    const parts = cell.split(separator).filter((part) => part.trim() !== "");
    if (parts.length === 1 && separator !== SEPARATORS.at(-1)) continue;
    const entries = parts.map(readEntry);
    const namedEntries = entries.filter((entry) => entry !== null);
    if (namedEntries.length === parts.length) return namedEntries;
  }
  const entry = readEntry(cell);
  return entry === null ? [] : [entry];
}
