import type { ProductTerm, ProductValues } from "./write.sql.ts";
import { indexWords } from "../../platform/db/text/text-search";
import { metadataTerms } from "../../platform/db/text/metadata-terms";
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

/** The columns that the search words of a product depend on. */
export const SEARCHED_PRODUCT_COLUMNS = ["title", "sku", "spu", "tags", "metadata"] as const satisfies readonly (keyof ProductValues)[];
export type SearchableProduct = Pick<ProductValues, (typeof SEARCHED_PRODUCT_COLUMNS)[number]>;

export function wordsOf(organizationId: number, { title, sku, spu, tags, metadata }: SearchableProduct): string {
  return indexWords(organizationId, [title, sku, spu, ...parseStored<string[]>(tags)], metadataTerms(organizationId, metadata));
}
