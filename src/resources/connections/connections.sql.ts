import { type SQL, sql } from "drizzle-orm";
import type { OrgDb, OrgReader } from "../../platform/db/org-db";
import type { Statement, WriteStatement } from "../../platform/db/statement";
import { storeIdByRef } from "../stores/lookup.sql.ts";
import type { Platform } from "./platforms/platforms";
import { connections } from "./table";

/** A connection as it is stored. Its secrets are encrypted. */
export type StoredConnection = Omit<typeof connections.$inferSelect, "platform"> & { platform: Platform };

/** How fulfillments are sent to the shop, from the endpoint of the connection. Without an endpoint, sending was never on: all are null or 0. */
export interface SendingHealth {
  /** The status of the endpoint. `gone` is one of webhooks only: a shop that responds with 410 to an attempt has rejected an order. */
  sending_status: "active" | "paused" | "disabled_failing" | "gone" | null;
  sending_success_at: number | null;
  sending_failure_at: number | null;
  /** When the current series of failures started. */
  sending_failing_since: number | null;
  /** Failed deliveries, at most MAX_COUNTED. */
  sending_failed: number;
}

/** A connection with how it sends fulfillments. */
export type ConnectionRow = StoredConnection & SendingHealth;

/** The store of a connection to a shop. */
export function storeOf({ id, store_id }: Pick<StoredConnection, "id" | "store_id">): number {
  if (store_id === null) throw new Error(`The connection ${id} has no store.`);
  return store_id;
}

/** How many failed deliveries are counted. */
const MAX_COUNTED = 100;

// `d.status <> 'succeeded'` is the condition of the index deliveries_status.
const SENDING_HEALTH = sql`w.status as sending_status, w.last_success_at as sending_success_at, w.last_failure_at as sending_failure_at,
  w.failing_since as sending_failing_since,
  (select count(*) from (select 1 from deliveries d where d.organization_id = c.organization_id and d.endpoint_id = c.id
    and d.status = 'failed' and d.status <> 'succeeded' limit ${sql.raw(String(MAX_COUNTED))})) as sending_failed`;
const JOIN_ENDPOINT = sql`left join webhook_endpoints w on w.organization_id = c.organization_id and w.id = c.id`;

export type NewConnectionRow = Pick<
  StoredConnection,
  | "id"
  | "platform"
  | "secret"
  | "secret_hint"
  | "shop_url"
  | "api_credentials"
  | "api_hint"
  | "reconcile_at"
  | "webhooks_url"
  | "sends_fulfillments"
  | "property_map"
> & {
  /** SQL if the batch itself creates the store. */
  store_id: number | SQL | null;
};

/** The unique keys that a concurrent request may take. */
export const CONNECTION_CONFLICTS = [connections.store_id] as const;

/** Inserts a connection if the store exists and the organization has fewer than `max`. Otherwise it changes no row. */
export function insertConnection(org: OrgDb, row: NewConnectionRow, max: number): WriteStatement {
  const { id, store_id, platform, secret, secret_hint, shop_url, api_credentials, api_hint } = row;
  const { reconcile_at, webhooks_url, sends_fulfillments, property_map } = row;
  return org.write()`insert into connections (id, organization_id, store_id, platform, status, secret, secret_hint, shop_url,
      api_credentials, api_hint, reconcile_at, webhooks_url, sends_fulfillments, property_map, created_at, updated_at)
    select ${id}, ${org.key}, ${store_id}, ${platform}, 'active', ${secret}, ${secret_hint}, ${shop_url},
      ${api_credentials}, ${api_hint}, ${reconcile_at}, ${webhooks_url}, ${sends_fulfillments}, ${property_map}, ${org.now}, ${org.now}
    where (select count(*) from connections where organization_id = ${org.key} and deleted_at is null) < ${max}`;
}

/** One connection, which may be deleted. */
export function connectionById(org: OrgReader, id: string): Statement<ConnectionRow> {
  return org.rows<ConnectionRow>()`select c.*, ${SENDING_HEALTH} from connections c ${JOIN_ENDPOINT}
    where c.organization_id = ${org.key} and c.id = ${id}`;
}

/** The store with an id, code or name, and the live connection that it has. */
export function storeWithConnection(org: OrgReader, ref: string): Statement<{ id: number; name: string; connection_id: string | null }> {
  return org.rows<{ id: number; name: string; connection_id: string | null }>()`select s.id, s.name, c.id as connection_id from stores s
    left join connections c on c.organization_id = s.organization_id and c.store_id = s.id and c.deleted_at is null
    where s.organization_id = ${org.key} and s.id = ${storeIdByRef(org, ref)}`;
}

/** A connection with the name of its store. A carrier service has none. */
export type NamedConnection = ConnectionRow & { store_name: string | null };

/** The connections that are not deleted, oldest first. */
export function liveConnections(org: OrgReader): Statement<NamedConnection> {
  return org.rows<NamedConnection>()`select c.*, ${SENDING_HEALTH}, s.name as store_name from connections c ${JOIN_ENDPOINT}
    left join stores s on s.organization_id = c.organization_id and s.id = c.store_id
    where c.organization_id = ${org.key} and c.deleted_at is null order by c.created_at, c.id`;
}

/** The columns that a change sets. */
export type ConnectionValues = Partial<Omit<StoredConnection, "id" | "organization_id" | "version" | "created_at" | "updated_at">>;

/** Updates a connection if it is not deleted and still has the version that was read. */
export function changeConnection(org: OrgDb, { id, version }: ConnectionRow, values: ConnectionValues): WriteStatement {
  const c = connections;
  const unchanged = sql`${c.id} = ${id} and ${c.version} = ${version} and ${c.deleted_at} is null`;
  return org.update(c, { ...values, version: version + 1, updated_at: org.now }, unchanged);
}

/** Records what happened to a connection. It is not a change of its settings, so its version stays. */
export function recordHealth(org: OrgDb, id: string, values: ConnectionValues): WriteStatement {
  return org.update(connections, values, sql`${connections.id} = ${id} and ${connections.deleted_at} is null`);
}

/** Records how far the removal of a deleted connection has come. */
export function recordRemoval(org: OrgDb, id: string, values: ConnectionValues): WriteStatement {
  return org.update(connections, values, sql`${connections.id} = ${id} and ${connections.deleted_at} is not null`);
}
