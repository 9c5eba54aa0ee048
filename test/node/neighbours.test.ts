import { setTimeout as wait } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { startReceiver } from "./server/receiver.ts";
import { openShop } from "./server/shop.ts";
import { build, startWorker, temporaryFolder } from "./server/worker.ts";

/** How long a receiver that never answers is waited for (decisions H10). */
const TIMEOUT_MS = 10_000;
const HEALTHY = 10;
const PAIRS = 2;

it("an endpoint that hangs gets at most five requests at a time, and nobody waits for it (R10) (R11) (cases 66, 69)", async () => {
  using folder = temporaryFolder();
  await using worker = await startWorker(await build(`${folder.path}/built`), `${folder.path}/state`);
  const shop = await openShop(worker.url);
  await using healthy = await startReceiver();
  await using silent = await startReceiver(() => null);
  await shop.webhook(silent.url, ["order.created"]);
  for (let n = 0; n < HEALTHY; n += 1) await shop.webhook(`${healthy.url}/${n}`, ["order.created"]);

  // The first events find it out; those behind them do not wait.
  for (let n = 0; n < 10; n += 1) await shop.order();
  await wait(TIMEOUT_MS + 2_000);
  const from = healthy.received.length;
  for (let n = 0; n < 10; n += 1) {
    await shop.order();
    await wait(200);
  }
  await vi.waitFor(() => expect(healthy.received).toHaveLength(20 * HEALTHY), { timeout: 30_000, interval: 50 });

  const delays = healthy.received.slice(from).map(({ raw, at }) => at - Date.parse(JSON.parse(raw.toString()).occurred_at));
  expect(Math.max(...delays)).toBeLessThan(TIMEOUT_MS / 2);
  // Nobody hangs up before ten seconds are over: what arrived within them was under way together.
  const together = silent.received.map(
    ({ at }) => silent.received.filter((other) => other.at > at - TIMEOUT_MS + 500 && other.at <= at).length,
  );
  expect(Math.max(...together)).toBeLessThanOrEqual(5);
  const [endpoint] = await worker.rows<{ slow: number }>("select slow from webhook_endpoints where url = ?", silent.url);
  expect(endpoint?.slow).toBeGreaterThan(0);
});

it("where half of all hang, the others get theirs; when all of those come back at once, nothing is missing (cases 67, 68)", async () => {
  using folder = temporaryFolder();
  await using worker = await startWorker(await build(`${folder.path}/built`), `${folder.path}/state`);
  const shop = await openShop(worker.url);
  let hangs = true;
  await using sick = await startReceiver(() => (hangs ? null : { status: 200 }));
  await using healthy = await startReceiver();
  for (let n = 0; n < PAIRS; n += 1) {
    await shop.webhook(`${sick.url}/${n}`, ["order.created"]);
    await shop.webhook(`${healthy.url}/${n}`, ["order.created"]);
  }
  const events = async (count: number) => {
    for (let n = 0; n < count; n += 1) await shop.order();
  };
  await events(1);
  // Four doorbells are one batch of the local queue, which serves one batch at a time.
  await wait(TIMEOUT_MS + 2_000);
  const from = healthy.received.length;
  await events(5);
  await vi.waitFor(() => expect(healthy.received).toHaveLength(6 * PAIRS), { timeout: 30_000, interval: 50 });
  const delays = healthy.received.slice(from).map(({ raw, at }) => at - Date.parse(JSON.parse(raw.toString()).occurred_at));
  expect(Math.max(...delays)).toBeLessThan(TIMEOUT_MS / 2);

  hangs = false;
  const left = "select count(*) as n from deliveries where status <> 'succeeded'";
  await vi.waitFor(async () => expect(await worker.rows(left)).toEqual([{ n: 0 }]), { timeout: 90_000, interval: 500 });
  const answered = await worker.rows("select delivery_id from attempts where error_code is null");
  expect(answered).toHaveLength(6 * 2 * PAIRS);
});
