import { fromForm } from "../../../../console/form";
import { action, formPage, type Route, type View } from "../../../../console/page";
import { Form, initialFormState, TextField } from "../../../../console/parts/form";
import { PageButton } from "../../../../console/parts/link";
import { Notice } from "../../../../console/parts/notice";
import { ShownOnce } from "../../../../console/parts/shown-once";
import { deliveryUrl } from "../../token";
import { deleteCarrierConnection, retryReport, updateCarrierConnection } from "../commands";
import { CARRIER_SERVICES, type CarrierService } from "../services/names";
import { carrierAdapterOf } from "../services/services";
import { NewCarrierConnection, RotateCarrierSecret } from "../v2/contract";
import { registerCarrier, rotateCarrier, type WithSecret } from "../v2/register";
import { carrierPage, carrierView } from "./carrier-page";
import { SERVICE_LABELS } from "./labels";
import { CarrierParam, ReportParam } from "./params";
import { reportPage } from "./report-page";
import { CarrierSetup } from "./setup-steps";

/** A connection after it was created or its secret was rotated. */
function secretView({ row, secret }: WithSecret, message: string, origin: string): View {
  const url = deliveryUrl(origin, { organizationId: row.organization_id, connectionId: row.id });
  return {
    title: message,
    body: (
      <>
        <Notice kind="good">{message}.</Notice>
        {secret === null || carrierAdapterOf(row.service).acceptsToken ? null : (
          <ShownOnce id="secret" value={secret} what="webhook secret" button="Copy secret">
            <p>Paste it as the secret of the service’s webhook.</p>
          </ShownOnce>
        )}
        <CarrierSetup service={row.service} url={url} secret={secret} />
        <p>
          <PageButton page={`/connections/carriers/${row.id}`} label="View connection" primary />
        </p>
      </>
    ),
  };
}

const SECRETS: Readonly<Partial<Record<CarrierService, string>>> = {
  aftership: "AfterShip Tracking shows it in Settings, Webhooks.",
  "17track": "The console of 17TRACK’s API shows it in Settings, Security, as the key.",
};

/** The form of a new connection to a service, and its action. */
const newCarrier = (service: CarrierService) =>
  formPage(
    {
      path: `/connections/carriers/new/${service}`,
      permission: "manage",
      form: fromForm(NewCarrierConnection.omit({ service: true }), { absent: ["webhook_secret"] }),
      show: async (_, sent = initialFormState()) => ({
        title: `Connect ${SERVICE_LABELS[service]}`,
        back: { page: "/connections", label: "All connections" },
        lead:
          service === "17track"
            ? "This is experimental: its signature was not tried with 17TRACK."
            : "Its reports then set the statuses of the fulfillments with their tracking numbers.",
        body: (
          <Form to={`/connections/carriers/new/${service}`} class="form" formState={sent} fields={["webhook_secret"]}>
            {SECRETS[service] === undefined ? (
              <p>After you create the connection, you get the URL and the secret for the service’s webhook.</p>
            ) : (
              <TextField
                name="webhook_secret"
                label="Secret of the webhook"
                hint={SECRETS[service]}
                type="password"
                maxLength={255}
                required
              />
            )}
            <button class="primary">Create connection</button>
          </Form>
        ),
      }),
    },
    async ({ org, form, settings, origin }) => {
      const created = await registerCarrier(org, settings, { ...form, service });
      return { view: secretView(created, "Connection created", origin) };
    },
  );

const rotateForm = action(
  {
    path: "/connections/carriers/:carrier_id/rotate",
    permission: "manage",
    param: CarrierParam,
    form: fromForm(RotateCarrierSecret, { numbers: ["overlap_hours"], absent: ["webhook_secret"] }),
    renderInvalid: async ({ org, param, origin, values, violations }) =>
      await carrierView(org, param.carrier_id, origin, { values, violations }),
  },
  async ({ org, param, form, settings, origin }) => {
    const rotated = await rotateCarrier(org, settings, { id: param.carrier_id, ...form });
    return { view: secretView(rotated, "Secret rotated", origin) };
  },
);

const setEnabled = (name: "pause" | "resume") =>
  action({ path: `/connections/carriers/:carrier_id/${name}`, permission: "manage", param: CarrierParam }, async ({ org, param }) => {
    await updateCarrierConnection(org, param.carrier_id, { enabled: name === "resume" });
    return { to: `/connections/carriers/${param.carrier_id}`, flash: "saved" };
  });

const retryForm = action(
  { path: "/connections/carriers/:carrier_id/reports/:report_id/retry", permission: "manage", param: ReportParam },
  async ({ org, param: { carrier_id, report_id } }) => {
    await retryReport(org, carrier_id, report_id);
    return { to: `/connections/carriers/${carrier_id}`, flash: "retried" };
  },
);

const deleteForm = action(
  { path: "/connections/carriers/:carrier_id/delete", permission: "manage", param: CarrierParam, redirectOnRepeat: "/connections" },
  async ({ org, param }) => {
    await deleteCarrierConnection(org, param.carrier_id);
    return { to: "/connections", flash: "deleted" };
  },
);

/** The pages and forms of connections to carrier services. */
export const carrierRoutes: readonly Route[] = [
  ...CARRIER_SERVICES.flatMap(newCarrier),
  carrierPage,
  reportPage,
  rotateForm,
  setEnabled("pause"),
  setEnabled("resume"),
  retryForm,
  deleteForm,
];
