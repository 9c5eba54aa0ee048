import { conflictError, notFound } from "../../platform/api-error";
import { retryOnConflict } from "../../platform/db/change";
import type { OrgDb } from "../../platform/db/org-db";
import { first } from "../../platform/db/statement";
import { assertNotCancelled, proofOfBuyer } from "./buyer.sql.ts";
import { commitChange, decisionEvent } from "./decide";
import { proofById } from "./rows.sql.ts";
import { isDecided, type ProofDecision } from "./states";

/** What a buyer has decided about a proof of an order. */
export interface BuyerDecision {
  orderId: number;
  id: string;
  state: ProofDecision;
  comment: string | null;
}

/**
 * Records what the buyer of an order has decided, once. Returns why that is not possible: the proof was decided before, replaced or withdrawn, or its item
 * was cancelled. Throws 404 Not Found for a draft and for a proof of another order. Two round trips.
 */
export async function decideAsBuyer(
  org: OrgDb,
  { orderId, id, state, comment }: BuyerDecision,
): Promise<"recorded" | "cancelled" | "superseded" | ProofDecision> {
  return await retryOnConflict(
    async () => {
      const { proof, item } = await org.read({ proof: first(proofById(org, id)), item: first(proofOfBuyer(org, { orderId, id })) });
      if (proof === undefined || item === undefined) throw notFound();
      // A second click says the same again.
      if (proof.state === state && proof.comment === comment) return "recorded";
      if (proof.state === "superseded" || isDecided(proof.state)) return proof.state;
      if (item.is_cancelled === 1) return "cancelled";
      const change = { state, comment, event: decisionEvent(org, proof, state) };
      await commitChange(org, proof, change, [assertNotCancelled(org, proof.order_item_id)]);
      return "recorded";
    },
    () => conflictError("this proof"),
  );
}
