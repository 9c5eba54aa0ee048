import * as z from "zod";
import type { IncomingStore, StorePatch } from "../fields";
import { CHOSEN_BLOCKERS } from "../blockers";
import { STORE_FILTERS } from "../filters";
import { MAX_RETURN_ADDRESS_LENGTH, STORE_PLATFORMS, STORE_TYPES } from "../store-kinds";
import { cursorQuery, IntegerId } from "../../../platform/http/input/query";
import { patchBody } from "../../../platform/http/input/text";
import { CurrencyInput, optionalText, requiredText } from "../../../platform/http/input/text";
import { cursorListQuery } from "../../../platform/http/input/lists";

export const StorePath = z.object({ id: IntegerId });

const blockers = (about: string) =>
  z
    .array(z.enum(CHOSEN_BLOCKERS))
    .max(CHOSEN_BLOCKERS.length)
    .nullable()
    .optional()
    .describe(`${about} null: the default of the store's type.`);

const FIELDS = {
  name: requiredText(255).describe("Unique in the organization, regardless of case."),
  code: optionalText(64).describe("A short name that is unique in the organization, regardless of case."),
  platform: z.enum(STORE_PLATFORMS),
  type: z.enum(STORE_TYPES).nullable().optional(),
  currency: CurrencyInput.optional().describe("ISO 4217 code. Default for a new store: the organization's currency."),
  is_active: z.boolean().optional().describe("Default for a new store: true."),
  uses_designs: z
    .boolean()
    .optional()
    .describe("If false, the console does not ask for design files of this store's items. Default for a new store: true."),
  send_blockers: blockers("What keeps an item from being sent to a supplier, besides a hold."),
  ship_blockers: blockers("What keeps an item from being shipped, besides a hold."),
  return_address: optionalText(MAX_RETURN_ADDRESS_LENGTH).describe("Printed on packing slips, in the lines in which it is written."),
};

export const NewStore = z.object(FIELDS).meta({ id: "NewStore" }) satisfies z.ZodType<IncomingStore>;

export const StoreChange = patchBody(
  z.object({ ...FIELDS, name: FIELDS.name.optional(), platform: FIELDS.platform.optional() }),
  "StoreChange",
) satisfies z.ZodType<StorePatch>;

export const StoreListQuery = cursorListQuery({
  filters: STORE_FILTERS,
  defaultSort: { field: "name", direction: "asc" },
  // The cursor contains the sort key of a name, which may have six characters for each one of the name.
  cursor: cursorQuery(4096),
});
