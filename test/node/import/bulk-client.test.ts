import { expect, it, onTestFinished, vi } from "vitest";
import { BulkClient, ImportAborted } from "../../../cli/import/bulk-client.ts";
import type { RetryPolicy } from "../../../packages/client/src/index.ts";
import { respond, respondWithError, type Handler, rememberingApi, startFakeApi } from "./fake-api.ts";

const QUICK: RetryPolicy = { tries: 4, firstDelayMs: 5, longestDelayMs: 20, longestWaitMs: 5000, timeoutMs: 10_000 };
const ORDERS = ["a", "b", "c"].map((id) => JSON.stringify({ external_id: id }));

const clientOf = (url: string, more: Partial<ConstructorParameters<typeof BulkClient>[0]> = {}) =>
  new BulkClient({ url, token: "sk_live_x", onConflict: "error", dryRun: false, retry: QUICK, ...more });

/** Responds to the first calls with a failure, and then as the API does. */
function failingFirst(failureCount: number, failure: Handler): Handler {
  const healthy = rememberingApi();
  return (call, response, nth) => (nth <= failureCount ? failure : healthy)(call, response, nth);
}

it("sends a batch in the format of the API, each under its own key", async () => {
  await using api = await startFakeApi(rememberingApi());
  const client = clientOf(api.url, { onConflict: "skip", dryRun: true });
  expect((await client.post(ORDERS)).map(({ outcome }) => outcome)).toEqual(["created", "created", "created"]);
  await client.post(ORDERS);
  expect(api.calls[0]).toMatchObject({
    path: "/api/v2/orders/bulk",
    headers: { authorization: "Bearer sk_live_x", "content-type": "application/json" },
    body: {
      orders: [{ external_id: "a" }, { external_id: "b" }, { external_id: "c" }],
      on_conflict: "skip",
      on_error: "skip",
      dry_run: true,
    },
  });
  const keys = api.calls.map(({ headers }) => headers["idempotency-key"]);
  expect(new Set(keys).size).toBe(2);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
});

it.each([
  ["500", (_call, response) => respondWithError(response, 500, "internal_error", "Internal server error.")],
  ["503 from a proxy", (_call, response) => respond(response, 503, "<html>")],
  ["409 for a running execution", (_call, response) => respondWithError(response, 409, "idempotency_in_progress", "Still running.")],
  ["a lost connection", (_call, response) => response.destroy()],
  ["a truncated response", (_call, response) => response.writeHead(200, { "content-length": 1000 }).write("{", () => response.destroy())],
] satisfies [string, Handler][])("retries with the same key after %s", async (_name, failure) => {
  await using api = await startFakeApi(failingFirst(2, failure));
  expect((await clientOf(api.url).post(ORDERS)).map(({ outcome }) => outcome)).toEqual(["created", "created", "created"]);
  expect(api.calls).toHaveLength(3);
  expect(new Set(api.calls.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
  expect(new Set(api.calls.map(({ body }) => JSON.stringify(body))).size).toBe(1);
});

it("waits as Retry-After says, for all batches", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  onTestFinished(() => void vi.useRealTimers());
  await using api = await startFakeApi(
    failingFirst(1, (_call, response) => respondWithError(response, 429, "rate_limited", "Slow down.", undefined, { "retry-after": "1" })),
  );
  const { promise: waits, resolve: onWait } = Promise.withResolvers<string>();
  const client = clientOf(api.url, { onWait });
  const began = Date.now();
  const first = client.post(ORDERS);
  expect(await waits).toContain("Retrying in 1.0 s.");
  const second = client.post(ORDERS);
  await vi.advanceTimersByTimeAsync(999);
  expect(api.calls).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  await Promise.all([first, second]);
  expect(api.calls.map(({ at }) => at - began)).toEqual([0, 1000, 1000]);
});

it("gives up if Retry-After is too long, and after its last attempt", async () => {
  await using quota = await startFakeApi((_call, response) =>
    respondWithError(response, 429, "rate_limited", "Over quota.", undefined, { "retry-after": "40000" }),
  );
  await expect(clientOf(quota.url).post(ORDERS)).rejects.toThrow(/429 rate_limited: Over quota\. Run the import again in 40000 s/);
  expect(quota.calls).toHaveLength(1);
  await using down = await startFakeApi((_call, response) => respondWithError(response, 500, "internal_error", "Internal server error."));
  const curableError = (message: RegExp) => ({ message: expect.stringMatching(message) as string, mayBeCured: true });
  await expect(clientOf(down.url).post(ORDERS)).rejects.toMatchObject(curableError(/500 internal_error.*Stopped after 4 attempts/));
  expect(down.calls).toHaveLength(4);
  const away = clientOf("http://127.0.0.1:1", { retry: { ...QUICK, tries: 1 } });
  await expect(away.post(ORDERS)).rejects.toMatchObject(curableError(/did not respond/));
});

it.each([
  [401, "unauthorized", "Missing or invalid API token."],
  [403, "missing_scope", "This needs orders:write."],
  [404, "not_found", "Not found."],
])("gives up at once on %i, with the API's message", async (status, code, message) => {
  await using api = await startFakeApi((_call, response) => respondWithError(response, status, code, message));
  const expected = { message: `The API returned ${status} ${code}: ${message}`, mayBeCured: false };
  await expect(clientOf(api.url).post(ORDERS)).rejects.toMatchObject(expected);
  expect(api.calls).toHaveLength(1);
});

it("gives up if another server responds", async () => {
  await using page = await startFakeApi((_call, response) => respond(response, 200, "<html>"));
  await expect(clientOf(page.url).post(ORDERS)).rejects.toThrow(/not in the format of this API/);
  await using moved = await startFakeApi((_call, response) => respond(response, 301, "", { location: "https://elsewhere.example/" }));
  await expect(clientOf(moved.url).post(ORDERS)).rejects.toThrow(/redirects to https:\/\/elsewhere\.example\//);
  // No results for three orders.
  await using short = await startFakeApi((_call, response) => respond(response, 200, { results: [] }));
  const incomplete = clientOf(short.url).post(ORDERS);
  await expect(incomplete).rejects.toBeInstanceOf(ImportAborted);
  await expect(incomplete).rejects.toThrow(/not in the format of this API/);
});

it("sends a rejected batch again without the orders that the error names, under a new key", async () => {
  await using api = await startFakeApi(
    failingFirst(1, (_call, response) =>
      respondWithError(response, 400, "validation_error", "Request validation failed.", [
        { path: "orders[1].items[0].price", code: "too_big", message: "Too large." },
      ]),
    ),
  );
  expect(await clientOf(api.url).post(ORDERS)).toEqual([
    { outcome: "created", reason: "", message: "" },
    { outcome: "failed", reason: "validation_error", message: "Request validation failed. items[0].price: Too large." },
    { outcome: "created", reason: "", message: "" },
  ]);
  expect(api.calls[1]?.body.orders.map((order) => order["external_id"])).toEqual(["a", "c"]);
  expect(new Set(api.calls.map(({ headers }) => headers["idempotency-key"])).size).toBe(2);
});

it("fails a whole batch if the error names no orders", async () => {
  await using api = await startFakeApi((_call, response) => respondWithError(response, 409, "conflict", "Try again."));
  expect((await clientOf(api.url).post(ORDERS)).map(({ outcome, reason }) => `${outcome} ${reason}`)).toEqual(
    Array(3).fill("failed conflict"),
  );
  expect(api.calls).toHaveLength(1);
});

it("sends a batch that is too large in halves, and fails only single orders that are too large", async () => {
  const healthy = rememberingApi();
  await using api = await startFakeApi((call, response, nth) => {
    const { orders } = call.body;
    if (orders.length > 1 || orders[0]?.["external_id"] === "b") respondWithError(response, 413, "payload_too_large", "Too large.");
    else healthy(call, response, nth);
  });
  expect(await clientOf(api.url).post(ORDERS)).toEqual([
    { outcome: "created", reason: "", message: "" },
    { outcome: "failed", reason: "payload_too_large", message: "Too large." },
    { outcome: "created", reason: "", message: "" },
  ]);
  expect(api.calls.map(({ body }) => body.orders.length)).toEqual([3, 2, 1, 1, 1]);
});

it("stops waiting when it is cancelled", async () => {
  await using api = await startFakeApi((_call, response) =>
    respondWithError(response, 503, "service_unavailable", "Later.", undefined, { "retry-after": "4" }),
  );
  const client = clientOf(api.url, { onWait: () => client.stop(new ImportAborted("Interrupted.")) });
  await expect(client.post(ORDERS)).rejects.toThrow("Interrupted.");
  expect(api.calls).toHaveLength(1);
});

it("waits for the response to a sent batch when it is cancelled", async () => {
  const healthy = rememberingApi();
  await using api = await startFakeApi((call, response, nth) => {
    client.stop(new ImportAborted("Interrupted."));
    healthy(call, response, nth);
  });
  const client = clientOf(api.url);
  await expect(client.post(ORDERS)).resolves.toHaveLength(3);
  await expect(client.post(ORDERS)).rejects.toThrow("Interrupted.");
  expect(api.calls).toHaveLength(1);
});
