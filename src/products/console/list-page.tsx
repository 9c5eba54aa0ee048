import type { Child } from "hono/jsx";
import { presentProduct } from "../v1/present";
import { ProductListQuery } from "../v1/contract";
import type { ProductSortField } from "../list.sql.ts";
import type { ProductRow } from "../rows.sql.ts";
import type { Sort } from "../../platform/db/list/sort";
import { PRODUCT_FILTERS } from "../filters";
import { listProducts } from "../list-products";
import { isFiltered, readFilter } from "../../platform/http/input/filters";
import { useAsk } from "../../console/ask";
import { page } from "../../console/page";
import { Moment, Money } from "../../console/parts/figures";
import { FilterForm } from "../../console/parts/filter-form";
import { ButtonTo, To } from "../../console/parts/link";
import { NothingYet } from "../../console/parts/nothing-yet";
import { PageHead } from "../../console/parts/page-head";
import { Pager } from "../../console/parts/pager";
import { type Sortable, sortable } from "../../console/parts/sortable";
import { Table } from "../../console/parts/table";
import { offeredStores } from "../../stores/console/store-field";

const COLUMNS: readonly Sortable<ProductSortField>[] = [
  { name: "Product", main: true, by: "title" },
  { name: "SKU", by: "sku" },
  { name: "Stores" },
  { name: "Platforms" },
  { name: "Tags" },
  { name: "Changed", by: "updated_at", first: "desc" },
  { name: "Price", figures: true, by: "price", first: "desc" },
];

const SORT_CHOICES = [
  ["updated_at:desc", "Last changed first"],
  ["created_at:desc", "Newest first"],
  ["title:asc", "Title, A to Z"],
  ["sku:asc", "SKU, A to Z"],
  ["price:desc", "Highest price first"],
  ["price:asc", "Lowest price first"],
] as const;

/** Texts that a cell has room for; the product's page shows all. */
const MAX_SHOWN_TEXTS = 3;

function few(texts: readonly string[]): string | null {
  if (texts.length === 0) return null;
  const more = texts.length - MAX_SHOWN_TEXTS;
  return texts.slice(0, MAX_SHOWN_TEXTS).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

function Products({ products, sort, empty }: { products: readonly ProductRow[]; sort: Sort<ProductSortField>; empty: Child }) {
  const { here, member } = useAsk();
  const rows = products.map((row) => {
    const { id, title, sku, stores, platforms, tags, price } = presentProduct(row);
    return {
      cells: [
        <To page={`/products/${id}`}>{title}</To>,
        sku,
        few(stores),
        few(platforms),
        few(tags),
        <Moment at={row.updated_at} />,
        <Money amount={price} currency={member.organization.currency} />,
      ],
    };
  });
  return <Table caption="Products" columns={sortable(COLUMNS, sort, here)} rows={rows} empty={empty} />;
}

function Head() {
  return (
    <PageHead title="Products">
      <ButtonTo page="/products/new" label="New product" primary needs="write" />
    </PageHead>
  );
}

/** The products that are not archived, by the API's filters. */
export const productListPage = page({ path: "/products", needs: "read", query: ProductListQuery }, async ({ org, query, search }) => {
  const [{ products, total }, { stores }] = await Promise.all([
    listProducts(org, readFilter(PRODUCT_FILTERS, org, query.filter), query),
    offeredStores(org),
  ]);
  const body = (
    <>
      <Head />
      <FilterForm
        list="products"
        filters={PRODUCT_FILTERS}
        sorts={SORT_CHOICES}
        choices={{ store: stores.map(({ name }) => name) }}
        search={search}
      />
      <Products
        products={products}
        sort={query.sort}
        empty={
          isFiltered(query.filter) || total > 0 ? (
            "No products match."
          ) : (
            <NothingYet plural="products" make="Make the first one." to="/products/new" />
          )
        }
      />
      <Pager {...query} total={total} />
    </>
  );
  return { title: "Products", body };
});
