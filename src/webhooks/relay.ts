import { settingsOf, type Settings } from "../env";
import { databaseOfDeliveries, type OrganizationsDb } from "../platform/db/database";
import * as z from "zod";
import type { DueDelivery } from "../platform/db/change";
import type { ScheduledAttempt } from "./deliveries/due.sql.ts";
import { MAX_IN_FLIGHT } from "./deliveries/lease.sql.ts";
import { logError } from "../platform/log";

const MAX_BATCH = 100;
const MAX_DELAY_SECONDS = 43_200;

/** The queues that carry deliveries. */
export type Queues = Pick<Env, "DELIVERIES" | "DELIVERIES_SLOW">;

/** A queue message: only ids. The consumer reads everything else from D1. */
const DeliveryMessage = z.object({ delivery_id: z.string().min(1).max(64), attempt: z.int().min(1) });

export type DeliveryMessage = z.output<typeof DeliveryMessage>;

/** A delivery message to enqueue: in which queue, and after which delay. */
export interface DelayedMessage extends DeliveryMessage {
  /** Whether its endpoint is slow: it then runs in a queue where nobody waits behind it. */
  slow: boolean;
  /** ms; rounded up to seconds, at most 12 h. */
  delayMs: number;
}

/** Parses the body of a queue message; null if it is not a delivery message. */
export function parseDeliveryMessage(body: unknown): DeliveryMessage | null {
  return DeliveryMessage.safeParse(body).data ?? null;
}

/** Enqueues deliveries that a commit has just made due, at most five for each endpoint. The recovery job enqueues again what was lost. */
export async function enqueueDeliveries(queues: Queues, due: readonly DueDelivery[]): Promise<void> {
  const byEndpoint = Map.groupBy(due, ({ endpoint_id }) => endpoint_id);
  const first = [...byEndpoint.values()].flatMap((each) => each.slice(0, MAX_IN_FLIGHT));
  await enqueueDue(queues, first, Date.now());
}

/** Enqueues each of these for when it is due, `now` being ms since 1970; never throws. */
export async function enqueueDue(queues: Queues, due: readonly ScheduledAttempt[], now: number): Promise<void> {
  await enqueueMessages(
    queues,
    due.map(({ id, attempt, slow, at }) => ({ delivery_id: id, attempt, slow: slow !== 0, delayMs: at - now })),
  );
}

/** Sends these messages; never throws, because the recovery job enqueues again what was lost. */
export async function enqueueMessages(queues: Queues, messages: readonly DelayedMessage[]): Promise<void> {
  const sends = [
    ...chunks(messages.filter(({ slow }) => !slow)).map((chunk) => queues.DELIVERIES.sendBatch(chunk.map(toSendRequest))),
    ...chunks(messages.filter(({ slow }) => slow)).map((chunk) => queues.DELIVERIES_SLOW.sendBatch(chunk.map(toSendRequest))),
  ];
  for (const sent of await Promise.allSettled(sends)) {
    if (sent.status === "rejected") logError("webhooks.enqueue", sent.reason);
  }
}

function toSendRequest({ delivery_id, attempt, delayMs }: DelayedMessage): MessageSendRequest<DeliveryMessage> {
  const delaySeconds = Math.min(MAX_DELAY_SECONDS, Math.max(0, Math.ceil(delayMs / 1000)));
  return { body: { delivery_id, attempt }, delaySeconds };
}

function chunks<T>(all: readonly T[]): T[][] {
  const count = Math.ceil(all.length / MAX_BATCH);
  return Array.from({ length: count }, (_, index) => all.slice(index * MAX_BATCH, (index + 1) * MAX_BATCH));
}

/** What deliveries are made with. */
export interface DeliveryEngine {
  db: OrganizationsDb;
  queues: Queues;
  settings: Settings;
}

export function deliveryEngine(env: Env): DeliveryEngine {
  return { db: databaseOfDeliveries(env), queues: env, settings: settingsOf(env) };
}
