import { invitePerson } from "../../../accounts/members/members";
import { grantableRoles } from "../../../accounts/members/member-rules";
import { MAX_EMAIL_LENGTH, MemberToInvite } from "../../../accounts/contract";
import { usePageRequest } from "../../page-request";
import { fromForm } from "../../form";
import { type FormState, formPage } from "../../page";
import { Form, SelectField, TextField, initialFormState } from "../../parts/form";
import { organizationControl } from "../../organization-control";
import { newLinkView } from "../settings/shown-once";
import { MoneyAccessField } from "./money-access-field";
import { roleHint, roleOptions } from "./role-labels";

function NewMember(formState: FormState) {
  const roles = grantableRoles(usePageRequest().member.role);
  return (
    <Form to="/settings/members" class="form" formState={formState} fields={["email", "role", "money"]}>
      <TextField
        name="email"
        label="Email address"
        hint="No email is sent. You get a link to give to the person."
        type="email"
        maxLength={MAX_EMAIL_LENGTH}
        required
      />
      <SelectField name="role" label="Role" hint={roleHint(roles)} options={roleOptions(roles)} required />
      <MoneyAccessField />
      <button class="primary">Invite member</button>
    </Form>
  );
}

export const newMemberRoutes = formPage(
  {
    path: "/settings/members/new",
    to: "/settings/members",
    permission: "manage",
    form: fromForm(MemberToInvite, { flags: ["money"] }),
    show: async (_, sent = initialFormState({ role: "member" })) => ({
      title: "Invite member",
      back: { page: "/settings/members", label: "All members" },
      body: <NewMember {...sent} />,
    }),
  },
  async (args) => {
    const { origin, form } = args;
    return { view: newLinkView(form.email, await invitePerson(organizationControl(args), form), origin) };
  },
);
