import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { app } from "../../../src/entrypoints/app";
import { addressError } from "../../../src/resources/webhooks/destination";
import { createShop, type Shop } from "../../kit/client";
import { insertDelivery, insertWebhookEndpoint, attemptsOf, captureEnqueued, rowOf } from "../../kit/webhook-fixture";
import { deliveryMessage, consumeMessages } from "./consumer";

const RESOLVER = "https://dns.example.net/dns-query?key=1";
const RULES = { allowInsecure: false, ownHosts: [], resolver: RESOLVER };
/** Record types of DNS, and its response code for a name that does not exist. */
const [A, CNAME, AAAA, NXDOMAIN] = [1, 5, 28, 3];

type Records = { type: number; data: string }[];

let nameCount = 0;
/** A name that was not resolved before. */
const aName = () => `name-${(nameCount += 1)}.example.com`;

/** Mocks a network in which every name has these records and every receiver responds. Returns the queries and the posts that it gets. */
function mockNetwork(records: Records, status = 0) {
  const [queries, posts]: [URL[], string[]] = [[], []];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.host !== "dns.example.net") {
      posts.push(url.href);
      return new Response("thanks");
    }
    queries.push(url);
    const wanted = url.searchParams.get("type") === "AAAA" ? AAAA : A;
    return Response.json({ Status: status, Answer: records.filter(({ type }) => type === wanted || type === CNAME) });
  });
  return { queries, posts };
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const resultOf = async (records: Records, status = 0) => {
  mockNetwork(records, status);
  return (await addressError(`https://${aName()}/x`, RULES)) === null ? "called" : "rejected";
};
const a = (data: string) => ({ type: A, data });
const aaaa = (data: string) => ({ type: AAAA, data });

describe("a hostname", () => {
  it.each([
    ["with a public address", [a("8.8.8.8")]],
    ["with public addresses of both kinds", [a("8.8.8.8"), a("1.1.1.1"), aaaa("2606:4700:4700::1111")]],
    ["with an alias of a public one", [{ type: CNAME, data: "cdn.example.net." }, a("8.8.8.8")]],
  ])("%s is called", async (_, records) => {
    expect(await resultOf(records)).toBe("called");
  });

  it.each([
    ["one private among public ones", [a("8.8.8.8"), a("10.0.0.1"), a("1.1.1.1")]],
    ["a private AAAA beside a public A", [a("8.8.8.8"), aaaa("fd00:ec2::254")]],
    ["an alias of a private one", [{ type: CNAME, data: "intranet.example.net." }, a("192.168.1.1")]],
    ["a record that is not an address", [a("not-an-address")]],
  ])("with %s is rejected (R18) (case 56)", async (_, records) => {
    expect(await resultOf(records)).toBe("rejected");
  });

  it.each([
    "0.0.0.0 0.1.2.3 10.1.2.3 100.64.0.1 127.0.0.1 127.9.9.9 169.254.169.254 172.16.0.1 172.31.255.255 192.168.0.1",
    "192.0.0.1 192.0.2.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255",
  ])("is rejected with any of %s (R18) (case 56)", async (addresses) => {
    for (const address of addresses.split(" "))
      expect({ address, result: await resultOf([a(address)]) }).toEqual({ address, result: "rejected" });
  });

  it.each([
    ["local and reserved ones", ":: ::1 fe80::1 fec0::1 fc00::1 fd00:ec2::254 ff02::1 100::1 2001:db8::1 3fff::1 5f00::1 4000::1"],
    [
      "prefixes that embed IPv4",
      "::ffff:127.0.0.1 ::ffff:a9fe:a9fe ::ffff:8.8.8.8 ::7f00:1 64:ff9b::7f00:1 64:ff9b:1::1 2002:7f00:1:: 2001::1",
    ],
  ])("is rejected with an AAAA among %s (R18) (case 56)", async (_, addresses) => {
    for (const address of addresses.split(" "))
      expect({ address, result: await resultOf([aaaa(address)]) }).toEqual({ address, result: "rejected" });
  });

  it("that does not exist is left to the request, which fails (case 19)", async () => {
    expect(await resultOf([], NXDOMAIN)).toBe("called");
  });
});

describe("the resolver", () => {
  it("gets queries for both kinds of address, in JSON, with the configured parameters", async () => {
    const { queries } = mockNetwork([a("8.8.8.8")]);
    const name = aName();
    await addressError(`https://user.${name}:8443/path?q=1`, RULES);
    expect(queries.map(({ href }) => href)).toEqual(["A", "AAAA"].map((type) => `${RESOLVER}&name=user.${name}&type=${type}`));
    expect(vi.mocked(fetch).mock.calls[0]?.[1]?.headers).toMatchObject({ Accept: "application/dns-json" });
  });

  it("is queried again after 60 s, so that a name that changes to a private address is rejected", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: 1_000_000 });
    const url = `https://${aName()}/`;
    const { queries } = mockNetwork([a("8.8.8.8")]);
    for (const at of [1_000_000, 1_059_999]) {
      vi.setSystemTime(at);
      expect(await addressError(url, RULES)).toBeNull();
    }
    // One for A and one for AAAA, both for the first call.
    expect(queries).toHaveLength(2);
    mockNetwork([a("127.0.0.1")]);
    expect(await addressError(url, RULES)).toBeNull();
    vi.setSystemTime(1_060_000);
    expect(await addressError(url, RULES)).toEqual(expect.any(String));
  });

  it.each([
    ["refuses", () => Promise.reject(new Error("Network connection lost."))],
    ["returns an error", async () => new Response("<html>", { status: 502 })],
    ["returns no valid response", async () => Response.json({ ok: true })],
  ])("that %s stops no delivery, and is queried again the next time", async (_, response) => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const url = `https://${aName()}/`;
    vi.spyOn(globalThis, "fetch").mockImplementation(response);
    expect(await addressError(url, RULES)).toBeNull();
    mockNetwork([a("10.0.0.1")]);
    expect(await addressError(url, RULES)).toEqual(expect.any(String));
  });

  it("is not queried in development, nor if none is configured", async () => {
    const { queries } = mockNetwork([a("10.0.0.1")]);
    expect(await addressError(`https://${aName()}/`, { ...RULES, allowInsecure: true })).toBeNull();
    expect(await addressError(`https://${aName()}/`, { ...RULES, resolver: null })).toBeNull();
    expect(queries).toEqual([]);
  });
});

describe("in a deployment with a resolver", () => {
  const settings = { ALLOW_INSECURE_WEBHOOK_TARGETS: "false", WEBHOOK_DNS_RESOLVER: RESOLVER, PUBLIC_HOST: "ops.example.net" };
  const guarded: Env = Object.assign({}, env, settings);
  let shop: Shop;
  beforeAll(async () => {
    shop = await createShop();
  });
  beforeEach(() => void captureEnqueued());

  async function call(method: string, path: string, body?: unknown) {
    const headers = { Authorization: `Bearer ${shop.token.secret}`, "Content-Type": "application/json" };
    const request = new Request(`https://api.example.com/api/v2${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const response = await app.fetch(request, guarded, createExecutionContext());
    return { status: response.status, body: await response.json<Record<string, never>>() };
  }

  const invalidUrl = { status: 400, body: { error: { code: "validation_error", details: [{ path: "url", code: "invalid_url" }] } } };
  const newUrl = () => `https://${aName()}/hooks`;

  it("a name that resolves to a private address is rejected on create and update (R18) (case 56)", async () => {
    const { posts } = mockNetwork([a("8.8.8.8"), a("10.0.0.1")]);
    const endpoint = await insertWebhookEndpoint(shop.id);
    expect(await call("POST", "/webhooks", { url: newUrl(), events: ["order.created"] })).toMatchObject(invalidUrl);
    expect(await call("PATCH", `/webhooks/${endpoint.id}`, { url: newUrl() })).toMatchObject(invalidUrl);
    expect(await rowOf("webhook_endpoints", endpoint.id)).toMatchObject({ url: "https://receiver.example.com/hooks", version: 1 });
    expect(posts).toEqual([]);
  });

  it("a name that now resolves to a private address is not called by a test or a delivery, and the log has the reason (R18) (R19) (case 56)", async () => {
    const [tested, delivered] = [
      await insertWebhookEndpoint(shop.id, { url: newUrl() }),
      await insertWebhookEndpoint(shop.id, { url: newUrl() }),
    ];
    const { posts } = mockNetwork([aaaa("::1")]);
    const { body } = await call("POST", `/webhooks/${tested.id}/test`);
    expect(body).toMatchObject({ delivered: false, response_status: null, error: "blocked_url" });
    const { id } = await insertDelivery(delivered, Date.now());
    await consumeMessages([deliveryMessage(id)], "deliveries", guarded);
    expect(await attemptsOf(id)).toMatchObject([{ error_code: "blocked_url", response_status: null, response_body: null }]);
    expect(posts).toEqual([]);
  });

  it.each([
    "http://example.com/",
    "https://127.0.0.1/",
    "https://[::ffff:7f00:1]/",
    "https://2130706433/",
    "https://localhost./",
    "https://example.com:22/",
    "https://user@example.com/",
    "https://ops.example.net/hook",
  ])("%s is rejected on create, update, test and delivery (R18)", async (url) => {
    const { queries, posts } = mockNetwork([a("8.8.8.8")]);
    const endpoint = await insertWebhookEndpoint(shop.id, { url });
    const created = await call("POST", "/webhooks", { url, events: ["order.created"] });
    const changed = await call("PATCH", `/webhooks/${endpoint.id}`, { url });
    expect([created, changed]).toMatchObject([invalidUrl, invalidUrl]);
    expect((await call("POST", `/webhooks/${endpoint.id}/test`)).body).toMatchObject({ error: "blocked_url" });
    const { id } = await insertDelivery(endpoint, Date.now());
    await consumeMessages([deliveryMessage(id)], "deliveries", guarded);
    expect(await attemptsOf(id)).toMatchObject([{ error_code: "blocked_url" }]);
    expect([...queries, ...posts]).toEqual([]);
  });

  it("a name that resolves to a public address is accepted on create, update, test and delivery", async () => {
    const { posts } = mockNetwork([a("8.8.8.8"), aaaa("2606:4700:4700::1111")]);
    const [first, second] = [newUrl(), newUrl()];
    const created = await call("POST", "/webhooks", { url: first, events: ["order.created"] });
    const { id } = created.body as unknown as { id: string };
    expect({ created: created.status, changed: (await call("PATCH", `/webhooks/${id}`, { url: second })).status }).toEqual({
      created: 201,
      changed: 200,
    });
    expect((await call("POST", `/webhooks/${id}/test`)).body).toMatchObject({ delivered: true });
    const delivered = await insertWebhookEndpoint(shop.id, { url: newUrl() });
    const { id: deliveryId } = await insertDelivery(delivered, Date.now());
    await consumeMessages([deliveryMessage(deliveryId)], "deliveries", guarded);
    expect(await attemptsOf(deliveryId)).toMatchObject([{ error_code: null, response_status: 200 }]);
    expect(posts).toEqual([second, String((await rowOf("webhook_endpoints", delivered.id))["url"])]);
  });
});
