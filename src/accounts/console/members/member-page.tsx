import { canManage, grantableRoles } from "../../members/member-rules";
import { changeRole, createMemberLink, readMember, removeMember } from "../../members/members";
import type { MemberRow } from "../../members/members.sql.ts";
import { MemberPath, RoleChange } from "../../contract";
import { usePageRequest } from "../../../console/page-request";
import { fromForm } from "../../../console/form";
import { action, page, type FormState, type PageContext } from "../../../console/page";
import { Moment } from "../../../console/parts/figures";
import { Violations, Form, SelectField } from "../../../console/parts/form";
import { PageHead } from "../../../console/parts/page-head";
import { organizationControl } from "../settings/organization-control";
import { NewLink } from "../settings/shown-once";
import { ROLE_LABELS, roleOptions } from "./role-labels";

const PATH = "/settings/members/:user_id";
const DESCRIBED = { permission: "manage", param: MemberPath.omit({ id: true }) } as const;

function RoleForm({ row, formState }: { row: MemberRow; formState: FormState | null }) {
  const roles = grantableRoles(usePageRequest().member.role);
  return (
    <Form to={`/settings/members/${row.user_id}`} class="form">
      <SelectField
        formState={{ values: { role: formState?.values["role"] ?? row.role }, violations: formState?.violations ?? [] }}
        name="role"
        label="Role"
        options={roleOptions(roles)}
        required
      />
      <button class="primary">Save</button>
    </Form>
  );
}

function Link({ row }: { row: MemberRow }) {
  return (
    <section class="panel">
      <h2>A new link</h2>
      <p>
        For a member who has lost their password. They join anew by the link, with a new password or an account that they sign in to. Until
        then nothing changes; afterwards their present password no longer opens this organization.
      </p>
      <Form to={`/settings/members/${row.user_id}/link`}>
        <button>Create link</button>
      </Form>
    </section>
  );
}

function Remove({ row, isSelf }: { row: MemberRow; isSelf: boolean }) {
  const question = isSelf
    ? "Leave this organization? Somebody else would have to add you again."
    : `Remove ${row.email}? They see nothing of this organization any more.`;
  return (
    <section class="panel">
      <h2>{isSelf ? "Leave" : "Remove"}</h2>
      <p>{isSelf ? "You" : "They"} see nothing of this organization any more, from the next click on.</p>
      <Form to={`/settings/members/${row.user_id}/remove`} confirm={question}>
        <button class="danger">{isSelf ? "Leave organization" : "Remove member"}</button>
      </Form>
    </section>
  );
}

function MemberPage({ row, formState }: { row: MemberRow; formState: FormState | null }) {
  const { member } = usePageRequest();
  const isSelf = member.person.id === row.user_id;
  const isChangeable = canManage(member.role, row.role);
  return (
    <>
      <PageHead
        title={row.email}
        lead={
          <>
            {row.name === null ? null : `${row.name}, `}
            in this organization since <Moment at={row.created_at} />
          </>
        }
      />
      <Violations violations={formState?.violations ?? []} fields={["role"]} />
      <div class="columns">
        <div>
          {isChangeable && !isSelf ? (
            <RoleForm row={row} formState={formState} />
          ) : (
            <p>
              {ROLE_LABELS[row.role]}. {isSelf ? "Nobody changes their own role." : "Only an owner changes or removes an owner."}
            </p>
          )}
        </div>
        <div>
          {isChangeable && !isSelf ? <Link row={row} /> : null}
          {isChangeable ? <Remove row={row} isSelf={isSelf} /> : null}
        </div>
      </div>
    </>
  );
}

type Args = PageContext & { param: { user_id: number } };

async function show(args: Args, formState: FormState | null) {
  const row = await readMember(organizationControl(args), args.param.user_id);
  return { title: row.email, body: <MemberPage row={row} formState={formState} /> };
}

const renderInvalid = async (args: Args & FormState) => await show(args, { values: args.values, violations: args.violations });

export const memberPage = page({ ...DESCRIBED, path: PATH }, async (args) => await show(args, null));

export const changeRoleForm = action({ ...DESCRIBED, path: PATH, form: fromForm(RoleChange), renderInvalid }, async (args) => {
  const { param, form } = args;
  await changeRole(organizationControl(args), param.user_id, form.role);
  return { to: `/settings/members/${param.user_id}`, done: "saved" };
});

export const memberLinkForm = action({ ...DESCRIBED, path: `${PATH}/link`, renderInvalid }, async (args) => {
  const { param, origin } = args;
  const { email } = await readMember(organizationControl(args), param.user_id);
  const link = await createMemberLink(organizationControl(args), param.user_id);
  return { view: { title: email, body: <NewLink email={email} link={link} origin={origin} /> } };
});

export const removeMemberForm = action(
  { ...DESCRIBED, path: `${PATH}/remove`, renderInvalid, redirectOnRepeat: "/settings/members" },
  async (args) => {
    const { member, param } = args;
    await removeMember(organizationControl(args), param.user_id);
    // Who has left has no page here any more: to the choice of an organization, which is above this one's pages.
    return param.user_id === member.person.id ? { to: "/../organizations" } : { to: "/settings/members", done: "removed" };
  },
);
