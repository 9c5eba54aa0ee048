import { sha256Hex } from "../crypto/digest";

/** Hexadecimal digits of the digest that fit in a safe integer. */
const DIGITS = 12;

/**
 * The version of a resource without a counter: a number that differs if any of these values does. A change that is undone gives the first version
 * again, which is right, because there is nothing to merge then.
 */
export function contentVersion(values: Readonly<Record<string, unknown>>): number {
  return Number.parseInt(sha256Hex(JSON.stringify(values)).slice(0, DIGITS), 16);
}
