import type { ProductTerm, ProductValues } from "./write.sql.ts";
import { indexWords } from "../../platform/db/text/text-search";
import { foldCase } from "../../platform/values/fold-case";
import { toStorableText } from "../../platform/values/storable-text";
import { parseStored } from "../../platform/reading/json";

/** Folds a name for comparison. */
export function foldName(name: string): string {
  return foldCase(toStorableText(name).trim());
}

/** The terms that a product can be filtered by: its stores, platforms and tags, without duplicates and empty texts. */
export function termsOf(values: ProductValues): ProductTerm[] {
  const termsOfKind = (kind: ProductTerm["kind"], list: string): ProductTerm[] => {
    const names = new Set(parseStored<string[]>(list).map(foldName));
    return [...names].filter((term) => term !== "").map((term) => ({ kind, term }));
  };
  return [...termsOfKind("store", values.stores), ...termsOfKind("platform", values.platforms), ...termsOfKind("tag", values.tags)];
}

export function wordsOf(organizationId: number, values: Pick<ProductValues, "title" | "sku" | "spu" | "tags">): string {
  return indexWords(organizationId, [values.title, values.sku, values.spu, ...parseStored<string[]>(values.tags)]);
}
