import * as z from "zod";
import { fromForm } from "../../../console/form";
import { organizationControl } from "../../../console/organization-control";
import { formPage } from "../../../console/page";
import { Form, initialFormState, TextField } from "../../../console/parts/form";
import { PageLink } from "../../../console/parts/link";
import { organizationOf } from "../../../accounts/operator";
import { deleteOrganization } from "../deletion";

const PATH = "/settings/delete";

export const deleteRoutes = formPage(
  {
    path: PATH,
    permission: "own",
    form: fromForm(z.object({ name: z.string().max(255) })),
    show: async ({ member }, sent = initialFormState()) => ({
      title: "Delete organization",
      back: { page: "/settings/organization", label: "Organization" },
      body: (
        <Form to={PATH} class="form" formState={sent} fields={["name"]}>
          <p>
            Nobody can open {member.organization.name} any more, its API tokens and keys stop working, and webhooks are no longer sent. For
            30 days, an owner can undo this after signing in. Then everything is removed for ever: orders, products, expenses, tickets,
            history, webhooks and members. <PageLink page="/settings/export">Export the data</PageLink> first if you still need it.
          </p>
          <TextField name="name" label={`Type “${member.organization.name}” to confirm`} maxLength={255} required />
          <button class="danger">Delete organization</button>
        </Form>
      ),
    }),
  },
  async (args) => {
    const { env, control, member, form } = args;
    await deleteOrganization(env, organizationControl(args), await organizationOf(control, member.organization.id), form.name);
    return { leave: "/console/organizations" };
  },
);
