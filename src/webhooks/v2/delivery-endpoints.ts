import { beginTest, readDelivery, readRecovery, recoveryFromMarker, redeliver } from "../deliveries/commands";
import { DELIVERY_FILTERS } from "../deliveries/filters";
import { listDeliveries } from "../deliveries/list-deliveries";
import { type Endpoint, created, endpoint, one, reads, writes } from "../../platform/http/endpoint";
import { readFilter } from "../../platform/http/input/filters";
import { cursorPage, listReply } from "../../platform/http/input/lists";
import type { DeliveryPosition } from "../deliveries/list.sql.ts";
import { deliverTest } from "../deliver";
import { deliveryEngine } from "../relay";
import {
  Deliveries,
  Delivery,
  DeliveryListQuery,
  DeliveryPath,
  NewRecovery,
  Recovery,
  RecoveryPath,
  TestAnswer,
  WebhookPath,
} from "./contract";
import { recoverMissed } from "./register";
import { presentDelivery, presentRecovery, presentTest } from "./present";

const guard = writes("webhooks:manage", { idempotencyKey: "optional" });

const listWebhookDeliveries = endpoint(
  {
    method: "get",
    path: "/webhooks/:id/deliveries",
    operationId: "listWebhookDeliveries",
    summary: "List deliveries with their attempts",
    description: "Returns the deliveries of the last 30 days, newest first.",
    tag: "Webhooks",
    guard: reads("webhooks:manage"),
    input: { param: WebhookPath, query: DeliveryListQuery },
    responses: { 200: Deliveries },
  },
  async ({ org, param: { id }, query: { filter, limit, cursor }, settings: { masterSecrets } }) => {
    const page = await cursorPage(
      { masterSecrets, cursor, organizationId: org.organization.id, list: "listWebhookDeliveries", query: { id, ...filter } },
      (after: DeliveryPosition | null) => listDeliveries(org, id, readFilter(DELIVERY_FILTERS, org, filter), { after, limit }),
      ({ delivery }) => [delivery.created_at, delivery.id],
    );
    return listReply(page, presentDelivery);
  },
);

const testWebhook = endpoint(
  {
    method: "post",
    path: "/webhooks/:id/test",
    operationId: "testWebhook",
    summary: "Test a webhook endpoint",
    description: "Sends `webhook.test` at once and returns the result. A test is never retried and does not affect the endpoint's health.",
    tag: "Webhooks",
    guard,
    input: { param: WebhookPath },
    responses: { 200: TestAnswer },
    rebuildReply: async ({ org, param }, marker) => one(presentTest(await readDelivery(org, param.id, (marker as { id: string }).id))),
  },
  async ({ org, env, param: { id } }) => {
    const claim = await beginTest(org, id);
    await deliverTest(deliveryEngine(env), claim);
    return one(presentTest(await readDelivery(org, id, claim.delivery_id)));
  },
);

const redeliverWebhook = endpoint(
  {
    method: "post",
    path: "/webhooks/:id/deliveries/:delivery_id/redeliver",
    operationId: "redeliverWebhook",
    summary: "Redeliver an event",
    description: "The delivery keeps its id and its attempts. A delivery in progress is not changed. A test gets 409: send a new one.",
    tag: "Webhooks",
    guard,
    input: { param: DeliveryPath },
    responses: { 200: Delivery },
    rebuildReply: async ({ org, param }) => one(presentDelivery(await readDelivery(org, param.id, param.delivery_id))),
  },
  async ({ org, param }) => one(presentDelivery(await redeliver(org, param.id, param.delivery_id))),
);

const recoverWebhook = endpoint(
  {
    method: "post",
    path: "/webhooks/:id/recover",
    operationId: "recoverWebhook",
    summary: "Recover missed deliveries",
    description:
      "Redelivers the failed and held deliveries of a time range. The recovery may continue after the response: read it to see its progress.",
    tag: "Webhooks",
    guard,
    input: { param: WebhookPath, json: NewRecovery },
    responses: { 201: Recovery },
    rebuildReply: async ({ org, param: { id } }, marker) => {
      const row = await recoveryFromMarker(org, id, (marker as { id: string }).id);
      return created(presentRecovery(row), `/webhooks/${id}/recoveries/${row.id}`);
    },
  },
  async ({ org, param: { id }, json }) => {
    const row = await recoverMissed(org, id, json);
    return created(presentRecovery(row), `/webhooks/${id}/recoveries/${row.id}`);
  },
);

const getRecovery = endpoint(
  {
    method: "get",
    path: "/webhooks/:id/recoveries/:recovery_id",
    operationId: "getWebhookRecovery",
    summary: "Get the progress of a recovery",
    tag: "Webhooks",
    guard: reads("webhooks:manage"),
    input: { param: RecoveryPath },
    responses: { 200: Recovery },
  },
  async ({ org, param }) => one(presentRecovery(await readRecovery(org, param.id, param.recovery_id))),
);

export const deliveryEndpoints: Endpoint[] = [listWebhookDeliveries, testWebhook, redeliverWebhook, recoverWebhook, getRecovery];
