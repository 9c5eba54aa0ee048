import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import {
  DELIVERED_EVENTS,
  DELIVERY_FILTERS,
  DELIVERY_STATUSES,
  type DeliveryFilter,
} from "../../../src/resources/webhooks/deliveries/filters";
import { createShop, type Shop } from "../../kit/client";
import { type FilterCases, filterParams, matchesAll, queryOf, timeTexts } from "../../kit/filter-cases";
import { assertProperty } from "../../kit/property";
import { insertDelivery, insertWebhookEndpoint } from "../../kit/webhook-fixture";
import { momentOf } from "../../kit/zone-model";

interface ModelDelivery {
  id: string;
  status: string;
  event: string;
  createdAt: number;
}

const ORGANIZATION = { timezone: "America/New_York" };
const FIRST_DAY = Date.parse("2026-11-20T05:00:00Z");
const DAY_MS = 86_400_000;
const NEVER = Date.parse("2999-01-01T00:00:00Z");
const moments = fc.nat({ max: 6 }).map((days) => FIRST_DAY + days * (DAY_MS / 2));

const DELIVERY_CASES: FilterCases<DeliveryFilter, ModelDelivery, typeof ORGANIZATION> = {
  status: { texts: () => fc.constantFrom(...DELIVERY_STATUSES), matches: ({ status }, text) => status === text },
  event: { texts: () => fc.constantFrom(...DELIVERED_EVENTS), matches: ({ event }, text) => event === text },
  since: { texts: () => timeTexts(moments), matches: ({ createdAt }, text, { zone }) => createdAt >= momentOf(text, zone) },
  until: { texts: () => timeTexts(moments), matches: ({ createdAt }, text, { zone }) => createdAt < momentOf(text, zone) },
};

let shop: Shop;
let endpoint: string;
let deliveries: ModelDelivery[];

beforeAll(async () => {
  shop = await createShop(ORGANIZATION);
  const newEndpoint = await insertWebhookEndpoint(shop.id);
  endpoint = newEndpoint.id;
  const drawn = fc.record({
    status: fc.constantFrom(...DELIVERY_STATUSES),
    // Only a few, so that each has many deliveries.
    event: fc.constantFrom(...DELIVERED_EVENTS.slice(-3)),
    createdAt: moments,
  });
  deliveries = [];
  for (const { status, event, createdAt } of fc.sample(drawn, { seed: 2026, numRuns: 60 })) {
    const columns = { status, event_type: event, created_at: createdAt, next_attempt_at: status === "pending" ? NEVER : null };
    const { id } = await insertDelivery(newEndpoint, createdAt, columns);
    deliveries.push({ id, status, event, createdAt });
  }
  deliveries.sort((one, other) => other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1));
});

it("any filters return the matching deliveries, newest first", async () => {
  await assertProperty(
    fc.asyncProperty(
      fc.record(filterParams(DELIVERY_FILTERS, DELIVERY_CASES, ORGANIZATION, "v2", { absentPerPresent: 1 })),
      async (params) => {
        const { status, body, text } = await shop.v2(`/webhooks/${endpoint}/deliveries?${queryOf({ ...params, limit: "200" })}`);
        expect(status, text).toBe(200);
        const expected = deliveries.filter((delivery) =>
          matchesAll(DELIVERY_FILTERS, DELIVERY_CASES, { params, model: ORGANIZATION }, delivery),
        );
        expect(body.data.map(({ id }: { id: string }) => id)).toEqual(expected.map(({ id }) => id));
      },
    ),
    { cases: 40 },
  );
});
