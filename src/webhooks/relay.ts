import { settingsOf, type Settings } from "../env";
import { databaseOfDeliveries, type OrganizationsDb } from "../platform/db/database";
import * as z from "zod";
import type { Delivered } from "../platform/db/change";
import type { NextDue } from "./deliveries/due.sql.ts";
import { MOST_IN_FLIGHT } from "./deliveries/lease.sql.ts";
import { logFault } from "../platform/log";

const BATCH = 100;
const LONGEST_DELAY_SECONDS = 43_200;

/** The queues that carry deliveries. */
export type Queues = Pick<Env, "DELIVERIES" | "DELIVERIES_SLOW">;

/** A queue message: ids alone. What it means is read from D1 when it arrives. */
const Doorbell = z.object({ delivery_id: z.string().min(1).max(64), attempt: z.int().min(1) });

export type Doorbell = z.output<typeof Doorbell>;

/** A doorbell to ring: in which lane, and after which wait. */
export interface Ring extends Doorbell {
  /** Whether its endpoint is slow: it then runs in a queue where nobody waits behind it. */
  slow: boolean;
  /** ms; rounded up to seconds, at most 12 h. */
  delayMs: number;
}

/** A queue message's body as a doorbell; null for anything else. */
export function readDoorbell(body: unknown): Doorbell | null {
  return Doorbell.safeParse(body).data ?? null;
}

/** Rings for deliveries that a commit has just made due, at most five for each endpoint. What does not get through is rung again by the sweep. */
export async function ring(queues: Queues, due: readonly Delivered[]): Promise<void> {
  const perEndpoint = new Map<string, number>();
  const first = due.filter(({ endpoint_id }) => {
    const before = perEndpoint.get(endpoint_id) ?? 0;
    perEndpoint.set(endpoint_id, before + 1);
    return before < MOST_IN_FLIGHT;
  });
  await ringDue(queues, first, Date.now());
}

/** Rings for each of these when it is due, `now` being ms since 1970; never throws. */
export async function ringDue(queues: Queues, due: readonly NextDue[], now: number): Promise<void> {
  await ringAll(
    queues,
    due.map(({ id, attempt, slow, at }) => ({ delivery_id: id, attempt, slow: slow !== 0, delayMs: at - now })),
  );
}

/** Rings each of these; never throws, because the sweep rings again for what was lost. */
export async function ringAll(queues: Queues, rings: readonly Ring[]): Promise<void> {
  const sends = [
    ...chunks(rings.filter(({ slow }) => !slow)).map((chunk) => queues.DELIVERIES.sendBatch(chunk.map(messageOf))),
    ...chunks(rings.filter(({ slow }) => slow)).map((chunk) => queues.DELIVERIES_SLOW.sendBatch(chunk.map(messageOf))),
  ];
  for (const sent of await Promise.allSettled(sends)) {
    if (sent.status === "rejected") logFault("webhooks.ring", sent.reason);
  }
}

function messageOf({ delivery_id, attempt, delayMs }: Ring): MessageSendRequest<Doorbell> {
  const delaySeconds = Math.min(LONGEST_DELAY_SECONDS, Math.max(0, Math.ceil(delayMs / 1000)));
  return { body: { delivery_id, attempt }, delaySeconds };
}

function chunks<T>(all: readonly T[]): T[][] {
  const count = Math.ceil(all.length / BATCH);
  return Array.from({ length: count }, (_, index) => all.slice(index * BATCH, (index + 1) * BATCH));
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
