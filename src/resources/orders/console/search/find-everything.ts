import type { OrgReader } from "../../../../platform/db/org-db";
import { readFilter } from "../../../../platform/http/input/filters";
import { PRODUCT_FILTERS } from "../../../products/filters";
import { listProducts } from "../../../products/read-product";
import { findSupplierOrder } from "../../../supplier-orders/read-supplier-order";
import { findSuppliers } from "../../../suppliers/read-supplier";
import { findTicket } from "../../../tickets/read-ticket";
import { listOrderSummaries } from "../../list/list-orders";
import { readOrderFilter } from "../order-query";

export type SearchResults = Awaited<ReturnType<typeof findEverything>>;
export type ProductionSearchResults = Awaited<ReturnType<typeof findInProduction>>;

/** The number in a text, as people write that of a ticket or a supplier order. Null for any other text. */
function numberAfter(name: "ticket" | "supplier order", text: string): number | null {
  const [, named = name, digits] = /^(?:(ticket|supplier order)\s{0,5})?#?(\d{1,15})$/i.exec(text.trim()) ?? [];
  return digits === undefined || Number(digits) === 0 || named.toLowerCase() !== name ? null : Number(digits);
}

/** Finds the supplier order with a number, and up to `size` suppliers by the beginning of their name or code. One round trip. */
export async function findInProduction(org: OrgReader, text: string, size: number) {
  const number = numberAfter("supplier order", text);
  const [supplierOrder, suppliers] = await Promise.all([
    number === null ? null : findSupplierOrder(org, number),
    findSuppliers(org, text, size),
  ]);
  return { supplierOrder, suppliers };
}

/** Finds orders and products by their words, and a ticket by its number: up to `size` of each. One round trip. */
export async function findEverything(org: OrgReader, text: string, size: number) {
  const page = { page: 1, size } as const;
  const number = numberAfter("ticket", text);
  const [orders, products, ticket] = await Promise.all([
    listOrderSummaries(org, readOrderFilter(org, { q: text }), { ...page, sort: { field: "date", direction: "desc" } }),
    listProducts(org, readFilter(PRODUCT_FILTERS, org, { q: text }), { ...page, sort: { field: "updated_at", direction: "desc" } }),
    number === null ? null : findTicket(org, number),
  ]);
  return { orders, products, ticket };
}
