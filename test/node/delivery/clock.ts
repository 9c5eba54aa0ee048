import { Webhook } from "standardwebhooks";
import { beforeEach, expect, it } from "vitest";
import { type CrashingWorker, PAST_DELIVERY_LEASE_MS, until } from "../crash/crashing-worker.ts";
import { drain } from "../crash/drain.ts";
import { responseText, respondWith, startRawReceiver } from "../server/raw-receiver.ts";
import { type Received, startReceiver } from "../server/receiver.ts";
import type { Shop } from "../server/shop.ts";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Whether a receiver accepts a request as genuine, by its own clock. */
function isGenuine({ raw, headers }: Received, secret: string): boolean {
  try {
    new Webhook(secret).verify(raw, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

/** Deliveries while the Worker's clock is wrong, or is set. */
export function clockSuite(context: () => { crashing: CrashingWorker; shop: Shop }): void {
  let worker: CrashingWorker;
  let shop: Shop;
  beforeEach(() => void ({ crashing: worker, shop } = context()));

  // The library of the receiver allows 5 min.
  it.each([-10, 10])("a request that is rejected because our clock is %i min off is shown as failed (case 60)", async (minutes) => {
    let secret = "";
    await using receiver = await startReceiver((request) =>
      isGenuine(request, secret) ? { status: 200 } : { status: 400, body: "Message timestamp" },
    );
    const endpoint = await shop.webhook(receiver.url, ["order.created"]);
    secret = endpoint.secret;
    const sendTest = async () => (await shop.v2(`/webhooks/${endpoint.id}/test`, {})).body;
    await worker.moveClock(minutes * MINUTE_MS);
    const sent = worker.now;
    const rejected = await sendTest();
    await worker.moveClock(-minutes * MINUTE_MS);
    expect(rejected).toMatchObject({ delivered: false, error: "http_status" });
    expect(rejected.delivery.attempts).toMatchObject([{ response_status: 400, response_body: "Message timestamp" }]);
    // The signed time is the sender's own.
    const [request] = receiver.received;
    expect(Math.abs(Number(request?.headers["webhook-timestamp"]) * 1000 - sent)).toBeLessThan(MINUTE_MS);
    expect(await sendTest()).toMatchObject({ delivered: true });
  });

  it("setting the clock back during a request causes no negative duration, and a retry after 5 s (case 61)", async () => {
    await using receiver = await startRawReceiver((socket, nth) => {
      if (nth === 1) void worker.moveClock(-HOUR_MS).then(() => respondWith(responseText("500 No"))(socket, nth));
      else respondWith(responseText("200 OK"))(socket, nth);
    });
    const { id } = await shop.webhook(receiver.url, ["order.created"]);
    await shop.order();
    const pending = await until(async () => {
      const [delivery] = await shop.deliveries(id);
      expect(delivery).toMatchObject({ attempts: [{ number: 1 }] });
      return delivery;
    });
    const delaySeconds = await worker.delayOf(pending.id);
    // 5 s, 20 % either way, and a queue counts whole seconds.
    expect(delaySeconds).toBeGreaterThanOrEqual(4);
    expect(delaySeconds).toBeLessThanOrEqual(6);
    await worker.passTime(delaySeconds * 1000);
    await until(async () => expect(await shop.deliveries(id)).toMatchObject([{ status: "succeeded" }]));
    await worker.moveClock(HOUR_MS);
    const [{ attempts }] = await shop.deliveries(id);
    expect(attempts).toMatchObject([
      { number: 1, duration_ms: 0, response_status: 500 },
      { number: 2, response_status: 200 },
    ]);
    expect(attempts[1].duration_ms).toBeGreaterThanOrEqual(0);
    expect(Date.parse(attempts[1].started_at)).toBeLessThan(Date.parse(attempts[0].started_at));
  });

  it("a lease is kept while the clock is set back, and expires afterwards (case 61)", { tags: "long" }, async () => {
    await using receiver = await startReceiver((_, nth) => (nth === 1 ? null : { status: 200 }));
    const { id } = await shop.webhook(receiver.url, ["order.created"]);
    await shop.order();
    await until(() => expect(receiver.received).toHaveLength(1));

    const { url } = await worker.restart(-HOUR_MS);
    const reopened = shop.at(url);
    await worker.runCron();
    expect(await reopened.deliveries(id)).toMatchObject([{ status: "pending", attempts: [] }]);
    await worker.moveClock(HOUR_MS + PAST_DELIVERY_LEASE_MS);
    await worker.runCron();
    await drain(worker, shop.id);
    const [{ attempts }] = await reopened.deliveries(id);
    expect(attempts).toMatchObject([{ duration_ms: null, error_code: "outcome_unknown" }, { response_status: 200 }]);
    expect(receiver.received).toHaveLength(2);
  });
}
