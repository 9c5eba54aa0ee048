import { ApiError, conflictError, type ErrorDetail, invalid } from "../../platform/api-error";
import type { MasterSecrets } from "../../platform/crypto/master-key";
import { newId } from "../../platform/crypto/random";
import { retryOnConflict } from "../../platform/db/change";
import type { OrgDb, OrgReader } from "../../platform/db/org-db";
import { prepareLinks, withPath } from "../../accounts/links/links";
import { linksByIds } from "../../accounts/links/links.sql.ts";
import { DAY_MS } from "../../accounts/links/purposes";
import { momentText } from "../../platform/values/zone";
import { newEvent } from "../events/new-event";
import { parseItemId } from "../orders/items/item-id";
import { assertSetFits } from "../orders/read-order-set";
import { type PlannedProof, planProof, type SkippedProof } from "./plan-proofs";
import { designFiles, idsOfItems, itemIdsOfOrders, type ProofRow, proofsByIds, provableItems, sizesOfOrders } from "./rows.sql.ts";
import { MAX_SENT_PROOFS } from "./states";
import { assertProofsUnchanged, insertProofs, markAsSent, type NewProof, type SentProof } from "./write.sql.ts";

/** What to send: the proofs of items, or of everything of orders that has one or a design that can be one. */
export interface SendProofsRequest {
  itemIds?: readonly string[] | undefined;
  orderIds?: readonly number[] | undefined;
  /** Of the URLs of designs. */
  origin: string;
}

/** The proofs of an order that were sent, with the link to them. */
export interface SentOrder {
  orderId: number;
  orderNumber: string | null;
  /** The first word of the recipient's name. Null: unknown. */
  buyerName: string | null;
  /** Of the link. Null: a repeated request can't tell it any more, because the master secret was replaced. */
  path: string | null;
  expiresAt: number;
  proofs: ProofRow[];
}

export interface SentProofs {
  orders: SentOrder[];
  skipped: SkippedItem[];
}

/** An item that was skipped, and why. */
export interface SkippedItem {
  order_item_id: string;
  code: string;
  message: string;
}

const presentSkipped = ({ item, detail }: SkippedProof): SkippedItem => ({ order_item_id: String(item.id), ...detail });

interface ProofPlan {
  planned: PlannedProof[];
  skipped: SkippedProof[];
  /** The ids of items that do not exist. */
  unknown: string[];
}

export const isPlanned = (one: PlannedProof | SkippedProof): one is PlannedProof => "kind" in one;

/** How long the link of a buyer is valid. */
const PROOF_LINK_DAYS = 30;

/**
 * Reads what sending would do. Throws 413 Content Too Large if orders are too large together, and LargePage if there must be memory for them. One
 * round trip.
 */
export async function readPlan(org: OrgReader, { itemIds, orderIds = [], origin }: SendProofsRequest): Promise<ProofPlan> {
  const ids = itemIds === undefined ? itemIdsOfOrders(org, orderIds) : idsOfItems(itemIds.flatMap((id) => parseItemId(id) ?? []));
  const { sizes, items, files } = await org.read({
    sizes: itemIds === undefined ? sizesOfOrders(org, orderIds) : null,
    items: provableItems(org, ids),
    files: designFiles(org, ids),
  });
  assertSetFits(org, sizes);
  const designs = { origin, organizationId: org.organization.id, files: new Map(files.map((file) => [file.id, file])) };
  const plans = items.map((item) => planProof(item, designs));
  const known = new Set(items.map(({ id }) => String(id)));
  return {
    planned: plans.filter(isPlanned),
    skipped: plans.flatMap((one) => (isPlanned(one) ? [] : [one])),
    unknown: (itemIds ?? []).filter((id) => !known.has(id)),
  };
}

/**
 * Sends the proofs of items. Each item that was named must have one that can be sent: otherwise throws 404 Not Found or 409 Conflict with every item
 * that has none, and nothing is sent. Items of orders are skipped instead, and 413 Content Too Large is thrown for orders that are too large
 * together. All of it is one transaction. Two round trips.
 */
export async function sendProofs(org: OrgDb, request: SendProofsRequest & { masterSecrets: MasterSecrets }): Promise<SentProofs> {
  return await retryOnConflict(
    async () => {
      const { planned, skipped, unknown } = await readPlan(org, request);
      assertSendable(request, { planned, skipped, unknown });
      const created: NewProof[] = planned.flatMap((one) =>
        one.kind === "new" ? [{ id: newId("prf", org.now), item: one.item, fileId: one.fileId }] : [],
      );
      const drafts = planned.flatMap(({ item, ...one }) =>
        one.kind === "draft" ? [{ id: one.proofId, item, version: item.last_version }] : [],
      );
      const sent = [...created.map(({ id, item }) => ({ id, item, version: item.last_version + 1 })), ...drafts];
      const again = planned.flatMap((one) => (one.kind === "again" ? [one.proofId] : []));
      const ids = [...sent.map(({ id }) => id), ...again];
      const writes = [
        ...assertProofsUnchanged(
          org,
          planned.map(({ item }) => item),
        ),
        ...insertProofs(org, created),
        ...markAsSent(
          org,
          sent.map((one) => sentProof(org, one)),
        ),
      ];
      const expiresAt = org.now + PROOF_LINK_DAYS * DAY_MS;
      const links = await prepareLinks(org, {
        purpose: "order_proofs",
        subjectIds: [...new Set(planned.map(({ item }) => String(item.order_id)))],
        expiresAt,
        masterSecrets: request.masterSecrets,
      });
      const proofs = await org.commit({
        writes: [...writes, ...links.writes],
        marker: { proof_ids: ids, link_ids: links.ids, expires_at: expiresAt, skipped: skipped.map(presentSkipped) },
        returning: proofsByIds(org, ids),
      });
      return {
        orders: sentOrders(proofs, links.paths, expiresAt),
        skipped: skipped.map(presentSkipped),
      };
    },
    () => conflictError("these proofs"),
  );
}

/** Proofs by their orders, with the link of each. */
function sentOrders(proofs: readonly ProofRow[], paths: ReadonlyMap<string, string | null>, expiresAt: number): SentOrder[] {
  return [...Map.groupBy(proofs, ({ order_id }) => order_id)].map(([orderId, own]) => ({
    orderId,
    orderNumber: own[0]?.order_number ?? null,
    buyerName: own[0]?.ship_name?.trim().split(/\s+/)[0] ?? null,
    path: paths.get(String(orderId)) ?? null,
    expiresAt,
    proofs: own,
  }));
}

interface SentMarker {
  proof_ids: string[];
  link_ids: string[];
  expires_at: number;
  skipped: SkippedItem[];
}

/** What a request that was repeated has sent. */
export async function sentProofsFromMarker(org: OrgReader, marker: unknown, masterSecrets: MasterSecrets): Promise<SentProofs> {
  const { proof_ids, link_ids, expires_at, skipped } = marker as SentMarker;
  const { proofs, links } = await org.read({ proofs: proofsByIds(org, proof_ids), links: linksByIds(org, link_ids) });
  const created = await Promise.all(links.map(async (link) => await withPath(org, link, masterSecrets)));
  const paths = new Map(created.map(({ link, path }) => [link.subject_id, path]));
  return { orders: sentOrders(proofs, paths, expires_at), skipped };
}

function sentProof(org: OrgDb, { id, item, version }: { id: string; item: PlannedProof["item"]; version: number }): SentProof {
  const event = newEvent(org, "proof.sent", {
    proof_id: id,
    order_id: item.order_id,
    order_item_id: String(item.id),
    version,
    sent_at: momentText(org.now),
  });
  return { id, orderId: item.order_id, itemId: item.id, event };
}

function assertSendable({ itemIds }: SendProofsRequest, { planned, skipped, unknown }: ProofPlan): void {
  const path = (id: string): string => `order_item_ids[${(itemIds ?? []).indexOf(id)}]`;
  if (unknown.length > 0) {
    const missing = (id: string): ErrorDetail => ({ path: path(id), code: "not_found", message: "No such item in this organization." });
    throw new ApiError("not_found", unknown.map(missing));
  }
  if (itemIds !== undefined && skipped.length > 0) {
    const details = skipped.map(({ item, detail }) => ({ path: path(String(item.id)), order_item_id: String(item.id), ...detail }));
    throw new ApiError("conflict", details);
  }
  if (planned.length === 0) throw invalid("order_ids", "nothing_to_send", "Expected orders with proofs that can be sent.");
  if (planned.length > MAX_SENT_PROOFS)
    throw invalid("order_ids", "too_many_items", `At most ${MAX_SENT_PROOFS} proofs can be sent at once.`);
}
