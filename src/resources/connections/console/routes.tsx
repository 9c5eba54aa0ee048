import { ExpectedVersion, fromForm } from "../../../console/form";
import { action, formPage, type Route, type View } from "../../../console/page";
import { initialFormState } from "../../../console/parts/form";
import { PageButton } from "../../../console/parts/link";
import { Notice } from "../../../console/parts/notice";
import { readMoment } from "../../../platform/values/zone";
import { NewStore } from "../../stores/v2/contract";
import { listStoreOptions } from "../../stores/console/store-options";
import { deleteConnection, retryMessage, updateConnection } from "../commands";
import type { ConnectionRow } from "../connections.sql.ts";
import { enqueueInbox } from "../inbox/relay";
import { sendAgain } from "../outgoing/log";
import { assertConnectionVersion } from "../queries";
import { adapterOf, type Platform, PLATFORMS } from "../platforms/platforms";
import { startBackfill, testConnection } from "../reconcile/start";
import { deliveryUrl } from "../token";
import { ConnectionPath, MessagePath, NewBackfill, NewConnection, RotateConnectionSecret, SentPath } from "../v2/contract";
import { patchConnection, registerConnection, rotateWebhookSecret } from "../v2/register";
import { connectionPage, connectionView } from "./connection-page";
import { NewConnectionForm, withApi, withNewStore } from "./forms";
import { inboxPage } from "./inbox-page";
import { connectionListPage } from "./list-page";
import { namedViolations, PropertyForm, rejectedNames } from "./property-form";
import { SetupSteps } from "./setup-steps";

/** A connection after it was created or its secret was rotated. The secret is null if the user entered it. */
function secretView(
  { row, secret, title, message }: { row: ConnectionRow; secret: string | null; title: string; message: string },
  origin: string,
): View {
  return {
    title,
    body: (
      <>
        <Notice kind="good">{message}</Notice>
        <SetupSteps
          platform={row.platform}
          url={deliveryUrl(origin, { organizationId: row.organization_id, connectionId: row.id })}
          secret={secret}
        />
        <p>
          <PageButton page={`/connections/${row.id}`} label="View connection" primary />
        </p>
      </>
    ),
  };
}

/** The form of a new connection, and its action. */
const newConnection = (platform: Platform) =>
  formPage(
    {
      path: `/connections/new/${platform}`,
      permission: "manage",
      form: withNewStore(platform, withApi(NewConnection.omit({ platform: true }).extend({ new_store: NewStore.optional() }))),
      show: async ({ org }, sent = initialFormState()) => {
        const { kind, name, afterCreation } = adapterOf(platform);
        const offered = kind === "shop" ? await listStoreOptions(org) : null;
        return {
          title: `Connect ${name}`,
          lead: afterCreation,
          back: { page: "/connections", label: "All connections" },
          body: <NewConnectionForm {...sent} platform={platform} offered={offered} currency={org.organization.currency} />,
        };
      },
    },
    async ({ org, form: { new_store: newStore, ...form }, ...deployment }) => {
      const created = await registerConnection(org, { ...deployment, checksAccess: true }, { ...form, newStore, platform });
      const isTested = form.api !== undefined;
      const message = isTested ? "Connection created. The shop’s API accepts the access." : "Connection created.";
      return { view: secretView({ ...created, title: "Connection created", message }, deployment.origin) };
    },
  );

const apiForm = action(
  {
    path: "/connections/:id/api",
    permission: "manage",
    param: ConnectionPath,
    form: withApi(NewConnection.pick({ api: true }).required().extend(ExpectedVersion.shape)),
    renderCurrent: async ({ org, param, origin }) => await connectionView(org, param.id, origin),
    renderInvalid: async ({ org, param, origin, values, violations }) =>
      await connectionView(org, param.id, origin, { api: { values, violations } }),
  },
  async ({ org, param: { id }, form: { api, expected_version: expectedVersion }, ...deployment }) => {
    await patchConnection(org, { ...deployment, checksAccess: true }, { id, expectedVersion, changes: { api } });
    return { to: `/connections/${id}`, flash: "access_saved" };
  },
);

const propertiesForm = action(
  {
    path: "/connections/:id/properties",
    permission: "manage",
    param: ConnectionPath,
    form: PropertyForm,
    renderCurrent: async ({ org, param, origin }) => await connectionView(org, param.id, origin),
    renderInvalid: async ({ org, param, origin, ...formState }) => {
      const { values } = formState;
      const properties = { names: rejectedNames(values), violations: namedViolations(formState), values, isPreview: false };
      return await connectionView(org, param.id, origin, { properties });
    },
  },
  async ({ org, param: { id }, form: { property_map, preview, expected_version: expectedVersion }, sent, ...deployment }) => {
    if (preview) {
      await assertConnectionVersion(org, { id, expectedVersion });
      const properties = { names: property_map, violations: [], values: sent, isPreview: true };
      return { view: await connectionView(org, id, deployment.origin, { properties }) };
    }
    await patchConnection(org, deployment, { id, expectedVersion, changes: { property_map } });
    return { to: `/connections/${id}`, flash: "properties_saved" };
  },
);

const rotateForm = action(
  {
    path: "/connections/:id/rotate",
    permission: "manage",
    param: ConnectionPath,
    form: withApi(fromForm(RotateConnectionSecret, { numbers: ["overlap_hours"] })),
    renderInvalid: async ({ org, param, origin, values, violations }) =>
      await connectionView(org, param.id, origin, { rotation: { values, violations } }),
  },
  async ({ org, param: { id }, form, ...deployment }) => {
    const rotated = await rotateWebhookSecret(org, deployment, { id, ...form });
    return { view: secretView({ ...rotated, title: "Secret rotated", message: "Secret rotated." }, deployment.origin) };
  },
);

const setEnabled = (name: "pause" | "resume") =>
  action({ path: `/connections/:id/${name}`, permission: "manage", param: ConnectionPath }, async ({ org, param: { id } }) => {
    await updateConnection(org, { id }, { enabled: name === "resume" });
    return { to: `/connections/${id}`, flash: `connection_${name === "resume" ? "resumed" : "paused"}` };
  });

const testForm = action(
  { path: "/connections/:id/test", permission: "manage", param: ConnectionPath },
  async ({ org, param: { id }, settings }) => {
    const { reached } = await testConnection(org, id, settings);
    // Why the shop was not reached is the `last_error` of the connection, which its page shows.
    return { to: `/connections/${id}`, ...(reached && { flash: "reached" }) };
  },
);

const backfillForm = action(
  { path: "/connections/:id/backfill", permission: "manage", param: ConnectionPath, form: NewBackfill },
  async ({ org, param: { id }, form }) => {
    // `NewBackfill` accepts only what can be read, so it is never null.
    await startBackfill(org, id, readMoment(form.since, org.organization.timezone) ?? org.now);
    return { to: `/connections/${id}`, flash: "backfilling" };
  },
);

const retryForm = action(
  { path: "/connections/:id/inbox/:message_id/retry", permission: "manage", param: MessagePath },
  async ({ org, env, param: { id, message_id } }) => {
    const row = await retryMessage(org, id, message_id);
    await enqueueInbox(env, org.organization.database, [row]);
    return { to: `/connections/${id}`, flash: "retrying" };
  },
);

const setSending = (name: "start-sending" | "stop-sending") =>
  action({ path: `/connections/:id/${name}`, permission: "manage", param: ConnectionPath }, async ({ org, param: { id } }) => {
    await updateConnection(org, { id }, { sendsFulfillments: name === "start-sending" });
    return { to: `/connections/${id}`, flash: name === "start-sending" ? "sending_started" : "sending_stopped" };
  });

const sendAgainForm = action(
  { path: "/connections/:id/deliveries/:sent_id/redeliver", permission: "manage", param: SentPath },
  async ({ org, param: { id, sent_id } }) => {
    await sendAgain(org, id, sent_id);
    return { to: `/connections/${id}`, flash: "resending" };
  },
);

const deleteForm = action(
  { path: "/connections/:id/delete", permission: "manage", param: ConnectionPath, redirectOnRepeat: "/connections" },
  async ({ org, param: { id } }) => {
    await deleteConnection(org, id);
    return { to: "/connections", flash: "connection_deleted" };
  },
);

/** The pages and forms of connections. */
export const connectionRoutes: readonly Route[] = [
  connectionListPage,
  ...PLATFORMS.flatMap(newConnection),
  connectionPage,
  inboxPage,
  apiForm,
  propertiesForm,
  rotateForm,
  setEnabled("pause"),
  setEnabled("resume"),
  testForm,
  backfillForm,
  retryForm,
  sendAgainForm,
  setSending("stop-sending"),
  setSending("start-sending"),
  deleteForm,
];
