import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { AdmitRequest } from "../../../src/platform/gate/admission";
import { EXECUTION_LEASE_MS } from "../../../src/platform/gate/replay-ledger";
import { type ApiResponse, createShop, idempotencyKey, rows, type Shop } from "../../kit/client";
import { everythingOf } from "../../kit/rows-of-organization";
import { ALL_ATTEMPTS, loseBatch } from "../../kit/lost-batch";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

type Headers = Record<string, string>;
const post = (body: unknown, headers: Headers = idempotencyKey()): Promise<ApiResponse> => shop.v1("/products", { body, headers });
const put = (id: number, body: unknown, headers: Headers = idempotencyKey()): Promise<ApiResponse> =>
  shop.v1(`/products/${id}`, { method: "PUT", body, headers });
const remove = (id: number, headers: Headers = idempotencyKey()): Promise<ApiResponse> =>
  shop.v1(`/products/${id}`, { method: "DELETE", headers });
const aProduct = async (fields: Record<string, unknown> = {}): Promise<number> => (await post({ title: "Mug", ...fields })).body.data.id;

const rowsWithTitle = (title: string) => rows("select id, version from products where title = ?", title);
const isReplay = ({ headers }: ApiResponse): boolean => headers.get("Idempotent-Replayed") === "true";

describe("Idempotency-Key", () => {
  it("is required by POST and PUT, with 1 to 255 characters that are not only spaces, and not by DELETE", async () => {
    const id = await aProduct();
    for (const headers of [{}, { "Idempotency-Key": " " }]) {
      for (const response of [await post({ title: "x" }, headers), await put(id, { title: "x" }, headers)]) {
        expect([response.status, response.body.error]).toMatchObject([
          400,
          { code: "validation_error", details: [{ path: "Idempotency-Key", code: "idempotency_key_required" }] },
        ]);
      }
    }
    expect((await put(id, { title: "x" }, { "Idempotency-Key": "k".repeat(256) })).status).toBe(400);
    for (const length of [1, 255]) expect((await put(id, { title: "x" }, { "Idempotency-Key": "k".repeat(length) })).status).toBe(200);
    expect((await remove(id, {})).status).toBe(200);
  });

  it("replays the same request with identical bytes, Location and status", async () => {
    const headers = idempotencyKey();
    const body = { title: "Replayed", sku: "RE" };
    const first = await post(body, headers);
    const again = await post(body, headers);
    expect({ firstStatus: first.status, againStatus: again.status, text: again.text, isReplay: isReplay(again) }).toEqual({
      firstStatus: 201,
      againStatus: 201,
      text: first.text,
      isReplay: true,
    });
    expect(again.headers.get("Location")).toBe(first.headers.get("Location"));
    expect(await rowsWithTitle("Replayed")).toHaveLength(1);

    const { id } = first.body.data;
    const change = idempotencyKey();
    const changed = await put(id, { price: 1 }, change);
    await put(id, { price: 2 });
    expect((await put(id, { price: 1 }, change)).text).toBe(changed.text);
    expect((await shop.v1(`/products/${id}`)).body.data.price).toBe(2);
  });

  it("replays a retry of DELETE, while another DELETE returns 404", async () => {
    const id = await aProduct();
    const headers = idempotencyKey();
    const first = await remove(id, headers);
    const again = await remove(id, headers);
    expect({ firstStatus: first.status, againStatus: again.status, text: again.text, isReplay: isReplay(again) }).toEqual({
      firstStatus: 200,
      againStatus: 200,
      text: first.text,
      isReplay: true,
    });
    expect((await remove(id)).status).toBe(404);
  });

  it("of 30 concurrent POSTs creates one product, and all get the same body", { tags: "long" }, async () => {
    const headers = idempotencyKey();
    const responses = await Promise.all(Array.from({ length: 30 }, () => post({ title: "At once" }, headers)));
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await rowsWithTitle("At once")).toHaveLength(1);
  });

  it("returns 422 if it is reused with another body, path or method", async () => {
    const [id, other] = [await aProduct(), await aProduct()];
    const headers = idempotencyKey();
    expect((await put(id, { title: "One" }, headers)).status).toBe(200);
    for (const response of [
      await put(id, { title: "Two" }, headers),
      await put(other, { title: "One" }, headers),
      await post({ title: "One" }, headers),
      await remove(id, headers),
    ]) {
      expect({ status: response.status, code: response.body.error.code }).toEqual({ status: 422, code: "idempotency_conflict" });
    }
  });

  it("stays free for any request after a request that fails", async () => {
    const id = await aProduct();
    const headers = idempotencyKey();
    expect((await put(id, { price: "free" }, headers)).status).toBe(400);
    expect((await put(999_999_999, { price: 1 }, headers)).status).toBe(404);
    expect((await put(id, { price: 1 }, headers)).status).toBe(200);
  });
});

/** Lets the first execution commit, and ends the process before its key is settled. */
async function dieBeforeSettle(request: () => Promise<ApiResponse>): Promise<ApiResponse> {
  const gates = env.GATE.getByName.bind(env.GATE);
  vi.spyOn(env.GATE, "getByName").mockImplementation((name) => {
    const admit = (admitted: AdmitRequest) => gates(name).admit(admitted);
    const settle = () => Promise.reject(new Error("killed before settle"));
    return { admit, settle } as unknown as ReturnType<typeof gates>;
  });
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const response = await request();
  vi.restoreAllMocks();
  return response;
}

/** Simulates a new process after the lease of the old one has expired. */
async function restart(): Promise<void> {
  await evictDurableObject(env.GATE.getByName(`credential:${shop.key.id}`));
  vi.setSystemTime(Date.now() + EXECUTION_LEASE_MS + 1_000);
}

/** Which batch of a request commits its change: a PUT reads the product before. */
const COMMIT_OF = { post: 1, put: 2 };

/** Loses the response to the commit of a request `times` times. */
async function loseResponse(method: keyof typeof COMMIT_OF, times: number, request: () => Promise<ApiResponse>): Promise<ApiResponse> {
  loseBatch(COMMIT_OF[method], "response", times);
  const response = await request();
  vi.restoreAllMocks();
  return response;
}

describe("an interruption after the commit", () => {
  it("POST: the retry creates no second product and returns the current state of the first, archived or not", async () => {
    const headers = idempotencyKey();
    const body = { title: "Once", sku: "ONCE" };
    const first = await dieBeforeSettle(() => post(body, headers));
    expect(first.status).toBe(201);
    const { id } = first.body.data;
    await put(id, { price: 5 });
    await remove(id);
    await restart();
    const retry = await post(body, headers);
    expect({ status: retry.status, location: retry.headers.get("Location"), isReplay: isReplay(retry) }).toEqual({
      status: 201,
      location: `/products/${id}`,
      isReplay: false,
    });
    expect(retry.body.data).toMatchObject({ id, price: 5 });
    expect(await rowsWithTitle("Once")).toEqual([{ id, version: 3 }]);
    // The rebuilt response is stored like any other.
    const replay = await post(body, headers);
    expect({ text: replay.text, isReplay: isReplay(replay) }).toEqual({ text: retry.text, isReplay: true });
  });

  it("PUT: the retry changes nothing again, and the warning about a reused SKU is rebuilt too", async () => {
    const twin = await aProduct({ sku: "TWIN" });
    const id = await aProduct();
    const headers = idempotencyKey();
    const first = await dieBeforeSettle(() => put(id, { sku: "twin", tags: ["a"] }, headers));
    await put(id, { tags: ["b"] });
    await restart();
    const before = await everythingOf(shop.id);
    const retry = await put(id, { sku: "twin", tags: ["a"] }, headers);
    expect({ status: retry.status, tags: retry.body.data.tags, warnings: retry.body.meta.warnings }).toEqual({
      status: 200,
      tags: ["b"],
      warnings: first.body.meta.warnings,
    });
    expect(retry.body.meta.warnings).toEqual([`sku "twin" is also used by product ${twin}.`]);
    expect(await everythingOf(shop.id)).toEqual(before);
  });

  it("DELETE: the retry succeeds instead of returning 404", async () => {
    const id = await aProduct();
    const headers = idempotencyKey();
    await dieBeforeSettle(() => remove(id, headers));
    await restart();
    const retry = await remove(id, headers);
    expect({ status: retry.status, data: retry.body.data }).toEqual({ status: 200, data: { deleted: true } });
    expect(await rows("select version from products where id = ?", id)).toEqual([{ version: 2 }]);
  });

  it("a commit whose response was lost returns 503, stays bound to its request, and is found again", async () => {
    const headers = idempotencyKey();
    const failed = await loseResponse("post", ALL_ATTEMPTS, () => post({ title: "Lost" }, headers));
    expect({ status: failed.status, error: failed.body.error }).toEqual({
      status: 503,
      error: { code: "service_unavailable", message: "Service temporarily unavailable." },
    });
    expect((await post({ title: "Another" }, headers)).status).toBe(422);
    const retry = await post({ title: "Lost" }, headers);
    expect(retry.status).toBe(201);
    expect(await rowsWithTitle("Lost")).toEqual([{ id: retry.body.data.id, version: 1 }]);

    const change = idempotencyKey();
    const { id } = retry.body.data;
    expect((await loseResponse("put", ALL_ATTEMPTS, () => put(id, { price: 4 }, change))).status).toBe(503);
    expect((await put(id, { price: 4 }, change)).body.data.price).toBe(4);
    expect(await rowsWithTitle("Lost")).toEqual([{ id, version: 2 }]);
  });

  it("a response that is lost once is not noticed by the caller: one product, changed once", async () => {
    const headers = idempotencyKey();
    const made = await loseResponse("post", 1, () => post({ title: "Lost once" }, headers));
    expect(made.status).toBe(201);
    const { id } = made.body.data;
    const changed = await loseResponse("put", 1, () => put(id, { price: 4 }));
    expect({ status: changed.status, price: changed.body.data.price }).toEqual({ status: 200, price: 4 });
    expect((await post({ title: "Lost once" }, headers)).text).toBe(made.text);
    expect(await rowsWithTitle("Lost once")).toEqual([{ id, version: 2 }]);
  });
});
