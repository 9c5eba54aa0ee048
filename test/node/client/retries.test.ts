import { expect, it, onTestFinished, vi } from "vitest";
import { createClient, must, NoResponseError, type OrderOperationsOptions } from "../../../packages/client/src/index.ts";
import { readRetryAfter } from "../../../packages/client/src/errors.ts";
import { UNREACHABLE_URL } from "../processes.ts";
import { errorBody, type Fault, startFaultyProxy } from "./faulty-line.ts";

const QUICK_RETRIES = { tries: 4, firstDelayMs: 5, longestDelayMs: 20, timeoutMs: 10_000 };
const ORDER = { store: "gift", items: [{ name: "Mug", quantity: 1, price: 1 }] };
const BUSY: Fault = { status: 503, headers: { "Retry-After": "0" }, body: errorBody("service_unavailable") };

const clientAt = (baseUrl: string, { retry, ...more }: Partial<OrderOperationsOptions> = {}) =>
  createClient({ baseUrl, token: "sk_live_x", apiKey: "ak_live_x", retry: { ...QUICK_RETRIES, ...retry }, ...more });

it.each([400, 401, 403, 404, 409, 410, 412, 413, 415, 422, 501])("returns %i without a retry", async (status) => {
  await using proxy = await startFaultyProxy(null, [{ status, body: errorBody("conflict") }]);
  const { response } = await clientAt(proxy.url).v2.POST("/api/v2/orders", { body: ORDER });
  expect(response.status).toBe(status);
  expect(proxy.requests).toHaveLength(1);
});

it.each([301, 302, 307, 308])("does not send its credential to another server: %i is returned", async (status) => {
  await using elsewhere = await startFaultyProxy(null, []);
  await using proxy = await startFaultyProxy(null, [{ status, headers: { Location: elsewhere.url } }]);
  const { response } = await clientAt(proxy.url).v2.GET("/api/v2/me", { redirect: "follow" });
  expect({ status: response.status, location: response.headers.get("Location") }).toEqual({ status, location: elsewhere.url });
  expect(elsewhere.requests).toEqual([]);
});

it("sends a write under one key in every attempt, another write under another key, and a read without a key", async () => {
  await using proxy = await startFaultyProxy(null, [BUSY, BUSY, { status: 200 }, { status: 200 }, { status: 200 }]);
  const { v2 } = clientAt(proxy.url);
  await must(v2.POST("/api/v2/orders", { body: ORDER }));
  await must(v2.POST("/api/v2/orders", { body: ORDER }));
  await must(v2.GET("/api/v2/me"));
  const [key, second, third, other, ofRead] = proxy.requests.map(({ headers }) => headers["idempotency-key"]);
  expect(key).toMatch(/^[0-9a-f-]{36}$/);
  expect({ second, third, ofRead }).toEqual({ second: key, third: key, ofRead: undefined });
  expect(other).not.toBe(key);
});

/** Stops timers and dates until they are advanced. */
function stopTime(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  onTestFinished(() => void vi.useRealTimers());
}

/** Waits in real time for a condition, so that the network works. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

/** Advances time by a second. A request that was sent too early arrives at 999 ms, not at 1000. */
async function passOneSecond(): Promise<void> {
  await vi.advanceTimersByTimeAsync(999);
  const began = performance.now();
  await until(() => performance.now() - began > 20);
  await vi.advanceTimersByTimeAsync(1);
}

/** The times of the requests, in ms after the first. */
const times = ({ requests }: Awaited<ReturnType<typeof startFaultyProxy>>) =>
  requests.map(({ path, at }) => [path, at - (requests[0]?.at ?? 0)]);

it("waits as Retry-After says, and after 429 for all calls of the credential", async () => {
  stopTime();
  const limited: Fault = { status: 429, headers: { "Retry-After": "1" }, body: errorBody("rate_limited") };
  const fine: Fault = { status: 200 };
  await using proxy = await startFaultyProxy(null, [limited, fine, fine, fine]);
  let retries = 0;
  const { v1, v2 } = clientAt(proxy.url, { onRetry: () => (retries += 1) });
  const first = must(v2.GET("/api/v2/me"));
  await until(() => retries === 1);
  const others = [must(v2.GET("/api/v2/me")), must(v1.GET("/me"))];
  await until(() => proxy.requests.length === 2);
  await passOneSecond();
  await Promise.all([first, ...others]);
  expect(times(proxy)).toEqual([
    ["/api/v2/me", 0],
    // The credential of the other surface has its own limits.
    ["/me", 0],
    ["/api/v2/me", 1000],
    ["/api/v2/me", 1000],
  ]);
});

it("waits after 429 also if that call is not retried", async () => {
  stopTime();
  const limited: Fault = { status: 429, headers: { "Retry-After": "1" }, body: errorBody("rate_limited") };
  await using proxy = await startFaultyProxy(null, [limited, { status: 200 }]);
  const { v2 } = clientAt(proxy.url, { retry: { tries: 1 } });
  expect((await v2.GET("/api/v2/me")).response.status).toBe(429);
  const next = must(v2.GET("/api/v2/me"));
  await passOneSecond();
  await next;
  expect(times(proxy)).toEqual([
    ["/api/v2/me", 0],
    ["/api/v2/me", 1000],
  ]);
});

it("waits as Retry-After says only for one call if the response is about that call", async () => {
  stopTime();
  const running: Fault = { status: 409, headers: { "Retry-After": "1" }, body: errorBody("idempotency_in_progress") };
  await using proxy = await startFaultyProxy(null, [running, { status: 200 }, { status: 200 }]);
  let retries = 0;
  const { v2 } = clientAt(proxy.url, { onRetry: () => (retries += 1) });
  const first = must(v2.POST("/api/v2/orders", { body: ORDER }));
  await until(() => retries === 1);
  await must(v2.GET("/api/v2/me"));
  await passOneSecond();
  await first;
  expect(times(proxy)).toEqual([
    ["/api/v2/orders", 0],
    ["/api/v2/me", 0],
    ["/api/v2/orders", 1000],
  ]);
});

it("returns the response if the wait would be too long, and after its last attempt", async () => {
  await using quota = await startFaultyProxy(null, [
    { status: 429, headers: { "Retry-After": "40000" }, body: errorBody("rate_limited", "Over quota.") },
  ]);
  await expect(must(clientAt(quota.url).v2.GET("/api/v2/me"))).rejects.toMatchObject({
    status: 429,
    code: "rate_limited",
    message: "Over quota.",
    retryAfterMs: 40_000_000,
  });
  expect(quota.requests).toHaveLength(1);
  await using down = await startFaultyProxy(null, [BUSY, BUSY, BUSY, BUSY]);
  const { response, error } = await clientAt(down.url).v2.GET("/api/v2/me");
  expect({ status: response.status, code: error?.error.code }).toEqual({ status: 503, code: "service_unavailable" });
  expect(down.requests).toHaveLength(4);
});

it("throws the reason if there was no response, and the key for a retry of a write", async () => {
  await using proxy = await startFaultyProxy(null, ["reset", "silence"]);
  const key = "sale-1001";
  const { v2 } = clientAt(proxy.url, { retry: { tries: 2, timeoutMs: 100 } });
  const lost: unknown = await v2
    .POST("/api/v2/orders", { params: { header: { "Idempotency-Key": key } }, body: ORDER })
    .catch((error: unknown) => error);
  expect(lost).toBeInstanceOf(NoResponseError);
  expect(lost).toMatchObject({
    message: `POST ${proxy.url}/api/v2/orders got no response after 2 attempts: No response within 100 ms.`,
    tries: 2,
    idempotencyKey: key,
    cause: { name: "TimeoutError" },
  });
  await expect(clientAt(UNREACHABLE_URL, { retry: { tries: 1 } }).v1.GET("/me")).rejects.toMatchObject({
    message: expect.stringMatching(/after 1 attempt: ECONNREFUSED/),
    idempotencyKey: null,
  });
});

it("ends when the caller cancels it: before, during and between attempts", async () => {
  const reason = new Error("Closing time.");
  const ends = async (fault: Fault, isTime: (seen: number, retries: number) => boolean) => {
    await using proxy = await startFaultyProxy(null, [fault]);
    const stop = new AbortController();
    let retries = 0;
    const client = clientAt(proxy.url, { onRetry: () => (retries += 1) });
    if (isTime(0, 0)) stop.abort(reason);
    const called = expect(client.v2.GET("/api/v2/me", { signal: stop.signal })).rejects.toBe(reason);
    await until(() => isTime(proxy.requests.length, retries));
    stop.abort(reason);
    await called;
    return proxy.requests.length;
  };
  expect(await ends("silence", () => true)).toBe(0);
  expect(await ends("silence", (seen) => seen === 1)).toBe(1);
  expect(await ends({ ...BUSY, headers: { "Retry-After": "5" } }, (_, retries) => retries === 1)).toBe(1);
});

it("doubles its delays up to the maximum, with jitter in the upper half", async () => {
  await using proxy = await startFaultyProxy(
    null,
    Array.from({ length: 5 }, (): Fault => ({ status: 500 })),
  );
  const pauses: number[] = [];
  const { v1 } = clientAt(proxy.url, {
    retry: { tries: 5, firstDelayMs: 8, longestDelayMs: 32 },
    onRetry: ({ delayMs }) => pauses.push(delayMs),
  });
  await v1.GET("/me");
  expect(pauses).toHaveLength(4);
  for (const [nth, full] of [8, 16, 32, 32].entries()) {
    expect(pauses[nth]).toBeGreaterThanOrEqual(full / 2);
    expect(pauses[nth]).toBeLessThanOrEqual(full);
  }
});

it("reads Retry-After in both forms", () => {
  expect(readRetryAfter("7", 0)).toBe(7000);
  expect(readRetryAfter("Thu, 01 Jan 1970 00:00:09 GMT", 2000)).toBe(7000);
  expect(readRetryAfter("Thu, 01 Jan 1970 00:00:01 GMT", 2000)).toBe(0);
  expect(readRetryAfter(null, 0)).toBeNull();
  for (const none of ["soon", "-5", "1.5", "+5", "5, 6"]) expect(readRetryAfter(none, 0), none).toBeNull();
});

it.each(["", ".", ".."])("rejects %j as an id, which would be another path", async (id) => {
  await using proxy = await startFaultyProxy(null, []);
  const call = clientAt(proxy.url).v2.GET("/api/v2/fulfillments/{id}", { params: { path: { id } } });
  await expect(call).rejects.toMatchObject({ name: "TypeError", message: `id is not a valid id: "${id}".` });
  expect(proxy.requests).toEqual([]);
});

it("ends a list that returns the same cursor again", async () => {
  const samePage: Fault = { status: 200, body: { data: [], has_more: true, next_cursor: "same" } };
  await using proxy = await startFaultyProxy(null, [samePage, samePage, samePage]);
  const walk = async () => {
    for await (const _order of clientAt(proxy.url).list("/api/v2/orders")) expect.unreachable();
  };
  await expect(walk()).rejects.toThrow("returned the same cursor again");
  expect(proxy.requests).toHaveLength(2);
});
