import * as z from "zod";
import { updateOrganization } from "../../organization";
import type { Member } from "../../sign-in/sessions.sql.ts";
import { OrganizationSettings } from "../../contract";
import { InitialValues, fromForm, changedFields } from "../../../console/form";
import { type FormState, formPage } from "../../../console/page";
import { CheckField, Form, TextField, initialFormState } from "../../../console/parts/form";
import { organizationControl } from "./organization-control";

const PATH = "/settings/organization";
const FIELDS = ["name", "currency", "timezone", "roll_up_status"];

/** The IANA time zones that the runtime lists, as suggestions. Other zones can be typed. */
const zones = () => ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];

function OrganizationForm(formState: FormState) {
  return (
    <Form to={PATH} class="form" formState={formState} fields={FIELDS} sendsInitialValues>
      <TextField name="name" label="Name" maxLength={255} required />
      <TextField
        name="currency"
        label="Currency"
        hint="Three letters. It is taken for stores and expenses that name none, from now on. Amounts that are there stay as they are."
        maxLength={3}
        required
      />
      <TextField
        name="timezone"
        label="Timezone"
        hint="Where your day begins. Lists and reports count their days by it, and dates without an offset are read in it. The day that an item is listed under was settled when its order came, and stays."
        list={zones()}
        maxLength={64}
        required
      />
      <CheckField
        name="roll_up_status"
        label="An order's status follows its items"
        hint="Once all its items are shipped, delivered or cancelled, the order is Shipped, Complete or Cancelled by itself. Without this, its status changes only where somebody changes it."
      />
      <p class="soft">Integrations that are busy right now go by the old settings for up to a minute.</p>
      <button class="primary">Save</button>
    </Form>
  );
}

function valuesOf({ organization }: Member) {
  const { name, currency, timezone, rollUpStatus } = organization;
  return { name, currency, timezone, roll_up_status: rollUpStatus };
}

export const organizationRoutes = formPage(
  {
    path: PATH,
    permission: "manage",
    form: fromForm(z.intersection(OrganizationSettings, InitialValues), { flags: ["roll_up_status"] }),
    show: async ({ member }, sent = initialFormState(valuesOf(member))) => ({
      title: "Organization",
      body: <OrganizationForm {...sent} />,
    }),
  },
  async (args) => {
    await updateOrganization(organizationControl(args), changedFields(args.form));
    return { to: PATH, flash: "saved" };
  },
);
