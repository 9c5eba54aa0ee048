import type { z } from "zod";
import { newSecret } from "../crypto/credential-secret";
import { sha256Hex } from "../crypto/digest";
import { hashPassword } from "../crypto/password";
import { addMember, createCredential, createOrganization, createStore, findOrganization, revokeCredential } from "../db/control";
import type { credentials } from "../db/schema";
import { momentText } from "../domain/zone";
import { gateOf } from "../http/admission";
import { created, type Endpoint, endpoint, one, operator } from "../http/endpoint";
import { notFound, Refusal } from "../refusal";
import {
  CredentialAnswer,
  CredentialPath,
  MemberAnswer,
  NewCredential,
  NewCredentialAnswer,
  NewMember,
  NewOrganization,
  NewStore,
  OrganizationAnswer,
  OrganizationPath,
  StoreAnswer,
} from "./contract";

async function organizationOf(env: Env, id: number) {
  const organization = await findOrganization(env.DB, id);
  if (organization === null) throw notFound();
  return organization;
}

/** An insert answers its row; none means that something unique was taken. */
function inserted<T>(row: T | null): T {
  if (row === null) throw new Refusal("conflict");
  return row;
}

const newOrganization = endpoint(
  {
    method: "post",
    path: "/organizations",
    operationId: "createOrganization",
    summary: "Make an organization",
    tag: "Operator",
    guard: operator,
    input: { json: NewOrganization },
    answers: { 201: OrganizationAnswer },
  },
  async ({ env, json, now }) => {
    const { id, name, currency, timezone, created_at } = inserted(await createOrganization(env.DB, json, now));
    return created({ id, name, currency, timezone, created_at: momentText(created_at) }, null);
  },
);

const newCredential = endpoint(
  {
    method: "post",
    path: "/organizations/:id/credentials",
    operationId: "createCredential",
    summary: "Make an API key or an API token",
    tag: "Operator",
    guard: operator,
    input: { param: OrganizationPath, json: NewCredential },
    answers: { 201: NewCredentialAnswer },
  },
  async ({ env, param, json, now }) => {
    await organizationOf(env, param.id);
    const secret = newSecret(json.kind);
    const row = await createCredential(
      env.DB,
      {
        ...json,
        organization_id: param.id,
        secret_hash: await sha256Hex(secret),
        hint: secret.slice(-4),
        scopes: JSON.stringify([...new Set(json.scopes)]),
        allowed_ips: JSON.stringify(json.allowed_ips),
        expires_at: json.expires_at === null ? null : Date.parse(json.expires_at),
      },
      now,
    );
    return created({ ...presentCredential(inserted(row)), secret }, null);
  },
);

const revoke = endpoint(
  {
    method: "post",
    path: "/organizations/:id/credentials/:credential_id/revoke",
    operationId: "revokeCredential",
    summary: "Revoke a credential, in force for every request that starts after the answer",
    tag: "Operator",
    guard: operator,
    input: { param: CredentialPath },
    answers: { 200: CredentialAnswer },
  },
  async ({ env, param, now }) => {
    const row = await revokeCredential(env.DB, param.id, param.credential_id, now);
    if (row === null) throw notFound();
    await gateOf(env, row.id).changed(row.version);
    return one(presentCredential(row));
  },
);

const newStore = endpoint(
  {
    method: "post",
    path: "/organizations/:id/stores",
    operationId: "createStoreAsOperator",
    summary: "Make a store",
    tag: "Operator",
    guard: operator,
    input: { param: OrganizationPath, json: NewStore },
    answers: { 201: StoreAnswer },
  },
  async ({ env, param, json, now }) => {
    const { currency } = await organizationOf(env, param.id);
    const row = await createStore(env.DB, { ...json, currency: json.currency ?? currency, organization_id: param.id }, now);
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
    summary: "Make a person a member",
    tag: "Operator",
    guard: operator,
    input: { param: OrganizationPath, json: NewMember },
    answers: { 201: MemberAnswer },
  },
  async ({ env, param, json: { email, password, role }, now }) => {
    await organizationOf(env, param.id);
    const passwordHash = password === null ? null : hashPassword(password);
    const { user_id } = inserted(await addMember(env.DB, param.id, { email, passwordHash, role }, now));
    return created({ user_id, organization_id: param.id, email, role }, null);
  },
);

function presentCredential(row: typeof credentials.$inferSelect): z.output<typeof CredentialAnswer> {
  const { id, organization_id, kind, name, hint, daily_quota, rate_limit } = row;
  return {
    id,
    organization_id,
    kind,
    name,
    scopes: JSON.parse(row.scopes) as string[],
    hint,
    expires_at: row.expires_at === null ? null : momentText(row.expires_at),
    daily_quota,
    rate_limit,
    allowed_ips: JSON.parse(row.allowed_ips) as string[],
    revoked_at: row.revoked_at === null ? null : momentText(row.revoked_at),
    created_at: momentText(row.created_at),
  };
}

/** The deployer's API (decisions M). */
export const operatorEndpoints: readonly Endpoint[] = [newOrganization, newCredential, revoke, newStore, newMember];
