import type { StoreValues } from "./write.sql.ts";
import { CHOSEN_BLOCKERS, type ChosenBlocker } from "./blockers";
import type { STORE_PLATFORMS, STORE_TYPES } from "./store-kinds";

/** A store as a caller sends it. An absent field gets its default, and null means that there is no value. */
export interface IncomingStore {
  name: string;
  code?: string | null | undefined;
  platform: (typeof STORE_PLATFORMS)[number];
  type?: (typeof STORE_TYPES)[number] | null | undefined;
  /** ISO 4217. */
  currency?: string | undefined;
  is_active?: boolean | undefined;
  /** Whether its items need design files. */
  uses_designs?: boolean | undefined;
  /** What blocks sending an item to a supplier, and shipping it. Null: the default of the store's type. */
  send_blockers?: readonly ChosenBlocker[] | null | undefined;
  ship_blockers?: readonly ChosenBlocker[] | null | undefined;
  /** Printed on packing slips, in lines. */
  return_address?: string | null | undefined;
}

/** A partial update of a store: an absent field is unchanged, and null clears a field. */
export type StorePatch = { [K in keyof IncomingStore]?: IncomingStore[K] | undefined };

/** A list of blockers as it is stored: each once, in one order. */
const blockersText = (blockers: readonly ChosenBlocker[] | null): string | null =>
  blockers === null ? null : JSON.stringify(CHOSEN_BLOCKERS.filter((blocker) => blockers.includes(blocker)));

/** The columns of the fields that are present. */
export function storedValues({ is_active, uses_designs, send_blockers, ship_blockers, ...rest }: StorePatch): Partial<StoreValues> {
  const texts = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return {
    ...texts,
    ...(is_active !== undefined && { is_active: is_active ? 1 : 0 }),
    ...(send_blockers !== undefined && { send_blockers: blockersText(send_blockers) }),
    ...(ship_blockers !== undefined && { ship_blockers: blockersText(ship_blockers) }),
    ...(uses_designs !== undefined && { uses_designs: uses_designs ? 1 : 0 }),
  };
}
