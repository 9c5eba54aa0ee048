import * as z from "zod";
import { cursorListQuery } from "../../../platform/http/input/lists";
import { cursorQuery } from "../../../platform/http/input/query";
import { CurrencyInput, optionalText, patchBody, requiredText } from "../../../platform/http/input/text";
import {
  FILE_FIELDS,
  type IncomingSupplier,
  MAX_COLUMN_NAME_LENGTH,
  MAX_COLUMNS_OF_FIELD,
  MAX_FILE_COLUMNS,
  MAX_LEAD_TIME_DAYS,
  SUPPLIER_SHIPPING,
  type SupplierPatch,
} from "../fields";
import { SUPPLIER_FILTERS } from "../filters";

export const SupplierPath = z.object({ id: z.string().meta({ description: "Id of a supplier, sup_…" }) });

const FIELDS = {
  name: requiredText(255).describe("Unique in the organization, regardless of case. No other supplier has it as its code."),
  code: optionalText(64).describe(
    "A short name that is unique in the organization, regardless of case. No other supplier has it as its name.",
  ),
  currency: CurrencyInput.optional().describe("ISO 4217 code of its costs. Default for a new supplier: the organization's currency."),
  contact_name: optionalText(255),
  contact_email: optionalText(255),
  contact_phone: optionalText(32),
  file_columns: z
    .array(z.object({ name: requiredText(MAX_COLUMN_NAME_LENGTH), field: z.enum(FILE_FIELDS) }))
    .max(MAX_FILE_COLUMNS)
    .refine((columns) => columns.every(({ field }) => columns.filter((other) => other.field === field).length <= MAX_COLUMNS_OF_FIELD), {
      error: `Expected each field in at most ${MAX_COLUMNS_OF_FIELD} columns.`,
      params: { code: "repeated_field" },
    })
    .nullable()
    .optional()
    .describe(
      "The columns of the files that this supplier gets, in order: their heading and what they contain. `null` or `[]`: the default columns.",
    ),
  default_shipping: z
    .enum(SUPPLIER_SHIPPING)
    .optional()
    .describe("Whether it ships to the buyer or to you. Default for a new supplier: `to_buyer`."),
  lead_time_days: z
    .int()
    .min(0)
    .max(MAX_LEAD_TIME_DAYS)
    .nullable()
    .optional()
    .describe("How many days it usually takes to make and ship what is ordered."),
  is_active: z.boolean().optional().describe("Whether work can be sent to it. Default for a new supplier: true."),
};

export const NewSupplier = z.object(FIELDS).meta({ id: "NewSupplier" }) satisfies z.ZodType<IncomingSupplier>;

export const SupplierChange = patchBody(
  z.object({ ...FIELDS, name: FIELDS.name.optional() }),
  "SupplierChange",
) satisfies z.ZodType<SupplierPatch>;

const SUPPLIER_LIST = {
  filters: SUPPLIER_FILTERS,
  defaultSort: { field: "name", direction: "asc" },
  // The cursor contains the sort key of a name, which may have six characters for each one of the name.
  cursor: cursorQuery(4096),
} as const;

export const SupplierListQuery = cursorListQuery(SUPPLIER_LIST);

/** The query of the console's list, whose cursor parameter is `after`. */
export const SupplierPageQuery = cursorListQuery(SUPPLIER_LIST, "after");
