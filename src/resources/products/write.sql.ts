import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { type Change, assertRowsChanged } from "../../platform/db/change";
import type { OrgDb } from "../../platform/db/org-db";
import { newestProductId, productById, type ProductRow, productWithSameSku } from "./rows.sql.ts";
import { products } from "./table";
import { first, type WriteStatement } from "../../platform/db/statement";

/** A folded text that a product can be filtered by. */
export interface ProductTerm {
  kind: "store" | "platform" | "tag";
  term: string;
}

export type ProductValues = Pick<
  ProductRow,
  | "title"
  | "sku"
  | "spu"
  | "description"
  | "price"
  | "design_link"
  | "cost"
  | "cost_currency"
  | "supplier"
  | "material"
  | "metadata"
  | "tags"
  | "images"
  | "stores"
  | "platforms"
>;

export interface ProductToWrite {
  values: ProductValues;
  terms: readonly ProductTerm[];
  words: string;
}

/** Reads the product that was written, and another product with its SKU if there is one. */
const readWritten = (org: OrgDb, id: number | SQL) => ({
  product: first(productById(org, id)),
  duplicate: first(productWithSameSku(org, id)),
});

type WrittenRows = ReturnType<typeof readWritten>;

export function insertProduct(org: OrgDb, { values, terms, words }: ProductToWrite): Change<WrittenRows> {
  const id = newestProductId(org);
  return {
    writes: [
      org.insert(products, { ...values, created_at: org.now, updated_at: org.now }),
      ...insertTerms(org, id, terms),
      insertWords(org, id, words),
    ],
    marker: sql`json_object('product_id', ${id})`,
    returning: readWritten(org, id),
  };
}

/** Updates a product if it still has the version that was read. `oldTerms` are the terms of that version. */
export function updateProduct(
  org: OrgDb,
  product: ProductRow,
  { values, terms, words, oldTerms }: ProductToWrite & { oldTerms: readonly ProductTerm[] },
): Change<WrittenRows> {
  return {
    writes: [
      update(org, product, values),
      assertRowsChanged(),
      ...removeTerms(org, product.id, termsNotIn(oldTerms, terms)),
      ...insertTerms(org, product.id, termsNotIn(terms, oldTerms)),
      insertWords(org, product.id, words),
    ],
    marker: { product_id: product.id },
    returning: readWritten(org, product.id),
  };
}

/** Removes a product from every list, search and count, if it still has the version that was read. */
export function archiveProduct(org: OrgDb, product: ProductRow, terms: readonly ProductTerm[]): Change {
  return {
    writes: [
      update(org, product, { archived_at: org.now }),
      assertRowsChanged(),
      ...removeTerms(org, product.id, terms),
      org.write()`delete from product_search
        where rowid = (select p.id from products p where p.organization_id = ${org.key} and p.id = ${product.id})`,
    ],
    marker: { product_id: product.id },
  };
}

/** Updates a product if it still has the version that was read. The caller's next statement must be `assertRowsChanged`. */
function update(org: OrgDb, { id, version }: ProductRow, patch: Partial<ProductValues> & { archived_at?: number }): WriteStatement {
  const unchanged = and(eq(products.id, id), eq(products.version, version), isNull(products.archived_at));
  return org.update(products, { ...patch, version: version + 1, updated_at: org.now }, sql`${unchanged}`);
}

/** The terms of `all` that are not in `others`: an update writes only what it changes. */
function termsNotIn(all: readonly ProductTerm[], others: readonly ProductTerm[]): ProductTerm[] {
  const name = ({ kind, term }: ProductTerm) => `${kind} ${term}`;
  const excluded = new Set(others.map(name));
  return all.filter((term) => !excluded.has(name(term)));
}

const asJson = (terms: readonly ProductTerm[]): string => JSON.stringify(terms.map(({ kind, term }) => [kind, term]));

function insertTerms(org: OrgDb, id: number | SQL, terms: readonly ProductTerm[]): WriteStatement[] {
  if (terms.length === 0) return [];
  return [
    org.write()`insert or ignore into product_terms (organization_id, kind, term, product_id)
      select ${org.key}, j.value->>0, j.value->>1, ${id} from json_each(${asJson(terms)}) j`,
  ];
}

function removeTerms(org: OrgDb, id: number, terms: readonly ProductTerm[]): WriteStatement[] {
  if (terms.length === 0) return [];
  return [
    org.write()`delete from product_terms where organization_id = ${org.key} and product_id = ${id}
      and (kind, term) in (select j.value->>0, j.value->>1 from json_each(${asJson(terms)}) j)`,
  ];
}

function insertWords(org: OrgDb, id: number | SQL, words: string): WriteStatement {
  return org.write()`insert or replace into product_search (rowid, words)
    select p.id, ${words} from products p where p.organization_id = ${org.key} and p.id = ${id}`;
}
