import type { ProofState } from "../states";

const LABELS = {
  draft: "Draft",
  sent: "Waiting for the buyer",
  approved: "Approved",
  changes_requested: "Changes requested",
  superseded: "Superseded",
} as const satisfies Record<ProofState, string>;

export const proofStateLabel = (state: ProofState): string => LABELS[state];

/** Leads to where the next version of a proof is made. */
export const NEW_VERSION = "Create new version";
