import * as z from "zod";
import { ORDER_FILTERS } from "../list/filters";
import { listOrderSummaries } from "../list/list-orders";
import { readFilter } from "../../../platform/http/input/filters";
import { textQuery } from "../../../platform/http/input/query";
import { PRODUCT_FILTERS } from "../../products/filters";
import { listProducts } from "../../products/read-product";
import { countText } from "../../../console/count-text";
import { page } from "../../../console/page";
import { usePageRequest } from "../../../console/page-request";
import { SearchForm } from "../../../console/parts/search-form";
import { Sku } from "../../../console/parts/values";
import { PageLink } from "../../../console/parts/link";
import { Table } from "../../../console/parts/table";
import { columnsOf, OrderTable } from "./order-columns";

/** How many orders and products are shown. The links below them lead to all. */
const MAX_RESULTS = 10;

function AllLink({ page: path, total, name }: { page: string; total: number; name: string }) {
  if (total <= MAX_RESULTS) return null;
  return (
    <p>
      <PageLink page={path}>
        View all {countText(total)} {name}
      </PageLink>
    </p>
  );
}

type Orders = Awaited<ReturnType<typeof listOrderSummaries>>;
type Products = Awaited<ReturnType<typeof listProducts>>;

function Results({ text, orders, products }: { text: string; orders: Orders; products: Products }) {
  const query = encodeURIComponent(text);
  if (orders.total === 0 && products.total === 0) {
    return (
      <div class="empty">
        Nothing found. Each word must be the beginning of a word in an order's number, customer, item, SKU or tracking number, or in a
        product's title, SKU or tags.
      </div>
    );
  }
  return (
    <>
      {orders.total === 0 ? null : (
        <section>
          <h2>Orders</h2>
          <OrderTable orders={orders.orders} columns={columnsOf(null)} sort={SORT} empty="No orders." />
          <AllLink page={`/orders?q=${query}`} total={orders.total} name="orders" />
        </section>
      )}
      {products.total === 0 ? null : (
        <section>
          <h2>Products</h2>
          <Table
            caption="Products"
            columns={["Product", "SKU"]}
            rows={products.products.map(({ id, title, sku }) => [<PageLink page={`/products/${id}`}>{title}</PageLink>, <Sku sku={sku} />])}
            empty="No products."
          />
          <AllLink page={`/products?q=${query}`} total={products.total} name="products" />
        </section>
      )}
    </>
  );
}

const SORT = { field: "date", direction: "desc" } as const;

function SearchPage({ text, orders, products }: { text: string; orders: Orders; products: Products }) {
  const { base } = usePageRequest();
  return (
    <>
      <SearchForm base={base} text={text} label="Find orders and products" />
      {text === "" ? <p class="soft">Enter a number, a customer, an item, a SKU or a tracking number.</p> : null}
      {text === "" ? null : <Results text={text} orders={orders} products={products} />}
    </>
  );
}

/** Searches orders and products. A search that finds one order and nothing else opens it. One sequential round trip. */
export const searchPage = page(
  { path: "/search", permission: "read", query: z.object({ q: textQuery(200) }) },
  async ({ org, query, member }) => {
    const text = query.q ?? "";
    const sizes = { page: 1, size: MAX_RESULTS } as const;
    const [orders, products] =
      text === ""
        ? [
            { orders: [], total: 0 },
            { products: [], total: 0 },
          ]
        : await Promise.all([
            listOrderSummaries(org, readFilter(ORDER_FILTERS, org, { q: text }), { ...sizes, sort: SORT }),
            listProducts(org, readFilter(PRODUCT_FILTERS, org, { q: text }), {
              ...sizes,
              sort: { field: "updated_at", direction: "desc" },
            }),
          ]);
    const [only] = orders.orders;
    if (only !== undefined && orders.total === 1 && products.total === 0) {
      return new Response(null, { status: 303, headers: { Location: `/console/${member.organization.id}/orders/${only.id}` } });
    }
    return { title: "Search", body: <SearchPage text={text} orders={orders} products={products} /> };
  },
);
