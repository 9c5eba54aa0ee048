import { type SQL, sql } from "drizzle-orm";
import type { OrgReader } from "../../../platform/db/org-db";
import { PackedColumns } from "../../../platform/db/packed";
import type { Statement } from "../../../platform/db/statement";
import { matchOf, type SearchTerm } from "../../../platform/db/text/text-search";
import { JOIN_STORE } from "../../stores/lookup.sql.ts";
import { type OrderSummary, type StoredOrder, SUMMARY_SQL } from "../rows.sql.ts";
import { SHIP_ADDRESS } from "../text-columns";

/** How many of the orders that match are read, the newest first. */
const MAX_READ = 50;

/** SQL for the ids of the newest orders that match. The terms of a query contain the organization, so all of them are its own. */
const newestWith = (query: string): SQL =>
  sql`select f.rowid as id from order_search f where f.order_search match ${query} order by f.rowid desc limit ${MAX_READ}`;

const SUMMARY = new PackedColumns(SUMMARY_SQL);

/** The newest orders that have one of these terms, except one order. */
export function ordersWithTerm(
  org: OrgReader,
  terms: readonly SearchTerm[],
  { except, limit }: { except: number; limit: number },
): Statement<OrderSummary> {
  const any = terms.map(({ query }) => query).join(" OR ");
  return org.rows<OrderSummary>(SUMMARY)`select ${SUMMARY.sql} from (${newestWith(any)}) m cross join orders o on o.id = m.id ${JOIN_STORE}
    where o.organization_id = ${org.key} and o.id <> ${except} order by o.date desc, o.id desc limit ${limit}`;
}

const CUSTOMER_COLUMNS = [
  "customer_name",
  "customer_email",
  "customer_phone",
  "customer_address",
  "ship_name",
  "ship_company",
  ...SHIP_ADDRESS,
] as const satisfies readonly (keyof StoredOrder)[];

/** What an order says of its customer. */
export type CustomerRow = Pick<StoredOrder, (typeof CUSTOMER_COLUMNS)[number]>;

/** What the newest orders that have all of these terms say of their customers, the newest first. */
export function customersWithTerms(org: OrgReader, terms: readonly SearchTerm[]): Statement<CustomerRow> {
  const columns = sql.raw(CUSTOMER_COLUMNS.map((name) => `o.${name}`).join(", "));
  return org.rows<CustomerRow>()`select ${columns} from (${newestWith(matchOf(terms))}) m cross join orders o on o.id = m.id
    where o.organization_id = ${org.key} and o.customer_name is not null order by o.id desc`;
}
