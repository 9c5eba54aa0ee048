import type { ProductValues } from "./write.sql.ts";

/** What a caller may say of a product. Absent: nothing is said; null: it has none. The price is in stored units. */
export interface ProductFields {
  title?: string | undefined;
  sku?: string | null | undefined;
  spu?: string | null | undefined;
  description?: string | null | undefined;
  price?: number | undefined;
  design_link?: string | null | undefined;
  tags?: readonly string[] | null | undefined;
  images?: readonly string[] | null | undefined;
  stores?: readonly string[] | null | undefined;
  platforms?: readonly string[] | null | undefined;
}

/** The values of a new product: what is not said of it is empty (docs/spec/products.md#new-product). */
export function newValues(fields: ProductFields & { title: string }): ProductValues {
  const blank = {
    sku: null,
    spu: null,
    description: null,
    price: 0,
    design_link: null,
    tags: "[]",
    images: "[]",
    stores: "[]",
    platforms: "[]",
  };
  return mergeValues({ ...blank, title: fields.title }, fields);
}

/** Lays fields over values: absent leaves, null clears, a list replaces the whole one (docs/spec/requests.md#partial-updates). */
export function mergeValues(values: ProductValues, fields: ProductFields): ProductValues {
  const text = (said: string | null | undefined, kept: string | null) => (said === undefined ? kept : said);
  const list = (said: readonly string[] | null | undefined, kept: string) => (said === undefined ? kept : JSON.stringify(said ?? []));
  return {
    title: fields.title ?? values.title,
    sku: text(fields.sku, values.sku),
    spu: text(fields.spu, values.spu),
    description: text(fields.description, values.description),
    price: fields.price ?? values.price,
    design_link: text(fields.design_link, values.design_link),
    tags: list(fields.tags, values.tags),
    images: list(fields.images, values.images),
    stores: list(fields.stores, values.stores),
    platforms: list(fields.platforms, values.platforms),
  };
}

/** Whether two products' values are the same. */
export function sameValues(one: ProductValues, other: ProductValues): boolean {
  return (Object.keys(mergeValues(one, {})) as (keyof ProductValues)[]).every((name) => one[name] === other[name]);
}
