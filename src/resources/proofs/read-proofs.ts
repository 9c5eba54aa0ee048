import { orNotFound } from "../../platform/api-error";
import type { OrgReader } from "../../platform/db/org-db";
import type { ProofFilter } from "./filters";
import type { UndesignedItem } from "../orders/items/needed-designs.sql.ts";
import {
  type NewestProof,
  newestProofs,
  proofById,
  type ProofRow,
  proofsBefore,
  redesignedItems,
  type WaitingCounts,
  waitingCounts,
} from "./rows.sql.ts";
import { firstRows } from "../../platform/db/list/first-rows";

/** Reads a proof. Throws 404 Not Found for an unknown one. One round trip. */
export async function readProof(org: OrgReader, id: string): Promise<ProofRow> {
  const [proof] = await org.read(proofById(org, id));
  return orNotFound(proof);
}

/** Reads the proof that a write marker refers to, in its current state. */
export async function proofFromMarker(org: OrgReader, marker: unknown): Promise<ProofRow> {
  return await readProof(org, (marker as { proof_id: string }).proof_id);
}

/** Lists up to `limit` proofs before an id, newest first, and whether there are more. One round trip. */
export async function listProofsBefore(
  org: OrgReader,
  filter: ProofFilter,
  { before, limit }: { before: string | null; limit: number },
): Promise<{ rows: ProofRow[]; hasMore: boolean }> {
  const found = await org.read(proofsBefore(org, filter, { before, limit: limit + 1 }));
  return firstRows(found, limit);
}

/** The items whose buyers want another design, up to `limit`. One round trip. */
export async function listItemsToRedesign(org: OrgReader, limit: number): Promise<UndesignedItem[]> {
  return await org.read(redesignedItems(org, limit));
}

/** What the links of a proof are about: its order, whose other proofs they show, too. Throws 404 Not Found. One round trip. */
export async function linkSubjectOf(org: OrgReader, id: string): Promise<{ subjectId: string; subjectName: string }> {
  const { order_id, order_number } = await readProof(org, id);
  return { subjectId: String(order_id), subjectName: order_number ?? `#${order_id}` };
}

/** The newest proofs of the items of orders (`newestProofs`), by the ids of the items. One round trip. */
export async function readNewestProofs(org: OrgReader, orderIds: readonly number[]): Promise<ReadonlyMap<number, NewestProof>> {
  const proofs = orderIds.length === 0 ? [] : await org.read(newestProofs(org, orderIds));
  return new Map(proofs.map((proof) => [proof.order_item_id, proof]));
}

/** How many proofs wait for their buyers and how many need a change, each up to 1,000. One round trip. */
export async function countWaitingProofs(org: OrgReader): Promise<WaitingCounts> {
  const [counts] = await org.read(waitingCounts(org));
  return counts ?? { sent: 0, changes_requested: 0 };
}
