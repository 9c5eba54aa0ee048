import { ApiError } from "../../../../platform/api-error";
import type { OrgReader } from "../../../../platform/db/org-db";
import { readFilter } from "../../../../platform/http/input/filters";
import { PRODUCT_FILTERS } from "../../../products/filters";
import { listProducts } from "../../../products/read-product";
import { readTicket } from "../../../tickets/read-ticket";
import { listOrderSummaries } from "../../list/list-orders";
import { readOrderFilter } from "../order-query";

export type Found = Awaited<ReturnType<typeof findEverything>>;

/** The number of a ticket, as people write it. Null for any other text. */
function ticketNumber(text: string): number | null {
  const digits = /^(?:ticket\s{0,5})?#?(\d{1,15})$/i.exec(text.trim())?.[1];
  return digits === undefined || Number(digits) === 0 ? null : Number(digits);
}

async function findTicket(org: OrgReader, text: string) {
  const id = ticketNumber(text);
  if (id === null) return null;
  try {
    return await readTicket(org, id);
  } catch (error) {
    if (error instanceof ApiError && error.code === "not_found") return null;
    throw error;
  }
}

/** Finds orders and products by their words, and a ticket by its number: up to `size` of each. One round trip. */
export async function findEverything(org: OrgReader, text: string, size: number) {
  const page = { page: 1, size } as const;
  const [orders, products, ticket] = await Promise.all([
    listOrderSummaries(org, readOrderFilter(org, { q: text }), { ...page, sort: { field: "date", direction: "desc" } }),
    listProducts(org, readFilter(PRODUCT_FILTERS, org, { q: text }), { ...page, sort: { field: "updated_at", direction: "desc" } }),
    findTicket(org, text),
  ]);
  return { orders, products, ticket };
}
