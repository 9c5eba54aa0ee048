import { defineFilter, type FilterTable, type FilterValues } from "../../platform/http/input/filters";
import { choiceQueryIgnoringCase, integerQuery } from "../../platform/http/input/query";
import { PROOF_STATES } from "./states";

const Id = integerQuery(1, Number.MAX_SAFE_INTEGER);

/** The filters of the list of proofs; their SQL has the same keys in rows.sql.ts. */
export const PROOF_FILTERS = {
  state: defineFilter({
    name: "state",
    query: choiceQueryIgnoringCase(PROOF_STATES, "invalid_state", { description: "Only proofs in this state." }),
    tool: "Only proofs in this state: `sent` ones wait for the buyer.",
  }),
  orderId: defineFilter({ name: "order_id", query: Id.describe("Only proofs of this order."), tool: true }),
  itemId: defineFilter({ name: "order_item_id", query: Id.describe("Only the versions of this item."), tool: true }),
} satisfies FilterTable;

export type ProofFilter = FilterValues<typeof PROOF_FILTERS>;
