import type { Context } from "hono";
import { findLink, type FoundLink, recordLinkUse } from "../accounts/links/find-link";
import { isLinkLive, isLinkToken } from "../accounts/links/links";
import { assertNotLimited, type CountedAs, withSessionLimit } from "../console/session-limit";
import { ApiError, notFound } from "../platform/api-error";
import type { Actor, Organization } from "../platform/db/org-db";
import type { Assertion } from "../platform/db/statement";
import { DIRECTORY, settingsOf } from "../platform/env";
import { assertNotInMaintenance } from "../platform/http/admission";
import { countAttempt } from "../platform/http/authenticate";
import { controlOf, type HttpEnv } from "../platform/http/context";
import type { Admission, Principal } from "../platform/http/principal";

/** At most 15 digits, so that the number is exact. */
const ORGANIZATION_ID = /^[1-9]\d{0,14}$/;

/** 404 Not Found for an address that no link has. Only these count, so that guesses from the same network do not block a valid link. */
async function unknownLinkError(c: Context<HttpEnv>): Promise<ApiError> {
  if (await countAttempt(c, "link")) return notFound();
  return new ApiError("rate_limited", [], { headers: { "Retry-After": "60" } });
}

/**
 * Finds the link of a request. Throws 404 Not Found for an unknown one, 410 Gone for one that has ended, 429 Too Many Requests and 503 Service
 * Unavailable.
 */
export async function linkOf(c: Context<HttpEnv>): Promise<FoundLink> {
  const settings = settingsOf(c.env);
  assertNotInMaintenance(settings, DIRECTORY);
  const [organization = "", token = ""] = [c.req.param("org"), c.req.param("token")];
  if (!ORGANIZATION_ID.test(organization) || !isLinkToken(token)) throw await unknownLinkError(c);
  const state = c.get("state");
  const services = { env: c.env, control: controlOf(c), meter: state.meter };
  const found = await findLink(services, { organizationId: Number(organization), token }, (database) => {
    assertNotInMaintenance(settings, database);
  });
  if (found === null) throw await unknownLinkError(c);
  state.caller = { ...state.caller, organizationId: found.organization.id };
  if (!isLinkLive(found.link, state.now)) throw new ApiError("gone");
  c.executionCtx.waitUntil(recordLinkUse(c.env, found));
  return found;
}

/** Whoever uses a link. Requests are counted per link, and the operation id of a write comes from its form. */
export class LinkPrincipal implements Principal {
  readonly organization: Organization;
  readonly reads = "primary";
  readonly stillAllowed: Assertion;
  /** The count of the request, which is made once. Null: not yet. */
  #count: Promise<void> | null = null;

  constructor(
    private readonly c: Context<HttpEnv>,
    private readonly found: FoundLink,
    readonly actor: Actor,
    private readonly as: CountedAs,
  ) {
    this.organization = found.organization;
    this.stillAllowed = found.stillAllowed;
    assertNotLimited(found.link.id, as);
  }

  /** A link has no permissions besides its page. */
  can(): boolean {
    return false;
  }

  async admit(): Promise<Admission> {
    const limit = { sessionId: this.found.link.id, as: this.as };
    await (this.#count ??= withSessionLimit(this.c, limit, async () => undefined));
    return { operation: null, replay: null, settle: null };
  }

  /** Admits a form. The id of its operation is a hash that covers its path and content. */
  async admitForm(operationId: string): Promise<Admission> {
    // Nothing leases it: only its write marker keeps a form that is sent twice from being carried out twice.
    const operation = { id: operationId, resumed: "unknown", until: Number.POSITIVE_INFINITY } as const;
    return { ...(await this.admit()), operation };
  }
}
