import { Pace } from "../../platform/pace";
import { IDENTIFIER_KINDS, type IdentifierKind } from "./columns.sql.ts";
import { IndexedText, isSpecific, likesOf, quickTestOf, regexOf } from "./identifier-pattern";
import { normalizeWithPositions, normalizeText } from "./normalized-text";

/** What a person is found by. Rows with any of these identifiers are found (docs/spec/personal-data.md#identifiers). */
export type Identifiers = { readonly [K in IdentifierKind]?: string | undefined };

export type Identifier = readonly [kind: IdentifierKind, value: string];

class Matcher {
  readonly kind: IdentifierKind;
  /** Tests quickly that the identifier may be in a text. */
  readonly mayBeIn: (indexed: IndexedText) => boolean;
  readonly #value: string;
  #regex: RegExp | null = null;

  constructor([kind, value]: Identifier) {
    [this.kind, this.#value] = [kind, value];
    this.mayBeIn = quickTestOf(kind, value);
  }

  /** Compiled when it is needed first. */
  get regex(): RegExp {
    this.#regex ??= regexOf(this.kind, this.#value);
    return this.#regex;
  }
}

/**
 * Characters that are compared before other requests of the isolate go on: some 20 ms. They are counted as written and as `normalizeText` returns them, because NFKC makes up
 * to 18 of one.
 */
export const CHARACTERS_AT_ONCE = 200_000;

/** A character takes so many times longer if the text is replaced, or if it is a part of another identifier. */
const REPLACING_FACTOR = 10;
const IDENTIFIER_FACTOR = 20;

/** A person, by what identifies them. While texts are compared with them, other requests of the isolate go on from time to time. */
export class Person {
  private constructor(
    private readonly identifiers: readonly Identifier[],
    private readonly matchers: readonly Matcher[],
    private readonly pace = new Pace(CHARACTERS_AT_ONCE),
  ) {}

  static of(identifiers: Identifiers): Person {
    const given = IDENTIFIER_KINDS.flatMap((kind) => {
      const value = identifiers[kind];
      return value === undefined ? [] : [[kind, value] as const];
    });
    return new Person(
      given,
      given.map((identifier) => new Matcher(identifier)),
    );
  }

  /** This person with further identifiers. Those that are too short to identify somebody are left out. */
  async withIdentifiers(further: readonly Identifier[]): Promise<Person> {
    const identifiers = [...this.identifiers];
    const matchers = [...this.matchers];
    for (const identifier of further) {
      const [kind, value] = identifier;
      this.pace.add(value.length * IDENTIFIER_FACTOR);
      await this.pace.keep();
      if (!isSpecific(kind, value)) continue;
      identifiers.push(identifier);
      matchers.push(new Matcher(identifier));
    }
    return new Person(identifiers, matchers, this.pace);
  }

  /** LIKE patterns. A text with an identifier matches at least one of them, has characters beyond ASCII, or has encoded ones. */
  get patterns(): string[] {
    return [...new Set(this.identifiers.flatMap(([kind, value]) => likesOf(kind, value)))];
  }

  async kindsIn(text: string): Promise<IdentifierKind[]> {
    await this.pace.keep();
    const prepared = normalizeText(text);
    this.pace.add(text.length + prepared.length);
    const found = this.#matchersFor(prepared).filter(({ regex }) => prepared.search(regex) >= 0);
    return [...new Set(found.map(({ kind }) => kind))];
  }

  #matchersFor(prepared: string): Matcher[] {
    const indexed = new IndexedText(prepared);
    return this.matchers.filter((matcher) => matcher.mayBeIn(indexed));
  }

  /** The kinds of the identifiers that any of these texts contains. */
  async kindsOf(texts: readonly string[]): Promise<IdentifierKind[]> {
    const kinds = new Set<IdentifierKind>();
    for (const text of texts) for (const kind of await this.kindsIn(text)) kinds.add(kind);
    return [...kinds];
  }

  /** The text with `by` instead of each identifier. The rest of it stays as it was written. */
  async replaceIn(text: string, by: string): Promise<string> {
    await this.pace.keep();
    const { text: prepared, starts, ends } = normalizeWithPositions(text);
    this.pace.add((text.length + prepared.length) * REPLACING_FACTOR);
    const found = this.#matchersFor(prepared).flatMap(({ regex }) =>
      Array.from(prepared.matchAll(regex), ({ 0: match, index }) => ({
        start: starts[index] ?? 0,
        end: ends[index + match.length - 1] ?? text.length,
      })),
    );
    let replaced = "";
    let last = 0;
    for (const { start, end } of found.toSorted((a, b) => a.start - b.start)) {
      if (start >= last) replaced += text.slice(last, start) + by;
      last = Math.max(last, end);
    }
    replaced += text.slice(last);
    // A character that changes with those beside it may be at another place.
    if ((await this.kindsIn(replaced)).length === 0) return replaced;
    return this.matchers.reduce((rest, { regex }) => rest.replaceAll(regex, by), normalizeText(text));
  }
}
