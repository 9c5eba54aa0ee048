import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import {
  type ApiResponse,
  createCredential,
  createShop,
  call,
  type Credential,
  idempotencyKey,
  type Shop,
  ingestOrder,
} from "../../kit/client";
import { everythingOf } from "../../kit/rows-of-organization";
import { FULL, inForm } from "../../kit/form";
import { logOf } from "../../kit/log";
import { allDatabases } from "../../../src/platform/db/database";

const REJECTION_COUNT = inForm({ test: 150, long: 1_000, full: 5_000 });
const NOON = Date.parse("2026-05-01T12:00:00.000Z");

let shop: Shop;
let order: ApiResponse["body"];
beforeAll(async () => {
  shop = await createShop();
  order = await ingestOrder(shop);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

interface Kind {
  what: string;
  kind: "api_key" | "api_token";
  send: (secret: string) => Promise<ApiResponse>;
}

const KINDS: readonly Kind[] = [
  { what: "reads", kind: "api_key", send: (secret) => call("/orders?q=mug", { headers: { "x-api-key": secret } }) },
  {
    what: "writes with keys and bodies",
    kind: "api_token",
    send: (secret) =>
      call("/api/v2/orders", {
        body: { store: "Gift shop", items: [{ name: "Mug", price: 1, personalization: "x".repeat(5_000) }] },
        headers: { Authorization: `Bearer ${secret}`, ...idempotencyKey() },
      }),
  },
  {
    what: "requests that are wrong in themselves",
    kind: "api_key",
    send: (secret) => call(`/orders/${order.id}/notes`, { body: "{", headers: { "x-api-key": secret, ...idempotencyKey() } }),
  },
];

describe.each(KINDS)("a flood of $what above the limit", ({ kind, send }) => {
  let credential: Credential;
  beforeAll(async () => {
    // 12 requests per minute, and at most one in a second.
    credential = await createCredential(shop.id, kind, { rate_limit: 12 });
  });

  it(
    "costs no database read and no call of the gate after the first ten rejections of a second, and writes nothing",
    { tags: "long" },
    async () => {
      vi.setSystemTime(NOON);
      const reads = allDatabases(env).flatMap((d1) => [vi.spyOn(d1, "batch"), vi.spyOn(d1, "withSession")]);
      const readCount = () => reads.reduce((sum, { mock }) => sum + mock.calls.length, 0);
      const gate = vi.spyOn(env.GATE, "getByName");
      // The first request is admitted.
      await send(credential.secret);
      expect(readCount()).toBeGreaterThan(0);
      expect(gate).toHaveBeenCalled();
      const before = await everythingOf(shop.id);
      const statuses = new Map<number, number>();
      for (let nth = 0; nth < 10; nth += 1) expect((await send(credential.secret)).status).toBe(429);
      const [trips, calls] = [readCount(), gate.mock.calls.length];
      for (let nth = 0; nth < REJECTION_COUNT; nth += 1) {
        const { status } = await send(credential.secret);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      expect(readCount() - trips).toBe(0);
      expect(gate.mock.calls.length - calls).toBe(0);
      expect(statuses).toEqual(new Map([[429, REJECTION_COUNT]]));
      expect(await logOf(() => send(credential.secret))).toMatchObject({
        status: 429,
        admission: "limited",
        error_code: "rate_limited",
        d1_trips: 0,
        gate_calls: 0,
        rows_read: 0,
      });
      expect(await everythingOf(shop.id)).toEqual(before);
      if (FULL) console.log(`flood: ${REJECTION_COUNT} rejections, D1 trips 0, gate calls 0`);
    },
  );

  it("has no effect a minute after it has ended", async () => {
    vi.setSystemTime(NOON);
    for (let nth = 0; nth < 30; nth += 1) await send(credential.secret);
    expect((await send(credential.secret)).status).toBe(429);
    vi.setSystemTime(NOON + 61_000);
    expect((await send(credential.secret)).status).not.toBe(429);
  });

  it("does not affect another credential of the same organization", async () => {
    vi.setSystemTime(NOON + 120_000);
    for (let nth = 0; nth < 30; nth += 1) await send(credential.secret);
    const [own, other] = [await send(credential.secret), await shop.v1("/orders")];
    expect({ ownStatus: own.status, otherStatus: other.status }).toEqual({ ownStatus: 429, otherStatus: 200 });
  });
});

describe("a flood of wrong credentials", () => {
  it("reads no row of the database in 60 requests from one address", { tags: "long" }, async () => {
    const { newSecret } = await import("../../../src/platform/crypto/credential-secret");
    const headers = { "CF-Connecting-IP": "198.51.100.9" };
    let read = 0;
    for (let nth = 0; nth < 60; nth += 1) {
      const { rows_read, rows_written } = await logOf(() =>
        call("/orders", { headers: { ...headers, "x-api-key": newSecret("api_key") } }),
      );
      read += rows_read + rows_written;
    }
    expect(read).toBe(0);
  });
});
