import type { Context } from "hono";
import { settingsOf } from "../platform/env";
import { actorOf } from "../accounts/actor";
import { findMember, findPerson, type Member } from "../accounts/sign-in/sessions.sql.ts";
import type { Actor, Organization } from "../platform/db/org-db";
import { ExpiringCache } from "../platform/expiring-cache";
import { controlOf, type HttpEnv } from "../platform/http/context";
import { assertNotInMaintenance } from "../platform/http/admission";
import { type Admission, type Principal, PrincipalChanged } from "../platform/http/principal";
import { notFound } from "../platform/api-error";
import { can, type Permission } from "./page";
import { sessionOf } from "./session-cookie";
import { assertNotLimited, type CountedAs, withSessionLimit } from "./session-limit";
import { recordUseLater } from "./session-use";

/** The message of a page while its database is in maintenance. */
export const MAINTENANCE_MESSAGE = "The console is closed for maintenance. Try again later.";

/** Thrown if nobody is signed in. A page then redirects to the sign-in page, and a form returns 401 Unauthorized. */
export class SignedOut extends Error {
  override readonly name = "SignedOut";
}

/**
 * The members by session and organization, as they were at most a minute ago. A page is rendered with the cached member while the current
 * one is read, and rendered a second time if they differ.
 */
const cachedMembers = new ExpiringCache<string, Member>({ maxEntries: 1000, ttlMs: 60_000 });

/**
 * Reads the member of a session from the database, and counts the request at the same time. Throws SignedOut, 404 Not Found for a person
 * who is not a member, and 429 Too Many Requests.
 */
async function currentMember(
  c: Context<HttpEnv>,
  { sessionId, organizationId, as }: { sessionId: string; organizationId: number; as: CountedAs },
): Promise<Member> {
  return await withSessionLimit(c, { sessionId, as }, async () => {
    const found = await findMember(controlOf(c), sessionId, organizationId);
    const key = `${sessionId}/${organizationId}`;
    if (found !== null) {
      const { member, isUseDue } = found;
      assertNotInMaintenance(settingsOf(c.env), member.organization.database, MAINTENANCE_MESSAGE);
      cachedMembers.set(key, member, c.get("state").now);
      if (isUseDue) recordUseLater(c, { sessionId, organizationId });
      return member;
    }
    cachedMembers.delete(key);
    if ((await findPerson(controlOf(c), sessionId)) === null) throw new SignedOut();
    throw notFound();
  });
}

function organizationIdOf(c: Context<HttpEnv>): number {
  const id = /^[1-9]\d{0,15}$/.exec(c.req.param("org") ?? "")?.[0];
  if (id === undefined || !Number.isSafeInteger(Number(id))) throw notFound();
  return Number(id);
}

/** The member who sends a request. Requests are counted per session, and the operation id of a write comes from its form. */
export class MemberPrincipal implements Principal {
  readonly organization: Organization;
  readonly actor: Actor;
  readonly reads = "primary";
  /** Whether the member has been read from the database and the request has been counted. */
  #isCurrent: boolean;
  readonly #as: CountedAs;

  constructor(
    private readonly c: Context<HttpEnv>,
    readonly member: Member,
    { isCurrent, as }: { isCurrent: boolean; as: CountedAs },
  ) {
    this.organization = member.organization;
    this.actor = actorOf(member.person);
    this.#isCurrent = isCurrent;
    this.#as = as;
    if (isCurrent) this.#setCaller();
  }

  can(permission: Permission): boolean {
    return can(this.member, permission);
  }

  async admit(): Promise<Admission> {
    if (!this.#isCurrent) {
      const { c, member } = this;
      const as = this.#as;
      const current = await currentMember(c, { sessionId: member.sessionId, organizationId: member.organization.id, as });
      if (JSON.stringify(current) !== JSON.stringify(member)) {
        throw new PrincipalChanged(async () => new MemberPrincipal(c, current, { isCurrent: true, as }));
      }
      this.#isCurrent = true;
      this.#setCaller();
    }
    return { operation: null, replay: null, settle: null };
  }

  /** Admits a form. The id of its operation is a hash that covers its path and content. No lease limits when it may commit. */
  async admitForm(operationId: string): Promise<Admission> {
    // Nothing leases it: only its write marker keeps a form that is sent twice from being carried out twice.
    const operation = { id: operationId, resumed: "unknown", until: Number.POSITIVE_INFINITY } as const;
    return { ...(await this.admit()), operation };
  }

  #setCaller(): void {
    this.c.get("state").caller = { organizationId: this.organization.id, credentialId: null, personId: this.member.person.id };
    this.c.set("principal", this);
  }
}

/**
 * Returns the member of the request's session, from the isolate's cache if possible. Throws SignedOut, 404 Not Found and 429 Too Many
 * Requests.
 */
export async function memberOf(c: Context<HttpEnv>, as: CountedAs = "pages"): Promise<MemberPrincipal> {
  const token = await sessionOf(c);
  if (token === null) throw new SignedOut();
  const organizationId = organizationIdOf(c);
  assertNotLimited(token.sessionId, as);
  const cached = cachedMembers.get(`${token.sessionId}/${organizationId}`, c.get("state").now);
  if (cached !== undefined) return new MemberPrincipal(c, cached, { isCurrent: false, as });
  const current = await currentMember(c, { sessionId: token.sessionId, organizationId, as });
  return new MemberPrincipal(c, current, { isCurrent: true, as });
}
