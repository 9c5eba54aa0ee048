import { type SQL, sql } from "drizzle-orm";
import { assertCondition } from "../../platform/db/change";
import type { OrgControl } from "../../accounts/org-control";
import type { ControlDb } from "../../platform/db/control-db";
import type { OrgReader } from "../../platform/db/org-db";
import { ControlStatement, type Statement } from "../../platform/db/statement";
import { personalTable } from "./scan.sql.ts";
import { isIdentifying } from "./erased-values";
import type { retentionSettings } from "./table";

export type RetentionRow = typeof retentionSettings.$inferSelect;

/** How long data is kept, in days. Null: as long as the service keeps it. */
export type RetentionDays = Pick<RetentionRow, "customer_days" | "event_days">;

const retentionOf = (organizationId: number) =>
  new ControlStatement<RetentionRow>(sql`select * from retention_settings where organization_id = ${organizationId}`);

/** The settings of an organization; null if it has none. */
export async function findRetention(control: ControlDb, organizationId: number): Promise<RetentionRow | null> {
  return await control.first(retentionOf(organizationId));
}

/** The same, to change them. Throws AlreadyCommitted if the same form has already changed them. */
export async function findRetentionForUpdate(control: OrgControl): Promise<RetentionRow | null> {
  const [row] = await control.readForUpdate(retentionOf(control.organizationId));
  return row ?? null;
}

/** Takes the settings of the organization that were applied the longest ago, and marks them as applied now. Null: all are, in this run. */
export async function takeRetention(control: ControlDb): Promise<RetentionRow | null> {
  return await control.first<RetentionRow>(sql`update retention_settings set applied_at = ${control.now} where organization_id =
    (select organization_id from retention_settings
      where (customer_days is not null or event_days is not null) and (applied_at is null or applied_at < ${control.now})
      order by applied_at, organization_id limit 1) returning *`);
}

/** Fails the batch if the settings of an organization are not those that were read. One without settings keeps everything. */
export function assertRetentionUnchanged(organizationId: number, { customer_days, event_days }: RetentionDays): ControlStatement {
  const stored = (column: SQL) => sql`(select ${column} from retention_settings where organization_id = ${organizationId})`;
  return assertCondition(sql`${stored(sql`customer_days`)} is ${customer_days} and ${stored(sql`event_days`)} is ${event_days}`);
}

/** Stores the settings of an organization. All its orders are then checked again. */
export function storeRetention(organizationId: number, { customer_days, event_days }: RetentionDays): ControlStatement {
  return new ControlStatement(sql`insert into retention_settings (organization_id, customer_days, event_days)
    values (${organizationId}, ${customer_days}, ${event_days})
    on conflict (organization_id) do update set customer_days = excluded.customer_days, event_days = excluded.event_days, position = null,
      applied_at = null`);
}

/** Stores how far the job has got in an organization's orders, unless the settings have changed. */
export async function saveRetentionPosition(control: ControlDb, row: RetentionRow, position: string): Promise<void> {
  await control.rows(sql`update retention_settings set position = ${position}
    where organization_id = ${row.organization_id} and customer_days is ${row.customer_days} and position is ${row.position}`);
}

/** An order's position among the orders by their last change. */
export type OrderPosition = readonly [updatedAt: number, id: number];

/** An order that was last changed before a time. `is_due` is 1 if it is closed and has data of its customer. */
export interface OldOrder {
  id: number;
  updated_at: number;
  is_due: 0 | 1;
}

/** The next orders that were last changed before a time, by their last change. */
export function oldOrders(
  org: OrgReader,
  { after: [updatedAt, id], before, limit }: { after: OrderPosition; before: number; limit: number },
): Statement<OldOrder> {
  const hasData = (table: string, alias: string) =>
    sql.raw(
      personalTable(table)
        .columns.filter(isIdentifying)
        .map(({ name }) => `${alias}."${name}" is not null`)
        .join(" or "),
    );
  return org.rows<OldOrder>()`select o.id, o.updated_at, (o.status in ('Complete', 'Cancelled') and (${hasData("orders", "o")}
      or exists (select 1 from order_items i where i.organization_id = ${org.key} and i.order_id = o.id
        and (${hasData("order_items", "i")})))) as is_due
    from orders o indexed by orders_updated
    where o.organization_id = ${org.key} and (o.updated_at, o.id) > (${updatedAt}, ${id}) and o.updated_at < ${before}
    order by o.updated_at, o.id limit ${limit}`;
}
