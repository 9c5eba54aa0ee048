import { IDENTIFIER_KINDS, type IdentifierKind } from "./columns.sql.ts";
import { type IndexedText, indexText, isSpecific, likesOf, quickTestOf, regexOf } from "./identifier-pattern";
import { positioned, readable } from "./readable-text";

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

/** A person, by what identifies them. */
export class Person {
  readonly #matchers: readonly Matcher[];

  constructor(private readonly identifiers: readonly Identifier[]) {
    this.#matchers = identifiers.map((identifier) => new Matcher(identifier));
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

  /** LIKE patterns. A text with an identifier matches at least one of them, has characters beyond ASCII, or has encoded ones. */
  get patterns(): string[] {
    return [...new Set(this.identifiers.flatMap(([kind, value]) => likesOf(kind, value)))];
  }

  kindsIn(text: string): IdentifierKind[] {
    const prepared = readable(text);
    const found = this.#matchersFor(prepared).filter(({ regex }) => prepared.search(regex) >= 0);
    return [...new Set(found.map(({ kind }) => kind))];
  }

  #matchersFor(prepared: string): Matcher[] {
    const indexed = indexText(prepared);
    return this.#matchers.filter((matcher) => matcher.mayBeIn(indexed));
  }

  /** The kinds of the identifiers that any of these texts contains. */
  kindsOf(texts: readonly string[]): IdentifierKind[] {
    return [...new Set(texts.flatMap((text) => this.kindsIn(text)))];
  }

  /** The text with `by` instead of each identifier. The rest of it stays as it was written. */
  replaceIn(text: string, by: string): string {
    const { text: prepared, starts, ends } = positioned(text);
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
    if (this.kindsIn(replaced).length === 0) return replaced;
    return this.#matchers.reduce((rest, { regex }) => rest.replaceAll(regex, by), readable(text));
  }
}
