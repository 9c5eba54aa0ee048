import { recordOf } from "../platform/values/record";
import type { ProductValues } from "./write.sql.ts";

const TEXTS = ["sku", "spu", "description", "design_link"] as const;
const LISTS = ["tags", "images", "stores", "platforms"] as const;

/** What a caller may say of a product. Absent: nothing is said; null: it has none. The price is in stored units. */
export type ProductFields = { title?: string | undefined; price?: number | undefined } & {
  [K in (typeof TEXTS)[number]]?: string | null | undefined;
} & { [K in (typeof LISTS)[number]]?: readonly string[] | null | undefined };

/** The values of a new product: what is not said of it is empty (docs/spec/products.md#new-product). */
export function newValues(fields: ProductFields & { title: string }): ProductValues {
  const blank = { price: 0, ...recordOf(TEXTS, () => null), ...recordOf(LISTS, () => "[]") };
  return mergeValues({ ...blank, title: fields.title }, fields);
}

/** Lays fields over values: absent leaves, null clears, a list replaces the whole one (docs/spec/requests.md#partial-updates). */
export function mergeValues(values: ProductValues, fields: ProductFields): ProductValues {
  const text = (said: string | null | undefined, kept: string | null) => (said === undefined ? kept : said);
  const list = (said: readonly string[] | null | undefined, kept: string) => (said === undefined ? kept : JSON.stringify(said ?? []));
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
