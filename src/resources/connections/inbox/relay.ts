import * as z from "zod";
import { logError } from "../../../platform/log";
import type { DueMessage } from "./inbox.sql.ts";

/** A queue message about a message of an inbox. It has only ids. */
const InboxMessage = z.object({
  inbox_id: z.string().min(1).max(64),
  organization_id: z.int().min(1),
  db: z.int().min(0),
});

/** Parses the body of a queue message. Returns null if it is not about an inbox. */
export function parseInboxMessage(body: unknown): (DueMessage & { database: number }) | null {
  const { data } = InboxMessage.safeParse(body);
  return data === undefined ? null : { id: data.inbox_id, organization_id: data.organization_id, database: data.db };
}

const MAX_BATCH = 100;

/** Enqueues messages. Never throws, because the job enqueues lost ones a second time. */
export async function enqueueInbox(queues: Pick<Env, "DELIVERIES">, database: number, due: readonly DueMessage[]): Promise<void> {
  try {
    for (let from = 0; from < due.length; from += MAX_BATCH) {
      const batch = due.slice(from, from + MAX_BATCH);
      await queues.DELIVERIES.sendBatch(
        batch.map(({ id, organization_id }) => ({
          body: { inbox_id: id, organization_id, db: database } satisfies z.input<typeof InboxMessage>,
        })),
      );
    }
  } catch (error) {
    logError("connections.enqueue", error, { database });
  }
}
