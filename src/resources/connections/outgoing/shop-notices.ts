import { attemptResult } from "./attempt-result";
import type { NoticeRow, UnsentRow } from "./shop-notices.sql.ts";

/** Whether the shop of an order has been told of a fulfillment, and why not (docs/spec/connections.md#whether-the-shop-was-notified). */
export interface ShopNotice {
  connectionId: string;
  state:
    /** It has the fulfillment with its current tracking. */
    | "notified"
    /** It was made in the shop, not here. */
    | "from_shop"
    /** Its delivery waits or is in progress, and no attempt has failed. */
    | "sending"
    /** No delivery is to send it, or its delivery is held. */
    | "not_sent"
    /** Its last attempt failed. */
    | "failed";
  /** Why the shop does not have the fulfillment, or not its current tracking. Null if it has, or if no reason is known. */
  reason: string | null;
  /** When a failed one is tried again, ms since 1970. Otherwise null. */
  nextAttemptAt: number | null;
}

/** The notices of an order's fulfillments by their ids. A fulfillment of which no shop is to be told has none. */
export function shopNotices(rows: readonly NoticeRow[], unsent: readonly UnsentRow[]): ReadonlyMap<string, ShopNotice> {
  return new Map(
    rows.flatMap((row) => {
      const notice = noticeOf(
        row,
        unsent.find(({ fulfillment_id }) => fulfillment_id === row.id || (fulfillment_id === null && row.is_current === 0)),
      );
      return notice === null ? [] : [[row.id, { connectionId: row.connection_id, ...notice }] as const];
    }),
  );
}

type Notice = Omit<ShopNotice, "connectionId">;

const notice = (state: Notice["state"], reason: string | null = null): Notice => ({ state, reason, nextAttemptAt: null });

function noticeOf(row: NoticeRow, unsent: UnsentRow | undefined): Notice | null {
  if (row.is_current === 1) return notice("notified");
  const wasSent = row.is_current === 0 || row.sending_tracking !== null;
  if (row.source_id !== null && !wasSent) return notice("from_shop");
  if (row.is_shipped === 0 || row.is_cancelled === 1) return null;
  if (unsent !== undefined) return unsentNotice(row, unsent);
  const obstacle = obstacleOf(row);
  if (obstacle !== null) return notice("not_sent", obstacle);
  return row.is_current === 0
    ? notice("not_sent", "The shop has the previous tracking.")
    : notice("not_sent", "It was shipped before fulfillments were sent to the shop.");
}

function unsentNotice(row: NoticeRow, { status, next_attempt_at, error_code, response_body }: UnsentRow): Notice {
  const result = error_code === null ? null : attemptResult({ error_code, response_body });
  if (status === "failed") return notice("failed", result);
  if (status === "held") return notice("not_sent", obstacleOf(row) ?? "Sending is paused.");
  return { state: result === null ? "sending" : "failed", reason: result, nextAttemptAt: result === null ? null : next_attempt_at };
}

/** What keeps a connection from sending a fulfillment. Null if nothing does. */
function obstacleOf({ connection_status, sends_fulfillments, has_access, is_of_shop }: NoticeRow): string | null {
  if (is_of_shop === 0) return "This order does not come from the shop.";
  if (has_access === 0) return "The connection has no access to the shop’s API.";
  if (sends_fulfillments === 0) return "The connection does not send fulfillments.";
  return connection_status === "paused" ? "The connection is paused." : null;
}
