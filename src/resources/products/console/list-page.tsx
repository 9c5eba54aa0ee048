import type { Child } from "hono/jsx";
import { presentProduct } from "../product-view";
import { ProductListQuery } from "../v1/contract";
import type { ProductSortField } from "../list.sql.ts";
import type { ProductRow } from "../rows.sql.ts";
import { PRODUCT_FILTERS } from "../filters";
import { listProducts } from "../read-product";
import { isFiltered, readFilter } from "../../../platform/http/input/filters";
import { page } from "../../../console/page";
import { FilterForm } from "../../../console/parts/filter-form";
import { PageButton, PageLink } from "../../../console/parts/link";
import { EmptyState } from "../../../console/parts/notice";
import { type Column, Pager, Table } from "../../../console/parts/table";
import { Thumbnail } from "../../../console/parts/thumbnail";
import { Age, Money, Sku } from "../../../console/parts/values";
import { PLATFORM_CHOICES, platformName } from "../../stores/console/platform-names";
import { listStoreOptions } from "../../stores/console/store-options";

const COLUMNS: readonly (string | Column<ProductSortField>)[] = [
  { name: "Product", by: "title" },
  { name: "SKU", by: "sku" },
  "Stores",
  "Platforms",
  "Tags",
  { name: "Changed", by: "updated_at", first: "desc" },
  { name: "Price", figures: true, by: "price", first: "desc" },
];

const SORT_CHOICES = [
  ["updated_at:desc", "Recently changed first"],
  ["created_at:desc", "Newest first"],
  ["title:asc", "Title, A to Z"],
  ["sku:asc", "SKU, A to Z"],
  ["price:desc", "Highest price first"],
  ["price:asc", "Lowest price first"],
] as const;

/** The number of texts in a cell. The product's page shows all of them. */
const MAX_SHOWN_TEXTS = 3;

function shorten(texts: readonly string[]): string | null {
  if (texts.length === 0) return null;
  const more = texts.length - MAX_SHOWN_TEXTS;
  return texts.slice(0, MAX_SHOWN_TEXTS).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

function rowOf(row: ProductRow, currency: string): Child[] {
  const { id, title, sku, images, stores, platforms, tags } = presentProduct(row);
  return [
    <div class="with-thumbnail">
      <PageLink page={`/products/${id}`}>{title}</PageLink>
      <Thumbnail url={images[0] ?? null} label="Open its first image" />
    </div>,
    <Sku sku={sku} />,
    shorten(stores),
    shorten(platforms.map(platformName)),
    shorten(tags),
    <Age at={row.updated_at} />,
    <Money units={row.price} currency={currency} />,
  ];
}

/** The products that are not archived, by the API's filters. */
export const productListPage = page({ path: "/products", permission: "read", query: ProductListQuery }, async ({ org, query, search }) => {
  const [{ products, total }, offered] = await Promise.all([
    listProducts(org, readFilter(PRODUCT_FILTERS, org, query.filter), query),
    listStoreOptions(org),
  ]);
  const body = (
    <>
      <FilterForm
        list="products"
        filters={PRODUCT_FILTERS}
        sorts={SORT_CHOICES}
        choices={{
          platform: PLATFORM_CHOICES,
          // If not all stores were read, the filter is a text field.
          ...(offered.total <= offered.stores.length && { store: offered.stores.map(({ name }) => name) }),
        }}
        search={search}
      />
      <Table
        caption="Products"
        columns={COLUMNS}
        sort={query.sort}
        rows={products.map((row) => rowOf(row, org.organization.currency))}
        empty={
          isFiltered(query.filter) || total > 0 ? (
            "No products match."
          ) : (
            <EmptyState
              plural="products"
              purpose="Items with a product's SKU get its cost, supplier, material and design."
              button="Create the first product"
              to="/products/new"
            />
          )
        }
      />
      <Pager {...query} total={total} />
    </>
  );
  return {
    title: "Products",
    actions: (
      <>
        <PageButton page="/attention/unmatched" label="Unmatched SKUs" />
        <PageButton page="/products/new" label="Create product" icon="plus" primary permission="write" />
      </>
    ),
    body,
  };
});
