import { COMMON_WORDS, SEQUENCES } from "./common-words";

/** The letters that people replace by these characters. */
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

/** A password must weigh more than this: a common word weighs 1, another letter LETTER_WEIGHT, and the rest (see isWeakPassword) 0. */
const MAX_WEAK_WEIGHT = 2;
const LETTER_WEIGHT = 0.5;
/** Shorter matches occur by chance in strong passwords. */
const MIN_PERSONAL_WORD_LENGTH = 3;
const MIN_SEQUENCE_LENGTH = 3;
const MIN_DISTINCT_CHARACTERS = 5;

const DIRECTED_SEQUENCES = [...SEQUENCES, ...SEQUENCES.map((forwards) => forwards.split("").toReversed().join(""))];

/** Converts a text to lower case without accents, in a normalized form. */
function fold(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

function commonPrefixLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/** How many characters from `at` on are part of a sequence, forwards or backwards. 0 if fewer than three. */
function sequenceLength(text: string, at: number): number {
  let longest = 0;
  for (const row of DIRECTED_SEQUENCES) {
    const start = row.indexOf(text[at] ?? "");
    if (start >= 0) longest = Math.max(longest, commonPrefixLength(text.slice(at), row.slice(start)));
  }
  return longest >= MIN_SEQUENCE_LENGTH ? longest : 0;
}

/** How many characters from `at` on are the same. 0 if fewer than three. */
function runLength(text: string, at: number): number {
  let length = 1;
  while (text[at + length] === text[at]) length += 1;
  return length >= MIN_SEQUENCE_LENGTH ? length : 0;
}

/** Whether a word is in the text at this position, possibly with letters replaced by digits and other characters. */
function matchesAt(word: string, text: string, at: number): boolean {
  if (at + word.length > text.length) return false;
  for (let index = 0; index < word.length; index += 1) {
    const [letter = "", character = ""] = [word[index], text[at + index]];
    if (letter !== character && SUBSTITUTIONS[character]?.includes(letter) !== true) return false;
  }
  return true;
}

/** The weight of a password: the lowest total weight of the common words and single letters that it can be split into. */
function passwordWeight(text: string, personal: ReadonlySet<string>): number {
  // By the number of characters, the lowest weight of the text's beginning.
  const cheapest = new Float64Array(text.length + 1).fill(Infinity);
  cheapest[0] = 0;
  const improve = (at: number, weight: number) => (cheapest[at] = Math.min(cheapest[at] ?? Infinity, weight));
  for (let at = 0; at < text.length; at += 1) {
    const weight = cheapest[at] ?? Infinity;
    improve(at + 1, weight + (/\p{L}/u.test(text[at] ?? "") ? LETTER_WEIGHT : 0));
    for (const length of [sequenceLength(text, at), runLength(text, at)]) if (length > 0) improve(at + length, weight);
    for (const word of personal) if (matchesAt(word, text, at)) improve(at + word.length, weight);
    for (const word of COMMON_WORDS) if (matchesAt(word, text, at)) improve(at + word.length, weight + 1);
  }
  return cheapest[text.length] ?? Infinity;
}

/** Whether a text is one part several times: it is then found again in its double before the second copy begins. */
function isRepetition(text: string): boolean {
  return (text + text).indexOf(text, 1) < text.length;
}

/** The words of a person's details, each word separately and all words of a text joined. */
export function personalWords(details: readonly string[]): Set<string> {
  const words = details.map(fold).flatMap((detail) => {
    const parts = detail.split(/[^\p{L}\p{N}]+/u).flatMap((part) => [part, ...part.split(/\d+/)]);
    return [...parts, parts.join(""), detail.replaceAll(/[^\p{L}\p{N}]/gu, "")];
  });
  return new Set(words.filter((word) => word.length >= MIN_PERSONAL_WORD_LENGTH));
}

/**
 * Whether a password is easy to guess (NIST SP 800-63B, blocklists): it consists only of at most two common words, the person's details,
 * keyboard rows, digits and punctuation, or of one repeated part. A password that contains such words among others is accepted.
 */
export function isWeakPassword(password: string, details: readonly string[]): boolean {
  const text = fold(password);
  if (new Set(text).size < MIN_DISTINCT_CHARACTERS || isRepetition(text)) return true;
  return passwordWeight(text, personalWords(details)) <= MAX_WEAK_WEIGHT;
}
