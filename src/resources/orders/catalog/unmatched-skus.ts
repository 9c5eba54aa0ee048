import { first } from "../../../platform/db/statement";
import type { OrgReader } from "../../../platform/db/org-db";
import { lastScannedSku, MAX_SCANNED_SKUS, type UnmatchedSku, unmatchedSkus } from "./match.sql.ts";

export type { UnmatchedSku };

export interface UnmatchedSkus {
  rows: UnmatchedSku[];
  /** The SKU after which the next page begins. Null on the last page. A page may be empty although there is a next one. */
  next: string | null;
}

/** Lists SKUs of open orders that stand for no product, sorted by SKU: those after `after`. One round trip. */
export async function listUnmatchedSkus(org: OrgReader, after: string, limit: number): Promise<UnmatchedSkus> {
  const { found, last } = await org.read({ found: unmatchedSkus(org, after, limit + 1), last: first(lastScannedSku(org, after)) });
  if (found.length > limit) {
    const rows = found.slice(0, limit);
    return { rows, next: rows.at(-1)?.sku ?? null };
  }
  return { rows: found, next: last?.count === MAX_SCANNED_SKUS ? last.sku : null };
}
