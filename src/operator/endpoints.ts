import { operatorResetLink, upsertMember } from "../accounts/members/members";
import { passwordFault } from "../accounts/sign-in/password-rules";
import { createOrganization } from "../accounts/control.sql.ts";
import { WriteConflict } from "../platform/db/change";
import { databaseOf } from "../platform/db/database";
import { Meter } from "../platform/db/meter";
import { OrgDb } from "../platform/db/org-db";
import { insertStore } from "../stores/write.sql.ts";
import { fanOut } from "../webhooks/deliveries/fan-out.sql.ts";
import { momentText } from "../platform/values/zone";
import { created, type Endpoint, endpoint, operator } from "../platform/http/endpoint";
import { invalid, notFound, ApiError } from "../platform/api-error";
import {
  InvitationAnswer,
  MemberAnswer,
  MemberPath,
  NewMember,
  NewOrganization,
  NewStore,
  OrganizationAnswer,
  OrganizationPath,
  StoreAnswer,
} from "../accounts/contract";
import { credentialEndpoints } from "./credential-endpoints";
import { controlAsOperator, organizationOf } from "./organization";

const newOrganization = endpoint(
  {
    method: "post",
    path: "/organizations",
    operationId: "createOrganization",
    unlocated: true,
    summary: "Create an organization",
    tag: "Operator",
    guard: operator,
    input: { json: NewOrganization },
    responses: { 201: OrganizationAnswer },
  },
  async ({ control, json }) => {
    const { id, name, currency, timezone, created_at } = await createOrganization(control, json);
    return created({ id, name, currency, timezone, created_at: momentText(created_at) }, null);
  },
);

const newStore = endpoint(
  {
    method: "post",
    path: "/organizations/:id/stores",
    operationId: "createStoreAsOperator",
    unlocated: true,
    summary: "Create a store",
    tag: "Operator",
    guard: operator,
    input: { param: OrganizationPath, json: NewStore },
    responses: { 201: StoreAnswer },
  },
  async ({ env, control, param, json, now }) => {
    const { id: organization_id, timezone, ...organization } = await organizationOf(control, param.id);
    const currency = json.currency ?? organization.currency;
    const org = new OrgDb(
      databaseOf(env, { id: organization_id }),
      { id: organization_id, currency: organization.currency, timezone, rollUpStatus: organization.roll_up_status === 1 },
      { kind: "system", id: null, name: "Operator" },
      now,
      new Meter(),
      // A store has no events.
      { admission: async () => ({ operationId: null }), fanOut, delivered: () => undefined },
    );
    const { rows } = await org.commit(insertStore(org, { ...json, currency, is_active: 1, uses_designs: 1 })).catch((error: unknown) => {
      const message = "A store of this organization has this name or code.";
      throw error instanceof WriteConflict ? new ApiError("conflict", [{ code: "store_taken", message }]) : error;
    });
    const [[row]] = rows;
    if (row === undefined) throw notFound();
    const { id, name, code, platform, type, is_active } = row;
    return created({ id, name, code, platform, currency, type, is_active: is_active === 1, organization_id }, null);
  },
);

const newMember = endpoint(
  {
    method: "post",
    path: "/organizations/:id/members",
    operationId: "addMember",
    unlocated: true,
    summary: "Add a member",
    tag: "Operator",
    guard: operator,
    input: { param: OrganizationPath, json: NewMember },
    responses: { 201: MemberAnswer },
  },
  async ({ env, control, param, json: { email, password, role } }) => {
    const { name } = await organizationOf(control, param.id);
    const violation = password === null ? null : passwordFault(password, [email, name]);
    if (violation !== null) throw invalid("password", violation.code, violation.message);
    const user_id = await upsertMember(controlAsOperator(env, control, param.id), { email, password, role });
    return created({ user_id, organization_id: param.id, email, role }, null);
  },
);

const newInvitation = endpoint(
  {
    method: "post",
    path: "/organizations/:id/members/:user_id/invitation",
    operationId: "inviteMember",
    unlocated: true,
    summary: "Create a link with which a member chooses a password",
    tag: "Operator",
    guard: operator,
    input: { param: MemberPath },
    responses: { 201: InvitationAnswer },
  },
  async ({ env, control, param }) => {
    const { path, expiresAt } = await operatorResetLink(controlAsOperator(env, control, param.id), param.user_id);
    return created({ path, expires_at: momentText(expiresAt) }, null);
  },
);

/** The deployer's API (docs/spec/operator.md). */
export const operatorEndpoints: readonly Endpoint[] = [newOrganization, ...credentialEndpoints, newStore, newMember, newInvitation];
