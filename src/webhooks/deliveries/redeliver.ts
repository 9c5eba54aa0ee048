import { mustHaveChanged, untilWon } from "../../platform/db/change";
import { attemptsById, deliveryById, probeNow, sendAgain } from "./again.sql.ts";
import type { OrgDb, OrgReader } from "../../platform/db/org-db";
import { dueDelivery } from "../endpoints/changes.sql.ts";
import { endpointById } from "../endpoints/endpoints.sql.ts";
import { notFound, Refusal } from "../../platform/refusal";
import type { Delivery } from "./list-deliveries";
import { endpointContention, mustBeThere, mustGetDeliveries } from "../endpoints/live-endpoint";

/** One delivery of an endpoint with its attempts, first to last; 404 where it is none of this endpoint's. */
export async function readDelivery(org: OrgReader, endpointId: string, id: string): Promise<Delivery> {
  const [[delivery], attempts] = await org.read(deliveryById(org, endpointId, id), attemptsById(org, id));
  if (delivery === undefined) throw notFound();
  return { delivery, attempts: attempts.toSorted((a, b) => a.number - b.number) };
}

/**
 * Sends a delivery again, now and with all its retries. One that waits for a retry is hurried, one that is under way is
 * left to it: never two at a time. 404; 409 for an endpoint that is not active, and for a test.
 */
export async function redeliver(org: OrgDb, endpointId: string, id: string): Promise<Delivery> {
  return await untilWon(async () => {
    const [[endpoint], [delivery], attempts] = await org.read(
      endpointById(org, endpointId),
      deliveryById(org, endpointId, id),
      attemptsById(org, id),
    );
    const owner = mustBeThere(endpoint);
    if (delivery === undefined) throw notFound();
    mustGetDeliveries(owner);
    if (delivery.trigger === "test") throw notATest();
    const sorted = attempts.toSorted((a, b) => a.number - b.number);
    if (delivery.lease_token !== null) return { delivery, attempts: sorted };
    const { rows } = await org.commit({
      writes: [sendAgain(org, delivery), mustHaveChanged(), probeNow(org, endpointId)],
      events: [],
      due: dueDelivery(org, id),
      remember: JSON.stringify({ id }),
      answer: [deliveryById(org, endpointId, id)],
    });
    return { delivery: rows[0][0] ?? delivery, attempts: sorted };
  }, endpointContention);
}

function notATest(): Refusal {
  return new Refusal("conflict", [{ code: "test_delivery", message: "A test cannot be redelivered. Send a new one." }]);
}
