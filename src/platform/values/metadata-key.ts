import { MAX_METADATA_KEY_LENGTH } from "./metadata-limits.ts";
import { toStorableText } from "./storable-text.ts";

/**
 * Whether metadata accepts a key: a name that filters can contain in brackets. JavaScript objects cannot have every field under the name
 * `__proto__`.
 */
export function isMetadataKey(key: string): boolean {
  const isPlain = !/[[\]]/.test(key) && key !== "__proto__" && toStorableText(key).trim() === key;
  return isPlain && key.length >= 1 && key.length <= MAX_METADATA_KEY_LENGTH;
}
