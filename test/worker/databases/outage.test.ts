import { createExecutionContext, createScheduledController } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { app } from "../../../src/entrypoints/app";
import worker from "../../../src/entrypoints/worker";
import { createShop, type Shop, ingestOrder } from "../../kit/client";
import { captureEnqueued } from "../../kit/webhook-fixture";
import { messagesIn } from "../webhooks/consumer";
import { brokenDatabase, envWith } from "./stand-ins";

/** If one database is unavailable, organizations in the others are not affected (docs/scale.md#several-databases). */

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

let inDatabase0: Shop;
let inDatabase1: Shop;
beforeAll(async () => {
  [inDatabase0, inDatabase1] = [await createShop({ database: 0 }), await createShop({ database: 1 })];
});

/** A delivery that nobody has claimed for 30 seconds counts as lost: the cron enqueues it again. */
const LOST_AFTER_MS = 31_000;

const get = async (path: string, bindings: Partial<typeof env>, token?: string) => {
  const request = new Request(
    `https://api.example.com${path}`,
    token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } },
  );
  const response = await app.fetch(request, envWith(bindings), createExecutionContext());
  return { status: response.status, retryAfter: response.headers.get("Retry-After"), body: await response.json<Record<string, unknown>>() };
};

const readOrders = async (shop: Shop, bindings: Partial<typeof env>) => await get("/api/v2/orders", bindings, shop.token.secret);

describe("an unavailable database", () => {
  it("causes 503 only for its own organizations", async () => {
    vi.spyOn(console, "error").mockReturnValue();
    const bindings = { DB_1: brokenDatabase() };
    expect(await readOrders(inDatabase1, bindings)).toMatchObject({ status: 503, body: { error: { code: "service_unavailable" } } });
    expect(await readOrders(inDatabase0, bindings)).toMatchObject({ status: 200 });
    expect(await readOrders(inDatabase1, {})).toMatchObject({ status: 200 });
  });

  it("does not delay the deliveries of the others", async () => {
    const errors = vi.spyOn(console, "error").mockReturnValue();
    await inDatabase0.v2("/webhooks", { body: { url: "https://receiver.example.com/hooks", events: ["order.created"] } });
    const enqueued = captureEnqueued();
    await ingestOrder(inDatabase0);
    await vi.waitFor(() => expect(messagesIn(enqueued.fast)).toHaveLength(1));
    enqueued.fast.length = 0;
    const controller = createScheduledController({ scheduledTime: new Date(Date.now() + LOST_AFTER_MS) });
    await worker.scheduled(controller, envWith({ DB_1: brokenDatabase() }));
    expect(messagesIn(enqueued.fast)).toMatchObject([{ attempt: 1 }]);
    expect(errors.mock.calls.map(String).join("\n")).toContain('"database":1');
  });
});

describe("maintenance of one database", () => {
  it("causes 503 only for its own organizations, and stops its jobs", async () => {
    const maintenance = { MAINTENANCE: "1" };
    expect(await readOrders(inDatabase1, maintenance)).toMatchObject({ status: 503, retryAfter: "60" });
    expect(await readOrders(inDatabase0, maintenance)).toMatchObject({ status: 200 });
    const sessions = vi.spyOn(env.DB_1 as D1Database, "withSession");
    await worker.scheduled(createScheduledController({ scheduledTime: new Date() }), envWith(maintenance));
    expect(sessions).not.toHaveBeenCalled();
    await worker.scheduled(createScheduledController({ scheduledTime: new Date() }), envWith({}));
    expect(sessions).toHaveBeenCalled();
  });

  it("of the directory causes 503 for all", async () => {
    // The directory is database 0, which `true` means too.
    for (const MAINTENANCE of ["0", "true", "1,0"]) {
      expect((await readOrders(inDatabase0, { MAINTENANCE })).status).toBe(503);
      expect((await readOrders(inDatabase1, { MAINTENANCE })).status).toBe(503);
    }
  });
});
