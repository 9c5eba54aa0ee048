import { type SQL, sql } from "drizzle-orm";
import type { OrganizationRow } from "../../accounts/control.sql.ts";
import { organizationsDb, type OrganizationsDb } from "../../platform/db/database";
import { first, Statement } from "../../platform/db/statement";
import type { StoreRow } from "../../resources/stores/list.sql.ts";

/** A part of a list by id: up to `limit` rows after the id `after`. */
export interface OrganizationsAfter {
  after: number;
  limit: number;
}

/** How much an organization has, and when it last did something. */
export interface ActivityRow {
  organization_id: number;
  orders: number;
  items: number;
  /** The time of its last event, or of the last change of an order if that is later: events are deleted after a while. Null: never. */
  last_activity_at: number | null;
}

/** Reads a count that triggers maintain: that of all rows, without a filter or a period. */
const countOf = (list: "orders" | "items") => sql`coalesce((select total from list_counts
  where organization_id = o.id and list = ${list} and filter = '' and basis = 'all' and bucket = 0), 0)`;

/** SQL of the activity of organizations, with some rows for each, however much they have. `organizations` is a query with a column `id`. */
function activityOf(organizations: SQL): Statement<ActivityRow> {
  const lastEvent = sql`(select occurred_at from events where organization_id = o.id order by seq desc limit 1)`;
  const lastOrder = sql`(select max(updated_at) from orders where organization_id = o.id)`;
  return new Statement<ActivityRow>(sql`
    select o.id as organization_id, ${countOf("orders")} as orders, ${countOf("items")} as items,
      nullif(max(coalesce(${lastEvent}, 0), coalesce(${lastOrder}, 0)), 0) as last_activity_at
    from (${organizations}) o`);
}

/** A page of organizations, and the activity of those whose rows are in the directory: one round trip. */
export async function organizationPage(
  env: Env,
  { after, limit }: OrganizationsAfter,
): Promise<{ rows: OrganizationRow[]; activity: ActivityRow[] }> {
  const page = sql`from organizations where id > ${after} order by id limit ${limit}`;
  return await organizationsDb(env, 0).run({
    rows: new Statement<OrganizationRow>(sql`select * ${page}`),
    activity: activityOf(sql`select id ${page}`),
  });
}

export async function activityIn(db: OrganizationsDb, ids: readonly number[]): Promise<ActivityRow[]> {
  return await db.run(activityOf(sql`select value as id from json_each(${JSON.stringify(ids)})`));
}

/** Up to `limit` stores of an organization by id, and the organization's row, or null: one round trip to each database that it needs. */
export async function storePage(
  env: Env,
  organizationId: number,
  { after, limit }: OrganizationsAfter,
): Promise<{ organization: OrganizationRow; stores: StoreRow[] } | null> {
  const select = new Statement<StoreRow>(sql`
    select * from stores where organization_id = ${organizationId} and id > ${after} order by id limit ${limit}`);
  const byId = new Statement<OrganizationRow>(sql`select * from organizations where id = ${organizationId}`);
  const { organization, stores } = await organizationsDb(env, 0).run({ organization: first(byId), stores: select });
  if (organization === undefined) return null;
  const { database } = organization;
  return { organization, stores: database === 0 ? stores : await organizationsDb(env, database).run(select) };
}
