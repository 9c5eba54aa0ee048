import { conflictError, notFound } from "../../platform/api-error";
import { retryOnConflict } from "../../platform/db/change";
import type { OrgDb } from "../../platform/db/org-db";
import { assertNoneCancelled, proofsOfBuyer } from "./buyer.sql.ts";
import { commitChange, decisionEvent } from "./decide";
import { proofsByIds } from "./rows.sql.ts";
import { isDecided, type ProofDecision } from "./states";

/** What a buyer has decided about proofs of an order. */
export interface BuyerDecision {
  orderId: number;
  ids: readonly string[];
  state: ProofDecision;
  comment: string | null;
}

/**
 * Records what the buyer of an order has decided, once, about all of the proofs or about none. Returns why that is not possible: one was decided
 * before, replaced or withdrawn, or its item was cancelled. Throws 404 Not Found for a draft and for a proof of another order. Two round trips.
 */
export async function decideAsBuyer(
  org: OrgDb,
  { orderId, ids, state, comment }: BuyerDecision,
): Promise<"recorded" | "cancelled" | "superseded" | ProofDecision> {
  return await retryOnConflict(
    async () => {
      const { proofs, items } = await org.read({ proofs: proofsByIds(org, ids), items: proofsOfBuyer(org, { orderId, ids }) });
      if (items.length < new Set(ids).size) throw notFound();
      // Those that have this decision already stay as they are: a second click sends it again.
      const open = proofs.filter((proof) => proof.state !== state || proof.comment !== comment);
      const cancelledIds = new Set(items.filter((item) => item.is_cancelled === 1).map(({ id }) => id));
      for (const proof of open) {
        if (proof.state === "superseded" || isDecided(proof.state)) return proof.state;
        if (cancelledIds.has(proof.id)) return "cancelled";
      }
      if (open.length === 0) return "recorded";
      const events = open.map((proof) => decisionEvent(org, proof, state));
      const itemIds = open.map(({ order_item_id }) => order_item_id);
      await commitChange(org, open, { state, comment, events }, [assertNoneCancelled(org, itemIds)]);
      return "recorded";
    },
    () => conflictError("these proofs"),
  );
}
