import { decodeEntities } from "../../platform/values/html-entities";

/**
 * Texts are compared in one form, whatever they were written with: lower case, composed (Unicode NFKC), with ASCII digits, without invisible
 * characters, and with percent-encoding and the escapes of JSON and HTML decoded.
 */

/** A decoded `+` is a space if the word goes on with an encoded `@`: then it is a part of a URL's query. */
const ENCODED = /(?:%(?:25)*[0-9a-f]{2})+|(?:\\u[0-9a-f]{4})+|&#?[0-9a-z]{1,8};|\+(?=[^\s+]{0,64}%40)/giu;

/** Characters that are not seen, and vowel signs of Arabic and Hebrew, which are mostly not written. */
const IGNORED = /[\p{Cf}\u0591-\u05BD\u05BF\u05C1\u05C2\u064B-\u0652\u0670\u0640]/gu;

/** A character with the marks after it, and the parts of a Korean syllable. */
const CLUSTER = /[^\p{M}\u1160-\u11FF][\p{M}\u1160-\u11FF]*|[\p{M}\u1160-\u11FF]+/gu;

const isAscii = (text: string): boolean => !/[^\0-\u007F]/.test(text);

function decodeUnit(unit: string): string {
  if (unit === "+") return " ";
  if (unit.startsWith("%")) {
    const bytes = Array.from(unit.matchAll(/%(?:25)*([0-9a-f]{2})/gi), ([, hex]) => Number.parseInt(hex ?? "", 16));
    return new TextDecoder("utf-8", { fatal: false, ignoreBOM: true }).decode(Uint8Array.from(bytes));
  }
  if (unit.startsWith("\\")) return unit.replaceAll(/\\u(....)/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return decodeEntities(unit);
}

/** The value of a digit of any script: how many digits are directly before it in Unicode, where the digits of a script follow one another. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

/** Upper case first, because `ß` is `SS` then. The capital `I` of Turkish has a dot that others leave out. */
function fold(decoded: string): string {
  if (isAscii(decoded)) return decoded.toLowerCase();
  const plain = decoded
    .normalize("NFKC")
    .replaceAll(IGNORED, "")
    .replaceAll(/\p{Nd}/gu, asciiDigit);
  return plain.toUpperCase().toLowerCase().replaceAll("ς", "σ").replaceAll("i\u0307", "i");
}

/** A text in the form in which texts are compared. */
export function normalizeText(text: string): string {
  return fold(text.replaceAll(ENCODED, decodeUnit));
}

/** The same form, and where each of its characters is in the text. */
export interface PositionedText {
  text: string;
  starts: readonly number[];
  ends: readonly number[];
}

/** Like `normalizeText`, character by character, so that only a part of the text can be replaced. */
export function normalizeWithPositions(text: string): PositionedText {
  const decoded: { text: string; starts: number[]; ends: number[] } = { text: "", starts: [], ends: [] };
  const folded: typeof decoded = { text: "", starts: [], ends: [] };
  const add = (to: typeof decoded, part: string, { start, end }: { start: number; end: number }) => {
    to.text += part;
    for (let n = 0; n < part.length; n += 1) {
      to.starts.push(start);
      to.ends.push(end);
    }
  };
  const addPlain = (from: number, until: number) => {
    for (let at = from; at < until; at += 1) add(decoded, text.charAt(at), { start: at, end: at + 1 });
  };
  let last = 0;
  for (const { 0: unit, index } of text.matchAll(ENCODED)) {
    addPlain(last, index);
    last = index + unit.length;
    add(decoded, decodeUnit(unit), { start: index, end: last });
  }
  addPlain(last, text.length);
  for (const { 0: cluster, index } of decoded.text.matchAll(CLUSTER)) {
    const place = { start: decoded.starts[index] ?? 0, end: decoded.ends[index + cluster.length - 1] ?? text.length };
    add(folded, fold(cluster), place);
  }
  return folded;
}
