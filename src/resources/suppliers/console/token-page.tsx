import * as z from "zod";
import { CONSOLE_LIMITS } from "../../../accounts/credentials/change-credential";
import { issueCredential } from "../../../accounts/credentials/credentials";
import { TOKENS } from "../../../console/accounts/credentials/credential-kind";
import { newSecretView } from "../../../console/accounts/settings/shown-once";
import { organizationControl } from "../../../console/organization-control";
import { formPage, type Route } from "../../../console/page";
import { Form, initialFormState, TextField } from "../../../console/parts/form";
import { SUPPLIER_SCOPES } from "../../../platform/http/scopes";
import { requiredText } from "../../../platform/http/input/text";
import { readSupplier } from "../read-supplier";
import { SupplierPath } from "../v2/contract";

/** Creates an API token for the supplier's own system. Only the response to the form contains the secret. */
export const supplierTokenPages: readonly Route[] = formPage(
  {
    path: "/suppliers/:id/token",
    to: "/suppliers/:id/token",
    param: SupplierPath,
    permission: "manage",
    form: z.object({ name: requiredText(255) }),
    show: async ({ org, param: { id } }, sent) => {
      const { name } = await readSupplier(org, id);
      return {
        title: `Create API token for ${name}`,
        lead: "For the supplier’s own system. It sees and changes only the orders that you have sent to this supplier, and nothing else.",
        back: { page: `/suppliers/${id}`, label: "Back to the supplier" },
        body: (
          <Form to={`/suppliers/${id}/token`} class="form" formState={sent ?? initialFormState({ name })} fields={["name"]}>
            <TextField name="name" label="Name" maxLength={255} required />
            <button class="primary">Create API token</button>
          </Form>
        ),
      };
    },
  },
  async (args) => {
    const { org, origin, form, param } = args;
    const { id } = await readSupplier(org, param.id);
    const settings = { scopes: [...SUPPLIER_SCOPES], expires_at: null, daily_quota: null, rate_limit: null, allowed_ips: [] };
    const issued = await issueCredential(
      organizationControl(args),
      { ...form, ...settings, reads: "primary", kind: "api_token", region: null, supplier_id: id },
      CONSOLE_LIMITS,
    );
    return { view: newSecretView(TOKENS, issued, origin) };
  },
);
