import type { Sentence } from "../../../public/texts/catalog";
import { optionalText } from "../../../platform/http/input/text";
import { MAX_COMMENT_LENGTH, type ProofDecision } from "../states";

const Comment = optionalText(MAX_COMMENT_LENGTH);

/** What a buyer has chosen, or what is wrong with it. */
export function parseDecision(form: Readonly<Record<string, unknown>>): { state: ProofDecision; comment: string | null } | Sentence {
  if (form["decision"] === "approved") return { state: "approved", comment: null };
  const comment = Comment.safeParse(form["comment"]);
  if (!comment.success) return { key: "proof_comment_long" };
  const { data = null } = comment;
  return data === null ? { key: "proof_comment_needed" } : { state: "changes_requested", comment: data };
}

/** The ids of the proofs that a buyer approves at once: those that the page has shown. */
export const approvedIds = (form: Readonly<Record<string, unknown>>): string[] =>
  [form["proof"]].flat().filter((id) => typeof id === "string");

/** Why nothing was recorded. */
export const NOT_RECORDED = {
  approved: { key: "proof_already_approved" },
  changes_requested: { key: "proof_already_changed" },
  superseded: { key: "proof_replaced" },
  cancelled: { key: "proof_cancelled" },
} as const satisfies Record<string, Sentence>;
