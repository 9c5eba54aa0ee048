import { deleteEndpoint } from "../endpoints/commands";
import { listEndpoints, readEndpoint, readLiveEndpoint } from "../endpoints/queries";
import { type Endpoint, created, endpoint, one, reads, writes } from "../../platform/http/endpoint";
import { invalid } from "../../platform/refusal";
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
    description: "The answer has the endpoint's `secret`, this once. Up to 25 endpoints.",
    tag: "Webhooks",
    guard,
    input: { json: NewWebhook },
    answers: { 201: CreatedWebhook },
    recall: async ({ org, settings }, remembered) => {
      const row = await readEndpoint(org, (remembered as { id: string }).id);
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
    answers: { 200: Webhooks },
  },
  async ({ org }) => one({ data: (await listEndpoints(org)).map(presentWebhook), has_more: false, next_cursor: null }),
);

const getWebhook = endpoint(
  {
    method: "get",
    path: "/webhooks/:id",
    operationId: "getWebhook",
    summary: "Read a webhook endpoint",
    tag: "Webhooks",
    guard: reads("webhooks:manage"),
    input: { param: WebhookPath },
    answers: { 200: Webhook },
  },
  async ({ org, param }) => one(presentWebhook(await readLiveEndpoint(org, param.id))),
);

const updateWebhook = endpoint(
  {
    method: "patch",
    path: "/webhooks/:id",
    operationId: "updateWebhook",
    summary: "Change a webhook endpoint",
    description: "`enabled: false` pauses it, `true` takes it up again.",
    tag: "Webhooks",
    guard,
    input: { param: WebhookPath, json: WebhookChanges },
    answers: { 200: Webhook },
    recall: async ({ org, param }) => one(presentWebhook(await readEndpoint(org, param.id))),
  },
  async ({ org, param, json, ...deployment }) => one(presentWebhook(await reviseEndpoint(org, deployment, param.id, json))),
);

const deleteWebhook = endpoint(
  {
    method: "delete",
    path: "/webhooks/:id",
    operationId: "deleteWebhook",
    summary: "Delete a webhook endpoint",
    description: "Wants the id once more as `confirm`. What is still to be delivered is cancelled.",
    tag: "Webhooks",
    guard,
    input: { param: WebhookPath, query: DeleteWebhookQuery },
    answers: { 200: DeletedWebhook },
    recall: async ({ param }) => one({ id: param.id, deleted: true }),
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
      "The answer has the new secret, this once. `webhook-signature` carries both until the overlap ends; `X-Service-Signature` is made with the new one at once.",
    tag: "Webhooks",
    guard,
    input: { param: WebhookPath, json: RotateSecret },
    answers: { 200: RotatedWebhook },
    recall: async ({ org, param, settings }) => {
      const row = await readEndpoint(org, param.id);
      return one(presentRotated(row, await openSecret(settings.masterSecrets, row.id, row.secret)));
    },
  },
  async ({ org, param, json, ...deployment }) => {
    const { row, secret } = await renewSecret(org, deployment, param.id, json);
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
