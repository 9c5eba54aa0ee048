import * as z from "zod";
import { textQuery } from "../../../../platform/http/input/query";
import { countText } from "../../../../console/count-text";
import { page } from "../../../../console/page";
import { usePageRequest } from "../../../../console/page-request";
import { SearchForm } from "../../../../console/parts/search-form";
import { Sku } from "../../../../console/parts/values";
import { PageLink } from "../../../../console/parts/link";
import { Table } from "../../../../console/parts/table";
import { customersAmong } from "../../list/customers";
import { MAX_SEARCH_LENGTH } from "../../order-limits";
import { columnsOf, OrderTable } from "../order-columns";
import { findEverything, type SearchResults } from "./find-everything";

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

/** The customers among the orders that were found. */
function Customers({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <section>
      <h2>Customers</h2>
      <ul class="plain">
        {names.map((name) => (
          <li>
            <PageLink page={`/orders?q=${encodeURIComponent(name.slice(0, MAX_SEARCH_LENGTH))}`}>{name}</PageLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Results({ text, found: { orders, products, ticket } }: { text: string; found: SearchResults }) {
  const query = encodeURIComponent(text);
  const { organization } = usePageRequest().member;
  if (orders.total === 0 && products.total === 0 && ticket === null) {
    return (
      <div class="empty">
        <p class="title">Nothing found.</p>{" "}
        <p>
          Each word must be the beginning of a word in an order's number, names, city, postal code, tags, item, SKU or tracking number, or
          in a product's title, SKU or tags. An email address, a phone number and the number of a ticket are found too.
        </p>{" "}
        <p class="actions">
          <PageLink page="/orders" class="button">
            View all orders
          </PageLink>
        </p>
      </div>
    );
  }
  return (
    <>
      {ticket === null ? null : (
        <section>
          <h2>Tickets</h2>
          <p>
            <PageLink page={`/tickets/${ticket.id}`}>
              #{ticket.number} {ticket.subject}
            </PageLink>
          </p>
        </section>
      )}
      {orders.total === 0 ? null : (
        <section>
          <h2>Orders</h2>
          <OrderTable orders={orders.orders} columns={columnsOf(null)} sort={SORT} empty="No orders." />
          <AllLink page={`/orders?q=${query}`} total={orders.total} name="orders" />
        </section>
      )}
      <Customers names={customersAmong(orders.orders, organization.id, text)} />
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

/** The order of the results, which the table marks. */
const SORT = { field: "date", direction: "desc" } as const;

function SearchPage({ text, found }: { text: string; found: SearchResults | null }) {
  const { base } = usePageRequest();
  return (
    <>
      <SearchForm base={base} text={text} label="Find orders and products" />
      {text === "" ? (
        <p class="soft">
          Enter a number, a customer, an email address, a phone number, a city, a tag, an item, a SKU or a tracking number.
        </p>
      ) : null}
      {found === null ? null : <Results text={text} found={found} />}
    </>
  );
}

/** Searches orders, products and tickets. A search that finds one of them and nothing else opens it. One sequential round trip. */
export const searchPage = page(
  { path: "/search", permission: "read", query: z.object({ q: textQuery(MAX_SEARCH_LENGTH) }) },
  async ({ org, query, member }) => {
    const text = query.q ?? "";
    const found = text === "" ? null : await findEverything(org, text, MAX_RESULTS);
    const only = found === null ? null : onlyResult(text, found);
    if (only !== null) return new Response(null, { status: 303, headers: { Location: `/console/${member.organization.id}${only}` } });
    return { title: "Search", body: <SearchPage text={text} found={found} /> };
  },
);

/**
 * The page of the only order or ticket that was found, or of the ticket that the text names. A product is listed, because a search for a SKU is often for
 * orders.
 */
function onlyResult(text: string, { orders, products, ticket }: SearchResults): string | null {
  if (ticket !== null && /^\s*ticket/i.test(text)) return `/tickets/${ticket.id}`;
  if (products.total > 0 || orders.total + (ticket === null ? 0 : 1) !== 1) return null;
  const [order] = orders.orders;
  if (ticket !== null) return `/tickets/${ticket.id}`;
  return order === undefined ? null : `/orders/${order.id}`;
}
