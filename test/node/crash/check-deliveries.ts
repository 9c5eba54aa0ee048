import { expect } from "vitest";
import type { Received } from "../server/receiver.ts";

/** The received deliveries and the log, for all endpoints of one organization. */
export interface DeliveryTotals {
  events: number;
  /** The number of events per endpoint that the receiver never got. */
  lost: number;
  /** The number of those that it got more than once. */
  doubled: number;
  /** The number of logged attempts with an unknown outcome. */
  unknown: number;
}

/** A row of the log: a delivery with one of its attempts, or with none. */
export interface LoggedRow {
  id: string;
  event_id: string;
  endpoint_id: string;
  status: string;
  lease_token: string | null;
  attempts: number;
  number: number | null;
  error_code: string | null;
}

/** Reads the log of the organization whose id is bound. */
export const READ_LOG = `select d.id, d.event_id, d.endpoint_id, d.status, d.lease_token, d.attempts, a.number, a.error_code
  from deliveries d left join attempts a on a.delivery_id = d.id where d.organization_id = ?`;

/** The expected deliveries, the log, and what a receiver got. */
export interface Sent {
  /** Events with the paths of the endpoints that subscribe to them. */
  owed: readonly { event: string; paths: readonly string[] }[];
  log: readonly LoggedRow[];
  received: readonly Received[];
  /** The path of an endpoint at the receiver. */
  pathOf: (endpointId: string) => string;
}

/**
 * Compares a receiver's requests with the log. Fails if a delivery has not succeeded or lacks one of its attempts in the log, if an expected event
 * did not arrive or another one did, if a request has no attempt in the log, if an attempt without an error has no request, if one attempt arrived
 * twice, or if an event arrived twice without an unknown outcome.
 */
export function checkDeliveries({ owed, log, received, pathOf }: Sent): DeliveryTotals {
  const requests = received.map(({ headers, path }) => ({
    attempt: `${String(headers["x-service-delivery"])} ${String(headers["x-service-attempt"])}`,
    event: `${path} ${String(headers["webhook-id"])}`,
  }));
  const times = countsOf(requests.map(({ event }) => event));
  const unknownOf = countsOf(log.filter(({ error_code }) => error_code === "outcome_unknown").map(({ id }) => id));
  const known = log.filter(({ number, error_code }) => number !== null && error_code === null);
  const delivered = new Map(log.map(({ id, event_id, endpoint_id }) => [`${pathOf(endpoint_id)} ${event_id}`, id]));
  const promised = new Set(owed.flatMap(({ event, paths }) => paths.map((path) => `${path} ${event}`)));

  expect(
    log.filter(({ status, lease_token }) => status !== "succeeded" || lease_token !== null),
    "not delivered",
  ).toEqual([]);
  const rowCounts = countsOf(log.map(({ id }) => id));
  expect(
    log.filter(({ id, attempts }) => rowCounts.get(id) !== attempts),
    "attempts without a row of the log",
  ).toEqual([]);
  const attempts = countsOf(requests.map(({ attempt }) => attempt));
  expect(
    [...attempts].filter(([, count]) => count > 1),
    "an attempt that came twice",
  ).toEqual([]);
  const logged = new Set(log.map(({ id, number }) => `${id} ${number}`));
  expect(
    [...attempts.keys()].filter((attempt) => !logged.has(attempt)),
    "requests without a row of the log",
  ).toEqual([]);
  expect(
    known.filter(({ id, number }) => !attempts.has(`${id} ${number}`)),
    "rows of the log without a request",
  ).toEqual([]);
  const doubled = [...times].filter(([, count]) => count > 1);
  expect(
    doubled.filter(([event, count]) => count - 1 > (unknownOf.get(delivered.get(event) ?? "") ?? 0)),
    "doubled without an unknown outcome",
  ).toEqual([]);
  expect(
    [...times.keys()].filter((event) => !promised.has(event)),
    "events of no committed write",
  ).toEqual([]);
  const lost = [...promised].filter((event) => !times.has(event));
  expect(lost, "lost").toEqual([]);
  const unknown = [...unknownOf.values()].reduce((sum, count) => sum + count, 0);
  return { events: owed.length, lost: lost.length, doubled: doubled.length, unknown };
}

/** The number of occurrences of each text. */
export function countsOf(all: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}
