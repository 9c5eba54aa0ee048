import { MAX_METADATA_KEY_LENGTH } from "./metadata-limits.ts";
import { toStorableText } from "./storable-text.ts";

/**
 * Whether metadata accepts a key: a name that filters can contain in brackets, but not `__proto__`, under which a JavaScript object does not keep
 * a text.
 */
export function isMetadataKey(key: string): boolean {
  const isPlain = !/[[\]]/.test(key) && key !== "__proto__" && toStorableText(key).trim() === key;
  return isPlain && key.length >= 1 && key.length <= MAX_METADATA_KEY_LENGTH;
}
