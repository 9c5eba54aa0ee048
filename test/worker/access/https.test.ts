import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { app } from "../../../src/entrypoints/app";
import { browse } from "../console/kit";
import { createShop, rows, type Shop } from "../../kit/client";
import { everythingOf } from "../../kit/rows-of-organization";

const PRODUCTION = { ...env, ENVIRONMENT: "production", ALLOW_INSECURE_WEBHOOK_TARGETS: "" } as unknown as Env;
const HSTS = "max-age=31536000";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});

afterEach(() => void vi.restoreAllMocks());

async function send(url: string, init: RequestInit = {}): Promise<Response> {
  return await app.fetch(new Request(url, { redirect: "manual", ...init }), PRODUCTION, createExecutionContext());
}

/** The code of an error. The console has a page for it instead. */
async function codeOf(response: Response): Promise<string> {
  const text = await response.text();
  if (text.includes("Open the same URL with https:// at its beginning.")) return "https_required";
  return (JSON.parse(text) as { error: { code: string } }).error.code;
}

const JSON_TYPE = { "Content-Type": "application/json" };

/** Requests of each kind of caller. Over HTTPS, all but the one to an unknown path would succeed. */
function requests(): Record<string, readonly [path: string, init: RequestInit]> {
  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
  const post = (body: unknown, headers: Record<string, string>): RequestInit => ({
    method: "POST",
    body: JSON.stringify(body),
    headers: { ...JSON_TYPE, ...headers },
  });
  return {
    "Public V1": ["/orders", { headers: { "x-api-key": shop.key.secret } }],
    v2: ["/api/v2/stores", post({ name: "Plain", platform: "etsy" }, bearer(shop.token.secret))],
    "the operator": [`/operator/organizations`, post({ name: "Plain" }, bearer(env.OPERATOR_TOKEN))],
    MCP: ["/api/v2/mcp", post({ jsonrpc: "2.0", id: 1, method: "tools/list" }, bearer(shop.token.secret))],
    "the console": ["/console/sign-in", {}],
    "a monitor": ["/health", {}],
    documentation: ["/docs/guide", {}],
    "security.txt": ["/.well-known/security.txt", {}],
    "an unknown path": ["/none", {}],
  };
}

describe("in production, plain HTTP", () => {
  it("is rejected on every surface with 403 https_required, no redirect, and without HSTS, which browsers ignore there", async () => {
    for (const [who, [path, init]] of Object.entries(requests())) {
      const response = await send(`http://api.example.com${path}`, init);
      const code = await codeOf(response);
      const { headers } = response;
      expect({
        who,
        status: response.status,
        code,
        location: headers.get("Location"),
        strictTransportSecurity: headers.get("Strict-Transport-Security"),
      }).toEqual({
        who,
        status: 403,
        code: "https_required",
        location: null,
        strictTransportSecurity: null,
      });
    }
  });

  it("processes nothing: no secret is issued, nothing is written, the request is not counted and its body is not read", async () => {
    const before = await rows(
      "select (select count(*) from organizations) as organizations, (select count(*) from credentials) as credentials",
    );
    const rowsBefore = await everythingOf(shop.id);
    for (const [path, init] of Object.values(requests())) {
      const request = new Request(`http://api.example.com${path}`, init);
      const response = await app.fetch(request, PRODUCTION, createExecutionContext());
      expect({ bodyUsed: request.bodyUsed, text: await response.text(), rateLimit: response.headers.get("RateLimit") }).toEqual({
        bodyUsed: false,
        text: expect.not.stringContaining("secret"),
        rateLimit: null,
      });
    }
    expect(
      await rows("select (select count(*) from organizations) as organizations, (select count(*) from credentials) as credentials"),
    ).toEqual(before);
    expect(await everythingOf(shop.id)).toEqual(rowsBefore);
  });

  it("is accepted in development", async () => {
    const response = await app.fetch(new Request("http://127.0.0.1:8787/health"), env, createExecutionContext());
    expect({ status: response.status, strictTransportSecurity: response.headers.get("Strict-Transport-Security") }).toEqual({
      status: 200,
      strictTransportSecurity: null,
    });
  });
});

it("the responses of every surface over HTTPS have HSTS for this host only, also errors and files", async () => {
  const [stylesheet] = /\/console\/assets\/[^"]+\.css/.exec((await browse("/console/sign-in")).text) ?? [];
  if (stylesheet === undefined) throw new Error("the page has no stylesheet");
  for (const [who, [path, init]] of Object.entries({
    ...requests(),
    "a page": ["/console/sign-in", {}],
    "a stylesheet": [stylesheet, {}],
    "no credential": ["/orders", {}],
    "a broken body": [
      "/api/v2/orders",
      { method: "POST", body: "{", headers: { ...JSON_TYPE, Authorization: `Bearer ${shop.token.secret}` } },
    ],
  } as Record<string, readonly [string, RequestInit]>)) {
    const response = await send(`https://api.example.com${path}`, init);
    expect({ who, strictTransportSecurity: response.headers.get("Strict-Transport-Security") }).toEqual({
      who,
      strictTransportSecurity: HSTS,
    });
    await response.body?.cancel();
  }
});

it("the 503 of a Worker without its settings also has HSTS, only over HTTPS", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const unset = { ...PRODUCTION, MASTER_SECRET: "" };
  const statusAndHsts = async (url: string) => {
    const { status, headers } = await app.fetch(new Request(url), unset, createExecutionContext());
    return [status, headers.get("Strict-Transport-Security")];
  };
  expect(await statusAndHsts("https://api.example.com/orders")).toEqual([503, HSTS]);
  expect(await statusAndHsts("http://api.example.com/orders")).toEqual([503, null]);
});

describe("/.well-known/security.txt", () => {
  const fields = async (settings: object = {}) => {
    const response = await app.fetch(
      new Request("https://api.example.com/.well-known/security.txt"),
      { ...PRODUCTION, ...settings },
      createExecutionContext(),
    );
    expect({ status: response.status, contentType: response.headers.get("Content-Type") }).toEqual({
      status: 200,
      contentType: "text/plain; charset=utf-8",
    });
    const lines = (await response.text()).trim().split("\n");
    return lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]);
  };

  it("has the fields that RFC 9116 requires: a contact, and an expiry less than a year away", async () => {
    const all = new Map((await fields()) as [string, string][]);
    expect(all.get("Canonical")).toBe("https://api.example.com/.well-known/security.txt");
    const days = (Date.parse(all.get("Expires") ?? "") - Date.now()) / 86_400_000;
    expect(days).toBeLessThan(365);
    // It is set about half a year ahead.
    expect(days).toBeGreaterThan(170);
    const contact = await send(all.get("Contact") ?? "");
    expect({ status: contact.status, text: await contact.text() }).toEqual({
      status: 200,
      text: expect.stringContaining("Report a security problem"),
    });
  });

  it("has the deployer's own contact first if one is set", async () => {
    const all = await fields({ SECURITY_CONTACT: "mailto:security@example.com" });
    expect(all[0]).toEqual(["Contact", "mailto:security@example.com"]);
  });
});
