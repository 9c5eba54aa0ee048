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
    if (text !== null)
      return { value: JSON.parse(shape.keepsDigits === true && /\d{16}/.test(text) ? withAllDigits(text) : text), text, violation: null };
  } catch {
    // The violation is returned below.
  }
  return { violation: { path: "", code: "malformed_json", message: "Expected a body of well-formed JSON in UTF-8." } };
}

/** A quote, where a text begins, or an integer that may have more digits than a number holds. */
const LARGE_INTEGER = /"|(?<![\d.eE+-])[1-9]\d{15,}(?![\d.eE]|\s*:)/g;

/**
 * Makes integers that a number cannot hold texts, because they are ids. It changes the text instead of reviving each value, which takes four
 * times as long as parsing. Malformed JSON stays malformed.
 */
function withAllDigits(text: string): string {
  const parts: string[] = [];
  let kept = 0;
  LARGE_INTEGER.lastIndex = 0;
  for (let match = LARGE_INTEGER.exec(text); match !== null; match = LARGE_INTEGER.exec(text)) {
    const [token] = match;
    if (token === '"') LARGE_INTEGER.lastIndex = endOfText(text, match.index + 1) + 1;
    else if (!Number.isSafeInteger(Number(token))) {
      parts.push(text.slice(kept, match.index), `"${token}"`);
      kept = LARGE_INTEGER.lastIndex;
    }
  }
  return parts.join("") + text.slice(kept);
}

/** Index of the quote that ends the text starting at `start`; the length of the whole if there is none. */
function endOfText(text: string, start: number): number {
  for (let at = text.indexOf('"', start); at !== -1; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text[at - 1 - escapes] === "\\") escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return text.length;
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
