import * as z from "zod";
import type { StoreRow } from "./list.sql.ts";
import { CHOSEN_BLOCKERS, storeBlockers } from "./blockers";
import { STORE_PLATFORMS, STORE_TYPES } from "./store-kinds";
import { pickValues } from "../../platform/values/record";
import { momentText } from "../../platform/values/zone";

const moment = z.iso.datetime();

/** A store in v2 (docs/spec/stores.md#store-fields). */
export const Store = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    code: z.string().nullable(),
    platform: z.enum(STORE_PLATFORMS),
    currency: z.string(),
    type: z.enum(STORE_TYPES).nullable(),
    is_active: z.boolean(),
    uses_designs: z.boolean(),
    return_address: z.string().nullable(),
    send_blockers: z.array(z.enum(CHOSEN_BLOCKERS)).describe("What keeps an item from being sent to a supplier, besides a hold."),
    ship_blockers: z.array(z.enum(CHOSEN_BLOCKERS)).describe("What keeps an item from being shipped, besides a hold."),
    organization_id: z.int(),
    created_at: moment,
    updated_at: moment,
  })
  .meta({ id: "StoreV2" });

/** A store in Public V1, which is fixed, and in the operator API. */
export const PublicStore = Store.omit({
  uses_designs: true,
  return_address: true,
  send_blockers: true,
  ship_blockers: true,
  created_at: true,
  updated_at: true,
}).meta({
  id: "Store",
});

/** A store as v2 shows it. */
export function presentStore(row: StoreRow): z.output<typeof Store> {
  const { is_active, uses_designs, created_at, updated_at } = row;
  const flags = { is_active: is_active === 1, uses_designs: uses_designs === 1 };
  const blockers = { send_blockers: [...storeBlockers(row, "send")], ship_blockers: [...storeBlockers(row, "ship")] };
  return { ...pickValues(row, Store.shape), ...flags, ...blockers, created_at: momentText(created_at), updated_at: momentText(updated_at) };
}

/** A store as Public V1 and the operator API show it. */
export function presentPublicStore(row: StoreRow): z.output<typeof PublicStore> {
  return { ...pickValues(row, PublicStore.shape), is_active: row.is_active === 1 };
}
