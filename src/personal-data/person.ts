import { utf8Length } from "../platform/crypto/encoding";
import { IDENTIFIER_KINDS, type IdentifierKind } from "./columns.sql.ts";

/** What a person is found by. Rows with any of these identifiers are found (docs/spec/personal-data.md#identifiers). */
export type Identifiers = { readonly [K in IdentifierKind]?: string | undefined };

/** Names and addresses with fewer characters are part of too many other texts. */
const MIN_LENGTHS = { name: 3, address: 8 } as const;

/** Whether a text is specific enough to find a person by. */
export function isSpecific(kind: IdentifierKind, value: string): boolean {
  // It would be found again in what replaces it.
  if (wordsOf(value).join(" ").toLowerCase() === "erased") return false;
  switch (kind) {
    case "email":
      return /^[^\s@]+@[^\s@]+$/.test(value);
    case "phone":
      return phoneDigits(value).length >= MIN_PHONE_DIGITS;
    case "name":
    case "address":
      return wordsOf(value).join(" ").length >= MIN_LENGTHS[kind];
  }
}

/** One identifier, in the two forms in which texts are compared with it. */
interface Matcher {
  kind: IdentifierKind;
  /** A LIKE pattern that every text with the identifier matches. Other texts may match too. */
  like: string;
  /** Finds the identifier in a text in the normalization form NFC. */
  regex: RegExp;
}

/** Shorter phone numbers are too common in other numbers. */
const MIN_PHONE_DIGITS = 7;

/** The last digits of a phone number that are compared, because a number is written with or without its country code. */
const COMPARED_DIGITS = 9;

/** D1 allows 50 bytes. */
const MAX_LIKE_BYTES = 48;

const WORD = String.raw`\p{L}\p{N}\p{M}`;

/** The digits of a phone number, without zeros at the start. */
const phoneDigits = (text: string): string => text.replaceAll(/\D/g, "").replace(/^0+/, "");

/** The words of a name or an address. */
const wordsOf = (text: string): string[] => text.normalize("NFC").match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);

/**
 * A regular expression that finds an identifier. It takes linear time for any text, because each of its repetitions matches characters that
 * the part after it does not match, or has a fixed maximum.
 */
function regexOf(kind: IdentifierKind, value: string): RegExp {
  switch (kind) {
    case "email":
      return new RegExp(String.raw`(?<![${WORD}.+_\-])${escaped(value.normalize("NFC"))}(?![${WORD}_\-]|\.[${WORD}])`, "giu");
    case "phone": {
      const digits = phoneDigits(value).slice(-COMPARED_DIGITS).split("");
      const between = String.raw`[\s().\-\/]{0,3}`;
      return new RegExp(String.raw`(?<!\d)\+?(?:\d${between}){0,6}${digits.join(between)}(?!\d)`, "gu");
    }
    case "name":
    case "address":
      return new RegExp(`(?<![${WORD}])${wordsOf(value).map(escaped).join(`[^${WORD}]+`)}(?![${WORD}])`, "giu");
  }
}

/** Whether SQLite's LIKE compares a character as the regular expression does. It ignores case in ASCII only. */
function isComparable(character: string): boolean {
  if (/[a-z0-9]/i.test(character)) return true;
  const hasCase = character.toLowerCase() !== character.toUpperCase();
  return /\p{L}/u.test(character) && !hasCase && character.normalize("NFD") === character;
}

function likeOf(kind: IdentifierKind, value: string): string {
  const characters = kind === "phone" ? phoneDigits(value).slice(-COMPARED_DIGITS).split("").join(" ") : value.normalize("NFC");
  let pattern = "%";
  for (const character of characters) {
    const next = isComparable(character) ? character : "%";
    if (next === "%" && pattern.endsWith("%")) continue;
    if (utf8Length(pattern + next) > MAX_LIKE_BYTES) break;
    pattern += next;
  }
  return pattern.endsWith("%") ? pattern : `${pattern}%`;
}

/** An identifier of a person. */
export type Identifier = readonly [kind: IdentifierKind, value: string];

/** A person, by what identifies them. */
export class Person {
  readonly #matchers: readonly Matcher[];

  constructor(private readonly identifiers: readonly Identifier[]) {
    this.#matchers = identifiers.map(([kind, value]) => ({ kind, like: likeOf(kind, value), regex: regexOf(kind, value) }));
  }

  static of(identifiers: Identifiers): Person {
    return new Person(
      IDENTIFIER_KINDS.flatMap((kind) => {
        const value = identifiers[kind];
        return value === undefined ? [] : [[kind, value] as const];
      }),
    );
  }

  /** This person with further identifiers. Those that are too short to identify somebody are left out. */
  and(further: readonly Identifier[]): Person {
    return new Person([...this.identifiers, ...further.filter(([kind, value]) => isSpecific(kind, value))]);
  }

  /** LIKE patterns. A text with an identifier matches at least one of them. */
  get patterns(): string[] {
    return [...new Set(this.#matchers.map(({ like }) => like))];
  }

  /** The kinds of the identifiers that a text contains. */
  kindsIn(text: string): IdentifierKind[] {
    const composed = text.normalize("NFC");
    return this.#matchers.filter(({ regex }) => composed.search(regex) >= 0).map(({ kind }) => kind);
  }

  /** The kinds of the identifiers that any of these texts contains. */
  kindsOf(texts: readonly string[]): IdentifierKind[] {
    return [...new Set(texts.flatMap((text) => this.kindsIn(text)))];
  }

  /** The text with `by` instead of each identifier. */
  replaceIn(text: string, by: string): string {
    return this.#matchers.reduce((rest, { regex }) => rest.replaceAll(regex, by), text.normalize("NFC"));
  }
}
