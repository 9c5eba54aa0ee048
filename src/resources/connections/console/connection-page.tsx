import type { OrgReader } from "../../../platform/db/org-db";
import { type FormState, page, type View } from "../../../console/page";
import { Form, initialFormState } from "../../../console/parts/form";
import { PageLink } from "../../../console/parts/link";
import { Updating } from "../../../console/parts/updating";
import { Notice } from "../../../console/parts/notice";
import { Facts, Moment, MomentOrNever } from "../../../console/parts/values";
import type { ConnectionRow } from "../connections.sql.ts";
import type { InboxEntry } from "../inbox/inbox.sql.ts";
import { adapterOf } from "../platforms/platforms";
import { readConnectionOverview } from "../queries";
import { ownNames } from "../stored-property-map";
import { deliveryUrl } from "../token";
import { ConnectionPath } from "../v2/contract";
import { ApiPanel, ConnectionSecretPanel, DeleteConnectionPanel } from "./forms";
import { InboxTable } from "./inbox-page";
import { connectionHealth, missingOrders } from "./labels";
import { PropertiesSection, type ShownMap } from "./properties-section";
import { SendingNotice, SendingPanel, SentTable } from "./sent-panel";
import { SetupSteps } from "./setup-steps";

/** How many deliveries the page shows of each direction. */
const LATEST_DELIVERIES = 20;

/** Whether nothing was received yet, and the connection is neither paused nor in error. */
function waitsForFirstDelivery({ status, last_event_at, last_reconciled_at, last_error }: ConnectionRow): boolean {
  return status === "active" && last_error === null && last_event_at === null && last_reconciled_at === null;
}

function LatestDeliveries({ connection, messages }: { connection: ConnectionRow; messages: readonly InboxEntry[] }) {
  const { id, platform } = connection;
  const next =
    adapterOf(platform).kind === "shop"
      ? "Set up the shop, and change any order there."
      : "Set up the service. It reports when the carrier moves a shipment.";
  return (
    <section>
      <h2>Latest deliveries</h2>
      <Updating name="deliveries" waits={waitsForFirstDelivery(connection) || messages.some(({ status }) => status === "pending")}>
        <InboxTable id={id} messages={messages} empty={`No deliveries yet. ${next}`} />
        {messages.length === 0 ? null : (
          <p>
            <PageLink page={`/connections/${id}/inbox`}>All deliveries</PageLink> ·{" "}
            <PageLink page={`/connections/${id}/inbox?status=failed`}>Failed deliveries</PageLink>
          </p>
        )}
      </Updating>
    </section>
  );
}

function Health({ connection }: { connection: ConnectionRow }) {
  const { tone, label } = connectionHealth(connection);
  const { platform, last_event_at, last_reconciled_at, created_at } = connection;
  const { webhooks_url, webhooks_registered_at, sending_status, sending_success_at, sending_failed } = connection;
  const shopFacts = [
    ["Webhooks found in the shop", webhooks_url === null ? null : <MomentOrNever at={webhooks_registered_at} />],
    ["Last read from the shop", <MomentOrNever at={last_reconciled_at} />],
    ["Missing orders", missingOrders(connection)],
    ["Last sent to the shop", sending_status === null ? null : <MomentOrNever at={sending_success_at} />],
    ["Not sent", sending_failed === 0 ? null : `${sending_failed} failed`],
  ] as const;
  const facts = [
    ["Health", <span class={`badge ${tone}`}>{label}</span>],
    ["Last delivery", <MomentOrNever at={last_event_at} />],
    ...(adapterOf(platform).kind === "shop" ? shopFacts : []),
    ["Created", <Moment at={created_at} />],
  ] as const;
  return (
    <section class="panel">
      <Updating name="health">
        <Facts facts={facts} />
      </Updating>
    </section>
  );
}

/** The states of rejected and previewed forms. */
interface ConnectionForms {
  api?: FormState;
  rotation?: FormState;
  /** A map of properties that was rejected or is previewed. */
  properties?: ShownMap;
}

/** Renders a connection with its health, its latest deliveries and its actions, in one round trip. */
export async function connectionView(org: OrgReader, id: string, origin: string, forms: ConnectionForms = {}): Promise<View> {
  const { connection, messages, sent, orders, properties } = await readConnectionOverview(org, id, LATEST_DELIVERIES);
  const { api = initialFormState(), rotation = initialFormState({ overlap_hours: "24" }) } = forms;
  const path = `/connections/${id}`;
  const { store_name } = connection;
  const adapter = adapterOf(connection.platform);
  const isActive = connection.status === "active";
  const url = deliveryUrl(origin, { organizationId: org.organization.id, connectionId: id });
  const setup = <SetupSteps platform={connection.platform} url={url} secret={null} />;
  return {
    title: store_name === null ? adapter.name : `${store_name}, ${adapter.name}`,
    back: { page: "/connections", label: "All connections" },
    actions: (
      <>
        {connection.api_credentials === null ? null : (
          <Form to={`${path}/test`}>
            <button class="primary">Test access</button>
          </Form>
        )}
        <Form to={`${path}/${isActive ? "pause" : "resume"}`}>
          <button>{isActive ? "Pause connection" : "Resume connection"}</button>
        </Form>
      </>
    ),
    body: (
      <>
        {connection.last_error === null ? null : <Notice kind="bad">The shop’s API: {connection.last_error}</Notice>}
        <SendingNotice connection={connection} />
        <div class="columns">
          <div>
            <Health connection={connection} />
            {waitsForFirstDelivery(connection) ? setup : null}
            <LatestDeliveries connection={connection} messages={messages} />
            <SentTable connection={connection} sent={sent} orders={orders} now={org.now} />
            {adapter.kind === "shop" ? (
              <PropertiesSection
                connection={connection}
                recent={properties}
                shown={forms.properties ?? { names: ownNames(connection), violations: [], values: {}, isPreview: false }}
              />
            ) : null}
            {waitsForFirstDelivery(connection) ? null : setup}
          </div>
          <div class="panels">
            {adapter.kind === "shop" ? <ApiPanel connection={connection} formState={api} /> : null}
            <SendingPanel connection={connection} />
            <ConnectionSecretPanel connection={connection} formState={rotation} />
            <DeleteConnectionPanel connection={connection} />
          </div>
        </div>
      </>
    ),
  };
}

export const connectionPage = page(
  { path: "/connections/:id", permission: "manage", param: ConnectionPath },
  async ({ org, param, origin }) => await connectionView(org, param.id, origin),
);
