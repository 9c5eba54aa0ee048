import { mergeMetadata } from "../../platform/values/metadata";
import { recordOf } from "../../platform/values/record";
import type { ProductValues } from "./write.sql.ts";

// An SPU (standard product unit) groups several SKUs.
const TEXTS = ["sku", "spu", "description", "design_link", "supplier", "material"] as const;
const LISTS = ["tags", "images", "stores", "platforms"] as const;

/**
 * The fields that a caller may send. An absent field is not sent, and null means that there is no value. The price and the cost are in stored
 * units.
 */
export type ProductFields = {
  title?: string | undefined;
  price?: number | undefined;
  cost?: number | null | undefined;
  cost_currency?: string | undefined;
  /** A change of the metadata (platform/values/metadata.ts). */
  metadata?: string | null | undefined;
} & {
  [K in (typeof TEXTS)[number]]?: string | null | undefined;
} & { [K in (typeof LISTS)[number]]?: readonly string[] | null | undefined };

/** The values of a new product. Absent fields are empty (docs/spec/products.md#new-product). `currency` is the organization's. */
export function newValues(fields: ProductFields & { title: string }, currency: string): ProductValues {
  const empty = {
    price: 0,
    cost: null,
    cost_currency: null,
    metadata: null,
    ...recordOf(TEXTS, () => null),
    ...recordOf(LISTS, () => "[]"),
  };
  return mergeValues({ ...empty, title: fields.title }, fields, currency);
}

/**
 * Merges fields into values: an absent field is kept, null clears a field, and lists are replaced (docs/spec/requests.md#partial-updates). A
 * cost without a currency is in `currency`, the organization's.
 */
export function mergeValues(values: ProductValues, fields: ProductFields, currency: string): ProductValues {
  const cost = fields.cost === undefined ? values.cost : fields.cost;
  const text = (sent: string | null | undefined, stored: string | null) => (sent === undefined ? stored : sent);
  const list = (sent: readonly string[] | null | undefined, stored: string) => (sent === undefined ? stored : JSON.stringify(sent ?? []));
  return {
    title: fields.title ?? values.title,
    price: fields.price ?? values.price,
    cost,
    cost_currency: cost === null ? null : (fields.cost_currency ?? values.cost_currency ?? currency),
    metadata: mergeMetadata(fields.metadata, values.metadata),
    ...recordOf(TEXTS, (name) => text(fields[name], values[name])),
    ...recordOf(LISTS, (name) => list(fields[name], values[name])),
  };
}

export function sameValues(one: ProductValues, other: ProductValues): boolean {
  const names = ["title", "price", "cost", "cost_currency", "metadata", ...TEXTS, ...LISTS] as const;
  return names.every((name) => one[name] === other[name]);
}
