import { createExecutionContext, createMessageBatch, createScheduledController, getQueueResult } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { app } from "../../src/entrypoints/app";
import worker from "../../src/entrypoints/worker";

afterEach(() => vi.restoreAllMocks());

const under = (changed: Record<string, string | undefined>): Env => {
  const all: Record<string, unknown> = { ...env, ...changed };
  for (const [name, value] of Object.entries(changed)) if (value === undefined) delete all[name];
  return all as unknown as Env;
};

const get = async (path: string, settings: Env) =>
  await app.fetch(new Request(`https://api.example.com${path}`), settings, createExecutionContext());

/** The parsed lines of `console.error`. */
const logLines = (error: { mock: { calls: unknown[][] } }) =>
  error.mock.calls.map(([line]) => JSON.parse(String(line)) as { event: string; error: string; request_id?: string });

const LONG = "0123456789-0123456789-0123456789-0123456789";

describe("a missing or malformed setting", () => {
  it.each([
    [
      "MASTER_SECRET",
      undefined,
      /^SettingsError: MASTER_SECRET is missing: .*32 characters.*openssl rand.* run `npx wrangler secret put MASTER_SECRET`/,
    ],
    ["MASTER_SECRET", "short-and-secret", /MASTER_SECRET must have at least 32 characters/],
    ["MASTER_SECRET_SECOND", "short-and-secret", /MASTER_SECRET_SECOND must have at least 32 characters/],
    ["OPERATOR_TOKEN", "short-and-secret", /OPERATOR_TOKEN must have at least 32 characters.* secret put OPERATOR_TOKEN/],
    ["ENVIRONMENT", undefined, /ENVIRONMENT must be "development" or "production"\. To fix it, set it under \[vars\] in wrangler\.toml/],
    ["ENVIRONMENT", "staging", /ENVIRONMENT must be/],
    ["ENVIRONMENT", "production", /ALLOW_INSECURE_WEBHOOK_TARGETS must be false, because ENVIRONMENT is production.*\.dev\.vars/],
    ["MAINTENANCE", "yes", /MAINTENANCE must be "true", "false", or numbers of databases such as 1,2\./],
    ["PUBLIC_HOST", "https://api.example.com/", /PUBLIC_HOST must be a host name such as api\.example\.com/],
    ["WEBHOOK_DNS_RESOLVER", "resolver", /WEBHOOK_DNS_RESOLVER must be a URL such as/],
    ["OIDC_ISSUER", "https://id.example.com", /OIDC_CLIENT_ID is missing, .*OIDC_CLIENT_SECRET is missing, /],
  ])("%s = %s causes 503 on paths of every surface and one log line that names the setting and the fix", async (name, value, line) => {
    const error = vi.spyOn(console, "error").mockReturnValue();
    const settings = under({ [name]: value });
    for (const path of ["/health", "/orders", "/api/v2/orders", "/api/v2/mcp", "/operator/organizations", "/console", "/docs"]) {
      error.mockClear();
      const response = await get(path, settings);
      const body = await response.text();
      expect({ status: response.status, contentType: response.headers.get("Content-Type") }).toEqual({
        status: 503,
        contentType: "application/json",
      });
      expect(JSON.parse(body)).toMatchObject({ success: false, error: { code: "service_unavailable" } });
      const requestId = response.headers.get("X-Request-Id");
      expect(logLines(error)).toEqual([expect.objectContaining({ event: "settings.invalid", request_id: requestId })]);
      expect(logLines(error)[0]?.error).toMatch(line);
      // Neither the response nor the log contains its value, and only the log names it.
      if (value?.includes("secret")) expect(JSON.stringify(error.mock.calls) + body).not.toContain(value);
      expect(body).not.toContain(name);
    }
  });

  it("names all of them in one line", async () => {
    const error = vi.spyOn(console, "error").mockReturnValue();
    await get("/health", under({ MASTER_SECRET: undefined, OPERATOR_TOKEN: "short" }));
    expect(logLines(error)).toHaveLength(1);
    expect(logLines(error)[0]?.error).toMatch(/MASTER_SECRET is missing.*OPERATOR_TOKEN must have/);
  });

  it("delays queue messages and stops the delivery job", async () => {
    const error = vi.spyOn(console, "error").mockReturnValue();
    const settings = under({ MASTER_SECRET: undefined });
    const batch = createMessageBatch("deliveries", [
      { id: "m1", timestamp: new Date(0), attempts: 1, body: { delivery_id: "d1", attempt: 1, db: 0 } },
    ]);
    const retryAll = vi.spyOn(batch, "retryAll");
    const ctx = createExecutionContext();
    await worker.queue(batch, settings, ctx);
    const result = await getQueueResult(batch, ctx);
    expect({ retry: result.retryBatch.retry, explicitAcks: result.explicitAcks }).toEqual({ retry: true, explicitAcks: [] });
    expect(retryAll.mock.calls).toEqual([[{ delaySeconds: 60 }]]);
    await worker.scheduled(createScheduledController({ scheduledTime: new Date() }), settings);
    expect(logLines(error).map(({ event }) => event)).toEqual(["settings.invalid", "settings.invalid"]);
  });
});

it.each([
  ["production without insecure targets", { ENVIRONMENT: "production", ALLOW_INSECURE_WEBHOOK_TARGETS: "false" }],
  ["no operator API", { OPERATOR_TOKEN: undefined }],
  ["an empty operator token", { OPERATOR_TOKEN: "" }],
  ["empty optional settings", { MAINTENANCE: "", PUBLIC_HOST: "", OIDC_ISSUER: "", MASTER_SECRET_SECOND: "" }],
  ["a host with a port", { PUBLIC_HOST: "API.example.com:8443" }],
  ["an identity provider", { OIDC_ISSUER: "https://id.example.com", OIDC_CLIENT_ID: "orders", OIDC_CLIENT_SECRET: LONG }],
])("%s is accepted", async (_what, changed) => {
  expect((await get("/health", under(changed))).status).toBe(200);
});
