import type { Context } from "hono";
import { actorOf } from "../accounts/actor";
import { findMember, findPerson, type Member } from "../accounts/sign-in/sessions.sql.ts";
import type { Actor, Organization } from "../platform/db/org-db";
import { ExpiringCache } from "../platform/expiring-cache";
import type { KeyRequest } from "../platform/gate/admission";
import { controlOf, type HttpEnv } from "../platform/http/context";
import { type Admission, type Principal, PrincipalChanged } from "../platform/http/principal";
import { notFound } from "../platform/api-error";
import { can, type Permission } from "./page";
import { sessionOf } from "./session-cookie";
import { counted, refuseWhileLimited } from "./session-limit";

/** Nobody is signed in, or no longer: a page leads to the sign-in, a form says so. */
export class SignedOut extends Error {
  override readonly name = "SignedOut";
}

/**
 * The member that a session was in an organization at most a minute ago. A page is begun with it while the database is queried, and thrown
 * away if the database says otherwise.
 */
const cachedMembers = new ExpiringCache<string, Member>({ maxEntries: 1000, ttlMs: 60_000 });

/**
 * The person who asks, in an organization, as the database knows them now, their request being counted meanwhile. Throws SignedOut, 404 for
 * who is no member, and 429.
 */
async function currentMember(c: Context<HttpEnv>, sessionId: string, organizationId: number): Promise<Member> {
  return await counted(c, sessionId, async () => {
    const member = await findMember(controlOf(c), sessionId, organizationId);
    const key = `${sessionId}/${organizationId}`;
    if (member !== null) {
      cachedMembers.set(key, member, c.get("state").now);
      return member;
    }
    cachedMembers.delete(key);
    if ((await findPerson(controlOf(c), sessionId)) === null) throw new SignedOut();
    throw notFound();
  });
}

function organizationIn(c: Context<HttpEnv>): number {
  const id = /^[1-9]\d{0,15}$/.exec(c.req.param("org") ?? "")?.[0];
  if (id === undefined || !Number.isSafeInteger(Number(id))) throw notFound();
  return Number(id);
}

/** A request of a member at the console. Its session is counted; what it commits once is named by its form. */
export class MemberPrincipal implements Principal {
  readonly organization: Organization;
  readonly actor: Actor;

  constructor(
    private readonly c: Context<HttpEnv>,
    readonly member: Member,
    /** Whether the member was read from the database, and the request counted. */
    private isCurrent: boolean,
  ) {
    this.organization = member.organization;
    this.actor = actorOf(member.person);
    if (isCurrent) this.#introduce();
  }

  /** Whether their role has a permission. */
  can(permission: Permission): boolean {
    return can(this.member.role, permission);
  }

  /** `key` is the id of what a form does: it has the form's path and content in it. */
  async admit(key: Pick<KeyRequest, "key"> | null): Promise<Admission> {
    if (!this.isCurrent) {
      const { c, member } = this;
      const current = await currentMember(c, member.sessionId, member.organization.id);
      if (JSON.stringify(current) !== JSON.stringify(member)) {
        throw new PrincipalChanged(async () => new MemberPrincipal(c, current, true));
      }
      this.isCurrent = true;
      this.#introduce();
    }
    const settle = async () => undefined;
    const operation = key === null ? null : { id: key.key, repeated: "unknown" as const, until: Number.POSITIVE_INFINITY, settle };
    return { operation, replay: null };
  }

  #introduce(): void {
    this.c.get("state").caller = { organizationId: this.organization.id, credentialId: null, personId: this.member.person.id };
    this.c.set("principal", this);
  }
}

/** The member whose session a request has, as far as this isolate knows them. Throws SignedOut, 404 and 429. */
export async function memberOf(c: Context<HttpEnv>): Promise<MemberPrincipal> {
  const token = await sessionOf(c);
  if (token === null) throw new SignedOut();
  const organizationId = organizationIn(c);
  refuseWhileLimited(token.sessionId);
  const known = cachedMembers.get(`${token.sessionId}/${organizationId}`, c.get("state").now);
  if (known !== undefined) return new MemberPrincipal(c, known, false);
  return new MemberPrincipal(c, await currentMember(c, token.sessionId, organizationId), true);
}
