import { deliverTest } from "../deliver";
import { createTest, readRecovery, recoveryFromMarker, redeliver } from "../deliveries/commands";
import type { DeliveryPosition } from "../deliveries/list.sql.ts";
import { DELIVERY_FILTERS } from "../deliveries/filters";
import { listDeliveries, readDelivery } from "../deliveries/queries";
import { deleteEndpoint } from "../endpoints/commands";
import { listEndpoints, readEndpoint, readLiveEndpoint } from "../endpoints/queries";
import { created, ok, reads, resource, writes } from "../../../platform/http/endpoint";
import { assertConfirmed } from "../../../platform/http/input/confirm";
import { readFilter } from "../../../platform/http/input/filters";
import { cursorPage, listReply } from "../../../platform/http/input/lists";
import { deliveryEngine } from "../relay";
import { decryptSecret } from "../signature";
import {
  CreatedWebhook,
  DeletedWebhook,
  DeleteWebhookQuery,
  Deliveries,
  Delivery,
  DeliveryListQuery,
  DeliveryPath,
  NewRecovery,
  NewWebhook,
  Recovery,
  RecoveryPath,
  RotatedWebhook,
  RotateSecret,
  WebhookTest,
  Webhook,
  WebhookChanges,
  WebhookPath,
  Webhooks,
} from "./contract";
import { presentCreatedWebhook, presentDelivery, presentRecovery, presentRotatedWebhook, presentTest, presentWebhook } from "./present";
import { recoverMissed, registerEndpoint, rotateEndpointSecret, checkAndUpdateEndpoint } from "./register";

const route = resource("Webhooks", reads("webhooks:manage"), writes("webhooks:manage", { idempotencyKey: "optional" }));

/** Webhook management (docs/spec/webhooks.md). */
export const webhookEndpoints = [
  route.post("/webhooks", {
    operationId: "createWebhook",
    summary: "Register a webhook endpoint",
    description: "The response contains the endpoint's `secret`, which is shown only once. An organization can have up to 25 endpoints.",
    input: { json: NewWebhook },
    responses: { 201: CreatedWebhook },
    rebuildReply: async ({ org, settings }, marker) => {
      const row = await readEndpoint(org, (marker as { id: string }).id);
      const secret = await decryptSecret(settings.masterSecrets, row.id, row.secret);
      return created(presentCreatedWebhook(row, secret), `/webhooks/${row.id}`);
    },
    handle: async ({ org, json, ...deployment }) => {
      const { row, secret } = await registerEndpoint(org, deployment, json);
      return created(presentCreatedWebhook(row, secret), `/webhooks/${row.id}`);
    },
  }),
  route.get("/webhooks", {
    operationId: "listWebhooks",
    summary: "List webhook endpoints",
    responses: { 200: Webhooks },
    handle: async ({ org }) => ok({ data: (await listEndpoints(org)).map(presentWebhook), has_more: false, next_cursor: null }),
  }),
  route.get("/webhooks/:id", {
    operationId: "getWebhook",
    summary: "Get a webhook endpoint",
    input: { param: WebhookPath },
    responses: { 200: Webhook },
    handle: async ({ org, param }) => ok(presentWebhook(await readLiveEndpoint(org, param.id))),
  }),
  route.patch("/webhooks/:id", {
    operationId: "updateWebhook",
    summary: "Update a webhook endpoint",
    description: "`enabled: false` pauses the endpoint, and `true` resumes it.",
    input: { param: WebhookPath, json: WebhookChanges },
    responses: { 200: Webhook },
    rebuildReply: async ({ org, param }) => ok(presentWebhook(await readEndpoint(org, param.id))),
    handle: async ({ org, param, json, ...deployment }) =>
      ok(presentWebhook(await checkAndUpdateEndpoint(org, deployment, { id: param.id, changes: json }))),
  }),
  route.post("/webhooks/:id/rotate-secret", {
    operationId: "rotateWebhookSecret",
    summary: "Rotate the secret of a webhook endpoint",
    description:
      "The response contains the new secret, which is shown only once. Until the overlap ends, `webhook-signature` has signatures for both secrets. `X-Service-Signature` uses the new one at once. Another rotation during the overlap gets 409 `rotation_running`, unless `overlap_hours` is 0 or `replaces_unseen` is set.",
    input: { param: WebhookPath, json: RotateSecret },
    responses: { 200: RotatedWebhook },
    rebuildReply: async ({ org, param, settings }) => {
      const row = await readEndpoint(org, param.id);
      return ok(presentRotatedWebhook(row, await decryptSecret(settings.masterSecrets, row.id, row.secret)));
    },
    handle: async ({ org, param, json, ...deployment }) => {
      const { row, secret } = await rotateEndpointSecret(org, deployment, { id: param.id, ...json });
      return ok(presentRotatedWebhook(row, secret));
    },
  }),
  route.get("/webhooks/:id/deliveries", {
    operationId: "listWebhookDeliveries",
    summary: "List deliveries with their attempts",
    description: "Returns the deliveries of the last 30 days, newest first.",
    input: { param: WebhookPath, query: DeliveryListQuery },
    responses: { 200: Deliveries },
    handle: async ({ org, param: { id }, query: { filter, limit, cursor }, settings: { masterSecrets } }) => {
      const page = await cursorPage(
        { masterSecrets, cursor, organizationId: org.organization.id, list: "listWebhookDeliveries", query: { id, ...filter } },
        (after: DeliveryPosition | null) => listDeliveries(org, id, { filter: readFilter(DELIVERY_FILTERS, org, filter), after, limit }),
        ({ delivery }) => [delivery.created_at, delivery.id],
      );
      return listReply(page, presentDelivery);
    },
  }),
  route.post("/webhooks/:id/test", {
    operationId: "testWebhook",
    summary: "Test a webhook endpoint",
    description: "Sends `webhook.test` at once and returns the result. A test is never retried and does not affect the endpoint's health.",
    input: { param: WebhookPath },
    responses: { 200: WebhookTest },
    rebuildReply: async ({ org, param }, marker) => ok(presentTest(await readDelivery(org, param.id, (marker as { id: string }).id))),
    handle: async ({ org, env, param: { id } }) => {
      const claim = await createTest(org, id);
      await deliverTest(deliveryEngine(env, org.organization.database), claim);
      return ok(presentTest(await readDelivery(org, id, claim.delivery_id)));
    },
  }),
  route.post("/webhooks/:id/deliveries/:delivery_id/redeliver", {
    operationId: "redeliverWebhook",
    summary: "Redeliver an event",
    description: "The delivery keeps its id and its attempts. A delivery in progress is not changed. A test gets 409: send a new one.",
    input: { param: DeliveryPath },
    responses: { 200: Delivery },
    rebuildReply: async ({ org, param }) => ok(presentDelivery(await readDelivery(org, param.id, param.delivery_id))),
    handle: async ({ org, param }) => ok(presentDelivery(await redeliver(org, param.id, param.delivery_id))),
  }),
  route.post("/webhooks/:id/recover", {
    operationId: "recoverWebhook",
    summary: "Recover missed deliveries",
    description:
      "Redelivers the failed and held deliveries of a time range. The recovery may continue after the response: read it to see its progress.",
    input: { param: WebhookPath, json: NewRecovery },
    responses: { 201: Recovery },
    rebuildReply: async ({ org, param: { id } }, marker) => {
      const row = await recoveryFromMarker(org, id, (marker as { id: string }).id);
      return created(presentRecovery(row), `/webhooks/${id}/recoveries/${row.id}`);
    },
    handle: async ({ org, param: { id }, json }) => {
      const row = await recoverMissed(org, id, json);
      return created(presentRecovery(row), `/webhooks/${id}/recoveries/${row.id}`);
    },
  }),
  route.get("/webhooks/:id/recoveries/:recovery_id", {
    operationId: "getWebhookRecovery",
    summary: "Get the progress of a recovery",
    input: { param: RecoveryPath },
    responses: { 200: Recovery },
    handle: async ({ org, param }) => ok(presentRecovery(await readRecovery(org, param.id, param.recovery_id))),
  }),
  route.delete("/webhooks/:id", {
    operationId: "deleteWebhook",
    summary: "Delete a webhook endpoint",
    description: "Requires the id again as `confirm`. Pending deliveries are cancelled.",
    input: { param: WebhookPath, query: DeleteWebhookQuery },
    responses: { 200: DeletedWebhook },
    rebuildReply: async ({ param }) => ok({ id: param.id, deleted: true }),
    handle: async ({ org, param: { id }, query: { confirm } }) => {
      assertConfirmed("endpoint", id, confirm);
      await deleteEndpoint(org, id);
      return ok({ id, deleted: true });
    },
  }),
];
