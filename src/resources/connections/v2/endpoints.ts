import { created, ok, reads, resource, writes } from "../../../platform/http/endpoint";
import { assertConfirmed } from "../../../platform/http/input/confirm";
import { readFilter } from "../../../platform/http/input/filters";
import { cursorPage, listReply } from "../../../platform/http/input/lists";
import type { MasterSecrets } from "../../../platform/crypto/master-key";
import { deleteConnection, retryMessage } from "../commands";
import type { ConnectionRow } from "../connections.sql.ts";
import { DELIVERY_FILTERS } from "../../webhooks/deliveries/filters";
import type { DeliveryPosition } from "../../webhooks/deliveries/list.sql.ts";
import { INBOX_FILTERS } from "../inbox/filters";
import type { InboxPosition } from "../inbox/inbox.sql.ts";
import { enqueueInbox } from "../inbox/relay";
import { listSent, readSent, sendAgain } from "../outgoing/log";
import { listConnections, listMessages, readConnection, readMessage } from "../queries";
import { recordedTest, startBackfill, testConnection } from "../reconcile/start";
import { readMoment } from "../../../platform/values/zone";
import { decryptFor } from "../secrets";
import {
  Connection,
  ConnectionChanges,
  ConnectionPath,
  Connections,
  ConnectionTest,
  NewBackfill,
  ConnectionWithSecret,
  DeleteConnectionQuery,
  DeletedConnection,
  InboxMessage,
  InboxMessages,
  InboxQuery,
  MessagePath,
  NewConnection,
  RotateConnectionSecret,
  SentDeliveries,
  SentDelivery,
  SentPath,
  SentQuery,
} from "./contract";
import { presentConnection, presentMessage, presentSent, presentWithSecret } from "./present";
import { patchConnection, registerConnection, rotateWebhookSecret } from "./register";

const route = resource("Connections", reads("connections:manage"), writes("connections:manage", { idempotencyKey: "optional" }));

/** The generated secret of a connection, for a reply that is rebuilt. Null if the caller sent it. */
async function generatedSecret(masterSecrets: MasterSecrets, row: ConnectionRow, sent: string | undefined): Promise<string | null> {
  return sent === undefined ? await decryptFor(masterSecrets, row.id, row.secret) : null;
}

/** Connections to shops and carrier services (docs/spec/connections.md). */
export const connectionEndpoints = [
  route.post("/connections", {
    operationId: "createConnection",
    summary: "Connect a shop or a carrier service",
    description:
      "Returns the `delivery_url` for the webhooks and, if it was generated, the secret to paste there. The secret is shown only once. An organization can have up to 50 connections.",
    input: { json: NewConnection },
    responses: { 201: ConnectionWithSecret },
    rebuildReply: async ({ org, json, settings, origin }, marker) => {
      const row = await readConnection(org, (marker as { id: string }).id);
      const secret = await generatedSecret(settings.masterSecrets, row, json.webhook_secret);
      return created(presentWithSecret(row, origin, secret), `/connections/${row.id}`);
    },
    handle: async ({ org, json, ...deployment }) => {
      const { row, secret } = await registerConnection(org, deployment, json);
      return created(presentWithSecret(row, deployment.origin, secret), `/connections/${row.id}`);
    },
  }),
  route.get("/connections", {
    operationId: "listConnections",
    summary: "List connections",
    responses: { 200: Connections },
    handle: async ({ org, origin }) =>
      ok({ data: (await listConnections(org)).map((row) => presentConnection(row, origin)), has_more: false, next_cursor: null }),
  }),
  route.get("/connections/:id", {
    operationId: "getConnection",
    summary: "Get a connection with its health",
    input: { param: ConnectionPath },
    responses: { 200: Connection },
    handle: async ({ org, param, origin }) => ok(presentConnection(await readConnection(org, param.id), origin)),
  }),
  route.patch("/connections/:id", {
    operationId: "updateConnection",
    summary: "Update a connection",
    description: "`enabled: false` pauses the connection, and `true` resumes it.",
    input: { param: ConnectionPath, json: ConnectionChanges },
    responses: { 200: Connection },
    rebuildReply: async ({ org, param, origin }) => ok(presentConnection(await readConnection(org, param.id), origin)),
    handle: async ({ org, param, json, ...deployment }) =>
      ok(presentConnection(await patchConnection(org, deployment, { id: param.id, changes: json }), deployment.origin)),
  }),
  route.post("/connections/:id/rotate-secret", {
    operationId: "rotateConnectionSecret",
    summary: "Rotate the secret of a connection",
    description:
      "Until the overlap ends, deliveries that are signed with the old secret are accepted too. Another rotation during the overlap gets 409 `rotation_running`, unless `overlap_hours` is 0.",
    input: { param: ConnectionPath, json: RotateConnectionSecret },
    responses: { 200: ConnectionWithSecret },
    rebuildReply: async ({ org, param, json, settings, origin }) => {
      const row = await readConnection(org, param.id);
      return ok(presentWithSecret(row, origin, await generatedSecret(settings.masterSecrets, row, json.webhook_secret)));
    },
    handle: async ({ org, param, json, ...deployment }) => {
      const { row, secret } = await rotateWebhookSecret(org, deployment, { id: param.id, ...json });
      return ok(presentWithSecret(row, deployment.origin, secret));
    },
  }),
  route.post("/connections/:id/test", {
    operationId: "testConnection",
    summary: "Test the access to the shop's API",
    description:
      "Reads the orders of the last hour and stores none. The result is also in `last_error`. Without access to the API, 409 `api_required`.",
    input: { param: ConnectionPath },
    responses: { 200: ConnectionTest },
    rebuildReply: async ({ org, param }) => ok(await recordedTest(org, param.id)),
    handle: async ({ org, param, settings }) => ok(await testConnection(org, param.id, settings)),
  }),
  route.post("/connections/:id/backfill", {
    operationId: "backfillConnection",
    summary: "Read past orders from the shop",
    description:
      "Stores all orders that have changed since a time. It continues after the response, a few hundred orders a minute: read the connection to see its progress. Events are sent as for any order.",
    input: { param: ConnectionPath, json: NewBackfill },
    responses: { 200: Connection },
    rebuildReply: async ({ org, param, origin }) => ok(presentConnection(await readConnection(org, param.id), origin)),
    handle: async ({ org, param, json, origin }) => {
      // `NewBackfill` accepts only what can be read, so it is never null.
      const since = readMoment(json.since, org.organization.timezone) ?? org.now;
      return ok(presentConnection(await startBackfill(org, param.id, since), origin));
    },
  }),
  route.get("/connections/:id/inbox", {
    operationId: "listConnectionInbox",
    summary: "List what was delivered",
    description: "Returns the messages of the last 30 days, newest first, without their bodies.",
    input: { param: ConnectionPath, query: InboxQuery },
    responses: { 200: InboxMessages },
    handle: async ({ org, param: { id }, query: { filter, limit, cursor }, settings: { masterSecrets } }) => {
      const page = await cursorPage(
        { masterSecrets, cursor, organizationId: org.organization.id, list: "listConnectionInbox", query: { id, ...filter } },
        async (after: InboxPosition | null) => {
          const { status } = readFilter(INBOX_FILTERS, org, filter);
          return await listMessages(org, id, { status, after, limit });
        },
        ({ received_at, id: messageId }) => [received_at, messageId],
      );
      return listReply(page, presentMessage);
    },
  }),
  route.post("/connections/:id/inbox/:message_id/retry", {
    operationId: "retryConnectionMessage",
    summary: "Process a failed or ignored message again",
    description:
      "For example a report after a fulfillment got its tracking number. A message of a shop without a body is read from the shop's API.",
    input: { param: MessagePath },
    responses: { 200: InboxMessage },
    rebuildReply: async ({ org, param }) => ok(presentMessage(await readMessage(org, param.id, param.message_id))),
    handle: async ({ org, env, param }) => {
      const row = await retryMessage(org, param.id, param.message_id);
      await enqueueInbox(env, org.organization.database, [row]);
      return ok(presentMessage(row));
    },
  }),
  route.get("/connections/:id/deliveries", {
    operationId: "listConnectionDeliveries",
    summary: "List what was sent to a shop",
    description: "Returns the deliveries of fulfillments of the last 30 days with their attempts, newest first.",
    input: { param: ConnectionPath, query: SentQuery },
    responses: { 200: SentDeliveries },
    handle: async ({ org, param: { id }, query: { filter, limit, cursor }, settings: { masterSecrets } }) => {
      const page = await cursorPage(
        { masterSecrets, cursor, organizationId: org.organization.id, list: "listConnectionDeliveries", query: { id, ...filter } },
        (after: DeliveryPosition | null) => listSent(org, id, { filter: readFilter(DELIVERY_FILTERS, org, filter), after, limit }),
        ({ delivery }) => [delivery.created_at, delivery.id],
      );
      return listReply(page, presentSent);
    },
  }),
  route.post("/connections/:id/deliveries/:sent_id/redeliver", {
    operationId: "redeliverConnection",
    summary: "Send a fulfillment to the shop again",
    description: "What the shop has is read first, so nothing is created there twice. A delivery in progress is not changed.",
    input: { param: SentPath },
    responses: { 200: SentDelivery },
    rebuildReply: async ({ org, param }) => ok(presentSent(await readSent(org, param.id, param.sent_id))),
    handle: async ({ org, param }) => ok(presentSent(await sendAgain(org, param.id, param.sent_id))),
  }),
  route.delete("/connections/:id", {
    operationId: "deleteConnection",
    summary: "Delete a connection",
    description: "Requires the id again as `confirm`. Its secrets are deleted. Orders and fulfillments stay as they are.",
    input: { param: ConnectionPath, query: DeleteConnectionQuery },
    responses: { 200: DeletedConnection },
    rebuildReply: async ({ param }) => ok({ id: param.id, deleted: true }),
    handle: async ({ org, param: { id }, query: { confirm } }) => {
      assertConfirmed("connection", id, confirm);
      await deleteConnection(org, id);
      return ok({ id, deleted: true });
    },
  }),
];
