import { rows } from "../../kit/client";

/** Some of the totals that are maintained for an organization, each with the same total computed from its rows. */
const SUMS: readonly (readonly [maintainedSql: string, recountSql: string])[] = [
  [
    "select sum(orders) as n, sum(items) as items, sum(total_amount) as total from order_rollups where organization_id = ? and basis = 'all'",
    "select count(*) as n, sum(units) as items, sum(total_amount) as total from orders where organization_id = ?",
  ],
  [
    "select sum(orders) as n, sum(items) as items, sum(total_amount) as total from order_rollups where organization_id = ? and basis = 'date_day'",
    "select count(*) as n, sum(units) as items, sum(total_amount) as total from orders where organization_id = ?",
  ],
  [
    "select sum(items) as n from item_rollups where organization_id = ? and basis = 'all'",
    "select count(*) as n from order_items where organization_id = ?",
  ],
  [
    "select sum(total) as n from list_counts where organization_id = ? and list = 'orders' and filter = '' and basis = 'all'",
    "select count(*) as n from orders where organization_id = ?",
  ],
  [
    "select sum(total) as n from list_counts where organization_id = ? and list = 'items' and filter = '' and basis = 'all'",
    "select count(*) as n from order_items where organization_id = ?",
  ],
  [
    "select coalesce(sum(total), 0) as n from list_counts where organization_id = ? and list = 'tickets' and filter = 'status:open'",
    "select count(*) as n from tickets where organization_id = ? and status = 'open'",
  ],
];

/** Totals that differ from a recount of the rows. There must be none. */
export async function wrongTotals(organizationId: number): Promise<unknown[]> {
  const wrong: unknown[] = [];
  for (const [maintainedSql, recountSql] of SUMS) {
    const [maintained, recount] = [await rows(maintainedSql, organizationId), await rows(recountSql, organizationId)];
    if (JSON.stringify(maintained) !== JSON.stringify(recount)) wrong.push({ maintainedSql, maintained, recount });
  }
  return wrong;
}
