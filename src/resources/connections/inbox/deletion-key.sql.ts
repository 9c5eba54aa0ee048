import { type SQL, sql } from "drizzle-orm";
import type { OrgDb } from "../../../platform/db/org-db";
import { latestPlausible } from "../../../platform/values/outside-clock";

/** What identifies the deletion of an order: all its deliveries have the same body, and so the same hash of it. */
interface Deletion {
  connection_id: string;
  /** The hash of the body. */
  event_key: string;
  source_order_id: string | null;
}

/** Sorts after the keys of all deletions with the same body, which are the hash, or the hash, a slash and a number: "0" is the character after "/". */
const afterKeys = (hash: string): string => `${hash}0`;

/**
 * SQL for the event key of a deletion. A second one counts as another event only if the shop has said something of the order since the first: in
 * another message, or in what a reconciliation has read. Its key is then the hash and the number of the deletion before it
 * (docs/spec/connections.md#deletions).
 */
export function deletionKey(org: OrgDb, { connection_id, event_key: hash, source_order_id }: Deletion): SQL {
  const organization = org.organization.id;
  const ofConnection = sql`x.organization_id = ${organization} and x.connection_id = ${connection_id}`;
  const isDeletion = sql`x.event_key >= ${hash} and x.event_key < ${afterKeys(hash)}`;
  // Below, a message that waits is found by the id of its order in the shop, and one that was processed by that of the order here.
  const isLaterMessage = sql`${ofConnection} and x.seq > d.seq and not (${isDeletion})`;
  // A time that is ahead of all clocks says nothing.
  const isReadLater = sql`o.source_updated_at > d.received_at and o.source_updated_at <= ${latestPlausible(org.now)}`;
  return sql`coalesce((select ${hash} || '/' || d.seq from
    (select x.seq, x.received_at from connection_inbox x where ${ofConnection} and ${isDeletion} order by x.seq desc limit 1) d
    where exists (select 1 from connection_inbox x where ${isLaterMessage} and x.status = 'pending' and x.source_order_id = ${source_order_id})
      or exists (select 1 from orders o where o.organization_id = ${organization} and o.external_id = ${source_order_id}
        and o.store_id = (select c.store_id from connections c where c.organization_id = ${organization} and c.id = ${connection_id})
        and (${isReadLater} or exists (select 1 from connection_inbox x where ${isLaterMessage} and x.order_id = o.id)))), ${hash})`;
}

/**
 * Whether a message is a deletion after another one of the same order: only the key of such a one has a slash, which no hash has. It has the body of
 * the first one, and so its signature, so it may be a replay.
 */
export function isRepeatedDeletion({ event_key }: { event_key: string }): boolean {
  return event_key.includes("/");
}
