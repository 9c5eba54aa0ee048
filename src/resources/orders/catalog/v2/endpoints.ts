import { ok, reads, type Reply, resource, writes } from "../../../../platform/http/endpoint";
import { type CursorScope, readCursor, writeCursor } from "../../../../platform/http/input/cursor";
import { DEFAULT_PAGE_SIZE } from "../../../../platform/http/input/query";
import type { MasterSecrets } from "../../../../platform/crypto/master-key";
import { matchFromMarker, matchItems, type MatchPosition, type MatchResult } from "../match-items";
import { listUnmatchedSkus, type UnmatchedSku as UnmatchedSkuRow } from "../unmatched-skus";
import { MatchRequest, MatchResponse, UnmatchedSku, UnmatchedSkusQuery } from "./contract";
import { listSchema } from "../../../../platform/http/input/lists";

const route = resource("Catalog", reads("orders:read"), writes("orders:write", { idempotencyKey: "optional" }));

function presentSku({ sku, products, item_id, item_name, order_id }: UnmatchedSkuRow) {
  return {
    sku,
    reason: products === 0 ? "no_product" : "several_products",
    newest_item: { id: String(item_id), order_id, name: item_name },
  };
}

const skuCursors = (organizationId: number): CursorScope => ({ organizationId, list: "listUnmatchedSkus", query: null });
const matchCursors = (organizationId: number, sku: string | undefined): CursorScope => ({
  organizationId,
  list: "matchCatalog",
  query: sku ?? null,
});

async function matchReply(secrets: MasterSecrets, scope: CursorScope, { items, orders, failed, next }: MatchResult): Promise<Reply> {
  return ok({
    matched: { items, orders },
    failed: failed.map(({ order_id, code, message }) => ({ order_id, code, message })),
    has_more: next !== null,
    next_cursor: next === null ? null : await writeCursor(secrets, scope, next),
  });
}

export const catalogEndpoints = [
  route.get("/catalog/unmatched-skus", {
    operationId: "listUnmatchedSkus",
    summary: "List SKUs of open orders that stand for no product",
    description:
      "SKUs of items of open orders that lack a cost, a design, a supplier or a material, by SKU. A page looks at up to 500 SKUs, so it may be empty although `has_more` is true.",
    input: { query: UnmatchedSkusQuery },
    responses: { 200: listSchema(UnmatchedSku) },
    handle: async ({ org, query: { limit = DEFAULT_PAGE_SIZE, cursor }, settings: { masterSecrets } }) => {
      const scope = skuCursors(org.organization.id);
      const [after] = cursor === undefined ? [""] : await readCursor<readonly [string]>(masterSecrets, scope, cursor);
      const { rows, next } = await listUnmatchedSkus(org, after, limit);
      const next_cursor = next === null ? null : await writeCursor(masterSecrets, scope, [next]);
      return ok({ data: rows.map(presentSku), has_more: next !== null, next_cursor });
    },
  }),
  route.post("/catalog/match", {
    operationId: "matchCatalog",
    summary: "Match items of open orders with products again",
    description:
      "Looks at up to 400 items that lack a field, by SKU, and fills in what the products of their SKUs supply to up to 200 of them: cost, design, supplier and material. A value that an item has is never replaced. All changes are written in one transaction. Repeat with `next_cursor` until it is null.",
    input: { json: MatchRequest },
    responses: { 200: MatchResponse },
    rebuildReply: async ({ org, json, settings: { masterSecrets } }, marker) =>
      await matchReply(masterSecrets, matchCursors(org.organization.id, json.sku), matchFromMarker(marker)),
    handle: async ({ org, json: { sku, cursor }, settings: { masterSecrets } }) => {
      const scope = matchCursors(org.organization.id, sku);
      const after = cursor === undefined || cursor === null ? null : await readCursor<MatchPosition>(masterSecrets, scope, cursor);
      return await matchReply(masterSecrets, scope, await matchItems(org, { after, sku: sku ?? null }));
    },
  }),
];
