import type { StoreValues } from "./write.sql.ts";
import type { PLATFORMS, STORE_TYPES } from "./store-kinds";

/** A store as a caller words it. Absent: nothing is said; null: it has none. */
export interface IncomingStore {
  name: string;
  code?: string | null | undefined;
  platform: (typeof PLATFORMS)[number];
  type?: (typeof STORE_TYPES)[number] | null | undefined;
  /** ISO 4217. */
  currency?: string | undefined;
  is_active?: boolean | undefined;
  /** Whether its items need design files. */
  uses_designs?: boolean | undefined;
}

/** A change of a store: absent means unchanged, null clears. */
export type StorePatch = { [K in keyof IncomingStore]?: IncomingStore[K] | undefined };

/** The values that are said, as they are stored. */
export function saidValues({ is_active, uses_designs, ...rest }: StorePatch): Partial<StoreValues> {
  const said = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return {
    ...said,
    ...(is_active !== undefined && { is_active: is_active ? 1 : 0 }),
    ...(uses_designs !== undefined && { uses_designs: uses_designs ? 1 : 0 }),
  };
}
