import { conflict, conflictError, invalid, orNotFound } from "../../platform/api-error";
import { retryOnConflict } from "../../platform/db/change";
import type { OrgDb } from "../../platform/db/org-db";
import type { WriteStatement } from "../../platform/db/statement";
import { momentText } from "../../platform/values/zone";
import { newEvent } from "../events/new-event";
import { proofById, proofsByIds, type ProofRow } from "./rows.sql.ts";
import { type ProofDecision, type ProofState } from "./states";
import { type ProofChange, updateProofs } from "./write.sql.ts";

/** What a member records: what the buyer has decided elsewhere, or that a proof is withdrawn. */
export interface ProofUpdate {
  state: ProofDecision | "superseded";
  comment?: string | null | undefined;
  /** The state that the caller has seen. */
  expectedState?: ProofState | undefined;
}

/** The event of a decision. */
export function decisionEvent(org: OrgDb, { id, order_id, order_item_id, version }: ProofRow, state: ProofDecision) {
  const fields = { proof_id: id, order_id, order_item_id: String(order_item_id), version, decided_at: momentText(org.now) };
  return state === "approved" ? newEvent(org, "proof.approved", fields) : newEvent(org, "proof.changes_requested", fields);
}

/** Commits a change of proofs that still have the states that were read, if the conditions hold. All of them change, or none. One round trip. */
export async function commitChange(
  org: OrgDb,
  proofs: readonly ProofRow[],
  change: ProofChange,
  conditions: readonly WriteStatement[] = [],
): Promise<ProofRow[]> {
  const ids = proofs.map(({ id }) => id);
  const writes = [...conditions, ...updateProofs(org, proofs, change)];
  return await org.commit({ writes, marker: { proof_ids: ids }, returning: proofsByIds(org, ids) });
}

/**
 * Records a decision about the current proof of an item, or withdraws it. The same state again changes nothing. Throws 404 Not Found, 409 Conflict
 * for a superseded proof and for one that has changed meanwhile, and 400 Bad Request for a change without a comment. Two round trips.
 */
export async function changeProof(org: OrgDb, id: string, { state, comment = null, expectedState }: ProofUpdate): Promise<ProofRow> {
  if (state === "changes_requested" && comment === null) {
    throw invalid("comment", "comment_required", "Expected a comment that says what the buyer wants to be changed.");
  }
  return await retryOnConflict(
    async () => {
      const [found] = await org.read(proofById(org, id));
      const proof = orNotFound(found);
      if (proof.state === state) return proof;
      if (proof.state === "superseded") {
        throw conflict("proof_superseded", "The proof was withdrawn, or a newer version has replaced it.", { path: "state" });
      }
      if (expectedState !== undefined && proof.state !== expectedState) {
        throw conflict("proof_changed", `The proof has the state ${proof.state} meanwhile. Check it, then repeat the change.`);
      }
      const events = state === "superseded" ? [] : [decisionEvent(org, proof, state)];
      const [changed] = await commitChange(org, [proof], { state, comment, events });
      return orNotFound(changed);
    },
    () => conflictError("this proof"),
  );
}
