import { COMMON_WORDS, SEQUENCES } from "./common-words";

/** Letters that people write as these signs. */
const SUBSTITUTIONS: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "il",
  "3": "e",
  "4": "a",
  "5": "s",
  "6": "g",
  "7": "t",
  "8": "b",
  "9": "g",
  "@": "a",
  $: "s",
  "!": "il",
  "|": "il",
  "+": "t",
  "(": "c",
};

/** As many common words, or twice as many letters that belong to none, must be exceeded. Own words and sequences count nothing. */
const MAX_WEAK_WORDS = 2;
const LETTER_WEIGHT = 0.5;
/** Fewer letters than these are found by chance in a good password. */
const MIN_OWN_WORD_LENGTH = 3;
const MIN_SEQUENCE_LENGTH = 3;
const MIN_DISTINCT_CHARACTERS = 5;

const DIRECTED_SEQUENCES = [...SEQUENCES, ...SEQUENCES.map((forwards) => forwards.split("").toReversed().join(""))];

/** Lower case, without accents, in one spelling. */
function fold(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

/** How many characters two texts begin with together. */
function commonPrefixLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/** How many characters of a text are one of a sequence, forwards or backwards, from this place on. */
function sequenceLength(text: string, at: number): number {
  let longest = 0;
  for (const row of DIRECTED_SEQUENCES) {
    const start = row.indexOf(text[at] ?? "");
    if (start >= 0) longest = Math.max(longest, commonPrefixLength(text.slice(at), row.slice(start)));
  }
  return longest >= MIN_SEQUENCE_LENGTH ? longest : 0;
}

/** How many characters of a text are one and the same, from this place on; 0 where they are fewer than three. */
function runLength(text: string, at: number): number {
  let length = 1;
  while (text[at + length] === text[at]) length += 1;
  return length >= MIN_SEQUENCE_LENGTH ? length : 0;
}

/** Whether a word stands at this place, letters written as digits and signs included. */
function matchesAt(word: string, text: string, at: number): boolean {
  if (at + word.length > text.length) return false;
  for (let index = 0; index < word.length; index += 1) {
    const [letter = "", character = ""] = [word[index], text[at + index]];
    if (letter !== character && SUBSTITUTIONS[character]?.includes(letter) !== true) return false;
  }
  return true;
}

/** What a password is worth at least: common words and single letters that it can be made of, in the cheapest way. */
function passwordWeight(text: string, own: ReadonlySet<string>): number {
  const cheapest = new Float64Array(text.length + 1).fill(Infinity);
  cheapest[0] = 0;
  const improve = (at: number, weight: number) => (cheapest[at] = Math.min(cheapest[at] ?? Infinity, weight));
  for (let at = 0; at < text.length; at += 1) {
    const weight = cheapest[at] ?? Infinity;
    improve(at + 1, weight + (/\p{L}/u.test(text[at] ?? "") ? LETTER_WEIGHT : 0));
    for (const length of [sequenceLength(text, at), runLength(text, at)]) if (length > 0) improve(at + length, weight);
    for (const word of own) if (matchesAt(word, text, at)) improve(at + word.length, weight);
    for (const word of COMMON_WORDS) if (matchesAt(word, text, at)) improve(at + word.length, weight + 1);
  }
  return cheapest[text.length] ?? Infinity;
}

/** Whether a text is one part said twice or more. */
function isRepetition(text: string): boolean {
  return (text + text).indexOf(text, 1) < text.length;
}

/** The words of somebody's details that a password must not be made of: each by itself, and all of one text together. */
export function ownWordsOf(details: readonly string[]): Set<string> {
  const words = details.map(fold).flatMap((detail) => {
    const parts = detail.split(/[^\p{L}\p{N}]+/u).flatMap((part) => [part, ...part.split(/\d+/)]);
    return [...parts, parts.join(""), detail.replaceAll(/[^\p{L}\p{N}]/gu, "")];
  });
  return new Set(words.filter((word) => word.length >= MIN_OWN_WORD_LENGTH));
}

/**
 * Whether a password is among those that are tried first (NIST SP 800-63B, blocklists): the whole of it is at most two common words, its
 * person's own details, rows of keys, digits and signs, or one part again and again. What only contains such words is none.
 */
export function isWeakPassword(password: string, details: readonly string[]): boolean {
  const text = fold(password);
  if (new Set(text).size < MIN_DISTINCT_CHARACTERS || isRepetition(text)) return true;
  return passwordWeight(text, ownWordsOf(details)) <= MAX_WEAK_WORDS;
}
