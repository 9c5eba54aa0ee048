import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { app } from "../../../src/entrypoints/app";
import { gateOf } from "../../../src/platform/http/gate-client";
import { fingerprintOf } from "../../../src/platform/http/input/body";
import { ERRORS, type ErrorCode } from "../../../src/platform/api-error";
import { createCredential, type ApiResponse, call, type Call, rows, type Shop } from "../../kit/client";
import { envUnder } from "../faults/crossings";

/** Sends a request to the Worker in another environment. Returns the body of the response. */
async function requestIn(environment: Env, path: string, headers: Record<string, string>): Promise<unknown> {
  const ctx = createExecutionContext();
  const response = await app.fetch(new Request(`https://api.example.com${path}`, { headers }), environment, ctx);
  await waitOnExecutionContext(ctx);
  return await response.json();
}

/** A response with every error code of an operation, each from v2, and the first one also from Public V1. */
export async function gatherErrors(shop: Shop): Promise<{ v1: Record<string, unknown>; all: Partial<Record<ErrorCode, unknown>> }> {
  const all: Partial<Record<ErrorCode, unknown>> = {};
  const keep = (code: ErrorCode, { status, body, text }: Pick<ApiResponse, "status" | "body" | "text">) => {
    if (status !== ERRORS[code][0] || body.error.code !== code) throw new Error(`expected ${code}, received ${status} ${text}`);
    all[code] = body;
  };
  const v2 = async (path: string, options: Call = {}) => await shop.v2(path, options);
  const bearer = { Authorization: `Bearer ${shop.token.secret}` };
  const asOther = async (path: string, extras: Record<string, unknown>) => {
    const { secret } = await createCredential(shop.id, "api_token", extras);
    return async () => await call(`/api/v2${path}`, { headers: { Authorization: `Bearer ${secret}` } });
  };
  const order = { store: "gift", external_id: "2001", items: [{ name: "Mug", price: 9.99 }] };
  const key = { "Idempotency-Key": "rejected-1" };
  const { body: created } = await v2("/orders", { body: order, headers: key });

  keep("unauthorized", await call("/api/v2/orders"));
  const { body: v1Unauthorized } = await call("/orders");
  keep("missing_scope", await (await asOther("/orders", { scopes: ["stores:read"] }))());
  keep("ip_not_allowed", await (await asOther("/orders", { allowed_ips: ["192.0.2.0/24"] }))());
  keep("not_found", await v2("/orders/999999"));
  keep("validation_error", await v2("/orders", { body: { store: "gift", items: [{ name: "Mug", price: "9.99" }] } }));
  keep("conflict", await v2("/orders", { body: { ...order, number: "#2" } }));
  keep("idempotency_conflict", await v2("/orders", { body: { ...order, number: "#2" }, headers: key }));
  keep("precondition_failed", await v2(`/orders/${created.id}`, { method: "PATCH", body: { tax: 1 }, headers: { "If-Match": '"9"' } }));
  await v2(`/orders/${created.id}/status`, { body: { status: "Cancelled" } });
  keep("invalid_transition", await v2(`/orders/${created.id}/status`, { body: { status: "Shipped" } }));
  keep("payload_too_large", await v2("/orders", { body: `"${"x".repeat(1024 * 1024)}"` }));
  keep("unsupported_media_type", await v2("/orders", { body: "store=gift", headers: { "Content-Type": "text/plain" } }));
  const limited = await asOther("/orders", { rate_limit: 1 });
  await limited();
  keep("rate_limited", await limited());
  keep("idempotency_in_progress", await sendWhileRunning(shop));
  keep("gone", await v2(`/events?after=${await createPurgedCursor(shop)}`));
  all.service_unavailable = await requestIn({ ...env, MAINTENANCE: "true" }, "/api/v2/orders", bearer);
  const broken = envUnder(async ({ edge, go }) => {
    if (edge === "d1.read") throw new Error("a fault of our own");
    return await go();
  });
  all.internal_error = await requestIn(broken, "/api/v2/orders", bearer);
  return { v1: { unauthorized: v1Unauthorized }, all };
}

/** Sends a request whose key another execution holds, for whose response it waits in vain. */
async function sendWhileRunning(shop: Shop): Promise<ApiResponse> {
  const body = JSON.stringify({ content: "x" });
  const written = new Request("https://api.example.com/api/v2/tickets", { method: "POST", body });
  const fingerprint = await fingerprintOf(written, new TextEncoder().encode(body));
  const idempotency = { key: "running-1", fingerprint, mayClaim: true };
  const [row] = await rows<{ version: number }>("select version from credentials where id = ?", shop.token.id);
  const request = {
    credentialId: shop.token.id,
    database: 0,
    isReplacement: false,
    version: row?.version ?? 0,
    isRefreshed: true,
    rateLimit: 100_000,
    dailyQuota: null,
    reads: "primary" as const,
    claim: { idempotency, writes: true },
  };
  const admission = await gateOf(env, { id: shop.token.id, region: null, restoredAt: null }).admit(request);
  if (admission.outcome !== "proceed") throw new Error(`The key is ${admission.outcome}.`);
  return await shop.v2("/tickets", { body, headers: { "Idempotency-Key": idempotency.key } });
}

/** Marks all events so far as purged, and returns a cursor to one of them. */
async function createPurgedCursor(shop: Shop): Promise<string> {
  const { body } = await shop.v2("/events?limit=1");
  await rows("insert into event_floors values (?, 1000000)", shop.id);
  return body.next_cursor;
}
