import { fittingRows, htmlLength } from "../../../console/html-length";
import type { PlannedProof, SkippedProof } from "../plan-proofs";
import { isPlanned } from "../send-proofs";
import { MAX_SENT_PROOFS } from "../states";

/** An item of which a proof may be sent, or of which nothing can be. */
export type Candidate = PlannedProof | SkippedProof;

/** Whether its proof can be sent and the buyer has not got it yet. */
export const isUnseen = (one: Candidate): boolean => isPlanned(one) && one.kind !== "again";

/** How often the row of an item has its name: in its link and in the labels of its checkbox and its picture. */
const NAMES_IN_ROW = 3;

/** The length of the texts in the row of an item. */
function lengthOf(one: Candidate): number {
  const { name, order_number, design_url } = one.item;
  const once = [order_number ?? "", design_url ?? "", isPlanned(one) ? "" : one.detail.message];
  return NAMES_IN_ROW * htmlLength(name) + once.reduce((sum, text) => sum + htmlLength(text), 0);
}

export interface ShownItems {
  /** In the order of their orders and items. */
  shown: Candidate[];
  /** What the page has no room for. */
  hidden: Candidate[];
}

/**
 * Divides items into those that the page shows, as many as can be sent at once, and the others. Those that the buyers have not got come first, and
 * those of which nothing can be sent last: after the links of the first ones were created, the page shows the next ones.
 */
export function shownItems(candidates: readonly Candidate[]): ShownItems {
  const rank = (one: Candidate): number => {
    if (isUnseen(one)) return 0;
    return isPlanned(one) ? 1 : 2;
  };
  const byItem = (a: Candidate, b: Candidate): number => a.item.order_id - b.item.order_id || a.item.id - b.item.id;
  const sorted = candidates.toSorted((a, b) => rank(a) - rank(b) || byItem(a, b));
  const shown = fittingRows(sorted, MAX_SENT_PROOFS, lengthOf);
  return { shown: shown.toSorted(byItem), hidden: sorted.slice(shown.length) };
}
