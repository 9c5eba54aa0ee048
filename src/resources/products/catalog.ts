import { foldName } from "./product-terms";
import type { CatalogEntry } from "./catalog.sql.ts";

export { catalogEntries, productCountOfSku, productIdOfSku } from "./catalog.sql.ts";

/** What the products of some SKUs supply, by SKU, ignoring case. */
export class Catalog {
  readonly #entries: ReadonlyMap<string, CatalogEntry>;

  constructor(entries: readonly CatalogEntry[] = []) {
    this.#entries = new Map(entries.map((entry) => [foldName(entry.sku), entry]));
  }

  get isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  /** What the product of a SKU supplies. Undefined if the SKU stands for no product. */
  find(sku: string | null | undefined): CatalogEntry | undefined {
    return sku === null || sku === undefined ? undefined : this.#entries.get(foldName(sku));
  }
}

/** SKUs without those that differ only in case. */
export function distinctSkus(skus: Iterable<string | null | undefined>): string[] {
  const bySku = new Map<string, string>();
  for (const sku of skus) if (sku !== null && sku !== undefined && sku !== "") bySku.set(foldName(sku), sku);
  return [...bySku.values()];
}

/** Whether two SKUs are the same, ignoring case. */
export function isSameSku(one: string | null | undefined, other: string | null | undefined): boolean {
  return foldName(one ?? "") === foldName(other ?? "");
}
