import { invitePerson } from "../../members/members";
import { grantableRoles } from "../../members/member-rules";
import { MemberToInvite } from "../../contract";
import { usePageRequest } from "../../../console/page-request";
import { fromForm } from "../../../console/form";
import { type FormState, action, page } from "../../../console/page";
import { Form, SelectField, TextField } from "../../../console/parts/form";
import { PageHead } from "../../../console/parts/page-head";
import { organizationControl } from "../settings/organization-control";
import { NewLink } from "../settings/shown-once";
import { roleOptions } from "./role-labels";

const TITLE = "Invite member";

function NewMember(formState: FormState) {
  const { member } = usePageRequest();
  return (
    <>
      <PageHead title={TITLE} />
      <Form to="/settings/members" class="form" formState={formState} fields={["email", "role"]}>
        <TextField
          name="email"
          label="E-mail address"
          hint="Nothing is sent to it. You get a link, and hand it to the person."
          type="email"
          most={320}
          required
        />
        <SelectField name="role" label="Role" options={roleOptions(grantableRoles(member.role))} required />
        <button class="primary">Invite member</button>
      </Form>
    </>
  );
}

export const newMemberPage = page({ path: "/settings/members/new", permission: "manage" }, async () => {
  return { title: TITLE, body: <NewMember values={{ role: "member" }} violations={[]} /> };
});

export const newMemberForm = action(
  {
    path: "/settings/members",
    permission: "manage",
    form: fromForm(MemberToInvite),
    renderInvalid: async ({ values, violations }) => ({ title: TITLE, body: <NewMember values={values} violations={violations} /> }),
  },
  async (args) => {
    const { email } = args.form;
    const link = await invitePerson(organizationControl(args), args.form);
    const body = <NewLink email={email} link={link} origin={args.origin} />;
    return { view: { title: email, body } };
  },
);
