import { conflictError, notFound, type ApiError } from "../../platform/api-error";
import type { OrgReader } from "../../platform/db/org-db";
import { assertVersion, type ChangeTarget } from "../../platform/values/assert-version";
import { connectionById, type ConnectionRow, liveConnections, type NamedConnection } from "./connections.sql.ts";
import { type Delivery, withAttempts } from "../webhooks/deliveries/queries";
import { sentPage } from "./outgoing/log";
import { type OrderNames, ordersOfSent } from "./outgoing/sent-orders.sql.ts";
import { type InboxPosition, type InboxEntry, entryById, messagesAfter } from "./inbox/inbox.sql.ts";
import { type RecentProperty, recentProperties } from "./inbox/recent-properties.sql.ts";
import { firstRows } from "../../platform/db/list/first-rows";

/** A connection that is not deleted. Throws 404 Not Found. */
export async function readConnection(org: OrgReader, id: string): Promise<ConnectionRow> {
  const [row] = await org.read(connectionById(org, id));
  if (row === undefined || row.deleted_at !== null) throw notFound();
  return row;
}

/** Throws 404 Not Found, and 412 Precondition Failed if a connection has another version. */
export async function assertConnectionVersion(org: OrgReader, { id, expectedVersion }: ChangeTarget<string>): Promise<void> {
  assertVersion((await readConnection(org, id)).version, expectedVersion);
}

/** All connections, oldest first. There are at most MAX_CONNECTIONS. */
export async function listConnections(org: OrgReader): Promise<NamedConnection[]> {
  return await org.read(liveConnections(org));
}

/** Whether the secret before the last rotation is still accepted. */
export function isRotating({ previous_valid_until }: Pick<ConnectionRow, "previous_valid_until">, now: number): boolean {
  return previous_valid_until !== null && previous_valid_until > now;
}

/** The messages of a connection, newest first. Throws 404 Not Found. */
export async function listMessages(
  org: OrgReader,
  id: string,
  { limit, ...query }: { status: string | undefined; after: InboxPosition | null; limit: number },
): Promise<{ rows: InboxEntry[]; hasMore: boolean }> {
  const {
    connection: [connection],
    rows,
  } = await org.read({ connection: connectionById(org, id), rows: messagesAfter(org, id, { ...query, limit: limit + 1 }) });
  if (connection === undefined || connection.deleted_at !== null) throw notFound();
  return firstRows(rows, limit);
}

/** A message of a connection. Throws 404 Not Found. */
export async function readMessage(org: OrgReader, connectionId: string, id: string): Promise<InboxEntry> {
  const {
    connection: [connection],
    row: [row],
  } = await org.read({ connection: connectionById(org, connectionId), row: entryById(org, id) });
  if (connection === undefined || connection.deleted_at !== null || row?.connection_id !== connectionId) throw notFound();
  return row;
}

/** A connection with its latest messages, newest first. */
export interface ConnectionOverview {
  connection: NamedConnection;
  messages: InboxEntry[];
  /** The latest deliveries to the shop, newest first. */
  sent: Delivery[];
  /** The names of their orders. */
  orders: OrderNames[];
  /** The properties of the items of the orders that were delivered last. */
  properties: RecentProperty[];
}

/** Reads an overview with up to `limit` messages and as many deliveries to the shop, in one round trip. Throws 404 Not Found. */
export async function readConnectionOverview(org: OrgReader, id: string, limit: number): Promise<ConnectionOverview> {
  const { connections, messages, rows, attempts, orders, properties } = await org.read({
    connections: liveConnections(org),
    messages: messagesAfter(org, id, { status: undefined, after: null, limit }),
    ...sentPage(org, id, { limit }),
    orders: ordersOfSent(org, id, limit),
    properties: recentProperties(org, id),
  });
  const connection = connections.find((row) => row.id === id);
  if (connection === undefined) throw notFound();
  return { connection, messages, sent: withAttempts(rows, attempts), orders, properties };
}

/** 409 Conflict if every retry of a write met a conflict. */
export function connectionConflict(): ApiError {
  return conflictError("this connection");
}
