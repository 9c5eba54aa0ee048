import * as z from "zod";
import { invalid } from "../api-error";
import { parseStored } from "../reading/json";
import { MAX_METADATA_PAIRS } from "./metadata-limits";

/** A key and its value. As a change, null deletes the key. */
type Pair<Value> = readonly [key: string, value: Value];

/** A text of pairs in the order of their keys: canonical JSON. Stored metadata and changes of it have this form. */
export function pairsText(pairs: Iterable<Pair<string | null>>): string {
  return JSON.stringify([...pairs].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** The pairs of stored metadata. */
export function readPairs(json: string | null): Pair<string>[] {
  return json === null ? [] : parseStored<Pair<string>[]>(json);
}

/** Metadata as responses contain it. */
export const Metadata = z.record(z.string(), z.string()).describe("Keys and values of your own.");

export function readMetadata(json: string | null): Record<string, string> {
  return Object.fromEntries(readPairs(json));
}

/**
 * Merges a change into stored metadata: undefined changes nothing, null deletes all pairs, and a text has the pairs to set and to delete. Throws
 * 400 Bad Request for more than 50 pairs, unless the change adds none to a row that has more already. Null if none is left.
 */
export function mergeMetadata(change: string | null | undefined, stored: string | null): string | null {
  if (change === undefined) return stored;
  if (change === null) return null;
  const merged = new Map<string, string | null>(readPairs(stored));
  const before = merged.size;
  for (const [key, value] of parseStored<Pair<string | null>[]>(change)) {
    if (value === null) merged.delete(key);
    else merged.set(key, value);
  }
  if (merged.size > MAX_METADATA_PAIRS && merged.size > before) {
    throw invalid("metadata", "too_many_pairs", `Metadata has at most ${MAX_METADATA_PAIRS} pairs.`);
  }
  return merged.size === 0 ? null : pairsText(merged);
}
