import type { StoreValues } from "./write.sql.ts";
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
  /** Printed on packing slips, in lines. */
  return_address?: string | null | undefined;
}

/** A partial update of a store: an absent field is unchanged, and null clears a field. */
export type StorePatch = { [K in keyof IncomingStore]?: IncomingStore[K] | undefined };

/** The columns of the fields that are present. */
export function storedValues({ is_active, uses_designs, ...rest }: StorePatch): Partial<StoreValues> {
  const texts = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return {
    ...texts,
    ...(is_active !== undefined && { is_active: is_active ? 1 : 0 }),
    ...(uses_designs !== undefined && { uses_designs: uses_designs ? 1 : 0 }),
  };
}
