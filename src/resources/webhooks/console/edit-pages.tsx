import * as z from "zod";
import { NewWebhook, WebhookChanges, WebhookPath } from "../v2/contract";
import { SUPPLIER_EVENT_TYPES } from "../../events/events";
import { readSupplier } from "../../suppliers/read-supplier";
import { registerEndpoint, checkAndUpdateEndpoint } from "../v2/register";
import { readLiveEndpoint } from "../endpoints/queries";
import { fromForm, ExpectedVersion } from "../../../console/form";
import { formPage } from "../../../console/page";
import { initialFormState } from "../../../console/parts/form";
import { EndpointForm } from "./endpoint-form";
import { EndpointSecret } from "./endpoint-secret";
import { parseStored } from "../../../platform/reading/json";

/** How `fromForm` reads the fields that are not plain texts. */
const KINDS = { lists: ["events"], nulls: ["description"] };

const ALL_ENDPOINTS = { page: "/webhooks", label: "All endpoints" } as const;

const SECRET_TITLE = "The endpoint's secret";

const newEndpoint = formPage(
  {
    path: "/webhooks/new",
    to: "/webhooks",
    permission: "manage",
    query: z.object({ supplier_id: z.string().max(64).optional() }),
    form: fromForm(NewWebhook, KINDS),
    show: async ({ org, query }, sent) => {
      const sentId = sent?.values["supplier_id"] ?? query.supplier_id;
      const supplier = typeof sentId === "string" ? await readSupplier(org, sentId) : null;
      const events = supplier === null ? ["order.created", "order.status_changed"] : [...SUPPLIER_EVENT_TYPES];
      const limitText =
        supplier === null ? "" : ` It receives only what ${supplier.name} sees: the orders that you have sent to this supplier.`;
      return {
        title: supplier === null ? "Create endpoint" : `Create endpoint for ${supplier.name}`,
        back: supplier === null ? ALL_ENDPOINTS : { page: `/suppliers/${supplier.id}`, label: "Back to the supplier" },
        lead: `After you create the endpoint, you get the secret that signs its requests.${limitText}`,
        body: (
          <EndpointForm
            {...(sent ?? initialFormState({ events }))}
            to="/webhooks"
            button="Create endpoint"
            version={null}
            supplierId={supplier?.id ?? null}
          />
        ),
      };
    },
  },
  async ({ org, form, ...deployment }) => {
    const { row, secret } = await registerEndpoint(org, deployment, form);
    const message = `Endpoint created. It receives the chosen ${form.events.length === 1 ? "event" : "events"} from now on.`;
    return { view: { title: SECRET_TITLE, body: <EndpointSecret id={row.id} secret={secret} message={message} /> } };
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
      const { url, events, description, supplier_id, version } = await readLiveEndpoint(org, id);
      const formState = sent ?? initialFormState({ url, events: parseStored<string[]>(events), description });
      return {
        title: "Edit endpoint",
        back: { page: `/webhooks/${id}`, label: "Back to the endpoint" },
        body: <EndpointForm {...formState} to={`/webhooks/${id}`} button="Save" version={version} supplierId={supplier_id} />,
      };
    },
  },
  async ({ org, param, form: { expected_version, ...changes }, ...deployment }) => {
    await checkAndUpdateEndpoint(org, deployment, { id: param.id, changes, expectedVersion: expected_version });
    return { to: `/webhooks/${param.id}`, flash: "endpoint_saved" };
  },
);

export const endpointForms = [...newEndpoint, ...changeEndpoint];
