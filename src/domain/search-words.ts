/**
 * Words of a text as the full-text index keeps them: folded (NFKD, no marks, lower case), split at everything that is
 * neither letter nor digit, each character outside a-z 0-9 written as `_` and its code point, so that the index's own
 * tokenizer has nothing left to decide.
 */
function words(text: string): string[] {
  const folded = text
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase()
    // Lower case writes a sigma at the end of a word differently: the beginning of a longer word must still be its prefix.
    .replaceAll("ς", "σ");
  return (folded.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) =>
    Array.from(word, (character) => (/[a-z0-9]/.test(character) ? character : `_${(character.codePointAt(0) ?? 0).toString(16)}_`)).join(
      "",
    ),
  );
}

/** Longest part of a word that is indexed and asked for. */
const MOST_CHARACTERS = 64;

/** Characters of words that one row of the index takes: D1 refuses parameters of more than 2 MB. */
const MOST_INDEXED = 256 * 1024;

/** The distinct words of several texts, for the index of one organization; those beyond 256 KB are left out. */
export function indexWords(organizationId: number, texts: Iterable<string | null | undefined>): string {
  const all = new Set<string>();
  let length = 0;
  for (const text of texts) {
    if (text === null || text === undefined) continue;
    for (const word of words(text)) {
      const entry = `${organizationId}~${word.slice(0, MOST_CHARACTERS)}`;
      if (all.has(entry)) continue;
      length += entry.length + 1;
      if (length > MOST_INDEXED) return [...all].join(" ");
      all.add(entry);
    }
  }
  return [...all].join(" ");
}

/** A full-text query: every word of `q` must match as a word prefix (decisions E10). Null where it holds no word. */
export function matchExpression(organizationId: number, q: string): string | null {
  const asked = new Set(words(q).map((word) => word.slice(0, MOST_CHARACTERS)));
  return asked.size === 0 ? null : [...asked].map((word) => `"${organizationId}~${word}"*`).join(" AND ");
}
