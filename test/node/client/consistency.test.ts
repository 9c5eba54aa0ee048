import { afterEach, expect, it, vi } from "vitest";
import { createClient, type FetchInit, must, NoResponseError } from "../../../packages/client/src/index.ts";
import { errorBody, startFaultyProxy } from "./faulty-line.ts";
import { openOwnShop } from "./own-shop.ts";

/** The client's use of consistency tokens (docs/spec/consistency.md#consistency-token). */

const HEADER = "X-Consistency-Token";
const HOUR_MS = 3_600_000;

afterEach(() => {
  vi.restoreAllMocks();
});

type Reply = Partial<{ status: number; token: string; headers: Record<string, string>; body: unknown }>;

/** A client of a service whose responses the test sends in any order. */
function manualService() {
  const open: { tokens: string | null; url: string; reply: (reply: Reply) => void; lose: () => void }[] = [];
  const fetch = (url: string, { headers }: FetchInit) =>
    new Promise<Response>((resolve, reject) => {
      const reply = ({ status = 200, token, headers: more, body = { data: [], has_more: false, next_cursor: "end" } }: Reply) =>
        resolve(Response.json(body, { status, headers: { ...(token !== undefined && { [HEADER]: token }), ...more } }));
      open.push({ tokens: headers.get(HEADER), url, reply, lose: () => reject(new Error("reset")) });
    });
  const api = createClient({ baseUrl: "https://api.example.com", token: "sk_live_x", apiKey: "ak_live_x", retry: { tries: 1 }, fetch });
  /** The request that `call` sends. */
  const requestOf = async (call: () => Promise<unknown>) => {
    const [count, called] = [open.length, call()];
    await vi.waitFor(() => expect(open.length).toBe(count + 1), { interval: 1 });
    const request = open[count] ?? expect.unreachable();
    const end = async (reply: Reply) => {
      request.reply(reply);
      await called;
    };
    return { ...request, called, end };
  };
  const write = () => requestOf(() => api.v2.PATCH("/api/v2/orders/{id}", { params: { path: { id: 1 } }, body: { ship_city: "Lyon" } }));
  const read = () => requestOf(() => api.v2.GET("/api/v2/orders"));
  /** The tokens that a read now sends. */
  const tokensOfRead = async () => {
    const { tokens: known, end } = await read();
    await end({});
    return known?.split(",") ?? [];
  };
  /** Completes a write with this token. */
  const completeWrite = async (token: string) => (await write()).end({ token });
  return { api, requestOf, write, read, tokensOfRead, completeWrite };
}

it("sends the token of the last write with every read of both APIs, and with no write", async () => {
  const { api, requestOf, write, tokensOfRead } = manualService();
  expect(await tokensOfRead()).toEqual([]);
  const first = await write();
  expect(first.tokens).toBeNull();
  await first.end({ token: "first" });
  expect(await tokensOfRead()).toEqual(["first"]);
  const note = await requestOf(() => api.v1.POST("/orders/{id}/notes", { params: { path: { id: 1 } }, body: { content: "Wrap it." } }));
  expect(note.tokens).toBeNull();
  await note.end({ status: 201, token: "second" });
  expect(await tokensOfRead()).toEqual(["second"]);
  for (const call of [
    () => api.v1.GET("/orders"),
    () => api.list("/api/v2/orders").next(),
    () => api.events().next(),
    () => api.v2.GET("/api/v2/me"),
  ]) {
    const request = await requestOf(call);
    expect({ url: request.url, tokens: request.tokens }).toEqual({ url: request.url, tokens: "second" });
    await request.end({});
  }
});

it("keeps the tokens of concurrent writes until a write that was sent later has a response", async () => {
  const { completeWrite, write, tokensOfRead } = manualService();
  await completeWrite("before");
  const [a, b] = [await write(), await write()];
  await b.end({ token: "b" });
  expect(await tokensOfRead()).toEqual(["b"]);
  const c = await write();
  // `b` responded after `a` was sent, so `a` may not include it.
  await a.end({ token: "a" });
  expect(await tokensOfRead()).toEqual(["b", "a"]);
  // `c` was sent after `b` had responded, and before `a` had.
  await c.end({ token: "c" });
  expect(await tokensOfRead()).toEqual(["a", "c"]);
  await completeWrite("d");
  expect(await tokensOfRead()).toEqual(["d"]);
});

it("adds a token from elsewhere", async () => {
  const { api, completeWrite, write, tokensOfRead } = manualService();
  api.readAfter(null);
  api.readAfter(undefined);
  api.readAfter("");
  expect(await tokensOfRead()).toEqual([]);
  await completeWrite("own");
  const running = await write();
  api.readAfter("webhook");
  await running.end({ token: "next" });
  expect(await tokensOfRead()).toEqual(["webhook", "next"]);
  api.readAfter("x, webhook");
  api.readAfter(["y", "x"]);
  // The newest are last: a token that is added again moves there.
  expect(await tokensOfRead()).toEqual(["next", "webhook", "y", "x"]);
  await completeWrite("last");
  expect(await tokensOfRead()).toEqual(["last"]);
});

it("adds a token that the caller sends with a read", async () => {
  const { api, requestOf, completeWrite, tokensOfRead } = manualService();
  await completeWrite("own");
  const read = await requestOf(() => api.v2.GET("/api/v2/orders", { params: { header: { [HEADER]: "given" } } }));
  expect(read.tokens).toBe("own,given");
  await read.end({});
  expect(await tokensOfRead()).toEqual(["own", "given"]);
});

it("keeps its tokens if the response is a replay, which may be older", async () => {
  const { completeWrite, write, tokensOfRead } = manualService();
  await completeWrite("later");
  await (await write()).end({ token: "earlier", headers: { "Idempotent-Replayed": "true" } });
  expect(await tokensOfRead()).toEqual(["later", "earlier"]);
});

it("changes nothing after an error, a lost response or a response without a token", async () => {
  const { completeWrite, write, tokensOfRead } = manualService();
  await completeWrite("own");
  await (await write()).end({ status: 409, token: "error", body: errorBody("conflict") });
  await (await write()).end({ status: 302, token: "redirect" });
  await (await write()).end({});
  const { lose, called } = await write();
  lose();
  await expect(called).rejects.toThrow(NoResponseError);
  expect(await tokensOfRead()).toEqual(["own"]);
});

it("deletes a token after a day", async () => {
  const start = Date.now();
  const now = vi.spyOn(Date, "now").mockReturnValue(start);
  const { api, completeWrite, tokensOfRead } = manualService();
  await completeWrite("own");
  now.mockReturnValue(start + HOUR_MS);
  api.readAfter("webhook");
  now.mockReturnValue(start + 24 * HOUR_MS - 1);
  expect(await tokensOfRead()).toEqual(["own", "webhook"]);
  now.mockReturnValue(start + 24 * HOUR_MS);
  expect(await tokensOfRead()).toEqual(["webhook"]);
  now.mockReturnValue(start + 25 * HOUR_MS);
  expect(await tokensOfRead()).toEqual([]);
});

it("keeps the newest twenty tokens", async () => {
  const { write, tokensOfRead } = manualService();
  const writes = [];
  for (let nth = 1; nth <= 21; nth += 1) writes.push(await write());
  for (const [index, { end }] of writes.entries()) await end({ token: `t${index + 1}` });
  expect(await tokensOfRead()).toEqual(Array.from({ length: 20 }, (_, index) => `t${index + 2}`));
});

it("sends no token to another origin, and accepts none from there", async () => {
  const { api, requestOf, completeWrite, tokensOfRead } = manualService();
  await completeWrite("own");
  const elsewhere = { baseUrl: "https://other.example.com" };
  const read = await requestOf(() => api.v2.GET("/api/v2/me", elsewhere));
  expect({ origin: new URL(read.url).origin, tokens: read.tokens }).toEqual({ origin: elsewhere.baseUrl, tokens: null });
  await read.end({});
  await (
    await requestOf(() => api.v2.POST("/api/v2/stores", { ...elsewhere, body: { name: "Cards", platform: "etsy" } }))
  ).end({ token: "other" });
  expect(await tokensOfRead()).toEqual(["own"]);
});

it("deletes all tokens of a request that is rejected because of one, and returns its error", async () => {
  const { api, read, completeWrite, tokensOfRead } = manualService();
  await completeWrite("own");
  api.readAfter("forged");
  const [rejected, other] = [await read(), await read()];
  await other.end({ status: 400, body: errorBody("validation_error") });
  expect(await tokensOfRead()).toEqual(["own", "forged"]);
  api.readAfter("later");
  const details = [{ path: HEADER, code: "invalid_consistency_token", message: "" }];
  await rejected.end({ status: 400, body: { error: { code: "validation_error", message: "", details } } });
  expect(await rejected.called).toMatchObject({ error: { error: { details } }, response: { status: 400 } });
  expect(await tokensOfRead()).toEqual(["later"]);
});

it("sends its own token, or another client's, which the service accepts, unlike a forged one", { tags: "long" }, async () => {
  const { options, worker } = await openOwnShop();
  await using proxy = await startFaultyProxy(worker.url, []);
  const api = createClient({ ...options, baseUrl: proxy.url });
  const body = { category: "rent", amount: 1, date: "2026-01-31" };
  const { response } = await api.v1.POST("/expenses", { body });
  const token = response.headers.get(HEADER) ?? "";
  expect(token).not.toBe("");
  await must(api.v2.GET("/api/v2/me"));
  const other = createClient({ ...options, baseUrl: proxy.url });
  other.readAfter(token);
  await must(other.v1.GET("/expenses"));
  expect(proxy.requests.map(({ headers }) => headers[HEADER.toLowerCase()])).toEqual([undefined, token, token]);

  other.readAfter("forged");
  await expect(must(other.v1.GET("/expenses"))).rejects.toMatchObject({
    details: [{ path: HEADER, code: "invalid_consistency_token" }],
  });
  await must(other.v1.GET("/expenses"));
});
