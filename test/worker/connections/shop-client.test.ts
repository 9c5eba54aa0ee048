import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";
import { callShop } from "../../../src/resources/connections/shop-client";
import { settingsOf } from "../../../src/platform/env";

const RESOLVER = "https://dns.example.net/dns-query";
const guarded = settingsOf({ ...env, ALLOW_INSECURE_WEBHOOK_TARGETS: "false", WEBHOOK_DNS_RESOLVER: RESOLVER });

afterEach(() => vi.restoreAllMocks());

/** A network in which a name has one address and every shop responds. Returns the calls except those of the resolver. */
function network(address: string): string[] {
  const calls: string[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin === new URL(RESOLVER).origin) {
      const isOfKind = url.searchParams.get("type") === (address.includes(":") ? "AAAA" : "A");
      return Response.json({ Status: 0, Answer: isOfKind ? [{ type: address.includes(":") ? 28 : 1, data: address }] : [] });
    }
    calls.push(url.href);
    return Response.json({});
  });
  return calls;
}

/** Requests a URL with the credentials of a shop. */
async function get(shop: string, url: string): Promise<unknown> {
  const access = { url: `https://${shop}`, key: "k", secret: "s" };
  return await callShop({ settings: guarded, access, organizationId: 1 })({ method: "GET", url, headers: {} }, ({ body }) => body);
}

it("a shop with a public address is called", async () => {
  const calls = network("8.8.8.8");
  expect(await get("public.example.com", "https://public.example.com/x")).toEqual({});
  expect(calls).toEqual(["https://public.example.com/x"]);
});

it.each(["10.0.0.1", "127.0.0.1", "169.254.169.254", "::1", "fd00:ec2::254"])(
  "a shop whose name now resolves to %s is not called",
  async (address) => {
    const calls = network(address);
    const host = `inside-${address.replaceAll(/\W/g, "-")}.example.com`;
    await expect(get(host, `https://${host}/x`)).rejects.toMatchObject({
      kind: "blocked_url",
      isTemporary: false,
    });
    expect(calls).toEqual([]);
  },
);

it("no other host is called with the credentials of a shop", async () => {
  const calls = network("8.8.8.8");
  await expect(get("shop.example.org", "https://other.example.org/x")).rejects.toMatchObject({ kind: "blocked_url" });
  expect(calls).toEqual([]);
});
