import * as z from "zod";
import { NewWebhook, WebhookChanges, WebhookPath } from "../v2/contract";
import { registerEndpoint, checkAndUpdateEndpoint } from "../v2/register";
import type { OrgReader } from "../../platform/db/org-db";
import { readLiveEndpoint } from "../endpoints/queries";
import { fromForm } from "../../console/form";
import { type FormState, action, page, type View } from "../../console/page";
import { PageHead } from "../../console/parts/page-head";
import { ExpectedVersion } from "../../console/edit-conflicts";
import { EndpointForm } from "./endpoint-form";
import { SecretShown } from "./secret-shown";

const KINDS = { lists: ["events"], nulls: ["description"] };

const newView = (formState: FormState) => ({
  title: "New endpoint",
  body: (
    <>
      <PageHead title="New endpoint" lead="You get a secret to check its requests with, once it is made." />
      <EndpointForm {...formState} to="/webhooks" button="Create endpoint" version={null} />
    </>
  ),
});

export const newEndpointPage = page({ path: "/webhooks/new", permission: "manage" }, async () =>
  newView({ values: { events: ["order.created", "order.status_changed"] }, violations: [] }),
);

export const newEndpointForm = action(
  { path: "/webhooks", permission: "manage", form: fromForm(NewWebhook, KINDS), renderInvalid: async (formState) => newView(formState) },
  async ({ org, form, ...deployment }) => {
    const { row, secret } = await registerEndpoint(org, deployment, form);
    const kept = `The endpoint is made, and is told of ${form.events.length === 1 ? "its event" : "its events"} from now on.`;
    return {
      view: { title: "The endpoint's secret", body: <SecretShown id={row.id} title="The endpoint's secret" secret={secret} kept={kept} /> },
    };
  },
);

/** The form of an endpoint, filled in as it is stored or as it was sent. One trip. */
async function edited(org: OrgReader, id: string, sent?: FormState): Promise<View> {
  const { url, events, description, version } = await readLiveEndpoint(org, id);
  const formState = sent ?? { values: { url, events: JSON.parse(events) as string[], description }, violations: [] };
  const body = (
    <>
      <PageHead title="Change endpoint" />
      <EndpointForm {...formState} to={`/webhooks/${id}`} button="Save" version={version} />
    </>
  );
  return { title: "Change endpoint", body };
}

export const editEndpointPage = page({ path: "/webhooks/:id/edit", permission: "manage", param: WebhookPath }, async ({ org, param }) =>
  edited(org, param.id),
);

export const changeEndpointForm = action(
  {
    path: "/webhooks/:id",
    permission: "manage",
    param: WebhookPath,
    form: fromForm(z.intersection(WebhookChanges, ExpectedVersion), KINDS),
    renderInvalid: async ({ org, param, values, violations }) => edited(org, param.id, { values, violations }),
  },
  async ({ org, param, form: { expected_version, ...changes }, ...deployment }) => {
    await checkAndUpdateEndpoint(org, deployment, { id: param.id, changes, expectedVersion: expected_version });
    return { to: `/webhooks/${param.id}`, done: "saved" };
  },
);
