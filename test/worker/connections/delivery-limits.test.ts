import { env } from "cloudflare:workers";
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { app } from "../../../src/entrypoints/app";
import { CARRIER_PLATFORMS, type CarrierPlatform } from "../../../src/resources/connections/platforms/platforms";
import { MAX_UNVERIFIED_SENDING_MS } from "../../../src/platform/reading/request-body";
import { createShop, type Shop } from "../../kit/client";
import { sendCounted } from "../../kit/counted-body";
import { allDatabases } from "../../../src/platform/db/database";
import { eventually } from "../../kit/eventually";
import { connectCarrier, PAYLOADS, SIGNATURES, type TestCarrier } from "./carriers/fixtures";
import { connect, inboxOf, hmacBase64, type TestConnection, wooOrder } from "./fixtures";

const NOON = Date.parse("2026-07-01T12:00:00.000Z");
const MIB = 1024 * 1024;
const encoder = new TextEncoder();

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});
let minutes = 0;
beforeEach(() => {
  // Each test uses another time, so that no test meets the limit of another.
  minutes += 100;
  vi.setSystemTime(NOON + minutes * 60_000);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const newStore = async (): Promise<number> =>
  (await shop.v2("/stores", { body: { name: crypto.randomUUID(), platform: "woocommerce" } })).body.id;
const connectNewStore = async (): Promise<TestConnection> => await connect(shop, { store: await newStore() });

let addresses = 0;
/** An address without earlier deliveries. */
const newAddress = (): string => `2001:db8:99:${(addresses += 1).toString(16)}::1`;

const bodyOf = (payload: object): Uint8Array => encoder.encode(JSON.stringify(payload));
const ORDER = bodyOf(wooOrder());
const HEADERS = { "X-WC-Webhook-Topic": "order.updated" };
/** A signature with a valid format that belongs to no body. */
const WRONG = { ...HEADERS, "X-WC-Webhook-Signature": `${"A".repeat(43)}=` };

async function signatureOf({ secret }: TestConnection, body: Uint8Array): Promise<Record<string, string>> {
  return { ...HEADERS, "X-WC-Webhook-Signature": await hmacBase64(secret, new TextDecoder().decode(body)) };
}

const send = async (path: string, address: string, headers: Record<string, string>, body: Uint8Array = ORDER) =>
  await sendCounted(path, { "CF-Connecting-IP": address, ...headers }, body);

/** Sends this many rejected deliveries from an address, and returns their statuses. */
async function sendRejected(count: number, path: string, address: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < count; n += 1) {
    // Ten per second.
    vi.setSystemTime(Date.now() + 100);
    statuses.push((await send(path, address, WRONG)).status);
  }
  return statuses;
}

describe("a delivery that is answered early", () => {
  let connection: TestConnection;
  let carriers: Record<CarrierPlatform, TestCarrier>;
  beforeAll(async () => {
    connection = await connectNewStore();
    const entries = CARRIER_PLATFORMS.map(async (service) => [service, await connectCarrier(shop, service)] as const);
    carriers = Object.fromEntries(await Promise.all(entries)) as typeof carriers;
  });

  it.each([
    ["an address without the right format", () => "/in/x"],
    ["an organization that does not exist", () => `/in/999999_con_${"0".repeat(22)}`],
    ["a connection that does not exist", () => `/in/${shop.id}_con_${"1".repeat(22)}`],
  ])("gets 404 for %s, and its body is not read", async (_what, path) => {
    expect(await send(path(), newAddress(), WRONG)).toMatchObject({ status: 404, reads: 0 });
  });

  it("gets 401 without a signature, or with one of the wrong format, and its body is not read", async () => {
    const heads: Record<string, string>[] = [HEADERS, { ...HEADERS, "X-WC-Webhook-Signature": "x" }];
    for (const headers of heads) {
      expect(await send(connection.path, newAddress(), headers)).toMatchObject({ status: 401, reads: 0 });
    }
    const { easypost, shippo, aftership } = carriers;
    for (const [{ path }, headers] of [
      [easypost, {}],
      [easypost, { "X-Hmac-Signature": "hmac-sha256-hex=12" }],
      [shippo, {}],
      [shippo, { "Shippo-Auth-Signature": "t=1,v1=0" }],
      [{ path: `${shippo.path}?token=wrong` }, {}],
      [aftership, { "aftership-hmac-sha256": "x" }],
    ] as [{ path: string }, Record<string, string>][]) {
      expect(await send(path, newAddress(), headers)).toMatchObject({ status: 401, reads: 0 });
    }
  });

  it("gets 200 if its Content-Length is larger than any order, and its body is not read", async () => {
    const headers = { ...WRONG, "CF-Connecting-IP": newAddress() };
    expect(await sendCounted(connection.path, headers, ORDER, { contentLength: 8 * MIB + 1 })).toMatchObject({ status: 200, reads: 0 });
  });

  it("with a wrong signature is not parsed", async () => {
    const parse = vi.spyOn(JSON, "parse");
    const payload = { ...wooOrder(), marker: "never parsed" };
    await send(connection.path, newAddress(), WRONG, bodyOf(payload));
    await send(carriers.aftership.path, newAddress(), { "aftership-hmac-sha256": `${"A".repeat(43)}=` }, bodyOf(payload));
    expect(parse.mock.calls.filter(([text]) => text.includes("never parsed"))).toEqual([]);
  });
});

describe("an address that was rejected 30 times within a minute", () => {
  it("gets 429 without I/O and without reading, also for signed deliveries", async () => {
    const [connection, carrier, address] = [await connectNewStore(), await connectCarrier(shop), newAddress()];
    expect(await sendRejected(31, connection.path, address)).toEqual([...Array.from({ length: 30 }, () => 401), 429]);
    const spies = [
      vi.spyOn(env.AUTH_FAILURES, "limit"),
      ...allDatabases(env).flatMap((d1) => [vi.spyOn(d1, "batch"), vi.spyOn(d1, "prepare"), vi.spyOn(d1, "withSession")]),
    ];
    const own = await signatureOf(connection, ORDER);
    for (const [path, headers] of [
      [connection.path, own],
      [carrier.path, WRONG],
      [`/in/1_con_${"2".repeat(22)}`, {}],
    ] as [string, Record<string, string>][]) {
      expect(await send(path, address, headers)).toMatchObject({ status: 429, codes: ["rate_limited"], reads: 0 });
    }
    for (const spy of spies) expect(spy).not.toHaveBeenCalled();
    expect(await inboxOf(connection)).toEqual([]);
  });

  it("can still deliver to a connection that has accepted its signature before, until it fails there too", async () => {
    const [connection, other, address] = [await connectNewStore(), await connectNewStore(), newAddress()];
    const own = await signatureOf(connection, ORDER);
    expect((await send(connection.path, address, own)).status).toBe(200);
    expect((await sendRejected(31, other.path, address)).at(-1)).toBe(429);
    expect((await send(connection.path, address, own)).status).toBe(200);
    expect((await send(other.path, address, await signatureOf(other, ORDER))).status).toBe(429);
    expect((await send(connection.path, address, WRONG)).status).toBe(429);
    expect(await send(connection.path, address, own)).toMatchObject({ status: 429, reads: 0 });
  });

  it("is accepted again after 10 seconds", async () => {
    const [connection, address] = [await connectNewStore(), newAddress()];
    await sendRejected(31, connection.path, address);
    const own = await signatureOf(connection, ORDER);
    vi.setSystemTime(Date.now() + 9_999);
    expect((await send(connection.path, address, own)).status).toBe(429);
    vi.setSystemTime(Date.now() + 2);
    expect((await send(connection.path, address, own)).status).toBe(200);
  });
});

describe("a connection that is attacked from many addresses", () => {
  it(
    "accepts no new sender for 10 seconds after 50 deliveries of new senders in a second, but known senders",
    { tags: "long" },
    async () => {
      const [connection, known] = [await connectNewStore(), newAddress()];
      const own = await signatureOf(connection, ORDER);
      expect((await send(connection.path, known, own)).status).toBe(200);
      const statuses: number[] = [];
      for (let n = 0; n < 60; n += 1) statuses.push((await send(connection.path, newAddress(), n % 2 === 0 ? WRONG : HEADERS)).status);
      // The first of the fifty was the accepted delivery of the known sender, which was new then.
      expect(statuses).toEqual([...Array.from({ length: 49 }, () => 401), ...Array.from({ length: 11 }, () => 429)]);
      const spies = allDatabases(env).flatMap((d1) => [vi.spyOn(d1, "batch"), vi.spyOn(d1, "withSession")]);
      expect(await send(connection.path, newAddress(), own)).toMatchObject({ status: 429, reads: 0 });
      for (const spy of spies) expect(spy).not.toHaveBeenCalled();
      expect((await send(connection.path, known, own)).status).toBe(200);
      vi.setSystemTime(Date.now() + 9_999);
      expect((await send(connection.path, newAddress(), own)).status).toBe(429);
      vi.setSystemTime(Date.now() + 2);
      expect((await send(connection.path, newAddress(), own)).status).toBe(200);
    },
  );

  it("accepts no new sender after 600 failures in a minute", { tags: "long" }, async () => {
    const connection = await connectNewStore();
    const own = await signatureOf(connection, ORDER);
    for (let second = 0; second < 12; second += 1) {
      for (let n = 0; n < 50; n += 1) expect((await send(connection.path, newAddress(), HEADERS)).status).toBe(401);
      vi.setSystemTime(Date.now() + 1_000);
    }
    expect(await send(connection.path, newAddress(), own)).toMatchObject({ status: 429, reads: 0 });
    vi.setSystemTime(Date.now() + 60_000);
    expect((await send(connection.path, newAddress(), own)).status).toBe(200);
  });
});

describe("signed deliveries of a known sender above the limit of the connection", () => {
  it(
    "get 200 from a shop's connection, because the shop would disable the webhook otherwise, and are not read",
    { tags: "long" },
    async () => {
      const [connection, address] = [await connectNewStore(), newAddress()];
      // A paused connection reads its deliveries and stores none, so that many take little time.
      await shop.v2(`/connections/${connection.id}`, { method: "PATCH", body: { enabled: false } });
      const own = await signatureOf(connection, ORDER);
      // The first one as a new sender, and 100 in a second as a known one.
      for (let n = 0; n < 101; n += 1) expect((await send(connection.path, address, own)).reads).toBeGreaterThan(0);
      expect(await send(connection.path, address, own)).toMatchObject({ status: 200, reads: 0 });
      vi.setSystemTime(Date.now() + 1_000);
      expect((await send(connection.path, address, own)).reads).toBeGreaterThan(0);
    },
  );

  it("get 429 from a carrier service's connection, because the service retries them", { tags: "long" }, async () => {
    const [carrier, address] = [await connectCarrier(shop), newAddress()];
    // Paused, as above.
    await shop.v2(`/connections/${carrier.id}`, { method: "PATCH", body: { enabled: false } });
    const body = bodyOf(PAYLOADS.easypost({ status: "delivered" }));
    const own = await SIGNATURES.easypost(carrier.secret, new TextDecoder().decode(body));
    // The first one as a new sender, and 100 in a second as a known one.
    for (let n = 0; n < 101; n += 1) expect((await send(carrier.path, address, own, body)).status).toBe(200);
    const rejected = await send(carrier.path, address, own, body);
    expect(rejected).toMatchObject({ status: 429, reads: 0 });
    expect(rejected.headers.get("Retry-After")).toBe("60");
  });
});

/** A delivery of 1 MiB that does not end until it is released. */
function beginDelivery(connection: TestConnection, address: string) {
  const ended = Promise.withResolvers<void>();
  let reads = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        reads += 1;
        if (reads === 1) return controller.enqueue(ORDER);
        await ended.promise;
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const headers = { ...WRONG, "CF-Connecting-IP": address, "Content-Length": String(MIB) };
  const respond = async () => {
    const context = createExecutionContext();
    const response = await app.fetch(
      new Request(`https://api.example.com${connection.path}`, { method: "POST", body, headers }),
      env,
      context,
    );
    await waitOnExecutionContext(context);
    return response;
  };
  return { response: respond(), reads: () => reads, end: () => ended.resolve() };
}

describe("slow senders", () => {
  it("get 400 after 10 seconds, which counts as a failure", async () => {
    const timers: (() => void)[] = [];
    const wait = globalThis.setTimeout;
    const holdTimer = (run: () => void, ms: number) => (ms === MAX_UNVERIFIED_SENDING_MS ? void timers.push(run) : wait(run, ms));
    vi.spyOn(globalThis, "setTimeout").mockImplementation(holdTimer as unknown as typeof setTimeout);
    const limit = vi.spyOn(env.AUTH_FAILURES, "limit");
    const slow = beginDelivery(await connectNewStore(), newAddress());
    await eventually(() => expect(slow.reads()).toBe(2));
    for (const run of timers) run();
    const response = await slow.response;
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: { details: [{ code: "incomplete_body", message: "The body did not arrive within 10 seconds." }] } },
    ]);
    expect(limit).toHaveBeenCalledTimes(1);
    slow.end();
  });

  it("can use only a part of the memory for bodies, so that no address and no connection delays others", async () => {
    const [one, two] = [await connectNewStore(), await connectNewStore()];
    const [a, b, c] = [newAddress(), newAddress(), newAddress()];
    const first = [beginDelivery(one, a), beginDelivery(one, b)];
    await eventually(() => expect(first.map(({ reads }) => reads())).toEqual([2, 2]));
    // The limit is one MiB for the address, and two for the connection.
    const waiting = [beginDelivery(two, a), beginDelivery(one, c)];
    const other = beginDelivery(two, c);
    await eventually(() => expect(other.reads()).toBe(2));
    expect(waiting.map(({ reads }) => reads())).toEqual([0, 0]);
    for (const { end } of [...first, ...waiting, other]) end();
    for (const { response } of [...first, ...waiting, other]) expect((await response).status).toBe(401);
  });
});
