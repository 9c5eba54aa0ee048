import type { z } from "zod";
import {
  listCredentials,
  issueCredential,
  revokeCredential,
  rotateCredential,
  updateCredential,
} from "../../accounts/credentials/credentials";
import type { CredentialRow } from "../../accounts/control.sql.ts";
import { pickValues } from "../../platform/values/record";
import { momentOrNull, momentText } from "../../platform/values/zone";
import { cursorPage, listReply } from "../../platform/http/input/lists";
import { created, ok, operator, resource } from "../../platform/http/endpoint";
import { OrganizationPath } from "../../accounts/contract";
import {
  CredentialResponse,
  CredentialChanges,
  CredentialList,
  CredentialListQuery,
  CredentialPath,
  NewCredential,
  CreatedCredential,
  Rotation,
} from "../../accounts/credentials/contract";
import { controlAsOperator, organizationOf } from "../../accounts/operator";
import { parseStored } from "../../platform/reading/json";
import { firstRows } from "../../platform/db/list/first-rows";

const route = resource("Operator", operator, operator);

/** Management of credentials (docs/spec/operator.md#credentials). */
export const credentialEndpoints = [
  route.post("/organizations/:id/credentials", {
    operationId: "createCredential",
    hasNoLocation: true,
    summary: "Create an API key or an API token",
    input: { param: OrganizationPath, json: NewCredential },
    responses: { 201: CreatedCredential },
    handle: async ({ env, control, param, json, now }) => {
      await organizationOf(control, param.id);
      const { row, secret } = await issueCredential(controlAsOperator(env, control, param.id), json);
      return created({ ...presentCredential(row, now), secret }, null);
    },
  }),
  route.get("/organizations/:id/credentials", {
    operationId: "listCredentials",
    summary: "List an organization's credentials, newest first, without their secrets",
    input: { param: OrganizationPath, query: CredentialListQuery },
    responses: { 200: CredentialList },
    handle: async ({ env, control, settings: { masterSecrets }, param, query: { limit = 50, cursor }, now }) => {
      const page = await cursorPage(
        { masterSecrets, cursor, organizationId: param.id, list: "listCredentials", query: null },
        async (after: readonly [id: number] | null) => {
          const from = { kind: null, before: after?.[0] ?? null, limit: limit + 1 };
          const list = listCredentials(controlAsOperator(env, control, param.id), from);
          const [rows] = await Promise.all([list, organizationOf(control, param.id)]);
          return firstRows(rows, limit);
        },
        ({ id }) => [id],
      );
      return listReply(page, (row) => presentCredential(row, now));
    },
  }),
  route.patch("/organizations/:id/credentials/:credential_id", {
    operationId: "updateCredential",
    summary: "Update a credential",
    input: { param: CredentialPath, json: CredentialChanges },
    responses: { 200: CredentialResponse },
    handle: async ({ env, control, param, json, now }) => {
      const row = await updateCredential(controlAsOperator(env, control, param.id), param.credential_id, { settings: json });
      return ok(presentCredential(row, now));
    },
  }),
  route.post("/organizations/:id/credentials/:credential_id/rotate", {
    operationId: "rotateCredential",
    summary: "Rotate the secret of a credential",
    input: { param: CredentialPath, json: Rotation },
    responses: { 200: CreatedCredential },
    handle: async ({ env, control, param, json, now }) => {
      const { row, secret } = await rotateCredential(controlAsOperator(env, control, param.id), param.credential_id, json);
      return ok({ ...presentCredential(row, now), secret });
    },
  }),
  route.post("/organizations/:id/credentials/:credential_id/revoke", {
    operationId: "revokeCredential",
    summary: "Revoke a credential permanently",
    input: { param: CredentialPath },
    responses: { 200: CredentialResponse },
    handle: async ({ env, control, param, now }) =>
      ok(presentCredential(await revokeCredential(controlAsOperator(env, control, param.id), param.credential_id), now)),
  }),
];

function presentCredential(row: CredentialRow, now: number): z.output<typeof CredentialResponse> {
  const { previous_valid_until } = row;
  return {
    ...pickValues(row, CredentialResponse.shape),
    scopes: parseStored<string[]>(row.scopes),
    previous_valid_until: previous_valid_until !== null && previous_valid_until > now ? momentText(previous_valid_until) : null,
    expires_at: momentOrNull(row.expires_at),
    allowed_ips: parseStored<string[]>(row.allowed_ips),
    revoked_at: momentOrNull(row.revoked_at),
    last_used_at: momentOrNull(row.last_used_at),
    created_at: momentText(row.created_at),
  };
}
