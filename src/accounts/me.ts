import * as z from "zod";
import { CredentialPrincipal } from "./credentials/credential-principal";
import { notFound } from "../platform/api-error";
import type { CredentialRecord } from "./credentials/find-credential.sql.ts";
import type { LimitStates } from "../platform/gate/admission";
import { ok, readsWithAnyScope, resource } from "../platform/http/endpoint";
import { type Scope, V1_SCOPES, V2_SCOPES } from "../platform/http/scopes";
import { momentOrNull, momentText } from "../platform/values/zone";

const meSchema = (id: string, scopes: Readonly<Partial<Record<Scope, unknown>>>) =>
  z
    .strictObject({
      credential: z.strictObject({
        id: z.int(),
        kind: z.enum(["api_key", "api_token"]),
        name: z.string(),
        /** The last four characters of its secret. */
        hint: z.string(),
        expires_at: z.iso.datetime().nullable(),
        allowed_ips: z.array(z.string()),
        created_at: z.iso.datetime(),
      }),
      organization: z.strictObject({ id: z.int(), name: z.string(), currency: z.string(), timezone: z.string() }),
      scopes: z.array(z.enum(Object.keys(scopes) as [Scope, ...Scope[]])),
      limits: z.strictObject({ rate_limit: z.int(), rate_window_seconds: z.int(), daily_quota: z.int().nullable() }),
      use: z.strictObject({
        rate_remaining: z.int(),
        rate_resets_in_seconds: z.int(),
        daily_remaining: z.int().nullable(),
        daily_resets_in_seconds: z.int().nullable(),
      }),
    })
    .meta({ id });

type Me = ReturnType<typeof meSchema>;

/** The response of each surface, whose credentials have their own scopes. */
const SCHEMAS = { getMe: meSchema("Me", V1_SCOPES), getMeV2: meSchema("MeV2", V2_SCOPES) } as const;

/** The credential, its organization and scopes, and its remaining limits after this request (docs/spec/authentication.md#own-credential). */
function presentMe(credential: CredentialRecord, { rate, quota }: LimitStates, { shape }: Me): z.output<Me> {
  const { id, kind, name, hint, scopes, allowedIps, dailyQuota, expiresAt, createdAt, organization } = credential;
  return {
    credential: {
      id,
      kind,
      name,
      hint,
      expires_at: momentOrNull(expiresAt),
      allowed_ips: [...allowedIps],
      created_at: momentText(createdAt),
    },
    organization: { id: organization.id, name: organization.name, currency: organization.currency, timezone: organization.timezone },
    scopes: shape.scopes.element.options.filter((scope) => scopes.has(scope)),
    limits: { rate_limit: rate.limit, rate_window_seconds: 60, daily_quota: dailyQuota },
    use: {
      rate_remaining: rate.remaining,
      rate_resets_in_seconds: rate.resetSeconds,
      daily_remaining: quota === null ? null : quota.remaining,
      daily_resets_in_seconds: quota === null ? null : quota.resetSeconds,
    },
  };
}

/** GET /me of v1 and v2, for any live credential. */
export function me(operationId: keyof typeof SCHEMAS) {
  const schema = SCHEMAS[operationId];
  return resource("Service", readsWithAnyScope).get("/me", {
    operationId,
    summary: "Get the credential and its limits",
    description: "Returns the credential, its scopes, and its remaining limits.",
    responses: { 200: schema },
    isOpenToSuppliers: true,
    handle: async ({ principal, limits }) => {
      // A session and a link have no credential.
      if (!(principal instanceof CredentialPrincipal)) throw notFound();
      return ok(presentMe(principal.credential.record, await limits, schema));
    },
  });
}
