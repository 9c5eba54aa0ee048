/** Where a supplier ships: to the buyer of the order, or to the organization, which ships to the buyer. */
export const SUPPLIER_SHIPPING = ["to_buyer", "to_us"] as const;

/** What a column of a supplier's file can contain (docs/spec/suppliers.md#file-columns). */
export const FILE_FIELDS = [
  "supplier_order",
  "order_number",
  "order_item_id",
  "name",
  "sku",
  "quantity",
  "personalization",
  "properties",
  "variations",
  "material",
  "style",
  "type",
  "size",
  "color",
  "design_url",
  "comment",
  "due_date",
  "ship_name",
  "ship_address1",
  "ship_address2",
  "ship_city",
  "ship_state",
  "ship_zipcode",
  "ship_country",
  "tracking_number",
  "carrier",
  "tracking_url",
  "reject_reason",
] as const;

export type FileField = (typeof FILE_FIELDS)[number];

/** A column of a supplier's file: its heading, and what it contains. */
export interface FileColumn {
  name: string;
  field: FileField;
}

export const MAX_FILE_COLUMNS = 50;
/** Columns of a file with the same field, so that a file is not many times as large as its texts. */
export const MAX_COLUMNS_OF_FIELD = 2;
export const MAX_COLUMN_NAME_LENGTH = 100;
export const MAX_LEAD_TIME_DAYS = 365;

/** A supplier as a caller sends it. An absent field gets its default, and null means that there is no value. */
export interface IncomingSupplier {
  name: string;
  code?: string | null | undefined;
  /** ISO 4217. */
  currency?: string | undefined;
  contact_name?: string | null | undefined;
  contact_email?: string | null | undefined;
  contact_phone?: string | null | undefined;
  file_columns?: readonly FileColumn[] | null | undefined;
  default_shipping?: (typeof SUPPLIER_SHIPPING)[number] | undefined;
  lead_time_days?: number | null | undefined;
  is_active?: boolean | undefined;
}

/** A partial update of a supplier: an absent field is unchanged, and null clears a field. */
export type SupplierPatch = { [K in keyof IncomingSupplier]?: IncomingSupplier[K] | undefined };
