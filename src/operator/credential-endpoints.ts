import type { z } from "zod";
import { newSecret } from "../crypto/credential-secret";
import { sha256Hex } from "../crypto/digest";
import { createCredential, type CredentialPatch, type CredentialRow, listCredentials } from "../db/control";
import { controlDatabase } from "../db/database";
import { momentText } from "../domain/zone";
import { readCursor, writeCursor } from "../http/cursor";
import { created, type Endpoint, endpoint, one, operator } from "../http/endpoint";
import { faultsOf } from "../http/input";
import { Refusal } from "../refusal";
import { changeCredential, mustNotBeExpired, mustNotBeRevoked, rotationRunning } from "./change-credential";
import { OrganizationPath } from "./contract";
import {
  CredentialAnswer,
  CredentialChanges,
  CredentialList,
  CredentialListQuery,
  CredentialPath,
  NewCredential,
  NewCredentialAnswer,
  Rotation,
  unknownScopes,
} from "./credential-contract";
import { inserted } from "./inserted";
import { organizationOf } from "./organization";

const HOUR_MS = 3_600_000;

const newCredential = endpoint(
  {
    method: "post",
    path: "/organizations/:id/credentials",
    operationId: "createCredential",
    unlocated: true,
    summary: "Make an API key or an API token",
    tag: "Operator",
    guard: operator,
    input: { param: OrganizationPath, json: NewCredential },
    answers: { 201: NewCredentialAnswer },
  },
  async ({ env, param, json, now }) => {
    await organizationOf(env, param.id);
    const secret = newSecret(json.kind);
    const values = { organization_id: param.id, ...json, ...listColumns(json), ...(await secretColumns(secret)) };
    const row = inserted(await createCredential(controlDatabase(env), values, now));
    return created({ ...presentCredential(row, now), secret }, null);
  },
);

const list = endpoint(
  {
    method: "get",
    path: "/organizations/:id/credentials",
    operationId: "listCredentials",
    summary: "List an organization's credentials, newest first, without their secrets",
    tag: "Operator",
    guard: operator,
    input: { param: OrganizationPath, query: CredentialListQuery },
    answers: { 200: CredentialList },
  },
  async ({ env, settings: { masterSecrets }, param, query: { limit = 50, cursor }, now }) => {
    await organizationOf(env, param.id);
    const use = { organizationId: param.id, list: "listCredentials", query: null };
    const [before = null] = cursor === undefined ? [] : await readCursor(masterSecrets, use, cursor);
    const rows = await listCredentials(controlDatabase(env), param.id, before === null ? null : Number(before), limit + 1);
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const more = rows.length > limit && last !== undefined;
    const data = page.map((row) => presentCredential(row, now));
    return one({ data, has_more: more, next_cursor: more ? await writeCursor(masterSecrets, use, [last.id]) : null });
  },
);

const update = endpoint(
  {
    method: "patch",
    path: "/organizations/:id/credentials/:credential_id",
    operationId: "updateCredential",
    summary: "Change a credential, in force for every request that starts after the answer",
    tag: "Operator",
    guard: operator,
    input: { param: CredentialPath, json: CredentialChanges },
    answers: { 200: CredentialAnswer },
  },
  async ({ env, param, json, now }) => {
    const decide = (row: CredentialRow): CredentialPatch => {
      const faults = unknownScopes(row.kind, json.scopes ?? []);
      if (faults.length > 0) throw new Refusal("validation_error", faultsOf(faults));
      mustNotBeRevoked(row);
      return { ...json, ...listColumns(json) };
    };
    return one(presentCredential(await changeCredential(env, param, decide, now), now));
  },
);

const rotate = endpoint(
  {
    method: "post",
    path: "/organizations/:id/credentials/:credential_id/rotate",
    operationId: "rotateCredential",
    summary: "Give a credential a new secret; the one before it works for a while",
    tag: "Operator",
    guard: operator,
    input: { param: CredentialPath, json: Rotation },
    answers: { 200: NewCredentialAnswer },
  },
  async ({ env, param, json: { overlap_hours, replaces_unseen }, now }) => {
    let secret = "";
    const decide = async (row: CredentialRow): Promise<CredentialPatch> => {
      mustNotBeRevoked(row);
      mustNotBeExpired(row, now);
      const overlaps = row.previous_valid_until !== null && row.previous_valid_until > now;
      if (overlaps && !replaces_unseen && overlap_hours > 0) throw rotationRunning();
      secret = newSecret(row.kind);
      const columns = await secretColumns(secret);
      if (overlaps && replaces_unseen) return columns;
      if (overlap_hours === 0) return { ...columns, ...NO_PREVIOUS };
      return { ...columns, previous_hash: row.secret_hash, previous_valid_until: now + overlap_hours * HOUR_MS };
    };
    const row = await changeCredential(env, param, decide, now);
    return one({ ...presentCredential(row, now), secret });
  },
);

const revoke = endpoint(
  {
    method: "post",
    path: "/organizations/:id/credentials/:credential_id/revoke",
    operationId: "revokeCredential",
    summary: "Revoke a credential for good, in force for every request that starts after the answer",
    tag: "Operator",
    guard: operator,
    input: { param: CredentialPath },
    answers: { 200: CredentialAnswer },
  },
  async ({ env, param, now }) => {
    const decide = (row: CredentialRow): CredentialPatch => ({ revoked_at: row.revoked_at ?? now, ...NO_PREVIOUS });
    return one(presentCredential(await changeCredential(env, param, decide, now), now));
  },
);

const NO_PREVIOUS = { previous_hash: null, previous_valid_until: null };

/** What is kept of a secret: its SHA-256, and its end to tell it by (decisions J4). */
async function secretColumns(secret: string) {
  return { secret_hash: await sha256Hex(secret), hint: secret.slice(-4) };
}

/** The columns that keep a list as its text, those that are given. */
function listColumns({ scopes, allowed_ips }: { scopes?: string[] | undefined; allowed_ips?: string[] | undefined }) {
  return {
    scopes: scopes === undefined ? undefined : JSON.stringify([...new Set(scopes)]),
    allowed_ips: allowed_ips === undefined ? undefined : JSON.stringify(allowed_ips),
  };
}

function presentCredential(row: CredentialRow, now: number): z.output<typeof CredentialAnswer> {
  const { id, organization_id, kind, name, hint, daily_quota, rate_limit, previous_valid_until } = row;
  const time = (moment: number | null) => (moment === null ? null : momentText(moment));
  return {
    id,
    organization_id,
    kind,
    name,
    scopes: JSON.parse(row.scopes) as string[],
    hint,
    previous_valid_until: previous_valid_until !== null && previous_valid_until > now ? momentText(previous_valid_until) : null,
    expires_at: time(row.expires_at),
    daily_quota,
    rate_limit,
    allowed_ips: JSON.parse(row.allowed_ips) as string[],
    revoked_at: time(row.revoked_at),
    last_used_at: time(row.last_used_at),
    created_at: momentText(row.created_at),
  };
}

/** A credential's life (decisions J, M). */
export const credentialEndpoints: readonly Endpoint[] = [newCredential, list, update, rotate, revoke];
