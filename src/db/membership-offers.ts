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

const OFFERS = sql`
  select f.organization_id, o.name as organization_name, f.user_id, u.email, f.role, f.expires_at
  from membership_offers f join users u on u.id = f.user_id join organizations o on o.id = f.organization_id`;

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
    insert into membership_offers (token_hash, organization_id, user_id, role, created_at, expires_at)
    values (${link.tokenHash}, ${organizationId}, ${account.id}, ${role}, ${now}, ${link.expiresAt})`);
  const details = { role, link_until: new Date(link.expiresAt).toISOString() };
  const entry = { action: "member.offered", target_id: account.id, target_name: account.email, details } as const;
  await commitControl(d1, by, [mustStillBe(by, actorRole), ended(organizationId, account.id, now), insert], entry);
}

/** What a link offers at `now`; null where it was taken up or withdrawn, has ended, or never was. */
export async function findOffer(d1: D1Database, meter: Meter, tokenHash: string, now: number): Promise<Offer | null> {
  const [rows] = await runBatch(d1, meter, [
    new Statement<Offer>(sql`${OFFERS} where f.token_hash = ${tokenHash} and f.used_at is null and f.expires_at > ${now}`),
  ]);
  return rows[0] ?? null;
}

/** The offers of an organization that stand at `now`, the newest 100. */
export async function standingOffers(d1: D1Database, meter: Meter, organizationId: number, now: number): Promise<Offer[]> {
  const [rows] = await runBatch(d1, meter, [
    new Statement<Offer>(sql`${OFFERS}
      where f.organization_id = ${organizationId} and f.used_at is null and f.expires_at > ${now} order by f.created_at desc limit 100`),
  ]);
  return rows;
}

/**
 * Makes the person of an offer a member. Links by which a password of theirs could be chosen no longer open: whoever holds
 * one would get into this organization too. Throws LostRace where the offer does not stand any more.
 */
export async function takeUpOffer(d1: D1Database, by: Mandate, tokenHash: string, { user_id, email, role }: Offer): Promise<void> {
  const { organizationId, now } = by;
  const writes = [
    new WriteStatement(sql`
      update membership_offers set used_at = ${now}
      where token_hash = ${tokenHash} and user_id = ${user_id} and used_at is null and expires_at > ${now}`),
    mustHaveChanged(),
    new WriteStatement(sql`
      insert into memberships (organization_id, user_id, role, created_at) values (${organizationId}, ${user_id}, ${role}, ${now})
      on conflict do nothing`),
    mustHaveChanged(),
    new WriteStatement(sql`update invitations set used_at = ${now} where user_id = ${user_id} and used_at is null`),
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
