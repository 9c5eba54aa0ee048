/** The states of a proof (docs/spec/proofs.md#states). */
export const PROOF_STATES = ["draft", "sent", "approved", "changes_requested", "superseded"] as const;

export type ProofState = (typeof PROOF_STATES)[number];

/** What a buyer may decide. */
export const PROOF_DECISIONS = ["approved", "changes_requested"] as const satisfies readonly ProofState[];

export type ProofDecision = (typeof PROOF_DECISIONS)[number];

/** Whether somebody has decided about a proof. */
export const isDecided = (state: ProofState): state is ProofDecision => PROOF_DECISIONS.some((decision) => decision === state);

/** The most characters of a buyer's comment. */
export const MAX_COMMENT_LENGTH = 2000;

/** The most proofs of an item, and of one request. */
export const MAX_PROOF_VERSIONS = 100;
export const MAX_SENT_PROOFS = 500;

/** More proofs in a state are not counted. */
export const MAX_COUNTED_PROOFS = 1000;

/** The characters of a buyer's comment that a printed document has. */
export const MAX_PRINTED_COMMENT = 500;
