import type { InputViolation } from "../api-error";
import { type JsonShape, shapeViolation } from "./json-shape.ts";

/** The limits on the contents of JSON that somebody else has written, unless there are others. The largest order has 80,000 values. */
export const ORDINARY_SHAPE: JsonShape = { maxDepth: 64, maxValues: 100_000 };

/** Parsed JSON, or why it was not parsed. */
export type ParsedJson = { value: unknown; text: string; violation: null } | { value?: never; text?: never; violation: InputViolation };

/** Decodes UTF-8. Returns null for malformed UTF-8, which would otherwise be changed silently. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return null;
  }
}

/**
 * Parses JSON that somebody else has written. The limits of its shape are checked in the text, because objects take many times the memory
 * of their text. A large text needs memory for that, which the caller has reserved (memory.ts).
 */
export function parseJson(bytes: Uint8Array, shape: JsonShape = ORDINARY_SHAPE): ParsedJson {
  const violation = shapeViolation(bytes, shape);
  if (violation !== null) return { violation };
  const text = decodeUtf8(bytes);
  try {
    if (text !== null) return { value: shape.keepsDigits === true ? withAllDigits(text) : JSON.parse(text), text, violation: null };
  } catch {
    // The violation is returned below.
  }
  return { violation: { path: "", code: "malformed_json", message: "Expected a body of well-formed JSON in UTF-8." } };
}

/** Parses JSON in which ids may have more digits than a number holds. Such integers become texts. */
function withAllDigits(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text) as unknown;
  return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) => {
    const isInexact = typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value);
    return isInexact && context?.source !== undefined && /^\d+$/.test(context.source) ? context.source : value;
  }) as unknown;
}

/** Parses a text that is JSON of somebody else, for example a parameter. */
export function parseJsonText(text: string, shape: JsonShape = ORDINARY_SHAPE): ParsedJson {
  return parseJson(new TextEncoder().encode(text), shape);
}

/** Parses JSON that we have written ourselves: it is stored, signed or encrypted by us. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows what it has written
export function parseStored<T = unknown>(text: string): T {
  return JSON.parse(text) as T;
}
