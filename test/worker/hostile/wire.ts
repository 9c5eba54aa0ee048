import fc from "fast-check";
import type { Part } from "./shape";

/** A body in bytes, its content type, and the kind of attack. */
export interface WireBody {
  kind: string;
  type: string;
  bytes: Uint8Array;
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

function utf16(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 2 + 2).fill(0xff, 0, 1).fill(0xfe, 1, 2);
  for (let index = 0; index < text.length; index += 1) {
    bytes[index * 2 + 2] = text.charCodeAt(index) & 0xff;
    bytes[index * 2 + 3] = text.charCodeAt(index) >> 8;
  }
  return bytes;
}

/** Repeats each key of the outer object with the value `again`, before or after the first one. */
function withDuplicateKeys(text: string, keys: readonly string[], again: string, first: boolean): string {
  const more = keys.map((key) => `${JSON.stringify(key)}:${again}`).join();
  if (!text.startsWith("{") || more === "") return text;
  return first ? `{${more},${text.slice(1)}` : `${text.slice(0, -1)},${more}}`;
}

/** Spellings of numbers and names in JSON that no serializer produces. */
const TOKENS = [
  "1e400",
  "-1e400",
  "-0",
  "1E+2",
  "1.0",
  "0.1e1",
  "123456789012345678901234567890",
  "NaN",
  "00",
  '"\\u0000"',
  '"\\ud800"',
  "\\u0061",
];

/** Bodies that are not JSON, or almost JSON. */
const RAW: readonly (readonly [kind: string, make: (text: string) => Uint8Array])[] = [
  ["nothing", () => new Uint8Array()],
  ["null", () => utf8("null")],
  ["byte order mark", (text) => utf8(`\ufeff${text}`)],
  ["UTF-16", utf16],
  ["invalid UTF-8", (text) => new Uint8Array([...utf8(text.slice(0, -1)), 0xc0, 0xaf, 0xed, 0xa0, 0x80, 0x7d])],
  ["NUL", () => new Uint8Array(1)],
  ["cut off", (text) => utf8(text.slice(0, -1))],
  ["trailing", (text) => utf8(`${text}${text}`)],
  ["spaces", (text) => utf8(" \n".repeat(30_000) + text)],
  ["a list", (text) => utf8(`[${text}]`)],
  ["a text", (text) => utf8(JSON.stringify(text))],
  ["deep lists", () => utf8("[".repeat(200_000))],
  ["deep objects", () => utf8('{"a":'.repeat(100_000))],
  ["deep and closed", () => utf8("[".repeat(100_000) + "]".repeat(100_000))],
  ["xml", () => utf8("<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>")],
  ["form", () => utf8("a=1&b=2")],
  ["prototype", (text) => utf8(text.replace("{", '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},'))],
];

const TYPES = [
  "application/json;charset=utf-8",
  "APPLICATION/JSON",
  "application/merge-patch+json",
  "text/plain",
  "application/jsonp",
  "",
  "application/json, text/html",
  "multipart/form-data; boundary=a",
  "application/json;charset=utf-16",
];

/** A body as it is sent: mostly as JSON, sometimes in ways that no ordinary client uses. */
export function wireBodies(part: fc.Arbitrary<Part>, validBody: unknown): fc.Arbitrary<WireBody> {
  const type = "application/json";
  const text = JSON.stringify(validBody) ?? "{}";
  const keys = Object.keys(validBody ?? {});
  const plain = part.map(({ kind, value }) => ({ kind, type, bytes: utf8(JSON.stringify(value) ?? "") }));
  const raw = fc.constantFrom(...RAW).map(([kind, make]) => ({ kind: `body: ${kind}`, type, bytes: make(text) }));
  const again = fc
    .tuple(fc.constantFrom(...TOKENS, "null", '"x"'), fc.boolean())
    .map(([token, first]) => ({ kind: "body: duplicate keys", type, bytes: utf8(withDuplicateKeys(text, keys, token, first)) }));
  const token = fc
    .tuple(fc.constantFrom(...TOKENS), fc.nat())
    .map(([odd, nth]) => ({ kind: "body: odd tokens", type, bytes: utf8(replaced(text, odd, nth)) }));
  const typed = fc.constantFrom(...TYPES).map((odd) => ({ kind: "body: odd type", type: odd, bytes: utf8(text) }));
  return fc.oneof(
    { weight: 14, arbitrary: plain },
    { weight: 3, arbitrary: raw },
    { weight: 1, arbitrary: again },
    { weight: 1, arbitrary: token },
    { weight: 1, arbitrary: typed },
  );
}

/** A JSON text with one of its values in another spelling. */
function replaced(text: string, token: string, nth: number): string {
  const places = [...text.matchAll(/:("[^"]*"|-?[\d.]+|null|true|false)/g)];
  const place = places[nth % Math.max(places.length, 1)];
  if (place === undefined) return token;
  return `${text.slice(0, place.index + 1)}${token}${text.slice(place.index + place[0].length)}`;
}
