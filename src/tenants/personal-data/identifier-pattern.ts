import { utf8Length } from "../../platform/crypto/encoding";
import type { IdentifierKind } from "./columns.sql.ts";
import { normalizeText } from "./normalized-text";

/** How an identifier is found in a text that `normalizeText` has prepared (docs/spec/personal-data.md#identifiers). */

/** Names and addresses with fewer characters are part of too many other texts. */
const MIN_LENGTHS = { name: 2, address: 8 } as const;

/** Shorter phone numbers are too common in other numbers. */
const MIN_PHONE_DIGITS = 7;

/** The last digits of a phone number that are compared, because a number is written with or without its country code. */
const COMPARED_DIGITS = 9;

/** Names with more words are compared in one order only. */
const MAX_ORDERED_WORDS = 5;

/** D1 allows LIKE patterns of 50 bytes. `likeOf` may add a percent sign. */
const MAX_LIKE_BYTES = 48;

/** Parts of regular expressions with the flag `v`. Scripts that write no spaces, or put particles directly behind a name. */
const SPACELESS = String.raw`[\p{L}&&[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]]`;
const WORD = String.raw`[\p{L}\p{N}\p{M}]`;
const SPACED = String.raw`[${WORD}--[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]]`;
/** What is between words. A text may be JSON itself, in which `\n` is a line break, or HTML. */
const GAP = String.raw`(?:[^\p{L}\p{N}\p{M}]|\\[bfnrt]|<\/?[a-z]{1,10} ?\/?>)`;
/** Prepositions and articles that Arabic and Hebrew put directly before a name. */
const PREFIX = "[\u0648\u0641\u0628\u0643\u0644\u05D5\u05D1\u05DB\u05DC\u05DE\u05E9\u05D4]{0,2}";

const SPACED_WORDS = new RegExp(`${SPACED}+`, "gv");
const SPACELESS_LETTERS = new RegExp(SPACELESS, "gv");
const WORDS = new RegExp(`${WORD}+`, "gv");
const ENDS_SPACELESS = new RegExp(String.raw`${SPACELESS}\p{M}*$`, "v");
const STARTS_SPACELESS = new RegExp(`^${SPACELESS}`, "v");
/** The places in a word before and after a letter of such a script. */
const BESIDE_SPACELESS = new RegExp(String.raw`(?<!^)(?:(?=${SPACELESS})|(?<=${SPACELESS}\p{M}*)(?=[^\p{M}]))`, "gv");

const wordsOf = (value: string): string[] => normalizeText(value).match(WORDS) ?? [];

/** The digits of a phone number, without zeros at the start. */
const phoneDigits = (value: string): string => normalizeText(value).replaceAll(/\D/g, "").replace(/^0+/, "");

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

/** Whether a text is specific enough to find a person by. */
export function isSpecific(kind: IdentifierKind, value: string): boolean {
  const words = wordsOf(value);
  // It would be found again in what replaces it.
  if (words.join(" ") === "erased") return false;
  switch (kind) {
    case "email":
      return /^[^\s@]+@[^\s@]+$/.test(normalizeText(value));
    case "phone":
      return phoneDigits(value).length >= MIN_PHONE_DIGITS;
    case "name":
      return words.join("").length >= MIN_LENGTHS.name;
    case "address": {
      // A character of Chinese says as much as a syllable.
      const dense = words.join("").match(SPACELESS_LETTERS)?.length ?? 0;
      return words.join(" ").length + dense >= MIN_LENGTHS.address;
    }
  }
}

/** The orders in which the words of an identifier may be: `Ann Lee` may be `Lee, Ann`. Those of an address have one. */
function wordOrders(kind: IdentifierKind, value: string): string[][] {
  const words = wordsOf(value);
  if (kind !== "name" || words.length > MAX_ORDERED_WORDS) return [words];
  return words.map((_, n) => [...words.slice(n), ...words.slice(0, n)]);
}

function wordsPattern(words: readonly string[]): string {
  const text = words.join(" ");
  let pattern = "";
  for (const [n, word] of words.entries()) {
    const previous = words[n - 1];
    // Up to 50 characters may be between two words, such as a line break of HTML with spaces. Spaceless scripts need none.
    if (previous !== undefined) pattern += `${GAP}${ENDS_SPACELESS.test(previous) || STARTS_SPACELESS.test(word) ? "{0,3}" : "{1,50}"}`;
    // Letters are not escaped. A name without spaces may be written with one between the family name and the given name.
    pattern += word.replaceAll(BESIDE_SPACELESS, `${GAP}{0,3}`);
  }
  const start = STARTS_SPACELESS.test(text) ? "" : String.raw`(?:(?<!${SPACED})|(?<=\\[bfnrt]))${PREFIX}`;
  return `${start}${pattern}${ENDS_SPACELESS.test(text) ? "" : `(?!${SPACED})`}`;
}

/** A word before which a text may have a `PREFIX`, so that it is not found as a word. */
const MAY_HAVE_PREFIX = new RegExp(String.raw`^[\p{scx=Arab}\p{scx=Hebr}]`, "v");

function wordsIn(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const { 0: word, index } of text.matchAll(SPACED_WORDS)) {
    words.add(word);
    // `\\nAnn` in JSON is a line break before a name.
    if (text[index - 1] === "\\") words.add(word.slice(1));
  }
  return words;
}

/** Collecting the words of a text takes about as long as looking for so many. */
const MAX_LOOKED_FOR = 8;

/** A text that `normalizeText` returned, with what is looked up in it before it is compared with many identifiers. */
export class IndexedText {
  #words: ReadonlySet<string> | null = null;
  #digits: string | null = null;
  #lookedFor = 0;

  constructor(readonly text: string) {}

  get digits(): string {
    return (this.#digits ??= this.text.replaceAll(/\D/g, ""));
  }

  hasWord(word: string): boolean {
    if (this.#words === null && this.#lookedFor < MAX_LOOKED_FOR) {
      this.#lookedFor += 1;
      if (!this.text.includes(word)) return false;
    }
    return (this.#words ??= wordsIn(this.text)).has(word);
  }
}

/**
 * A test that every text with the identifier passes, and few others. An order may have thousands of identifiers, and each regular expression
 * takes much longer.
 */
export function quickTestOf(kind: IdentifierKind, value: string): (indexed: IndexedText) => boolean {
  if (kind === "phone") {
    const compared = phoneDigits(value).slice(-COMPARED_DIGITS);
    return (indexed) => indexed.digits.includes(compared);
  }
  const identifier = normalizeText(value);
  const required = (identifier.match(SPACED_WORDS) ?? []).filter((word) => !MAY_HAVE_PREFIX.test(word));
  const letters = identifier.match(SPACELESS_LETTERS) ?? [];
  return (indexed) => required.every((word) => indexed.hasWord(word)) && letters.every((letter) => indexed.text.includes(letter));
}

/**
 * A regular expression that finds an identifier. It takes linear time for any text, because each of its repetitions has a fixed maximum.
 */
export function regexOf(kind: IdentifierKind, value: string): RegExp {
  switch (kind) {
    case "email": {
      // A `+` may have been decoded to a space.
      const email = escaped(normalizeText(value)).replaceAll(String.raw`\+`, "[+ ]");
      return new RegExp(String.raw`(?:(?<!${SPACED}|[.+_\-])|(?<=\\[bfnrt]))${email}(?!${SPACED}|[_\-]|\.${SPACED})`, "gv");
    }
    case "phone": {
      const digits = phoneDigits(value).slice(-COMPARED_DIGITS).split("");
      // Japanese numbers may be written with the sign of a long vowel.
      const between = String.raw`(?:[^\p{L}\p{N}]|\u30FC){0,3}`;
      // Up to six digits before the compared ones: a country code, and an international or national prefix.
      return new RegExp(String.raw`(?<!\d)\+?(?:\d${between}){0,6}${digits.join(between)}(?!\d)`, "gv");
    }
    case "name":
    case "address":
      return new RegExp(wordOrders(kind, value).map(wordsPattern).join("|"), "gv");
  }
}

/**
 * LIKE patterns, one of which every text with the identifier matches if it has only ASCII characters and nothing encoded. Other texts may
 * match too. None if the identifier has other characters.
 */
export function likesOf(kind: IdentifierKind, value: string): string[] {
  const texts = kind === "phone" ? [phoneDigits(value).slice(-COMPARED_DIGITS).split("").join(" ")] : [normalizeText(value)];
  const all = kind === "name" ? wordOrders(kind, value).map((words) => words.join(" ")) : texts;
  return all.filter((text) => !/[^\0-\u007F]/.test(text)).map(likeOf);
}

function likeOf(text: string): string {
  let pattern = "%";
  for (const character of text) {
    const next = /[a-z0-9]/.test(character) ? character : "%";
    if (next === "%" && pattern.endsWith("%")) continue;
    if (utf8Length(pattern + next) > MAX_LIKE_BYTES) break;
    pattern += next;
  }
  return pattern.endsWith("%") ? pattern : `${pattern}%`;
}
