import type { OrgReader } from "../../platform/db/org-db";
import { foldCase } from "../../platform/values/fold-case";
import { listUndesignedItems, MAX_UNDESIGNED_ITEMS } from "../orders/items/undesigned-items";
import { listItemsToRedesign } from "../proofs/read-proofs";
import type { FileMatch, MatchedItem } from "./file-match";

type Item = Awaited<ReturnType<typeof listUndesignedItems>>[number];

/** The most words of a name that are looked at: a longer name has other things in it. */
const MAX_WORDS = 16;

/** Shorter texts are in too many names by chance. */
const MIN_KEY_LENGTH = 2;

/** The words of a text without regard to case, and to what is between them: a file can't have the `/` of a SKU in its name. */
function wordsOf(text: string): string[] {
  return foldCase(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The parts of a name, without its extension, that may be a SKU or the number of an order: each run of its words, longest first. */
export function partsOfName(name: string): string[] {
  const words = wordsOf(name.replace(/\.[^.]*$/, "")).slice(0, MAX_WORDS);
  const runsFrom = (first: number) => words.slice(first).map((_word, index) => words.slice(first, first + index + 1).join(" "));
  const parts = words.flatMap((_word, first) => runsFrom(first));
  return [...new Set(parts)].filter((part) => part.length >= MIN_KEY_LENGTH).toSorted((a, b) => b.length - a.length);
}

/** What parts of names are compared with. */
function keysOf(texts: readonly (string | null)[]): string[] {
  return [...new Set(texts.map((text) => wordsOf(text ?? "").join(" ")))].filter((key) => key !== "");
}

const skusOf = ({ sku, custom_sku }: Item): string[] => keysOf([sku, custom_sku]);
const numbersOf = ({ number, external_id }: Item): string[] => keysOf([number, external_id]);

/** Items by their keys. */
function itemsByKey(items: readonly Item[], keys: (item: Item) => string[]): Map<string, Item[]> {
  const byKey = new Map<string, Item[]>();
  for (const item of items) for (const key of keys(item)) byKey.set(key, [...(byKey.get(key) ?? []), item]);
  return byKey;
}

function presentItem({ id, order_id, name, sku, custom_sku, number, external_id }: Item): MatchedItem {
  return { id: String(id), order_id, order: number ?? external_id ?? `#${order_id}`, name, sku: sku ?? custom_sku };
}

/** Matches names with items: the number of the order says which order, the SKU which item of it, or which items of all orders. */
export function matchNames(names: readonly string[], items: readonly Item[]): FileMatch[] {
  const bySku = itemsByKey(items, skusOf);
  const byNumber = itemsByKey(items, numbersOf);
  return names.map((name) => {
    const parts = partsOfName(name);
    const ofOrder = parts.map((part) => byNumber.get(part)).find((found) => found !== undefined);
    const sku = parts.find((part) => bySku.has(part));
    const ofSku = sku === undefined ? [] : (bySku.get(sku) ?? []);
    const matched = (found: readonly Item[]): FileMatch => ({
      name,
      found: found.length === 0 ? "none" : "matched",
      items: found.map(presentItem),
    });
    if (ofOrder === undefined) return matched(ofSku);
    const named = ofOrder.filter((item) => skusOf(item).some((key) => parts.includes(key)));
    if (named.length > 0) return matched(named);
    return ofOrder.length === 1 ? matched(ofOrder) : { name, found: "several", items: ofOrder.map(presentItem) };
  });
}

/** Matches the names of files with the items that need a design: they have none, or their buyers want another one. One round trip. */
export async function matchFiles(org: OrgReader, names: readonly string[]): Promise<FileMatch[]> {
  const [undesigned, redesigned] = await Promise.all([listUndesignedItems(org), listItemsToRedesign(org, MAX_UNDESIGNED_ITEMS)]);
  const items = new Map([...redesigned, ...undesigned].map((item) => [item.id, item]));
  return matchNames(names, [...items.values()]);
}
