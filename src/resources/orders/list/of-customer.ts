import type { OrgReader } from "../../../platform/db/org-db";
import { contactTerms } from "../../../platform/db/text/contact-terms";
import type { OrderSummary } from "../rows.sql.ts";
import { customersAmong } from "./customers";
import { type CustomerRow, customersWithTerms, ordersWithTerm } from "./of-customer.sql.ts";
import { parseOrderTerms } from "./search-terms";

interface CustomerOrdersQuery {
  email: string | undefined;
  phone: string | undefined;
  /** The order whose customer it is. */
  except: number;
  limit: number;
}

/** Lists the newest other orders with the email address or the phone number of a customer. One round trip. */
export async function listOrdersOfCustomer(org: OrgReader, { email, phone, ...page }: CustomerOrdersQuery): Promise<OrderSummary[]> {
  const terms = contactTerms(org.organization.id, { email, phone });
  return terms.length === 0 ? [] : await org.read(ordersWithTerm(org, terms, page));
}

/** Finds up to `limit` customers by their names, email addresses or phone numbers, each as their newest order has them. One round trip. */
export async function findCustomers(org: OrgReader, { q, limit }: { q: string; limit: number }): Promise<CustomerRow[]> {
  const { id } = org.organization;
  const terms = parseOrderTerms(id, q, { readsContacts: true });
  if (terms === null) return [];
  const rows = await org.read(customersWithTerms(org, terms));
  const customerNames = new Set(customersAmong(rows, id, q));
  const found = new Map<string, CustomerRow>();
  for (const row of rows) {
    const key = JSON.stringify([row.customer_name, row.customer_email, row.customer_phone]);
    if (customerNames.has(row.customer_name ?? "") && !found.has(key)) found.set(key, row);
  }
  return [...found.values()].slice(0, limit);
}
