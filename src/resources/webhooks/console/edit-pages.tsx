import * as z from "zod";
import { NewWebhook, WebhookChanges, WebhookPath } from "../v2/contract";
import { registerEndpoint, checkAndUpdateEndpoint } from "../v2/register";
import { readLiveEndpoint } from "../endpoints/queries";
import { fromForm, ExpectedVersion } from "../../../console/form";
import { formPage } from "../../../console/page";
import { initialFormState } from "../../../console/parts/form";
import { EndpointForm } from "./endpoint-form";
import { EndpointSecret } from "./endpoint-secret";
import { parseStored } from "../../../platform/reading/json";

const KINDS = { lists: ["events"], nulls: ["description"] };

const SECRET = "The endpoint's secret";

const newEndpoint = formPage(
  {
    path: "/webhooks/new",
    to: "/webhooks",
    permission: "manage",
    form: fromForm(NewWebhook, KINDS),
    show: async (_, sent = initialFormState({ events: ["order.created", "order.status_changed"] })) => ({
      title: "Create endpoint",
      back: { page: "/webhooks", label: "All endpoints" },
      lead: "After you create the endpoint, you get the secret that signs its requests.",
      body: <EndpointForm {...sent} to="/webhooks" button="Create endpoint" version={null} />,
    }),
  },
  async ({ org, form, ...deployment }) => {
    const { row, secret } = await registerEndpoint(org, deployment, form);
    const message = `Endpoint created. It receives the chosen ${form.events.length === 1 ? "event" : "events"} from now on.`;
    return { view: { title: SECRET, body: <EndpointSecret id={row.id} secret={secret} message={message} /> } };
  },
);

/** Edits an endpoint. The form has the stored values, or those of a rejected form. Takes one round trip. */
const changeEndpoint = formPage(
  {
    path: "/webhooks/:id/edit",
    to: "/webhooks/:id",
    param: WebhookPath,
    permission: "manage",
    form: fromForm(z.intersection(WebhookChanges, ExpectedVersion), KINDS),
    show: async ({ org, param: { id } }, sent) => {
      const { url, events, description, version } = await readLiveEndpoint(org, id);
      const formState = sent ?? initialFormState({ url, events: parseStored<string[]>(events), description });
      return {
        title: "Edit endpoint",
        back: { page: `/webhooks/${id}`, label: "Back to the endpoint" },
        body: <EndpointForm {...formState} to={`/webhooks/${id}`} button="Save" version={version} />,
      };
    },
  },
  async ({ org, param, form: { expected_version, ...changes }, ...deployment }) => {
    await checkAndUpdateEndpoint(org, deployment, { id: param.id, changes, expectedVersion: expected_version });
    return { to: `/webhooks/${param.id}`, flash: "endpoint_saved" };
  },
);

export const endpointForms = [...newEndpoint, ...changeEndpoint];
