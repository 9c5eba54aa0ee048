import { hashPassword } from "../crypto/password";
import { addMember, createOrganization, createStore } from "../db/control";
import { controlDatabase, databaseOf } from "../db/database";
import { momentText } from "../domain/zone";
import { created, type Endpoint, endpoint, operator } from "../http/endpoint";
import { Refusal } from "../refusal";
import { MemberAnswer, NewMember, NewOrganization, NewStore, OrganizationAnswer, OrganizationPath, StoreAnswer } from "./contract";
import { credentialEndpoints } from "./credential-endpoints";
import { inserted } from "./inserted";
import { organizationOf } from "./organization";

const newOrganization = endpoint(
  {
    method: "post",
    path: "/organizations",
    operationId: "createOrganization",
    unlocated: true,
    summary: "Make an organization",
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
    summary: "Make a store",
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
    summary: "Make a person a member",
    tag: "Operator",
    guard: operator,
    input: { param: OrganizationPath, json: NewMember },
    answers: { 201: MemberAnswer },
  },
  async ({ env, param, json: { email, password, role }, now }) => {
    await organizationOf(env, param.id);
    const passwordHash = password === null ? null : hashPassword(password);
    const { user_id } = inserted(await addMember(controlDatabase(env), param.id, { email, passwordHash, role }, now));
    return created({ user_id, organization_id: param.id, email, role }, null);
  },
);

/** The deployer's API (decisions M). */
export const operatorEndpoints: readonly Endpoint[] = [newOrganization, ...credentialEndpoints, newStore, newMember];
