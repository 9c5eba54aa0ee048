import { newId } from "../../../crypto/random";
import { createEndpoint } from "../../../domain/webhooks/create-endpoint";
import { listDeliveries } from "../../../domain/webhooks/list-deliveries";
import { listEndpoints } from "../../../domain/webhooks/list-endpoints";
import { readEndpoint } from "../../../domain/webhooks/read-endpoint";
import { type Endpoint, created, endpoint, one, reads, writes } from "../../../http/endpoint";
import { issueSecret, openSecret } from "../../../webhooks/secret";
import { mustBeCallable } from "./callable";
import { CreatedWebhook, Deliveries, DeliveriesQuery, NewWebhook, WebhookPath, Webhooks } from "./contract";
import { cursorAt, positionOf } from "./delivery-cursor";
import { presentCreated, presentDelivery, presentWebhook } from "./present";

const createWebhook = endpoint(
  {
    method: "post",
    path: "/webhooks",
    operationId: "createWebhook",
    summary: "Register a webhook endpoint",
    tag: "webhooks",
    guard: writes("webhooks:manage", { idempotencyKey: "optional" }),
    input: { json: NewWebhook },
    answers: { 201: CreatedWebhook },
    recall: async ({ org, settings }, remembered) => {
      const row = await readEndpoint(org, (remembered as { id: string }).id);
      const secret = await openSecret(settings.MASTER_SECRET, row.id, row.secret);
      return created(presentCreated(row, secret), `/webhooks/${row.id}`);
    },
  },
  async ({ org, json: { url, events, description = null }, settings, origin }) => {
    mustBeCallable(url, settings, origin);
    const id = newId("we", org.now);
    const { secret, sealed, hint } = await issueSecret(settings.MASTER_SECRET, id);
    const row = await createEndpoint(org, { id, url, events, description, secret: sealed, secret_hint: hint });
    return created(presentCreated(row, secret), `/webhooks/${id}`);
  },
);

const listWebhooks = endpoint(
  {
    method: "get",
    path: "/webhooks",
    operationId: "listWebhooks",
    summary: "List webhook endpoints",
    tag: "webhooks",
    guard: reads("webhooks:manage"),
    answers: { 200: Webhooks },
  },
  async ({ org }) => one({ data: (await listEndpoints(org)).map(presentWebhook), has_more: false, next_cursor: null }),
);

const listWebhookDeliveries = endpoint(
  {
    method: "get",
    path: "/webhooks/:id/deliveries",
    operationId: "listWebhookDeliveries",
    summary: "List recent deliveries of a webhook endpoint, newest first, with every attempt",
    tag: "webhooks",
    guard: reads("webhooks:manage"),
    input: { param: WebhookPath, query: DeliveriesQuery },
    answers: { 200: Deliveries },
  },
  async ({ org, param: { id }, query: { limit = 50, cursor, ...query }, settings: { MASTER_SECRET } }) => {
    const use = { organizationId: org.organization.id, list: "listWebhookDeliveries", query: { id, ...query } };
    const after = await positionOf(MASTER_SECRET, use, cursor);
    const { deliveries, next } = await listDeliveries(org, id, query, { after, limit });
    const next_cursor = await cursorAt(MASTER_SECRET, use, next);
    return one({ data: deliveries.map(presentDelivery), has_more: next !== null, next_cursor });
  },
);

/** Webhook management (interface, v2 surface; decisions H). */
export const webhookEndpoints: Endpoint[] = [createWebhook, listWebhooks, listWebhookDeliveries];
