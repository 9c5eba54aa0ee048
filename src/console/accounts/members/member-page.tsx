import { nameOf } from "../../../accounts/actor";
import { canManage, grantableRoles } from "../../../accounts/members/member-rules";
import { accessVersion, changeAccess, createMemberLink, readMember, removeMember } from "../../../accounts/members/members";
import { resetMemberSecondFactor } from "../../../accounts/members/second-factor-reset";
import type { MemberRow } from "../../../accounts/members/members.sql.ts";
import { AccessChange, MemberPath } from "../../../accounts/contract";
import { usePageRequest } from "../../page-request";
import { ExpectedVersion, fromForm } from "../../form";
import { action, formPage, type FormState, type PageContext, type View } from "../../page";
import { Age, Moment } from "../../parts/values";
import { Form, SelectField, initialFormState } from "../../parts/form";
import { Violations } from "../../parts/violations";
import { organizationControl } from "../../organization-control";
import { newLinkView } from "../settings/shown-once";
import { MoneyAccessField } from "./money-access-field";
import { ROLE_LABELS, roleHint, roleOptions } from "./role-labels";

const PATH = "/settings/members/:user_id";

function AccessForm({ row, formState: { values, violations } }: { row: MemberRow; formState: FormState }) {
  const shown = violations.length === 0 ? { role: row.role, money: row.money } : values;
  const roles = grantableRoles(usePageRequest().member.role);
  return (
    <Form to={`/settings/members/${row.user_id}`} class="form" formState={{ values: shown, violations }} version={accessVersion(row)}>
      <SelectField name="role" label="Role" hint={roleHint(roles)} options={roleOptions(roles)} required />
      <MoneyAccessField />
      <button class="primary">Save</button>
    </Form>
  );
}

function Link({ row }: { row: MemberRow }) {
  return (
    <section class="panel">
      <h2>New link</h2>
      <p>
        For a member who has lost their password. They use the link to join again, with a new password or by signing in to an account. Until
        then nothing changes. Afterwards their current password no longer gives access to this organization.
      </p>
      <Form to={`/settings/members/${row.user_id}/link`}>
        <button>Create link</button>
      </Form>
    </section>
  );
}

function SecondFactor({ row }: { row: MemberRow }) {
  if (row.has_second_factor === 0) return null;
  return (
    <section class="panel">
      <h2>Second factor</h2>
      <p>For a member who has lost their authenticator app and their recovery codes. Make sure that it is really them who asks.</p>
      <Form to={`/settings/members/${row.user_id}/second-factor`} confirm={`Reset the second factor of ${nameOf(row)}?`}>
        <button class="danger">Reset second factor</button>
      </Form>
    </section>
  );
}

function Remove({ row, isSelf }: { row: MemberRow; isSelf: boolean }) {
  const question = isSelf
    ? "Leave this organization? Somebody else would have to add you again."
    : `Remove ${nameOf(row)}? They lose access to this organization.`;
  return (
    <section class="panel">
      <h2>{isSelf ? "Leave" : "Remove"}</h2>
      <p>{isSelf ? "You" : "They"} lose access to this organization immediately.</p>
      <Form to={`/settings/members/${row.user_id}/remove`} confirm={question}>
        <button class="danger">{isSelf ? "Leave organization" : "Remove member"}</button>
      </Form>
    </section>
  );
}

function MemberPage({ row, formState }: { row: MemberRow; formState: FormState }) {
  const { member } = usePageRequest();
  const isSelf = member.person.id === row.user_id;
  const isChangeable = canManage(member.role, row.role);
  return (
    <>
      <Violations violations={formState.violations} fields={["role", "money"]} />
      <div class="columns">
        <div>
          {isChangeable && !isSelf ? (
            <AccessForm row={row} formState={formState} />
          ) : (
            <p>
              {ROLE_LABELS[row.role]}. {isSelf ? "You cannot change your own role." : "Only an owner can change or remove an owner."}
            </p>
          )}
        </div>
        <div>
          {isChangeable && !isSelf ? <Link row={row} /> : null}
          {isChangeable && !isSelf ? <SecondFactor row={row} /> : null}
          {isChangeable ? <Remove row={row} isSelf={isSelf} /> : null}
        </div>
      </div>
    </>
  );
}

const common = { permission: "manage", param: MemberPath.omit({ id: true }) } as const;

async function show(args: PageContext & { param: { user_id: number } }, formState: FormState = initialFormState()): Promise<View> {
  const row = await readMember(organizationControl(args), args.param.user_id);
  const lead = (
    <>
      {row.name === null ? null : `${row.email}. `}In this organization since <Moment at={row.created_at} />.{" "}
      {row.last_active_at === null ? (
        "Never active."
      ) : (
        <>
          Last active: <Age at={row.last_active_at} />.
        </>
      )}{" "}
      Second factor: {row.has_second_factor === 1 ? "on" : "off"}.
    </>
  );
  return {
    title: nameOf(row),
    lead,
    back: { page: "/settings/members", label: "All members" },
    body: <MemberPage row={row} formState={formState} />,
  };
}

const changeAccessRoutes = formPage(
  { ...common, path: PATH, form: fromForm(AccessChange.extend(ExpectedVersion.shape), { flags: ["money"] }), show },
  async (args) => {
    const { param, form } = args;
    const { expected_version, ...access } = form;
    await changeAccess(organizationControl(args), { id: param.user_id, expectedVersion: expected_version }, access);
    return { to: `/settings/members/${param.user_id}`, flash: "member_saved" };
  },
);

const renderInvalid = async ({ values, violations, ...args }: Parameters<typeof show>[0] & FormState) =>
  await show(args, { values, violations });

const memberLinkForm = action({ ...common, path: `${PATH}/link`, renderInvalid }, async (args) => {
  const { user_id } = args.param;
  const { email } = await readMember(organizationControl(args), user_id);
  return { view: newLinkView(email, await createMemberLink(organizationControl(args), user_id), args.origin) };
});

const resetSecondFactorForm = action({ ...common, path: `${PATH}/second-factor`, renderInvalid }, async (args) => {
  const { user_id } = args.param;
  await resetMemberSecondFactor(organizationControl(args), user_id);
  return { to: `/settings/members/${user_id}`, flash: "second_factor_reset" };
});

const removeMemberForm = action(
  { ...common, path: `${PATH}/remove`, renderInvalid, redirectOnRepeat: "/settings/members" },
  async (args) => {
    const { user_id } = args.param;
    await removeMember(organizationControl(args), user_id);
    // A member who has left cannot see this organization's pages, so they go to the choice of an organization.
    return user_id === args.member.person.id ? { leave: "/console/organizations" } : { to: "/settings/members", flash: "removed" };
  },
);

export const memberRoutes = [...changeAccessRoutes, memberLinkForm, resetSecondFactorForm, removeMemberForm];
