import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { routerFor } from "../../../src/entrypoints/app";
import { createCredential, createShop, call, idempotencyKey, type Shop, v1As, v2As } from "../../kit/client";
import { routeOf } from "../../kit/contract";
import { bodyOf, nameOf, pathOf, ROUTES, SOME_IDS } from "../../kit/requests";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});

describe("every route of the app", () => {
  it("is an endpoint with a guard, and is in this list", () => {
    const guards = ROUTES.map((route) => {
      const { guard } = route[1];
      const key = guard.kind === "write" && guard.idempotencyKey === "required" ? ", key required" : "";
      return `${nameOf(route)} → ${guard.kind}${"scope" in guard ? ` ${guard.scope ?? "any"}` : ""}${key}`;
    });
    expect(guards.toSorted()).toMatchInlineSnapshot(`
      [
        "DELETE /api/v2/connections/:id → write connections:manage",
        "DELETE /api/v2/expenses/:id → write expenses:write",
        "DELETE /api/v2/files/:id → write orders:write",
        "DELETE /api/v2/order-items/:id → write orders:write",
        "DELETE /api/v2/products/:id → write products:write",
        "DELETE /api/v2/proofs/:id/links/:proof_link_id → write proofs:write",
        "DELETE /api/v2/supplier-orders/:id/links/:order_link_id → write supplier_orders:write",
        "DELETE /api/v2/suppliers/:id/links/:link_id → write suppliers:write",
        "DELETE /api/v2/webhooks/:id → write webhooks:manage",
        "DELETE /expenses/:id → write expenses:write",
        "DELETE /operator/backup/:database → operator",
        "DELETE /operator/organizations/:id/deletion → operator",
        "DELETE /operator/organizations/:id/members/:user_id/second-factor → operator",
        "DELETE /operator/organizations/:id/restore → operator",
        "DELETE /products/:id → write products:write",
        "GET / → open",
        "GET /.well-known/security.txt → open",
        "GET /api/v2/analytics/orders → read analytics:read",
        "GET /api/v2/analytics/summary → read analytics:read",
        "GET /api/v2/catalog/unmatched-skus → read orders:read",
        "GET /api/v2/connections → read connections:manage",
        "GET /api/v2/connections/:id → read connections:manage",
        "GET /api/v2/connections/:id/deliveries → read connections:manage",
        "GET /api/v2/connections/:id/inbox → read connections:manage",
        "GET /api/v2/events → read events:read",
        "GET /api/v2/expenses → read expenses:read",
        "GET /api/v2/expenses/:id → read expenses:read",
        "GET /api/v2/files → read orders:read",
        "GET /api/v2/files/:id → read orders:read",
        "GET /api/v2/files/:id/content → read orders:read",
        "GET /api/v2/files/:id/preview → read orders:read",
        "GET /api/v2/fulfillments/:id → read fulfillment:read",
        "GET /api/v2/me → read any",
        "GET /api/v2/openapi.json → open",
        "GET /api/v2/order-items → read orders:read",
        "GET /api/v2/order-items/:id/designs → read orders:read",
        "GET /api/v2/orders → read orders:read",
        "GET /api/v2/orders/:id → read orders:read",
        "GET /api/v2/orders/:id/fulfillments → read fulfillment:read",
        "GET /api/v2/orders/:id/history → read orders:read",
        "GET /api/v2/orders/:id/notes → read orders:read",
        "GET /api/v2/orders/:id/readiness → read orders:read",
        "GET /api/v2/orders/:id/refunds → read analytics:read",
        "GET /api/v2/products → read products:read",
        "GET /api/v2/products/:id → read products:read",
        "GET /api/v2/proofs → read proofs:read",
        "GET /api/v2/proofs/:id → read proofs:read",
        "GET /api/v2/proofs/:id/links → read proofs:read",
        "GET /api/v2/stores → read stores:read",
        "GET /api/v2/stores/:id → read stores:read",
        "GET /api/v2/stores/:id/tracking-worksheet → read fulfillment:read",
        "GET /api/v2/supplier-orders → read supplier_orders:read",
        "GET /api/v2/supplier-orders/:id → read supplier_orders:read",
        "GET /api/v2/supplier-orders/:id/file → read supplier_orders:read",
        "GET /api/v2/supplier-orders/:id/lines/:order_item_id/design → read supplier_orders:read",
        "GET /api/v2/supplier-orders/:id/links → read supplier_orders:read",
        "GET /api/v2/supplier-orders/unpaid → read supplier_orders:read",
        "GET /api/v2/suppliers → read suppliers:read",
        "GET /api/v2/suppliers/:id → read suppliers:read",
        "GET /api/v2/suppliers/:id/costs → read suppliers:read",
        "GET /api/v2/suppliers/:id/links → read suppliers:read",
        "GET /api/v2/tickets → read tickets:read",
        "GET /api/v2/tickets/:id → read tickets:read",
        "GET /api/v2/tickets/:id/messages → read tickets:read",
        "GET /api/v2/webhooks → read webhooks:manage",
        "GET /api/v2/webhooks/:id → read webhooks:manage",
        "GET /api/v2/webhooks/:id/deliveries → read webhooks:manage",
        "GET /api/v2/webhooks/:id/recoveries/:recovery_id → read webhooks:manage",
        "GET /docs → open",
        "GET /docs/assets/:file → open",
        "GET /docs/guide → open",
        "GET /docs/guide/:page → open",
        "GET /docs/operator/openapi.json → open",
        "GET /expenses → read expenses:read",
        "GET /expenses/:id → read expenses:read",
        "GET /favicon.ico → open",
        "GET /health → open",
        "GET /health/live → open",
        "GET /me → read any",
        "GET /openapi.json → open",
        "GET /operator/backup → operator",
        "GET /operator/backup/:database/:table → operator",
        "GET /operator/backup/:database/changes → operator",
        "GET /operator/databases → operator",
        "GET /operator/installation → operator",
        "GET /operator/metrics → operator",
        "GET /operator/organizations → operator",
        "GET /operator/organizations/:id → operator",
        "GET /operator/organizations/:id/credentials → operator",
        "GET /operator/organizations/:id/deletion → operator",
        "GET /operator/organizations/:id/erasures/:erasure_id → operator",
        "GET /operator/organizations/:id/export → operator",
        "GET /operator/organizations/:id/export/:table → operator",
        "GET /operator/organizations/:id/export/orders.csv → operator",
        "GET /operator/organizations/:id/members → operator",
        "GET /operator/organizations/:id/missing-files → operator",
        "GET /operator/organizations/:id/move → operator",
        "GET /operator/organizations/:id/retention → operator",
        "GET /operator/organizations/:id/stores → operator",
        "GET /operator/restore → operator",
        "GET /operator/status → operator",
        "GET /orderItems → read order_items:read",
        "GET /orderItems/:itemId → read order_items:read",
        "GET /orders → read orders:read",
        "GET /orders/:id → read orders:read",
        "GET /orders/:id/fulfillments → read orders:read",
        "GET /orders/:id/history → read orders:read",
        "GET /orders/:id/notes → read orders:read",
        "GET /orders/:id/tracking → read orders:read",
        "GET /products → read products:read",
        "GET /products/:id → read products:read",
        "GET /robots.txt → open",
        "GET /stores → read stores:read",
        "GET /stores/:id → read stores:read",
        "GET /stores/:id/statistics → read stores:read",
        "PATCH /api/v2/connections/:id → write connections:manage",
        "PATCH /api/v2/expenses/:id → write expenses:write",
        "PATCH /api/v2/fulfillments/:id → write fulfillment:write",
        "PATCH /api/v2/order-items/:id → write orders:write",
        "PATCH /api/v2/orders/:id → write orders:write",
        "PATCH /api/v2/products/:id → write products:write",
        "PATCH /api/v2/proofs/:id → write proofs:write",
        "PATCH /api/v2/stores/:id → write stores:write",
        "PATCH /api/v2/supplier-orders/:id → write supplier_orders:write",
        "PATCH /api/v2/supplier-orders/:id/invoice → write supplier_orders:write",
        "PATCH /api/v2/suppliers/:id → write suppliers:write",
        "PATCH /api/v2/tickets/:id → write tickets:write",
        "PATCH /api/v2/webhooks/:id → write webhooks:manage",
        "PATCH /operator/organizations/:id/credentials/:credential_id → operator",
        "POST /api/v2/catalog/match → write orders:write",
        "POST /api/v2/connections → write connections:manage",
        "POST /api/v2/connections/:id/backfill → write connections:manage",
        "POST /api/v2/connections/:id/deliveries/:sent_id/redeliver → write connections:manage",
        "POST /api/v2/connections/:id/inbox/:message_id/retry → write connections:manage",
        "POST /api/v2/connections/:id/rotate-secret → write connections:manage",
        "POST /api/v2/connections/:id/test → write connections:manage",
        "POST /api/v2/expenses → write expenses:write",
        "POST /api/v2/files → write orders:write",
        "POST /api/v2/order-items/:id/designs → write orders:write",
        "POST /api/v2/order-items/:id/hold → write orders:write",
        "POST /api/v2/order-items/:id/release → write orders:write",
        "POST /api/v2/order-items/:id/status → write orders:status:write",
        "POST /api/v2/order-items/bulk-actions → write orders:write",
        "POST /api/v2/orders → write orders:write",
        "POST /api/v2/orders/:id/fulfillments → write fulfillment:write",
        "POST /api/v2/orders/:id/hold → write orders:write",
        "POST /api/v2/orders/:id/items → write orders:write",
        "POST /api/v2/orders/:id/notes → write orders:write",
        "POST /api/v2/orders/:id/refunds → write orders:write",
        "POST /api/v2/orders/:id/release → write orders:write",
        "POST /api/v2/orders/:id/reprint → write orders:write",
        "POST /api/v2/orders/:id/status → write orders:status:write",
        "POST /api/v2/orders/bulk → write orders:write",
        "POST /api/v2/orders/bulk-actions → write orders:write",
        "POST /api/v2/orders/bulk-updates → write orders:write",
        "POST /api/v2/products → write products:write",
        "POST /api/v2/proofs → write proofs:write",
        "POST /api/v2/proofs/send → write proofs:write",
        "POST /api/v2/stores → write stores:write",
        "POST /api/v2/supplier-orders → write supplier_orders:write",
        "POST /api/v2/supplier-orders/:id/correct-tracking → write supplier_orders:write",
        "POST /api/v2/supplier-orders/:id/lines/:order_item_id/reject → write supplier_orders:write",
        "POST /api/v2/supplier-orders/:id/links → write supplier_orders:write",
        "POST /api/v2/supplier-orders/:id/ship → write supplier_orders:write",
        "POST /api/v2/supplier-orders/import → write supplier_orders:write",
        "POST /api/v2/suppliers → write suppliers:write",
        "POST /api/v2/suppliers/:id/costs → write suppliers:write",
        "POST /api/v2/suppliers/:id/links → write suppliers:write",
        "POST /api/v2/tickets → write tickets:write",
        "POST /api/v2/tickets/:id/messages → write tickets:write",
        "POST /api/v2/tickets/:id/messages/:ticket_message_id/sent → write tickets:write",
        "POST /api/v2/tracking → write fulfillment:write",
        "POST /api/v2/webhooks → write webhooks:manage",
        "POST /api/v2/webhooks/:id/deliveries/:delivery_id/redeliver → write webhooks:manage",
        "POST /api/v2/webhooks/:id/recover → write webhooks:manage",
        "POST /api/v2/webhooks/:id/rotate-secret → write webhooks:manage",
        "POST /api/v2/webhooks/:id/test → write webhooks:manage",
        "POST /expenses → write expenses:write",
        "POST /expenses/bulk → write expenses:write",
        "POST /operator/backup/:database → operator",
        "POST /operator/doctor/removal → operator",
        "POST /operator/organizations → operator",
        "POST /operator/organizations/:id/credentials → operator",
        "POST /operator/organizations/:id/credentials/:credential_id/revoke → operator",
        "POST /operator/organizations/:id/credentials/:credential_id/rotate → operator",
        "POST /operator/organizations/:id/deletion → operator",
        "POST /operator/organizations/:id/erasures → operator",
        "POST /operator/organizations/:id/members → operator",
        "POST /operator/organizations/:id/members/:user_id/invitation → operator",
        "POST /operator/organizations/:id/move → operator",
        "POST /operator/organizations/:id/personal-data/export → operator",
        "POST /operator/organizations/:id/personal-data/search → operator",
        "POST /operator/organizations/:id/restore → operator",
        "POST /operator/organizations/:id/restore/:table → operator",
        "POST /operator/organizations/:id/stores → operator",
        "POST /operator/restore → operator",
        "POST /operator/restore/:database/:table → operator",
        "POST /operator/restore/:database/search → operator",
        "POST /operator/restore/end → operator",
        "POST /orderItems/:itemId/status → write order_items:write, key required",
        "POST /orders/:id/notes → write orders:write, key required",
        "POST /products → write products:write, key required",
        "PUT /api/v2/files/:id/preview → write orders:write",
        "PUT /expenses/:id → write expenses:write",
        "PUT /operator/organizations/:id/retention → operator",
        "PUT /products/:id → write products:write, key required",
      ]
    `);
  });

  it("is registered only through an endpoint", async () => {
    const routers = await Promise.all(["/", "/api/v2/", "/operator/"].map((path) => routerFor(path)));
    const registered = routers
      .flatMap(({ routes }) => routes)
      .filter(({ path, method }) => !(path === "/*" && method === "ALL"))
      .map(({ method, path }) => `${method} ${path}`);
    expect([...new Set(registered)].toSorted()).toEqual(ROUTES.map(nameOf).toSorted());
  });

  it("is public only if this list has a reason", () => {
    const open = ROUTES.flatMap((route) => (route[1].guard.kind === "open" ? [`${nameOf(route)}: ${route[1].guard.reason}`] : []));
    expect(open).toMatchInlineSnapshot(`
      [
        "GET /api/v2/openapi.json: Client generators read it. It contains nothing about organizations.",
        "GET /health: Monitors have no credential. The response reveals only the release and the state of the databases.",
        "GET /health/live: Monitors have no credential. The response reveals only the release.",
        "GET /openapi.json: Client generators read it. It contains nothing about organizations.",
        "GET /docs/operator/openapi.json: Client generators read it. It contains nothing about organizations.",
        "GET /: It lists the paths of the service. It contains nothing about organizations.",
        "GET /favicon.ico: Browsers and crawlers request it without credentials.",
        "GET /robots.txt: Browsers and crawlers request it without credentials.",
        "GET /docs: Public documentation. It contains nothing about organizations.",
        "GET /docs/guide: Public documentation. It contains nothing about organizations.",
        "GET /docs/guide/:page: Public documentation. It contains nothing about organizations.",
        "GET /docs/assets/:file: Public documentation. It contains nothing about organizations.",
        "GET /.well-known/security.txt: People who report security problems have no credential. The text contains nothing about organizations.",
      ]
    `);
  });
});

describe.each(ROUTES.map((route) => [nameOf(route), ...route] as const))("%s", (_name, surface, endpoint) => {
  const { kind } = endpoint.guard;
  const send = (as: (path: string, options?: Parameters<typeof call>[1]) => ReturnType<typeof call>, base = surface.base) =>
    as(base + pathOf(endpoint, SOME_IDS), { method: endpoint.method.toUpperCase(), body: bodyOf(endpoint), headers: idempotencyKey() });

  if (kind === "operator")
    it("returns 404 without the operator's token", async () => {
      expect((await send(call)).status).toBe(404);
      const wrong = await call(surface.base + pathOf(endpoint, SOME_IDS), {
        method: endpoint.method.toUpperCase(),
        body: bodyOf(endpoint),
        headers: { Authorization: "Bearer wrong" },
      });
      expect(wrong.body.error.code).toBe("not_found");
    });

  if (kind === "read" || kind === "write")
    it("returns 401 without a credential, and to one of the other surface", async () => {
      const other = surface.name === "v1" ? shop.token : shop.key;
      const message = surface.name === "v1" ? "Missing or invalid API key." : "Missing or invalid API token.";
      const ofOtherSurface = { "x-api-key": other.secret, Authorization: `Bearer ${other.secret}` };
      for (const headers of [{}, ofOtherSurface]) {
        const response = await call(surface.base + pathOf(endpoint, SOME_IDS), {
          method: endpoint.method.toUpperCase(),
          body: bodyOf(endpoint),
          headers,
        });
        expect(response.status).toBe(401);
        expect(response.body).toEqual({
          success: false,
          // The detail says which credential this surface expects. Without any credential, the challenge is enough.
          error: {
            code: "unauthorized",
            message,
            ...("x-api-key" in headers && { details: [expect.objectContaining({ code: "wrong_credential" })] }),
          },
          meta: { request_id: response.headers.get("X-Request-Id") },
        });
        expect(response.headers.get("WWW-Authenticate")).toBe(surface.name === "v1" ? 'ApiKey header="x-api-key"' : "Bearer");
      }
    });

  if ("scope" in endpoint.guard && endpoint.guard.scope !== null)
    it("returns 403 missing_scope to a credential with every other scope", async () => {
      const scope = "scope" in endpoint.guard ? endpoint.guard.scope : null;
      const credentialKind = surface.name === "v1" ? "api_key" : "api_token";
      const { V1_SCOPES, V2_SCOPES } = await import("../../../src/platform/http/scopes");
      const scopes = Object.keys(surface.name === "v1" ? V1_SCOPES : V2_SCOPES).filter((name) => name !== scope);
      const weak = await createCredential(shop.id, credentialKind, { scopes });
      const response = await (surface.name === "v1" ? send(v1As(weak)) : send(v2As(weak), ""));
      expect(response.status).toBe(403);
      expect(response.body.error).toMatchObject({ code: "missing_scope", message: "Missing required scope." });
    });

  it("returns 405 with Allow to an unsupported method; for the operator's paths only to the operator", async () => {
    const path = surface.base + pathOf(endpoint, SOME_IDS);
    const method = ["PATCH", "PUT", "DELETE"].find((name) => routeOf(name, path) === undefined) ?? "";
    if (kind === "operator") {
      for (const headers of [{}, { Authorization: "Bearer wrong" }]) {
        const other = await call(path, { method, headers });
        expect({ status: other.status, allow: other.headers.get("Allow"), requestId: other.headers.get("X-Request-Id") }).toEqual({
          status: 404,
          allow: null,
          requestId: expect.any(String),
        });
      }
    }
    const response = await call(path, { method, headers: { Authorization: `Bearer ${env.OPERATOR_TOKEN}` } });
    expect(response.status).toBe(405);
    expect(response.headers.get("Allow")?.split(", ")).toContain(endpoint.method.toUpperCase());
    expect(response.body.error.code).toBe("method_not_allowed");
  });

  it("returns 404 with two slashes at its end, for its own method and an unknown one", async () => {
    const path = `${surface.base}${pathOf(endpoint, SOME_IDS).split("?", 1)[0]}//`;
    const headers = { Authorization: `Bearer ${env.OPERATOR_TOKEN}` };
    for (const method of [endpoint.method.toUpperCase(), "PROPFIND"]) {
      const response = await call(path, { method, headers });
      expect({ status: response.status, details: response.body.error.details }).toEqual({
        status: 404,
        details: [expect.objectContaining({ code: "unknown_path" })],
      });
    }
  });

  it("has the headers of every response", async () => {
    const response = await call(surface.base + pathOf(endpoint, SOME_IDS), {
      method: endpoint.method.toUpperCase(),
      body: bodyOf(endpoint),
      headers: { "X-Request-Id": "mine" },
    });
    expect(response.headers.get("X-Request-Id")).toMatch(/^req_[0-9A-Za-z]{22}$/);
    expect(response.headers.get("X-Client-Request-Id")).toBe("mine");
    expect(response.headers.get("X-Api-Version")).toBe(surface.version);
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(response.headers.get("Cache-Control")).toMatch(
      /^(private, no-(store|cache)|public, no-cache|public, max-age=(86400|31536000, immutable))$/,
    );
    // The documents are public, because tools in a browser read them from their own origin.
    expect(response.headers.get("Access-Control-Allow-Origin")).toBe(endpoint.path.endsWith("/openapi.json") ? "*" : null);
  });
});
