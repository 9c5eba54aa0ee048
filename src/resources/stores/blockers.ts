import { parseStored } from "../../platform/reading/json";
import type { STORE_TYPES } from "./store-kinds";

/** What an item may lack before it is sent to a supplier or shipped (docs/spec/readiness.md#blockers). */
export const CHOSEN_BLOCKERS = ["sku", "design", "supplier", "cost", "payment", "address", "proof"] as const;

export type ChosenBlocker = (typeof CHOSEN_BLOCKERS)[number];

/** All blockers. A hold always blocks. */
export const BLOCKERS = [...CHOSEN_BLOCKERS, "hold"] as const;

export type Blocker = (typeof BLOCKERS)[number];

/** What blockers block: sending an item to a supplier, and shipping it. */
export type BlockedAction = "send" | "ship";

/** The types of stores whose orders people enter or try out, so that they may lack more. */
export const MANUAL_TYPES = ["manual", "test"] as const satisfies readonly (typeof STORE_TYPES)[number][];

/** The blockers of a store that has not chosen any. */
export const DEFAULT_BLOCKERS = {
  send: { usual: ["sku", "design", "supplier", "payment", "address"], manual: ["supplier"] },
  ship: { usual: [], manual: [] },
} as const satisfies Record<BlockedAction, Record<"usual" | "manual", readonly ChosenBlocker[]>>;

interface StoreBlockers {
  type: string | null;
  send_blockers: string | null;
  ship_blockers: string | null;
}

/** What blocks an action in a store, besides a hold: what it has chosen, else the default of its type. */
export function storeBlockers(store: StoreBlockers, action: BlockedAction): readonly ChosenBlocker[] {
  const chosen = action === "send" ? store.send_blockers : store.ship_blockers;
  if (chosen !== null) return parseStored<ChosenBlocker[]>(chosen);
  return DEFAULT_BLOCKERS[action][MANUAL_TYPES.some((type) => type === store.type) ? "manual" : "usual"];
}
