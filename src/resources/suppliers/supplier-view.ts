import * as z from "zod";
import { parseStored } from "../../platform/reading/json";
import { pickValues } from "../../platform/values/record";
import { momentText } from "../../platform/values/zone";
import { FILE_FIELDS, type FileColumn, SUPPLIER_SHIPPING } from "./fields";
import type { SupplierRow } from "./rows.sql.ts";

const moment = z.iso.datetime();

/** A supplier (docs/spec/suppliers.md#supplier-fields). */
export const Supplier = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    code: z.string().nullable(),
    currency: z.string(),
    contact_name: z.string().nullable(),
    contact_email: z.string().nullable(),
    contact_phone: z.string().nullable(),
    file_columns: z
      .array(z.strictObject({ name: z.string(), field: z.enum(FILE_FIELDS) }))
      .nullable()
      .describe("null: the default columns."),
    default_shipping: z.enum(SUPPLIER_SHIPPING),
    lead_time_days: z.int().nullable(),
    is_active: z.boolean(),
    version: z.int(),
    created_at: moment,
    updated_at: moment,
  })
  .meta({ id: "Supplier" });

/** The columns of a supplier's file. Null: the default ones. */
export function fileColumnsOf({ file_columns }: Pick<SupplierRow, "file_columns">): FileColumn[] | null {
  return file_columns === null ? null : parseStored<FileColumn[]>(file_columns);
}

export function presentSupplier(row: SupplierRow): z.output<typeof Supplier> {
  return {
    ...pickValues(row, Supplier.shape),
    file_columns: fileColumnsOf(row),
    is_active: row.is_active === 1,
    created_at: momentText(row.created_at),
    updated_at: momentText(row.updated_at),
  };
}
