import * as z from "zod";
import { readOrganizationSettings, updateOrganization } from "../../../accounts/organization";
import { OrganizationSettings } from "../../../accounts/contract";
import { ExpectedVersion, fromForm } from "../../form";
import { type FormState, formPage } from "../../page";
import { useCan } from "../../page-request";
import { Form, TextField, initialFormState } from "../../parts/form";
import { CheckField } from "../../parts/checkboxes";
import { PageButton } from "../../parts/link";
import { CurrencyField, ZoneField } from "../../parts/known-values";
import { organizationControl } from "../../organization-control";

const PATH = "/settings/organization";
const FIELDS = ["name", "currency", "timezone", "roll_up_status"];

function OrganizationForm({ version, ...formState }: FormState & { version: number }) {
  return (
    <Form to={PATH} class="form" formState={formState} fields={FIELDS} version={version}>
      <TextField name="name" label="Name" maxLength={255} required />
      <CurrencyField
        name="currency"
        label="Currency"
        hint="The default for new stores and expenses. Existing amounts stay unchanged."
        value={formState.values["currency"]}
        required
      />
      <ZoneField
        name="timezone"
        label="Timezone"
        hint="Defines when a day begins in lists and reports, and how dates without an offset are read. Existing order items keep their day."
        value={formState.values["timezone"]}
        required
      />
      <CheckField
        name="roll_up_status"
        label="An order's status follows its items"
        hint="When all items are shipped, delivered or cancelled, the order becomes Shipped, Complete or Cancelled automatically. An order that was shipped is never cancelled by this. If this is off, its status changes only when somebody changes it."
      />
      <p class="soft">Running integrations may use the old settings for up to a minute.</p>
      <button class="primary">Save</button>
    </Form>
  );
}

/** The way to the deletion is at the end of the page, where nobody takes it by mistake. */
function DeleteLink() {
  if (!useCan("own")) return null;
  return (
    <section>
      <h2>Delete organization</h2>
      <p class="soft">You can undo the deletion for 30 days.</p>
      <PageButton page="/settings/delete" label="Delete organization" />
    </section>
  );
}

export const organizationRoutes = formPage(
  {
    path: PATH,
    permission: "manage",
    form: fromForm(z.intersection(OrganizationSettings, ExpectedVersion), { flags: ["roll_up_status"] }),
    show: async ({ control, member }, sent) => {
      // The member may be cached, with the settings from before the last change.
      const { settings, version } = await readOrganizationSettings(control, member.organization.id);
      return {
        title: "Organization",
        body: (
          <>
            <OrganizationForm {...(sent ?? initialFormState({ ...settings }))} version={version} />
            <DeleteLink />
          </>
        ),
      };
    },
  },
  async (args) => {
    const { expected_version, ...settings } = args.form;
    await updateOrganization(organizationControl(args), settings, expected_version);
    return { to: PATH, flash: "organization_saved" };
  },
);
