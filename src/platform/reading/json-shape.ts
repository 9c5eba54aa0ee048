import type { InputViolation } from "../api-error";

/** Limits on the contents of a JSON body. They are checked in its text, before it is parsed. */
export interface JsonShape {
  maxDepth: number;
  /** Maximum number of values, of all kinds and at all depths. */
  maxValues: number;
  lists?: readonly ListShape[];
  /** Whether integers with more digits than a number holds become texts, because they are ids. */
  keepsDigits?: true;
}

/** Maximum number of objects in any JSON: an object costs many times as much as any other value. The largest order of a shop has 80,000. */
const MAX_OBJECTS = 100_000;

/** Maximum number of different field names: the parser keeps a table of them, and each one costs as much as a hundred values. */
const MAX_NAMES = 10_000;
/** A field with a name takes at least as many bytes, as in `"a":0,`. */
const MIN_FIELD_BYTES = 6;

/** A limit on the total number of elements in all lists with one name. */
export interface ListShape {
  name: string;
  /** Depth of the list. A field of the root object has depth 2. */
  depth: number;
  max: number;
  /** The error if there are more elements. */
  violation: InputViolation;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Index of the quote that ends the string starting at `start`; the length of the text if there is none. */
function endOfString(text: Uint8Array, start: number): number {
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === QUOTE) return at;
    if (text[at] === BACKSLASH) at += 1;
  }
  return text.length;
}

/**
 * Returns the first limit that a JSON text exceeds, or null. It makes one pass over the bytes. Malformed JSON is left to the parser.
 * A list whose name is written with escapes is not recognized. Its elements are then limited only by `maxValues` and by the schema.
 */
export function shapeViolation(text: Uint8Array, { maxDepth, maxValues, lists = [] }: JsonShape): InputViolation | null {
  const listNames = lists.map(({ name }) => new TextEncoder().encode(name));
  const counts = lists.map(() => 0);
  /** For each open list or object, by depth, its index in `lists`; -1 if it is not one of them. */
  const open: number[] = [];
  const names = text.length < MAX_NAMES * MIN_FIELD_BYTES ? null : new DifferentNames();
  let values = 1;
  let objects = 0;
  /** Where the last string is in the text, and whether it is the name of the next value. */
  let [nameStart, nameEnd, isNamed] = [0, 0, false];

  const listAt = (depth: number): number =>
    isNamed
      ? lists.findIndex(
          (list, nth) => list.depth === depth && listNames[nth]?.length === nameEnd - nameStart && isEqual(text, nameStart, listNames[nth]),
        )
      : -1;

  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at] ?? 0;
    switch (byte) {
      case QUOTE:
        nameStart = at + 1;
        nameEnd = endOfString(text, nameStart);
        at = nameEnd;
        isNamed = false;
        break;
      case COLON:
        isNamed = true;
        if (names !== null && names.add(text, nameStart, nameEnd) > MAX_NAMES) return valuesError(MAX_NAMES, "different field names");
        break;
      case OPEN_LIST:
      case OPEN_OBJECT: {
        const list = byte === OPEN_LIST ? listAt(open.length + 1) : -1;
        open.push(list);
        isNamed = false;
        if (open.length > maxDepth) return depthError(maxDepth);
        if (byte === OPEN_OBJECT) objects += 1;
        const violation = objects > MAX_OBJECTS ? valuesError(MAX_OBJECTS, "objects") : count(list);
        if (violation !== null) return violation;
        break;
      }
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        open.pop();
        break;
      case COMMA: {
        const violation = count(open.at(-1) ?? -1);
        if (violation !== null) return violation;
        isNamed = false;
        break;
      }
      default:
        break;
    }
  }
  return null;

  /** Counts a value, which is an element of `lists[list]` unless `list` is -1. An empty list counts as one element. */
  function count(list: number): InputViolation | null {
    values += 1;
    if (values > maxValues) return valuesError(maxValues);
    const shape = lists[list];
    if (shape === undefined) return null;
    counts[list] = (counts[list] ?? 0) + 1;
    return (counts[list] ?? 0) > shape.max ? shape.violation : null;
  }
}

/** Counts different names by a hash like MurmurHash2, whose multiplier it has. A few that have the same hash count once. The seed keeps others from choosing such names. */
class DifferentNames {
  readonly #seen = new Uint8Array(1 << 18);
  readonly #seed = Math.floor(Math.random() * 2 ** 32);
  #count = 0;

  /** Returns the number of different names so far. */
  add(text: Uint8Array, start: number, end: number): number {
    let hash = this.#seed;
    for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (text[at] ?? 0), 0x5bd1e995) ^ (hash >>> 15);
    const slot = (hash ^ (hash >>> 14)) & (this.#seen.length - 1);
    if (this.#seen[slot] === 0) this.#count += 1;
    this.#seen[slot] = 1;
    return this.#count;
  }
}

function isEqual(text: Uint8Array, start: number, name: Uint8Array | undefined): boolean {
  return name?.every((byte, nth) => text[start + nth] === byte) === true;
}

function depthError(limit: number): InputViolation {
  return { path: "", code: "nested_too_deeply", message: `Expected at most ${limit} levels of lists and objects.`, limit };
}

function valuesError(limit: number, kind = "values"): InputViolation {
  return {
    path: "",
    code: "too_many_values",
    message: `Expected at most ${limit} ${kind} in total. Send less data in one request.`,
    limit,
  };
}
