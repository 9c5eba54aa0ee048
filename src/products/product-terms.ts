import type { ProductTerm, ProductValues } from "./write.sql.ts";
import { indexWords } from "../platform/db/text/search-words";
import { toStorableText } from "../platform/values/storable-text";

/** A name as names are compared: without the case of ASCII letters, which is what the database's own comparison ignores. */
export function foldName(name: string): string {
  return toStorableText(name)
    .trim()
    .replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** The names that a product can be found under: its stores, platforms and tags, each once; an empty one names nothing. */
export function termsOf(values: ProductValues): ProductTerm[] {
  const named = (kind: ProductTerm["kind"], list: string): ProductTerm[] => {
    const names = new Set((JSON.parse(list) as string[]).map(foldName));
    return [...names].filter((term) => term !== "").map((term) => ({ kind, term }));
  };
  return [...named("store", values.stores), ...named("platform", values.platforms), ...named("tag", values.tags)];
}

/** The words that a product can be searched by. */
export function wordsOf(organizationId: number, values: ProductValues): string {
  return indexWords(organizationId, [values.title, values.sku, values.spu, ...(JSON.parse(values.tags) as string[])]);
}
