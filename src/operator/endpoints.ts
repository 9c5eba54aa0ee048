import { linkForAnybody, placeMember } from "../accounts/members/members";
import { passwordFault } from "../accounts/sign-in/password-rules";
import { createOrganization, createStore } from "../accounts/control.sql.ts";
import { controlDatabase, databaseOf } from "../platform/db/database";
import { momentText } from "../platform/values/zone";
import { created, type Endpoint, endpoint, operator } from "../platform/http/endpoint";
import { invalid, Refusal } from "../platform/refusal";
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
import { inserted } from "./inserted";
import { operatorMandate } from "./mandate";
import { organizationOf } from "./organization";

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
    answers: { 201: OrganizationAnswer },
  },
  async ({ env, json, now }) => {
    const { id, name, currency, timezone, created_at } = inserted(await createOrganization(controlDatabase(env), json, now));
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
    answers: { 201: StoreAnswer },
  },
  async ({ env, param, json, now }) => {
    const { currency } = await organizationOf(env, param.id);
    const row = await createStore(
      databaseOf(env, { id: param.id }),
      { ...json, currency: json.currency ?? currency, organization_id: param.id },
      now,
    );
    if (row === null) {
      throw new Refusal("conflict", [{ code: "store_taken", message: "A store of this organization has this name or code." }]);
    }
    const { id, name, code, platform, type, is_active, organization_id } = row;
    return created({ id, name, code, platform, currency: row.currency, type, is_active: is_active === 1, organization_id }, null);
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
    answers: { 201: MemberAnswer },
  },
  async ({ env, param, json: { email, password, role }, now }) => {
    const { name } = await organizationOf(env, param.id);
    const fault = password === null ? null : passwordFault(password, [email, name]);
    if (fault !== null) throw invalid("password", fault.code, fault.message);
    const by = operatorMandate(param.id, now);
    const user_id = await placeMember(env, by, { email, password, role });
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
    answers: { 201: InvitationAnswer },
  },
  async ({ env, param, now }) => {
    const { path, expiresAt } = await linkForAnybody(env, operatorMandate(param.id, now), param.user_id);
    return created({ path, expires_at: momentText(expiresAt) }, null);
  },
);

/** The deployer's API (docs/spec/operator.md). */
export const operatorEndpoints: readonly Endpoint[] = [newOrganization, ...credentialEndpoints, newStore, newMember, newInvitation];
