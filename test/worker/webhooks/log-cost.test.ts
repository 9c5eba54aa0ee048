import { beforeAll, describe, expect, it } from "vitest";
import { createShop, type Shop } from "../../kit/client";
import { logOf } from "../../kit/log";
import { organizationD1 } from "../../kit/databases";

/**
 * Creates a shop with one endpoint and this many deliveries with one attempt each. One in a hundred failed, and one in a hundred is of another
 * event.
 */
async function createLog(count: number): Promise<{ shop: Shop; id: string }> {
  const shop = await createShop();
  const { id } = (await shop.v2("/webhooks", { body: { url: "https://hooks.example.com/", events: ["order.created"] } })).body;
  // The three statements are bound to the same parameters, so each of them names all.
  const numbers = "with recursive n (i) as (select 1 union all select i + 1 from n where i < ?3)";
  const name = (prefix: string) => `'${prefix}_' || ?1 || '_' || printf('%07d', i)`;
  await organizationD1().batch(
    [
      `insert into events (id, organization_id, type, body, occurred_at) ${numbers} select ${name("evt")}, ?1, 'order.created', '{}', i from n where ?2 <> ''`,
      `insert into deliveries (id, organization_id, endpoint_id, event_id, event_type, status, "trigger", attempts, created_at)
        ${numbers} select ${name("dlv")}, ?1, ?2, ${name("evt")}, iif(i % 100 = 7, 'order.updated', 'order.created'),
          iif(i % 100 = 3, 'failed', 'succeeded'), 'auto', 1, i from n`,
      `insert into attempts (organization_id, delivery_id, number, url, started_at, duration_ms, response_status)
        ${numbers} select ?1, ${name("dlv")}, 1, 'https://hooks.example.com/', i, 1, 200 from n where ?2 <> ''`,
    ].map((sql) => organizationD1().prepare(sql).bind(shop.id, id, count)),
  );
  return { shop, id };
}

let few: { shop: Shop; id: string };
let many: { shop: Shop; id: string };
beforeAll(async () => {
  few = await createLog(3_000);
  many = await createLog(30_000);
});

describe("the log of deliveries", () => {
  it.each(["", "status=failed", "status=held", "event=order.updated", "since=1970-01-01T00:00:01Z", "until=1970-01-01T00:00:02Z"])(
    "has pages whose cost does not depend on its length: %s (R21) (case 72)",
    async (filter) => {
      const cost = async ({ shop, id }: typeof few) => {
        const line = await logOf(() => shop.v2(`/webhooks/${id}/deliveries?limit=20&${filter}`));
        expect({ status: line.status, d1_trips: line.d1_trips }).toEqual({ status: 200, d1_trips: 1 });
        return line.rows_read;
      };
      expect(Math.abs((await cost(many)) - (await cost(few)))).toBeLessThanOrEqual(3);
    },
  );
});
