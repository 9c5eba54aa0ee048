import { recordOf } from "../platform/values/record";
import type { ProductValues } from "./write.sql.ts";

// An SPU (standard product unit) groups several SKUs.
const TEXTS = ["sku", "spu", "description", "design_link"] as const;
const LISTS = ["tags", "images", "stores", "platforms"] as const;

/** The fields that a caller may send. An absent field is not sent, and null means that there is no value. The price is in stored units. */
export type ProductFields = { title?: string | undefined; price?: number | undefined } & {
  [K in (typeof TEXTS)[number]]?: string | null | undefined;
} & { [K in (typeof LISTS)[number]]?: readonly string[] | null | undefined };

/** The values of a new product. Absent fields are empty (docs/spec/products.md#new-product). */
export function newValues(fields: ProductFields & { title: string }): ProductValues {
  const empty = { price: 0, ...recordOf(TEXTS, () => null), ...recordOf(LISTS, () => "[]") };
  return mergeValues({ ...empty, title: fields.title }, fields);
}

/** Merges fields into values: an absent field is kept, null clears a field, and lists are replaced (docs/spec/requests.md#partial-updates). */
export function mergeValues(values: ProductValues, fields: ProductFields): ProductValues {
  const text = (sent: string | null | undefined, stored: string | null) => (sent === undefined ? stored : sent);
  const list = (sent: readonly string[] | null | undefined, stored: string) => (sent === undefined ? stored : JSON.stringify(sent ?? []));
  return {
    title: fields.title ?? values.title,
    price: fields.price ?? values.price,
    ...recordOf(TEXTS, (name) => text(fields[name], values[name])),
    ...recordOf(LISTS, (name) => list(fields[name], values[name])),
  };
}

/** Whether two products' values are the same. */
export function sameValues(one: ProductValues, other: ProductValues): boolean {
  return (Object.keys(mergeValues(one, {})) as (keyof ProductValues)[]).every((name) => one[name] === other[name]);
}
