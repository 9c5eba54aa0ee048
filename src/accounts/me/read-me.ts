import { ownCredential, ownOrganization } from "./me.sql.ts";
import type { OrgReader } from "../../platform/db/org-db";
import { notFound } from "../../platform/refusal";
import { momentText } from "../../platform/values/zone";

/** How the limits of the asking credential stand, this request counted. */
export interface Use {
  rate: { limit: number; remaining: number; resetSeconds: number };
  quota: { limit: number; remaining: number; resetSeconds: number } | null;
}

/** Who asks, for whom, what it may do, and how much of its limits is left (docs/spec/authentication.md#own-credential). One trip. */
export async function readMe(org: OrgReader, use: Promise<Use>) {
  const [[credential], [organization]] = await org.read(ownCredential(org), ownOrganization(org));
  if (credential === undefined || organization === undefined) throw notFound();
  const { rate, quota } = await use;
  return {
    credential: {
      id: credential.id,
      kind: credential.kind,
      name: credential.name,
      hint: credential.hint,
      expires_at: credential.expires_at === null ? null : momentText(credential.expires_at),
      allowed_ips: JSON.parse(credential.allowed_ips) as string[],
      created_at: momentText(credential.created_at),
    },
    organization: { id: organization.id, name: organization.name, currency: organization.currency, timezone: organization.timezone },
    scopes: JSON.parse(credential.scopes) as string[],
    limits: { rate_limit: rate.limit, rate_window_seconds: 60, daily_quota: credential.daily_quota },
    use: {
      rate_remaining: rate.remaining,
      rate_resets_in_seconds: rate.resetSeconds,
      daily_remaining: quota === null ? null : quota.remaining,
      daily_resets_in_seconds: quota === null ? null : quota.resetSeconds,
    },
  };
}
