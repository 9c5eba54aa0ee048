import { randomBase62 } from "../../platform/crypto/random";
import type { OrgDb } from "../../platform/db/org-db";
import type { WriteStatement } from "../../platform/db/statement";

const DAY_MS = 24 * 3_600_000;

/** How long the link of a buyer works. */
export const PROOF_LINK_DAYS = 30;

/** A link to proofs, and what creates it. */
export interface ProofLink {
  path: string;
  expiresAt: number;
  writes: WriteStatement[];
}

export function newProofLink(org: OrgDb, _orderId: number): ProofLink {
  return { path: `/p/${org.organization.id}/${randomBase62(32)}`, expiresAt: org.now + PROOF_LINK_DAYS * DAY_MS, writes: [] };
}
