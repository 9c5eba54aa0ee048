import { CHOSEN_BLOCKERS, type ChosenBlocker, DEFAULT_BLOCKERS, storeBlockers } from "../blockers";
import type { StoreRow } from "../list.sql.ts";

/** What a store requires of an item, so that the item has no such blocker. */
const LABELS = {
  sku: "SKU",
  design: "Design",
  supplier: "Active supplier",
  cost: "Cost",
  payment: "Payment",
  address: "Complete address",
  proof: "Approved proof",
} as const satisfies Record<ChosenBlocker, string>;

export const BLOCKER_CHOICES = CHOSEN_BLOCKERS.map((value) => ({ value, label: LABELS[value] }));

/** The blockers that the form of a new store begins with. */
export const NEW_STORE_BLOCKERS = { send_blockers: DEFAULT_BLOCKERS.send.usual, ship_blockers: DEFAULT_BLOCKERS.ship.usual };

/** The blockers of a store, as its form shows them. */
export const shownBlockers = (store: StoreRow) => ({
  send_blockers: storeBlockers(store, "send"),
  ship_blockers: storeBlockers(store, "ship"),
});

interface ChosenBlockers {
  send_blockers?: readonly ChosenBlocker[] | null | undefined;
  ship_blockers?: readonly ChosenBlocker[] | null | undefined;
}

/** A form without the blockers that are the shown ones, so that a store keeps the default of its type until somebody chooses others. */
export function withChosenBlockers<Form extends ChosenBlockers>(form: Form, shown: ChosenBlockers): Form {
  const isSame = (name: keyof ChosenBlockers) => JSON.stringify(form[name] ?? []) === JSON.stringify(shown[name] ?? []);
  return {
    ...form,
    ...(isSame("send_blockers") && { send_blockers: undefined }),
    ...(isSame("ship_blockers") && { ship_blockers: undefined }),
  };
}
