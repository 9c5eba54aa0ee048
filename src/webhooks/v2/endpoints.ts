import { deleteEndpoint } from "../endpoints/commands";
import { listEndpoints, readEndpoint, readLiveEndpoint } from "../endpoints/queries";
import { type Endpoint, created, endpoint, one, reads, writes } from "../../platform/http/endpoint";
import { invalid } from "../../platform/api-error";
import { openSecret } from "../secret";
import {
  CreatedWebhook,
  DeletedWebhook,
  DeleteWebhookQuery,
  NewWebhook,
  RotatedWebhook,
  RotateSecret,
  Webhook,
  WebhookChanges,
  WebhookPath,
  Webhooks,
} from "./contract";
import { deliveryEndpoints } from "./delivery-endpoints";
import { presentCreated, presentRotated, presentWebhook } from "./present";
import { registerEndpoint, renewSecret, reviseEndpoint } from "./register";

const guard = writes("webhooks:manage", { idempotencyKey: "optional" });

const createWebhook = endpoint(
  {
    method: "post",
    path: "/webhooks",
    operationId: "createWebhook",
    summary: "Register a webhook endpoint",
    description: "The response contains the endpoint's `secret`, which is shown only once. An organization can have up to 25 endpoints.",
    tag: "Webhooks",
    guard,
    input: { json: NewWebhook },
    responses: { 201: CreatedWebhook },
    rebuildReply: async ({ org, settings }, marker) => {
      const row = await readEndpoint(org, (marker as { id: string }).id);
      const secret = await openSecret(settings.masterSecrets, row.id, row.secret);
      return created(presentCreated(row, secret), `/webhooks/${row.id}`);
    },
  },
  async ({ org, json, ...deployment }) => {
    const { row, secret } = await registerEndpoint(org, deployment, json);
    return created(presentCreated(row, secret), `/webhooks/${row.id}`);
  },
);

const listWebhooks = endpoint(
  {
    method: "get",
    path: "/webhooks",
    operationId: "listWebhooks",
    summary: "List webhook endpoints",
    tag: "Webhooks",
    guard: reads("webhooks:manage"),
    responses: { 200: Webhooks },
  },
  async ({ org }) => one({ data: (await listEndpoints(org)).map(presentWebhook), has_more: false, next_cursor: null }),
);

const getWebhook = endpoint(
  {
    method: "get",
    path: "/webhooks/:id",
    operationId: "getWebhook",
    summary: "Get a webhook endpoint",
    tag: "Webhooks",
    guard: reads("webhooks:manage"),
    input: { param: WebhookPath },
    responses: { 200: Webhook },
  },
  async ({ org, param }) => one(presentWebhook(await readLiveEndpoint(org, param.id))),
);

const updateWebhook = endpoint(
  {
    method: "patch",
    path: "/webhooks/:id",
    operationId: "updateWebhook",
    summary: "Update a webhook endpoint",
    description: "`enabled: false` pauses the endpoint, and `true` resumes it.",
    tag: "Webhooks",
    guard,
    input: { param: WebhookPath, json: WebhookChanges },
    responses: { 200: Webhook },
    rebuildReply: async ({ org, param }) => one(presentWebhook(await readEndpoint(org, param.id))),
  },
  async ({ org, param, json, ...deployment }) =>
    one(presentWebhook(await reviseEndpoint(org, deployment, { id: param.id, changes: json }))),
);

const deleteWebhook = endpoint(
  {
    method: "delete",
    path: "/webhooks/:id",
    operationId: "deleteWebhook",
    summary: "Delete a webhook endpoint",
    description: "Requires the id again as `confirm`. Pending deliveries are cancelled.",
    tag: "Webhooks",
    guard,
    input: { param: WebhookPath, query: DeleteWebhookQuery },
    responses: { 200: DeletedWebhook },
    rebuildReply: async ({ param }) => one({ id: param.id, deleted: true }),
  },
  async ({ org, param: { id }, query: { confirm } }) => {
    if (confirm !== id) throw invalid("confirm", "not_confirmed", `Expected confirm=${id}, the id of the endpoint to delete.`);
    await deleteEndpoint(org, id);
    return one({ id, deleted: true });
  },
);

const rotateWebhookSecret = endpoint(
  {
    method: "post",
    path: "/webhooks/:id/rotate-secret",
    operationId: "rotateWebhookSecret",
    summary: "Rotate the secret of a webhook endpoint",
    description:
      "The response contains the new secret, which is shown only once. Until the overlap ends, `webhook-signature` has signatures for both secrets. `X-Service-Signature` uses the new one at once.",
    tag: "Webhooks",
    guard,
    input: { param: WebhookPath, json: RotateSecret },
    responses: { 200: RotatedWebhook },
    rebuildReply: async ({ org, param, settings }) => {
      const row = await readEndpoint(org, param.id);
      return one(presentRotated(row, await openSecret(settings.masterSecrets, row.id, row.secret)));
    },
  },
  async ({ org, param, json, ...deployment }) => {
    const { row, secret } = await renewSecret(org, deployment, { id: param.id, ...json });
    return one(presentRotated(row, secret));
  },
);

/** Webhook management (docs/spec/webhooks.md). */
export const webhookEndpoints: Endpoint[] = [
  createWebhook,
  listWebhooks,
  getWebhook,
  updateWebhook,
  rotateWebhookSecret,
  ...deliveryEndpoints,
  deleteWebhook,
];
