import { expect, it } from "vitest";
import { type CrashingWorker, until } from "../crash/crashing-worker.ts";
import { drain } from "../crash/drain.ts";
import { startReceiver } from "../server/receiver.ts";
import { anOrder, type Shop } from "../server/shop.ts";

/** How long a receiver that never answers is waited for. */
const TIMEOUT_MS = 10_000;
const HEALTHY = 10;
const PAIRS = 2;

async function orders(shop: Shop, count: number): Promise<void> {
  for (let nth = 0; nth < count; nth += 1) await shop.order();
}

/** Lets one event time out at each endpoint of these paths, which is slow from then on. The local queue would let others wait for it. */
async function findOut(crashing: CrashingWorker, shop: Shop, received: readonly unknown[], urls: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const url of urls) ids.push((await shop.webhook(url, ["order.created"])).id);
  await orders(shop, 1);
  await until(() => expect(received).toHaveLength(urls.length));
  await crashing.pass(TIMEOUT_MS);
  const slow = "select count(*) as n from webhook_endpoints where organization_id = ? and slow > 0";
  await until(async () => expect(await crashing.worker.rows(slow, shop.id)).toEqual([{ n: urls.length }]));
  return ids;
}

/** While its time stands still, no request to a receiver that hangs ends: whatever arrives meanwhile has waited for none of them. */
export function neighboursSuite(world: () => { crashing: CrashingWorker; shop: Shop }): void {
  it("gets at most five requests at a time, and nobody waits for it (R10) (R11) (cases 66, 69)", async () => {
    const { crashing, shop } = world();
    await using healthy = await startReceiver();
    await using silent = await startReceiver(() => null);
    const [id] = await findOut(crashing, shop, silent.received, [silent.url]);
    for (let n = 0; n < HEALTHY; n += 1) await shop.webhook(`${healthy.url}/${n}`, ["order.created"]);

    await crashing.stopClock();
    // Ten are due at once, and each message is taken by two consumers.
    crashing.says.set("consume", "2");
    await shop.v2("/orders/bulk", { orders: Array.from({ length: 10 }, () => anOrder()) });
    await until(() => expect(silent.received).toHaveLength(1 + 5));
    await orders(shop, 10);
    await until(() => expect(healthy.received).toHaveLength(20 * HEALTHY));
    expect(silent.received).toHaveLength(1 + 5);
    crashing.says.clear();
    await shop.v2(`/webhooks/${id}?confirm=${id}`, undefined, {}, "DELETE");
    await crashing.resumeClock();
    await crashing.pass(TIMEOUT_MS);
    await until(async () => expect(await underWay(crashing, shop)).toEqual([{ n: 0 }]));
    await drain(crashing, shop.id);
    expect(silent.received).toHaveLength(1 + 5);
  });

  it("is half of all: the others get theirs; when all of those come back at once, nothing is missing (cases 67, 68)", async () => {
    const { crashing, shop } = world();
    let hangs = true;
    await using sick = await startReceiver(() => (hangs ? null : { status: 200 }));
    await using healthy = await startReceiver();
    const paths = Array.from({ length: PAIRS }, (_, nth) => `/${nth}`);
    await findOut(
      crashing,
      shop,
      sick.received,
      paths.map((path) => sick.url + path),
    );
    for (const path of paths) await shop.webhook(healthy.url + path, ["order.created"]);

    await crashing.stopClock();
    await orders(shop, 5);
    await until(() => expect(healthy.received).toHaveLength(5 * PAIRS));
    hangs = false;
    await crashing.resumeClock();
    await crashing.pass(TIMEOUT_MS);
    await drain(crashing, shop.id);
    const ended = "select count(*) as n from deliveries where organization_id = ? and status = 'succeeded'";
    expect(await crashing.worker.rows(ended, shop.id)).toEqual([{ n: (1 + 5 + 5) * PAIRS }]);
    const answered =
      "select delivery_id from attempts a join deliveries d on d.id = a.delivery_id where d.organization_id = ? and a.error_code is null";
    expect(await crashing.worker.rows(answered, shop.id)).toHaveLength((1 + 5 + 5) * PAIRS);
  });
}

const underWay = async ({ worker }: CrashingWorker, shop: Shop) =>
  await worker.rows("select count(*) as n from deliveries where organization_id = ? and lease_token is not null", shop.id);
