import type { ErrorDetail } from "../../api-error";

/** What a JSON body may hold. Counted in its text, before any of it becomes an object. */
export interface JsonShape {
  /** How deep lists and objects may be nested. */
  maxDepth: number;
  /** How many values there may be, of all kinds and at all depths. */
  maxValues: number;
  lists: readonly ListShape[];
}

/** How many elements all lists under one name may have together. */
export interface ListShape {
  name: string;
  /** Depth of the list: one that is a field of the root object has 2. */
  depth: number;
  max: number;
  /** What is wrong where there are more. */
  violation: ErrorDetail;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Index of the quote that ends the string which begins at `start`; the length of the text where none does. */
function endOfString(text: Uint8Array, start: number): number {
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === QUOTE) return at;
    if (text[at] === BACKSLASH) at += 1;
  }
  return text.length;
}

/**
 * The first way in which a JSON text holds more than it may; null where it does not. One pass over its bytes. A text that is
 * not JSON is left to the parser. A name that is spelled with escapes is not recognized: what its list may hold is then up
 * to the schema, and how much there is up to `maxValues`.
 */
export function shapeViolation(text: Uint8Array, { maxDepth, maxValues, lists }: JsonShape): ErrorDetail | null {
  const names = lists.map(({ name }) => new TextEncoder().encode(name));
  const counts = lists.map(() => 0);
  /** Of each open list or object, by depth: which of `lists` it is; -1 for none. */
  const open: number[] = [];
  let values = 1;
  let [name, nameEnd, isNamed] = [0, 0, false];

  const listAt = (depth: number): number =>
    isNamed
      ? lists.findIndex((list, nth) => list.depth === depth && names[nth]?.length === nameEnd - name && isEqual(text, name, names[nth]))
      : -1;

  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at] ?? 0;
    switch (byte) {
      case QUOTE:
        name = at + 1;
        nameEnd = endOfString(text, name);
        at = nameEnd;
        isNamed = false;
        break;
      case COLON:
        isNamed = true;
        break;
      case OPEN_LIST:
      case OPEN_OBJECT: {
        const list = byte === OPEN_LIST ? listAt(open.length + 1) : -1;
        open.push(list);
        isNamed = false;
        if (open.length > maxDepth) return tooDeep(maxDepth);
        const violation = count(list);
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

  /** One more value, which is an element of one of `lists` where `list` is not -1. An empty list counts as one. */
  function count(list: number): ErrorDetail | null {
    values += 1;
    if (values > maxValues) return tooManyValues(maxValues);
    const shape = lists[list];
    if (shape === undefined) return null;
    counts[list] = (counts[list] ?? 0) + 1;
    return (counts[list] ?? 0) > shape.max ? shape.violation : null;
  }
}

function isEqual(text: Uint8Array, start: number, name: Uint8Array | undefined): boolean {
  return name?.every((byte, nth) => text[start + nth] === byte) === true;
}

function tooDeep(limit: number): ErrorDetail {
  return { path: "", code: "nested_too_deeply", message: `Expected at most ${limit} levels of lists and objects.`, limit };
}

function tooManyValues(limit: number): ErrorDetail {
  return { path: "", code: "too_many_values", message: `Expected at most ${limit} values in total. Send less data in one request.`, limit };
}
