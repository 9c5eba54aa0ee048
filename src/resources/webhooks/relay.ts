import { settingsOf, type Settings } from "../../platform/env";
import type { Budget } from "../../platform/budget";
import { organizationsDb, type OrganizationsDb } from "../../platform/db/database";
import type { DueDelivery } from "../../platform/db/change";
import type { ScheduledAttempt } from "./deliveries/due.sql.ts";
import { MAX_IN_FLIGHT } from "./deliveries/lease.sql.ts";
import { logError } from "../../platform/log";
import * as z from "zod";

/** Limits of Cloudflare's queues: messages of one call, and the delay of a message. */
const MAX_BATCH = 100;
const MAX_DELAY_SECONDS = 43_200;

export type Queues = Pick<Env, "DELIVERIES" | "DELIVERIES_SLOW">;

/** Where deliveries are enqueued, and the number of the database that they are in. */
export interface DeliveryQueues {
  queues: Queues;
  database: number;
}

/** A delivery message to enqueue, with its queue and its delay. */
export interface DelayedMessage extends Omit<DeliveryMessage, "db"> {
  /** Whether the endpoint is slow. The message then uses the slow queue, so that it does not delay fast endpoints. */
  slow: boolean;
  /** In ms. Rounded up to seconds, at most 12 h. */
  delayMs: number;
}

/** Enqueues deliveries that a commit has just made due, at most five for each endpoint. The delivery job enqueues lost ones a second time. */
export async function enqueueDeliveries(to: DeliveryQueues, due: readonly DueDelivery[]): Promise<void> {
  const byEndpoint = Map.groupBy(due, ({ endpoint_id }) => endpoint_id);
  const messages = [...byEndpoint.values()].flatMap((each) => each.slice(0, MAX_IN_FLIGHT));
  await enqueueDue(to, messages, Date.now());
}

/** Enqueues each attempt for the time when it is due. `now` is in ms since 1970. Never throws. */
export async function enqueueDue(to: DeliveryQueues, due: readonly ScheduledAttempt[], now: number): Promise<void> {
  await enqueueMessages(
    to,
    due.map(({ id, attempt, slow, at }) => ({ delivery_id: id, attempt, slow: slow !== 0, delayMs: at - now })),
  );
}

/** Sends these messages. Never throws, because the delivery job enqueues lost deliveries a second time. */
export async function enqueueMessages({ queues, database }: DeliveryQueues, messages: readonly DelayedMessage[]): Promise<void> {
  const toSendRequest = (message: DelayedMessage) => sendRequest(message, database);
  const sends = [
    ...chunks(messages.filter(({ slow }) => !slow)).map((chunk) => queues.DELIVERIES.sendBatch(chunk.map(toSendRequest))),
    ...chunks(messages.filter(({ slow }) => slow)).map((chunk) => queues.DELIVERIES_SLOW.sendBatch(chunk.map(toSendRequest))),
  ];
  for (const sent of await Promise.allSettled(sends)) {
    if (sent.status === "rejected") logError("webhooks.enqueue", sent.reason);
  }
}

function sendRequest({ delivery_id, attempt, delayMs }: DelayedMessage, database: number): MessageSendRequest<DeliveryMessage> {
  const delaySeconds = Math.min(MAX_DELAY_SECONDS, Math.max(0, Math.ceil(delayMs / 1000)));
  return { body: { delivery_id, attempt, db: database }, delaySeconds };
}

function chunks<T>(all: readonly T[]): T[][] {
  const count = Math.ceil(all.length / MAX_BATCH);
  return Array.from({ length: count }, (_, index) => all.slice(index * MAX_BATCH, (index + 1) * MAX_BATCH));
}

export interface DeliveryEngine extends DeliveryQueues {
  db: OrganizationsDb;
  settings: Settings;
  /** That of the invocation, if it makes many attempts. Requests to receivers count too. */
  budget?: Budget;
}

/** The engine of the deliveries in the database with this number. Throws if it has no binding. */
export function deliveryEngine(env: Env, database: number, budget?: Budget): DeliveryEngine {
  const own = { database, settings: settingsOf(env) };
  if (budget === undefined) return { ...own, db: organizationsDb(env, database), queues: env };
  const counted = budget.countCalls(env);
  return { ...own, db: organizationsDb(counted, database), queues: counted, budget };
}

/** A queue message. It has only ids, and the consumer reads the rest from the database with this number. */
const DeliveryMessage = z.object({ delivery_id: z.string().min(1).max(64), attempt: z.int().min(1), db: z.int().min(0) });

export type DeliveryMessage = z.output<typeof DeliveryMessage>;

/** Parses the body of a queue message. Returns null if it is not a delivery message. */
export function parseDeliveryMessage(body: unknown): DeliveryMessage | null {
  return DeliveryMessage.safeParse(body).data ?? null;
}
