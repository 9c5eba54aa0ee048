import { invalid, Refusal } from "../../platform/refusal";

/** What the members of an organization may give their own credentials. */
export interface CredentialLimits {
  /** Requests per 60 s of one credential. */
  maxRateLimit: number;
  /** Credentials of an organization that are not revoked. */
  maxCredentials: number;
}

/** The limits of the console. The operator API has none: whoever pays for the instance may go higher. */
export const CONSOLE_LIMITS: CredentialLimits = { maxRateLimit: 6000, maxCredentials: 100 };

/** 400 for a rate limit above the maximum. */
export function assertRateLimit(limits: CredentialLimits | null, rateLimit: number | null | undefined): void {
  if (limits === null || (rateLimit ?? 0) <= limits.maxRateLimit) return;
  const message = `At most ${limits.maxRateLimit}. Ask the operator of this instance for a higher limit.`;
  throw invalid("rate_limit", "rate_limit_too_high", message);
}

/** 409 for one credential too many. */
export function tooManyCredentials({ maxCredentials }: CredentialLimits): Refusal {
  const message = `An organization has at most ${maxCredentials} API keys and tokens. Revoke one that is no longer used first.`;
  return new Refusal("conflict", [{ code: "credential_limit", message, limit: maxCredentials }]);
}
