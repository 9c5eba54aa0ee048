import { NewRecovery, RotateSecret, WebhookPath } from "../v2/contract";
import { recoverMissed, rotateEndpointSecret } from "../v2/register";
import { createTest } from "../deliveries/commands";
import { deleteEndpoint, updateEndpoint } from "../endpoints/commands";
import { readOverview } from "../endpoints/queries";
import { deliverTest } from "../deliver";
import { deliveryEngine } from "../relay";
import { fromForm } from "../../../console/form";
import { action } from "../../../console/page";
import { Moment } from "../../../console/parts/values";
import { endpointView } from "./endpoint-page";
import { EndpointSecret } from "./endpoint-secret";

/** Sends a test event and redirects to its delivery. */
const testForm = action({ path: "/webhooks/:id/test", permission: "manage", param: WebhookPath }, async ({ org, env, param: { id } }) => {
  const claim = await createTest(org, id);
  await deliverTest(deliveryEngine(env, org.organization.database), claim);
  return { to: `/webhooks/${id}/deliveries/${claim.delivery_id}`, flash: "tested" };
});

const setEnabled = (name: "pause" | "resume") =>
  action({ path: `/webhooks/:id/${name}`, permission: "manage", param: WebhookPath }, async ({ org, param: { id } }) => {
    await updateEndpoint(org, { id }, { enabled: name === "resume" });
    return { to: `/webhooks/${id}`, flash: name === "resume" ? "resumed" : "paused" };
  });

const deleteForm = action(
  { path: "/webhooks/:id/delete", permission: "manage", param: WebhookPath, redirectOnRepeat: "/webhooks" },
  async ({ org, param: { id } }) => {
    await deleteEndpoint(org, id);
    return { to: "/webhooks", flash: "endpoint_deleted" };
  },
);

const rotateForm = action(
  {
    path: "/webhooks/:id/rotate",
    permission: "manage",
    param: WebhookPath,
    form: fromForm(RotateSecret, { numbers: ["overlap_hours"], flags: ["replaces_unseen"] }),
    renderInvalid: async ({ org, param, values, violations }) =>
      endpointView(await readOverview(org, param.id), { rotation: { values, violations } }),
  },
  async ({ org, param, form, ...deployment }) => {
    const { row, secret } = await rotateEndpointSecret(org, deployment, { id: param.id, ...form });
    const { previous_valid_until: until } = row;
    const message =
      until === null ? (
        "Requests are signed with the new secret from now on."
      ) : (
        <>
          Requests are signed with the new secret from now on, and also with the previous one until <Moment at={until} time />.
        </>
      );
    return { view: { title: "The endpoint's new secret", body: <EndpointSecret id={row.id} secret={secret} message={message} /> } };
  },
);

const recoverForm = action(
  {
    path: "/webhooks/:id/recover",
    permission: "manage",
    param: WebhookPath,
    form: fromForm(NewRecovery, { absent: ["since", "until"], lists: ["statuses"] }),
    renderInvalid: async ({ org, param, values, violations }) =>
      endpointView(await readOverview(org, param.id), { recovery: { values, violations } }),
  },
  async ({ org, param: { id }, form }) => {
    await recoverMissed(org, id, form);
    return { to: `/webhooks/${id}`, flash: "recovering" };
  },
);

export const endpointActions = [testForm, setEnabled("pause"), setEnabled("resume"), rotateForm, recoverForm, deleteForm];
