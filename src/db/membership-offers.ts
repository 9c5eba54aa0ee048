import { sql } from "drizzle-orm";
import type { Invitation } from "./accounts";
import { mustBe, mustHaveChanged } from "./commit";
import { commitControl, type Mandate } from "./control-change";
import { mustStillBe } from "./members";
import type { Meter } from "./meter";
import type { Role } from "./sessions";
import { runBatch, Statement, WriteStatement } from "./statement";

/** A place in an organization that a person with an account may take up. */
export interface Offer {
  organization_id: number;
  organization_name: string;
  user_id: number;
  email: string;
  role: Role;
  /** ms since 1970. */
  expires_at: number;
}

/** Whether who made an offer may still give its role (control/member-rules.ts). */
const STILL_GIVEN = sql`exists (select 1 from memberships g where g.organization_id = f.organization_id and g.user_id = f.offered_by
  and (g.role = 'owner' or (g.role = 'admin' and f.role <> 'owner')))`;

/** Offers that stand at `now`; more conditions may follow. */
const standing = (now: number) => sql`
  select f.organization_id, o.name as organization_name, f.user_id, u.email, f.role, f.expires_at
  from membership_offers f join users u on u.id = f.user_id join organizations o on o.id = f.organization_id
  where f.used_at is null and f.expires_at > ${now} and ${STILL_GIVEN}`;

const ended = (organizationId: number, userId: number, now: number) =>
  new WriteStatement(sql`
    update membership_offers set used_at = ${now} where organization_id = ${organizationId} and user_id = ${userId} and used_at is null`);

/** Offers a person a place; what they were offered there before no longer stands. Throws LostRace, AlreadyCommitted. */
export async function offerPlace(
  d1: D1Database,
  by: Mandate,
  account: { id: number; email: string },
  { role, actorRole, link }: { role: Role; actorRole: Role | null; link: Invitation },
): Promise<void> {
  const { organizationId, now } = by;
  const insert = new WriteStatement(sql`
    insert into membership_offers (token_hash, organization_id, user_id, role, offered_by, created_at, expires_at)
    values (${link.tokenHash}, ${organizationId}, ${account.id}, ${role}, ${by.actor.id}, ${now}, ${link.expiresAt})`);
  const details = { role, link_until: new Date(link.expiresAt).toISOString() };
  const entry = { action: "member.offered", target_id: account.id, target_name: account.email, details } as const;
  await commitControl(d1, by, [mustStillBe(by, actorRole), ended(organizationId, account.id, now), insert], entry);
}

/** What a link offers at `now`; null where it was taken up or withdrawn, has ended, or never was. */
export async function findOffer(d1: D1Database, meter: Meter, tokenHash: string, now: number): Promise<Offer | null> {
  const [rows] = await runBatch(d1, meter, [new Statement<Offer>(sql`${standing(now)} and f.token_hash = ${tokenHash}`)]);
  return rows[0] ?? null;
}

/** The offers of an organization that stand at `now`, the newest 100; or the one to an account. */
export async function standingOffers(
  d1: D1Database,
  meter: Meter,
  organizationId: number,
  now: number,
  userId: number | null = null,
): Promise<Offer[]> {
  const whose = userId === null ? sql`` : sql`and f.user_id = ${userId}`;
  const [rows] = await runBatch(d1, meter, [
    new Statement<Offer>(sql`${standing(now)} and f.organization_id = ${organizationId} ${whose} order by f.created_at desc limit 100`),
  ]);
  return rows;
}

/**
 * Makes the person of an offer a member. Whoever else could get into their account would get into this organization too: so their
 * other sessions end, and the links by which a password could be chosen; and the password, where they came by their provider.
 * Throws LostRace where the offer does not stand any more.
 */
export async function takeUpOffer(
  d1: D1Database,
  by: Mandate,
  { tokenHash, sessionId }: { tokenHash: string; sessionId: string },
  { user_id, email, role }: Offer,
): Promise<void> {
  const { organizationId, now } = by;
  const writes = [
    new WriteStatement(sql`
      update membership_offers as f set used_at = ${now}
      where f.token_hash = ${tokenHash} and f.user_id = ${user_id} and f.used_at is null and f.expires_at > ${now} and ${STILL_GIVEN}`),
    mustHaveChanged(),
    new WriteStatement(sql`
      insert into memberships (organization_id, user_id, role, created_at) values (${organizationId}, ${user_id}, ${role}, ${now})
      on conflict do nothing`),
    mustHaveChanged(),
    new WriteStatement(sql`update invitations set used_at = ${now} where user_id = ${user_id} and used_at is null`),
    new WriteStatement(
      sql`update sessions set revoked_at = ${now} where user_id = ${user_id} and revoked_at is null and id <> ${sessionId}`,
    ),
    new WriteStatement(sql`
      update users set password_hash = null
      where id = ${user_id} and exists (select 1 from sessions where id = ${sessionId} and method = 'openid')`),
  ];
  await commitControl(d1, by, writes, { action: "member.added", target_id: user_id, target_name: email, details: { role } });
}

/** Takes an offer back. Throws LostRace where there is none, AlreadyCommitted. */
export async function withdrawOffer(d1: D1Database, by: Mandate, { user_id, email, role }: Offer, actorRole: Role | null): Promise<void> {
  const { organizationId, now } = by;
  const stands = sql`exists (select 1 from membership_offers
    where organization_id = ${organizationId} and user_id = ${user_id} and role = ${role} and used_at is null)`;
  const writes = [mustStillBe(by, actorRole), mustBe(stands), ended(organizationId, user_id, now)];
  await commitControl(d1, by, writes, { action: "member.withdrawn", target_id: user_id, target_name: email, details: { role } });
}
